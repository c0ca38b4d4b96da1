import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Cast, createCast, type Person } from '../support/cast.ts';
import { openTestApp, type TestApp } from '../support/harness.ts';
import { insertLead, insertLeadEntry } from '../support/rows.ts';
import { readTrail } from '../support/trail.ts';

let app: TestApp;
let cast: Cast;

/** One entry on a lead of each kind, by the lead's place. */
let entries: Record<'ravi' | 'vikram' | 'om' | 'west' | 'nobody' | 'zenith', string>;

beforeAll(async () => {
  app = await openTestApp();
  cast = await createCast(app);
  const { west, east } = cast.teams;
  const on = async (place: { owner?: string; team?: string }, organizationId = cast.organizationId) =>
    insertLeadEntry(app, organizationId, await insertLead(app, organizationId, place));
  entries = {
    ravi: await on({ owner: cast.ravi.membership, team: west }),
    vikram: await on({ owner: cast.vikram.membership, team: east }),
    om: await on({ owner: cast.om.membership }),
    west: await on({ team: west }),
    nobody: await on({}),
    zenith: await on({ owner: cast.zenith.admin.membership }, cast.zenith.organizationId),
  };
});
afterAll(() => app.close());

const seenBy = async (person: Person) => (await readTrail(app, person.token)).map((entry) => entry.public_id);

it('an admin sees every entry of the organization', async () => {
  const trail = await readTrail(app, cast.admin.token);
  const { zenith, ...own } = entries;
  expect(trail.map((entry) => entry.public_id)).toEqual(expect.arrayContaining(Object.values(own)));
  const types = new Set(trail.map(({ subject }) => subject.type));
  expect([...types]).toEqual(expect.arrayContaining(['lead', 'membership', 'organization', 'team', 'token']));
});

it('a manager sees the entries on the team’s leads, owned or not yet, and nothing else', async () => {
  expect((await seenBy(cast.meera)).sort()).toEqual([entries.ravi, entries.west].sort());
  expect(await seenBy(cast.tara)).toEqual([entries.vikram]);
});

it('a manager without a team sees the entries on leads it owns', async () => {
  expect(await seenBy(cast.om)).toEqual([entries.om]);
});

it('a manager sees no entry on settings, not even on its own team or on itself', async () => {
  await app.call('PATCH', `/memberships/${cast.meera.membership}`, { token: cast.admin.token, body: { weight: 2 } });
  await app.call('PATCH', `/teams/${cast.teams.west}`, { token: cast.admin.token, body: { name: 'Far West' } });
  const trail = await readTrail(app, cast.meera.token);
  expect(trail.every(({ subject }) => subject.type === 'lead')).toBe(true);
  expect(trail).toHaveLength(2);
});

it('an agent has no audit trail', async () => {
  const { status, body } = await app.call('GET', '/audit', { token: cast.ravi.token });
  expect([status, body.code]).toEqual([403, 'forbidden']);
});

it('a token without audit:read has none either, whatever its role', async () => {
  for (const person of [cast.admin, cast.meera]) {
    const token = await cast.tokenOf(person, ['leads:read', 'settings:read']);
    expect((await app.call('GET', '/audit', { token })).status).toBe(403);
  }
});

it('another organization’s entries never appear', async () => {
  const ours = new Set(await seenBy(cast.admin));
  const theirs = await seenBy(cast.zenith.admin);
  expect(theirs).toContain(entries.zenith);
  expect(theirs.filter((id) => ours.has(id))).toEqual([]);
  expect(ours.has(entries.zenith)).toBe(false);
});

it('an entry that names a lead id of another organization is not taken for one’s own lead', async () => {
  const { database } = app.services;
  const own = await insertLead(app, cast.organizationId, { team: cast.teams.west });
  const foreign = await insertLeadEntry(app, cast.zenith.organizationId, own);
  expect(await seenBy(cast.meera)).not.toContain(foreign);
  expect(await seenBy(cast.admin)).not.toContain(foreign);
  await database.rows('delete from audit_entries where public_id = $1', [foreign]);
});

it('the trail is read newest first, page by page, each entry once, while others are added', async () => {
  const whole = await seenBy(cast.admin);
  const paged: string[] = [];
  let link: string | null = '/audit?page[size]=3';
  while (link !== null) {
    const { body } = await app.call('GET', link, { token: cast.admin.token });
    paged.push(...body.data.map((entry: { public_id: string }) => entry.public_id));
    await insertLeadEntry(app, cast.organizationId, await insertLead(app, cast.organizationId, {}));
    link = body.links.next;
  }
  expect(paged).toEqual(whole);
  const times = (await readTrail(app, cast.admin.token)).map(({ occurred_at }) => occurred_at);
  expect(times).toEqual([...times].sort().reverse());
});

it('the audit trail is read and never written over the API', async () => {
  for (const method of ['POST', 'PATCH', 'DELETE']) {
    const { status, headers } = await app.call(method, '/audit', { token: cast.admin.token });
    expect(status).toBe(405);
    expect(headers.allow).not.toMatch(/POST|PATCH|DELETE/);
  }
});
