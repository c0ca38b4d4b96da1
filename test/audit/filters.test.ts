import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newPublicId } from '../../src/public-id.ts';
import { type Cast, createCast, type Person } from '../support/cast.ts';
import { openTestApp, type TestApp } from '../support/harness.ts';
import { insertLead, type LeadRow } from '../support/rows.ts';
import { readTrail, type TrailEntry } from '../support/trail.ts';

let app: TestApp;
let cast: Cast;
let leads: Record<'west' | 'east' | 'erased', LeadRow>;
let whole: TrailEntry[];

interface Made {
  action: string;
  by?: Person | undefined;
  on?: LeadRow;
  subject?: [type: string, publicId: string];
  at: string;
}

async function insertEntry({ action, by, on, subject = ['lead', on?.publicId ?? ''], at }: Made): Promise<void> {
  const { database } = app.services;
  const [member] = await database.rows<{ id: string }>(
    'select id from memberships where organization_id = $1 and public_id = $2',
    [cast.organizationId, by?.membership ?? ''],
  );
  await database.rows(
    `insert into audit_entries (organization_id, public_id, action, subject_type, subject_public_id, lead_id,
                                actor_membership_id, changes, occurred_at)
     values ($1, $2, $3, $4, $5, $6, $7, '[]', $8)`,
    [cast.organizationId, newPublicId('auditEntry'), action, ...subject, on?.id ?? null, member?.id ?? null, at],
  );
}

beforeAll(async () => {
  app = await openTestApp();
  cast = await createCast(app);
  const { west, east } = cast.teams;
  leads = {
    west: await insertLead(app, cast.organizationId, { owner: cast.ravi.membership, team: west }),
    east: await insertLead(app, cast.organizationId, { owner: cast.vikram.membership, team: east }),
    erased: await insertLead(app, cast.organizationId, { owner: cast.ravi.membership, team: west }),
  };
  await app.services.database.rows('update leads set erased = true where public_id = $1', [leads.erased.publicId]);
  // A little of everything, one a day from 2020 on.
  const people = [cast.ravi, cast.meera, cast.admin, undefined];
  const actions = ['lead.created', 'lead.updated', 'lead.moved', 'lead.erased', 'webhook.updated', 'form.updated'];
  for (let n = 0; n < 72; n++) {
    const action = actions[n % actions.length] as string;
    const type = action.split('.')[0] as string;
    const on = n % 5 === 0 ? leads.erased : n % 2 === 0 ? leads.west : leads.east;
    const at = new Date(Date.UTC(2020, 0, 1 + n)).toISOString();
    const by = people[n % people.length];
    await insertEntry({
      action,
      by,
      at,
      ...(type === 'lead' ? { on } : { subject: [type, `${type === 'form' ? 'form' : 'whk'}_${n % 3}`] }),
    });
  }
  whole = await readTrail(app, cast.admin.token);
});
afterAll(() => app.close());

const ask = (query: string, person: Person = cast.admin) => app.call('GET', `/audit?${query}`, { token: person.token });

async function idsOf(query: string, person: Person = cast.admin, size = 200): Promise<string[]> {
  const ids: string[] = [];
  let next: string | null = `/audit?${query}&page[size]=${size}`;
  while (next !== null) {
    const { status, body } = await app.call('GET', next, { token: person.token });
    expect(status, JSON.stringify(body)).toBe(200);
    ids.push(...body.data.map((entry: TrailEntry) => entry.public_id));
    next = body.links.next;
  }
  return ids;
}

type Test = (entry: TrailEntry) => boolean;
const membershipOf = ({ actor }: TrailEntry) =>
  (actor as { membership?: { public_id: string } }).membership?.public_id ?? null;

/** Values of each filter, with what they are to find. */
function filtersOf(): Record<string, [value: string, test: Test][]> {
  const between =
    (from: string, before: string): Test =>
    ({ occurred_at }) =>
      occurred_at >= from && occurred_at < before;
  return {
    action: ['lead.moved', 'lead.erased', 'form.updated', 'token.issued', 'no.such'].map((action) => [
      action,
      (entry) => entry.action === action,
    ]),
    actor: [cast.ravi.membership, cast.admin.membership, 'mem_no'].map((id) => [
      id,
      (entry) => membershipOf(entry) === id,
    ]),
    subject: [leads.west.publicId, leads.erased.publicId, 'whk_1', 'lead_no'].map((id) => [
      id,
      ({ subject }) => subject.public_id === id,
    ]),
    subject_type: ['lead', 'webhook', 'token', 'job'].map((type) => [type, ({ subject }) => subject.type === type]),
    occurred_at: [
      ['2020-01-10..2020-02-10', between('2020-01-09T18:30:00.000Z', '2020-02-10T18:30:00.000Z')],
      ['..2020-01-20', between('', '2020-01-20T18:30:00.000Z')],
      ['last_7_days', ({ occurred_at }) => occurred_at > '2021'], // `today` may have begun since then
    ],
  };
}

