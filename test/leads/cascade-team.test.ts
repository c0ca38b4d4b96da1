import { expect, it } from 'vitest';
import { finishMoves, moveLeadsOf } from '../../src/organization/memberships/leads-follow.ts';
import { countStatements } from '../support/counting.ts';
import { movedTime } from '../support/moved-time.ts';
import { useLeadDesk } from '../support/opened.ts';
import { followRecency } from '../support/recency.ts';
import { insertBareLead } from '../support/rows.ts';

const desk = useLeadDesk();

const joinTeam = (person: { membership: string }, team: string | null) =>
  desk.change(`memberships/${person.membership}`, { team });
const statusFor = async (lead: string, token: string) => (await desk.get(lead, token)).status;
const idOf = async (table: string, publicId: string): Promise<string> =>
  (await desk.rows(`select id from ${table} where public_id = $1`, [publicId]))[0].id;
const marks = async () => (await desk.rows('select 1 from memberships where leads_follow_since is not null')).length;

it('a membership that changes team takes its leads along, and the old manager sees them no longer', async () => {
  const { ravi, asha, meera, tara } = desk.cast;
  const own = await desk.make({}, ravi);
  const others = await desk.make({}, asha);
  const unowned = await desk.make({}, ravi);
  await desk.patch(unowned.public_id, { owner: null });
  await joinTeam(ravi, desk.cast.teams.east);
  expect(await statusFor(own.public_id, meera.token)).toBe(404);
  expect(await statusFor(own.public_id, tara.token)).toBe(200);
  expect(await statusFor(own.public_id, ravi.token)).toBe(200);
  for (const { public_id } of [others, unowned]) {
    expect(await statusFor(public_id, meera.token)).toBe(200);
    expect(await statusFor(public_id, tara.token)).toBe(404);
  }
  expect(await desk.list('', meera.token)).not.toContain(own.public_id);
  expect(await desk.list('', tara.token)).toContain(own.public_id);
  for (const what of ['activities', 'transitions', 'audit', 'notes']) {
    expect((await desk.app.call('GET', `/leads/${own.public_id}/${what}`, { token: meera.token })).status).toBe(404);
    expect((await desk.app.call('GET', `/leads/${own.public_id}/${what}`, { token: tara.token })).status).toBe(200);
  }
  await joinTeam(ravi, desk.cast.teams.west);
  expect(await statusFor(own.public_id, meera.token)).toBe(200);
});

it('a membership that leaves every team takes its leads out of the manager’s sight', async () => {
  const { ravi, meera } = desk.cast;
  const { public_id } = await desk.make({}, ravi);
  await joinTeam(ravi, null);
  expect(await statusFor(public_id, meera.token)).toBe(404);
  expect(await statusFor(public_id, ravi.token)).toBe(200);
  await joinTeam(ravi, desk.cast.teams.west);
});

it('a manager that changes team sees the new team’s leads, and its own', async () => {
  const { meera, vikram, asha } = desk.cast;
  const mine = await desk.make({}, meera);
  const [theirs, former] = [await desk.make({}, vikram), await desk.make({}, asha)];
  await joinTeam(meera, desk.cast.teams.east);
  expect(await statusFor(mine.public_id, meera.token)).toBe(200);
  expect(await statusFor(theirs.public_id, meera.token)).toBe(200);
  expect(await statusFor(former.public_id, meera.token)).toBe(404);
  await joinTeam(meera, desk.cast.teams.west);
});

it('however many leads follow, each statement moves a bounded number of them, in a transaction of its own', async () => {
  const { database } = desk.app.services;
  const { organizationId, asha } = desk.cast;
  const member = await idOf('memberships', asha.membership);
  const [west, east] = [await idOf('teams', desk.cast.teams.west), await idOf('teams', desk.cast.teams.east)];
  await insertBareLead(database, organizationId, { owner: member, team: west });
  const LEADS = 2_500;
  await desk.rows(
    `insert into leads (organization_id, public_id, owner_id, team_id, email, email_key, status_id, status_since, score,
                        last_activity_at, updated_at, created_at, rendered, rendered_shape)
     select organization_id, 'lead_bulk' || n, owner_id, team_id, 'b' || n, 'b' || n, status_id, status_since, 0,
            now(), now(), timestamptz '2026-01-01' + (n / 700) * interval '1 s', '', 0
       from leads, generate_series(1, $2) as n where id = (select max(id) from leads where owner_id = $1)`,
    [member, LEADS],
  );
  await followRecency(database);
  await desk.rows('update memberships set team_id = $2 where id = $1', [member, east]);
  const counting = countStatements(database);
  let transactions = 0;
  const begin: typeof database.begin = (work) => {
    transactions++;
    return counting.database.begin(work);
  };
  const watched: typeof database = { ...counting.database, begin };
  await moveLeadsOf(watched, organizationId, member);
  const teams = await desk.rows('select team_id, count(*)::int as n from leads where owner_id = $1 group by 1', [
    member,
  ]);
  expect(teams.map(({ team_id }) => team_id)).toEqual([east]);
  const updates = counting.statements.filter((text) => /leadline_give_team/.test(text));
  expect(updates.length).toBeGreaterThanOrEqual(3);
  expect(updates.length).toBeLessThanOrEqual(10);
  expect(transactions === 0 || transactions >= 3).toBe(true);
  await desk.rows('update memberships set team_id = $2 where id = $1', [member, west]);
  await moveLeadsOf(database, organizationId, member);
  await desk.rows(`delete from leads where public_id like 'lead_bulk%' or rendered = ''`);
});

