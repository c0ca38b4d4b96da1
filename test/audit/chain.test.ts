import { beforeAll, expect, it } from 'vitest';
import type { Database } from '../../src/db/sql.ts';
import { systemAuthor } from '../../src/organization/organizations.ts';
import { changeTeam } from '../../src/organization/teams/teams.ts';
import { createGate } from '../support/counting.ts';
import { useCast } from '../support/opened.ts';
import { readTrail, type TrailEntry } from '../support/trail.ts';

const { app, cast } = useCast();
let token: string;
beforeAll(() => {
  token = cast.admin.token;
});

/** What became of one field of a record, oldest first. */
async function historyOf(publicId: string, field: string) {
  const trail = await readTrail(app, token);
  return trail
    .filter(({ subject }: TrailEntry) => subject.public_id === publicId)
    .flatMap(({ changes }) => changes.filter((change) => change.field === field))
    .reverse();
}

async function expectChain(publicId: string, field: string, length: number, now: unknown) {
  const history = await historyOf(publicId, field);
  expect(history).toHaveLength(length);
  const broken = history.filter(({ from }, n) => from !== (n === 0 ? null : history[n - 1]?.to));
  expect(broken).toEqual([]);
  expect(history.at(-1)?.to).toEqual(now);
}

it('however many calls rename a team at once, the trail tells one story, which ends in its name', async () => {
  const { public_id } = (await app.call('POST', '/teams', { token, body: { name: 'Start' } })).body.data;
  const path = `/teams/${public_id}`;
  const rename = (n: number) => app.call('PATCH', path, { token, body: { name: `Name ${n}` } });
  const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => rename(n)));
  expect(answers.every(({ status }) => status === 200)).toBe(true);
  await expectChain(public_id, 'name', 21, (await app.call('GET', path, { token })).body.data.name);
});

it('calls that change different fields of a membership at once all take effect', async () => {
  const body = { name: 'Kiran', role: 'agent' };
  const { public_id } = (await app.call('POST', '/memberships', { token, body })).body.data;
  const path = `/memberships/${public_id}`;
  const patches = Array.from({ length: 8 }, (_, n) => [
    { weight: n + 2 },
    { name: `Kiran ${n}` },
    { open_cap: n + 1 },
    { team: n % 2 === 0 ? cast.teams.west : cast.teams.east },
  ]).flat();
  await Promise.all(patches.map((patch) => app.call('PATCH', path, { token, body: patch })));
  const now = (await app.call('GET', path, { token })).body.data;
  await expectChain(public_id, 'weight', 9, now.weight);
  await expectChain(public_id, 'name', 9, now.name);
  await expectChain(public_id, 'open_cap', 8, now.open_cap);
  const teams = await historyOf(public_id, 'team');
  await expectChain(public_id, 'team', teams.length, now.team.public_id);
});

it('however the initial mark is passed on at once, the trail of each status is one story', async () => {
  const statuses = (await app.call('GET', '/statuses', { token })).body.data.filter(
    (status: { kind: string }) => status.kind === 'open',
  );
  const pass = ({ public_id }: { public_id: string }) =>
    app.call('PATCH', `/statuses/${public_id}`, { token, body: { initial: true } });
  await Promise.all([...statuses, ...statuses, ...statuses].map(pass));
  for (const { public_id, initial } of statuses) {
    const history = await historyOf(public_id, 'initial');
    for (const [n, { from, to }] of history.entries()) {
      expect([from, to]).toEqual((n % 2 === 0) === initial ? [true, false] : [false, true]);
    }
  }
});

it('a call that began first but had its turn last stands last in the trail', async () => {
  const { public_id } = (await app.call('POST', '/teams', { token, body: { name: 'Origin' } })).body.data;
  const [begun, turn] = [createGate(), createGate()];
  const real = app.services.database;
  const slow: Database = {
    ...real,
    begin: (work) =>
      real.begin(async (sql) => {
        await sql.rows('select 1');
        begun.open();
        await turn.opened;
        return work(sql);
      }),
  };
  const author = systemAuthor(cast.organizationId);
  const unseen = { requireSeen: () => {} };
  const last = changeTeam(slow, author, public_id, { name: 'Second' }, unseen);
  await begun.opened;
  await new Promise((resolve) => setTimeout(resolve, 20)); // times have milliseconds: the two calls must not share one
  await changeTeam(real, author, public_id, { name: 'First' }, unseen);
  turn.open();
  await last;
  await expectChain(public_id, 'name', 3, 'Second');
});
