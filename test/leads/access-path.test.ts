import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Actor } from '../../src/access/actor.ts';
import { accessPathOf } from '../../src/leads/listing/access-path.ts';
import { everyLead, type LeadFilter } from '../../src/leads/listing/filter.ts';
import { readLeads } from '../../src/leads/listing/list.ts';
import type { Settings } from '../../src/settings/snapshot.ts';
import { type Counting, countStatements } from '../support/counting.ts';
import { LeadDesk } from '../support/leads.ts';
import { insertManyLeads } from '../support/many-leads.ts';

let desk: LeadDesk;
let counting: Counting;
let settings: Settings;
let admin: Actor;

beforeAll(async () => {
  desk = await LeadDesk.open();
  const { database } = desk.app.services;
  counting = countStatements(database);
  settings = await desk.app.services.settings.get(desk.cast.organizationId, '0');
  const organizationId = desk.cast.organizationId;
  admin = { ...someone, organizationId, membershipId: '0', role: 'admin', teamId: null };
  await insertManyLeads(database, organizationId, 5_000);
  await desk.rows('analyze leads');
  await desk.rows('analyze lead_recency');
});
afterAll(() => desk.close());

const someone = { tokenId: '0', tokenPublicId: '', tokenName: '', tokenExpiresAt: null, abilities: new Set<never>() };
const idOf = (status: string) => settings.statuses.byPublicId.get(desk.status(status))?.id ?? '';
const filterBy = (parts: Partial<LeadFilter>): LeadFilter => ({
  ...everyLead,
  ...parts,
});
const page = { size: 50, limit: 51, after: null };
const pathOf = (parts: Partial<LeadFilter>, actor = admin) =>
  accessPathOf(counting.database, settings, {
    actor,
    filter: filterBy(parts),
    page,
    now: new Date(),
  });

it('what many leads have is walked along; what none has, in an order that knows nothing of it, is gathered', async () => {
  const none = settings.statuses.byPublicId.get(
    (await desk.add('statuses', { name: 'Empty', kind: 'open' })).public_id,
  );
  expect(await pathOf({ statusIds: [idOf('New')] })).toBe('walk');
  expect(await pathOf({ statusIds: [none?.id ?? '999999'], sort: 'score' })).toBe('gather');
  expect(await pathOf({ ownerIds: ['999999'], sort: '-last_activity_at' })).toBe('gather');
});

it('PostgreSQL is asked once for a filter, not once for a page, and not at all where there is nothing to ask', async () => {
  counting.statements.length = 0;
  for (let n = 0; n < 10; n++) await pathOf({ statusIds: [idOf('Won')] });
  expect(counting.statements.filter((text) => text.startsWith('explain'))).toHaveLength(2);
  await pathOf({ statusIds: [idOf('Lost')] });
  expect(counting.statements).toHaveLength(4);
  await pathOf({});
  expect(counting.statements).toHaveLength(4);
});

it('what is known of one viewer’s filter is not taken for another’s', async () => {
  counting.statements.length = 0;
  await pathOf({ sort: 'score' }, { ...admin, role: 'manager', teamId: '1' });
  await pathOf({ sort: 'score' }, { ...admin, role: 'manager', teamId: '2' });
  await pathOf({ sort: 'score' }, { ...admin, role: 'agent', membershipId: '7' });
  expect(counting.statements).toHaveLength(6);
});

it('a manager’s filter by members of other teams shows nothing, without asking', async () => {
  const memberships = [...settings.memberships.byId.values()];
  const [own] = memberships.filter(({ team_id }) => team_id !== null);
  const [other] = memberships.filter(({ team_id }) => team_id !== own?.team_id);
  const manager: Actor = { ...admin, role: 'manager', teamId: own?.team_id ?? null };
  counting.statements.length = 0;
  const read = (ownerIds: string[], actor: Actor) =>
    readLeads({ sql: counting.database, actor, settings }, filterBy({ ownerIds }), page);
  expect(await read([other?.id ?? ''], manager)).toBeUndefined();
  expect(counting.statements).toHaveLength(0);
  expect(await read([other?.id ?? '', own?.id ?? ''], manager)).toBeDefined();
  expect(await read([other?.id ?? ''], admin)).toBeDefined();
});