it('what a request that was under way left behind is put right, and the mark goes once all is settled', async () => {
  const { database } = desk.app.services;
  const { ravi, meera, tara } = desk.cast;
  await joinTeam(ravi, desk.cast.teams.east);
  expect(await marks()).toBeGreaterThan(0);
  // A create that had read the old settings comes last.
  const { public_id } = await desk.make({}, ravi);
  const west = await idOf('teams', desk.cast.teams.west);
  await desk.rows('update leads set team_id = $2 where public_id = $1', [public_id, west]);
  await finishMoves({ sql: database });
  expect(await statusFor(public_id, meera.token)).toBe(404);
  expect(await statusFor(public_id, tara.token)).toBe(200);
  expect(await marks()).toBeGreaterThan(0);
  await desk.rows(`update memberships set leads_follow_since = ${movedTime('leads_follow_since', '-1 minute')}`);
  await finishMoves({ sql: database });
  expect(await marks()).toBe(0);
  await joinTeam(ravi, desk.cast.teams.west);
});

it('a lead that is given by settings which do not know the owner’s new team yet has the new one', async () => {
  const { ravi, meera, tara, teams } = desk.cast;
  const { public_id } = await desk.make({});
  await desk.patch(public_id, { owner: null });
  const give = async (team: string) => {
    // Not by the API, so that no process notices.
    await desk.rows('update memberships set team_id = $2 where public_id = $1', [
      ravi.membership,
      await idOf('teams', team),
    ]);
    await desk.patch(public_id, { owner: ravi.membership });
  };
  await give(teams.east);
  expect(await statusFor(public_id, meera.token)).toBe(404);
  expect(await statusFor(public_id, tara.token)).toBe(200);
  expect(await desk.list('', tara.token)).toContain(public_id);
  expect(await desk.list('?sort=-last_activity_at', tara.token)).toContain(public_id);
  await desk.patch(public_id, { owner: null });
  await give(teams.west);
  expect(await statusFor(public_id, meera.token)).toBe(200);
  expect(await statusFor(public_id, tara.token)).toBe(404);
});

it('a change that sends the owner back, by settings which do not know its new team yet, does not bring the old team back', async () => {
  const { ravi, meera, tara, teams } = desk.cast;
  const { public_id } = await desk.make({}, ravi);
  const move = async (team: string) => {
    // Not by the API, so that no process notices.
    const to = await idOf('teams', team);
    await desk.rows('update memberships set team_id = $2 where public_id = $1', [ravi.membership, to]);
    await desk.rows('update leads set team_id = $2 where public_id = $1', [public_id, to]);
  };
  await move(teams.east);
  expect((await desk.patch(public_id, { owner: ravi.membership, first_name: 'Sana' })).status).toBe(200);
  expect(await statusFor(public_id, tara.token)).toBe(200);
  expect(await statusFor(public_id, meera.token)).toBe(404);
  await move(teams.west);
});

it('a lead that was captured by settings with the old team follows within seconds', async () => {
  const { ravi, meera, tara, teams } = desk.cast;
  const { public_id } = await desk.make({}, ravi);
  await joinTeam(ravi, teams.east);
  await desk.rows('update leads set team_id = $2 where public_id = $1', [public_id, await idOf('teams', teams.west)]);
  await expect.poll(() => statusFor(public_id, tara.token)).toBe(200);
  expect(await statusFor(public_id, meera.token)).toBe(404);
  await joinTeam(ravi, teams.west);
});

it('changes of a lead while its owner changes team do not bring the old team back', async () => {
  const { ravi, meera, tara } = desk.cast;
  const { public_id } = await desk.make({}, ravi);
  for (let round = 0; round < 6; round++) {
    const isEast = round % 2 === 0;
    const patches = Array.from({ length: 12 }, (_, n) => desk.patch(public_id, { first_name: `Name ${round} ${n}` }));
    await Promise.all([joinTeam(ravi, isEast ? desk.cast.teams.east : desk.cast.teams.west), ...patches]);
    expect(await statusFor(public_id, tara.token)).toBe(isEast ? 200 : 404);
    expect(await statusFor(public_id, meera.token)).toBe(isEast ? 404 : 200);
  }
});