describe('the audit trail', () => {
  it('is filtered by each parameter, and by every two of them together', async () => {
    const filters = filtersOf();
    let found = 0;
    for (const [one, values] of Object.entries(filters)) {
      for (const [other, others] of Object.entries(filters)) {
        for (const [first, isFirst] of values) {
          for (const [second, isSecond] of one === other ? [['', () => true] as const] : others) {
            const query = `filter[${one}]=${first}${one === other ? '' : `&filter[${other}]=${second}`}`;
            const expected = whole.filter((entry) => isFirst(entry) && isSecond(entry));
            found += expected.length;
            expect(await idsOf(query), query).toEqual(expected.map(({ public_id }) => public_id));
          }
        }
      }
    }
    expect(found).toBeGreaterThan(500);
  });

  it('is paged under a filter: each entry once, in the same order', async () => {
    for (const query of [
      'filter[action]=lead.moved',
      'filter[subject_type]=webhook&filter[occurred_at]=..2020-02-20',
    ]) {
      expect(await idsOf(query, cast.admin, 2)).toEqual(await idsOf(query));
    }
  });

  it('shows a manager, under each filter, what is on leads in scope, and nothing else', async () => {
    const seen = await readTrail(app, cast.meera.token);
    expect(new Set(seen.map(({ subject }) => subject.public_id))).toEqual(new Set([leads.west.publicId]));
    for (const [name, values] of Object.entries(filtersOf())) {
      for (const [value, test] of values) {
        const expected = seen.filter(test).map(({ public_id }) => public_id);
        expect(await idsOf(`filter[${name}]=${value}`, cast.meera), `${name}=${value}`).toEqual(expected);
      }
    }
    expect(await idsOf(`filter[subject]=${leads.east.publicId}`, cast.meera)).toEqual([]);
    expect(await idsOf(`filter[subject]=${leads.erased.publicId}`, cast.meera)).toEqual([]);
  });

  it('refuses what is wrong with a filter, each by its name', async () => {
    const wrong = ['filter[occurred_at]=someday', 'filter[subject_type]=cat', 'filter[action]=', 'filter[when]=today'];
    const { status, body } = await ask(wrong.join('&'));
    expect(status).toBe(422);
    expect(Object.keys(body.errors).sort()).toEqual(wrong.map((one) => one.split('=')[0]).sort());
    expect((await ask('filter[actor]=mem_1&filter[actor]=mem_2')).body.errors['filter[actor]']).toBeDefined();
    expect((await ask('filter[occurred_at]=2026-02-01..2026-01-01')).status).toBe(422);
  });

  it('refuses a cursor of other filters', async () => {
    const { body } = await ask('filter[action]=lead.moved&page[size]=2');
    const cursor = new URLSearchParams(body.links.next.split('?')[1]).get('page[after]');
    expect((await ask(`filter[action]=lead.moved&page[after]=${cursor}`)).status).toBe(200);
    for (const other of ['', 'filter[action]=lead.created&', 'filter[action]=lead.moved&filter[actor]=mem_1&']) {
      const { status, body: problem } = await ask(`${other}page[after]=${cursor}`);
      expect([status, Object.keys(problem.errors ?? {})]).toEqual([422, ['page[after]']]);
    }
  });

  it('finds nothing of another organization by its ids', async () => {
    for (const query of [`filter[actor]=${cast.admin.membership}`, `filter[subject]=${leads.west.publicId}`]) {
      expect(await idsOf(query, cast.zenith.admin)).toEqual([]);
    }
  });
});

describe('where few of many entries match', () => {
  const MANY = 12_000;

  beforeAll(async () => {
    // Newer than everything else, all on the east team's lead, by nobody.
    await app.services.database.rows(
      `insert into audit_entries (organization_id, public_id, action, subject_type, subject_public_id, lead_id, changes, occurred_at)
       select $1, 'aud_many' || n, 'lead.updated', 'lead', $2, $3, '[]', now() + n * interval '1 millisecond'
         from generate_series(1, ${MANY}) as n`,
      [cast.organizationId, leads.east.publicId, leads.east.id],
    );
  });

  it('pages may be short, but each entry comes once, and the list ends', async () => {
    const first = await ask('filter[action]=lead.moved&page[size]=200');
    expect(first.body).toMatchObject({ data: [], meta: { has_more: true } });
    const moved = whole.filter(({ action }) => action === 'lead.moved').map(({ public_id }) => public_id);
    expect(await idsOf('filter[action]=lead.moved')).toEqual(moved);
    expect(await idsOf('filter[action]=lead.moved', cast.admin, 3)).toEqual(moved);
  });

  it('a manager of few leads has full pages all the same', async () => {
    const { body } = await ask('page[size]=5', cast.meera);
    expect(body.data).toHaveLength(5);
    expect(new Set(body.data.map((entry: TrailEntry) => entry.subject.public_id))).toEqual(
      new Set([leads.west.publicId]),
    );
    const all = (await readTrail(app, cast.meera.token)).map(({ public_id }) => public_id);
    expect(await idsOf('', cast.meera, 4)).toEqual(all);
    expect(all).toEqual(
      whole.filter(({ subject }) => subject.public_id === leads.west.publicId).map(({ public_id }) => public_id),
    );
  });
});

it('finds nothing under names that cannot be, also with a NUL in them', async () => {
  for (const name of ['action', 'actor', 'subject']) {
    const { status, body } = await app.call('GET', `/audit?filter[${name}]=a%00`, { token: cast.admin.token });
    expect([name, status, body.data]).toEqual([name, 200, []]);
  }
  const leads = await app.call('GET', '/reports/leads?figure=assigned&rule=a%00', { token: cast.admin.token });
  expect([leads.status, leads.body.data]).toEqual([200, []]);
});
