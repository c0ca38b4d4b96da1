import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PAGE_BYTES } from '../../src/db/page-bytes.ts';
import type { Answer } from '../support/harness.ts';
import type { Shown } from '../support/leads.ts';
import { addressOf, type Described, lists, openWholeApi, type WholeApi } from './api.ts';

// A page is bounded in bytes as well as in records, or one call could bring both sides to their knees.

const ENVELOPE = 4_096;
const WIDE = '𠀀'; // four bytes
const NOTES = 24;
/** One of those that fill the list of webhooks. */
const WEBHOOK = `whk_${'1'.padStart(26, '0')}`;
/** So many of the largest records fit into a page. */
const UNCUT = 4;

let api: WholeApi;
let token: string;
/** The lead that has a long timeline. */
let lead: string;

/** For each list, what fills it with the largest records there can be; more than a page of them unless they are all small. */
const fillings: Readonly<Record<string, { fill?: () => Promise<unknown>; isSmall?: true }>> = {
  listLeads: {}, // filled at the beginning, with everything else that belongs to leads
  listReportLeads: {},
  listLeadNotes: {},
  listLeadActivities: {},
  listLeadTransitions: {},
  listLeadAudit: {},
  listAuditEntries: {},
  listTeams: { fill: () => make(20, '/teams', (n) => ({ name: wideName(n) })), isSmall: true },
  listSources: { fill: () => make(20, '/sources', (n) => ({ name: wideName(n) })), isSmall: true },
  listTokens: {
    fill: () =>
      make(20, '/tokens', (n) => ({ name: wideName(n), membership: api.cast.admin.membership, abilities: ['*'] })),
    isSmall: true,
  },
  listSessions: {
    fill: async () => {
      await api.services.database.rows(
        `insert into tokens (organization_id, public_id, membership_id, kind, name, abilities, secret_hash, last_used_at, expires_at)
         select $1, 'tok_' || lpad(n::text, 26, '0'), m.id, 'session', repeat('x', 60), '{*}', decode(md5(n::text), 'hex'), now(),
                now() + interval '7 days'
           from generate_series(1, 20) as n, memberships as m where m.organization_id = $1 and m.public_id = $2`,
        [api.cast.organizationId, api.cast.admin.membership],
      );
    },
    isSmall: true,
  },
  listMemberships: {
    fill: () => make(20, '/memberships', (n) => ({ name: wideName(n), role: 'agent', working_hours: hours })),
    isSmall: true,
  },
  listLeadOwners: { isSmall: true },
  listCustomFields: {
    fill: () => make(20, '/custom-fields', (n) => ({ key: `choice_${n}`, type: 'select', options: wideNames(80) })),
  },
  listForms: {
    fill: () =>
      make(30, '/forms', (n) => ({
        name: wideName(n),
        fields: ['phone', ...textFields].map((field) => ({ field, label: WIDE.repeat(200) })),
      })),
  },
  listDistributionRules: {
    fill: () =>
      make(20, '/distribution-rules', (n) => ({
        name: wideName(n),
        strategy: 'fixed',
        pool: { memberships: [api.cast.admin.membership] },
        when: { all: [{ field: 'first_name', op: 'in', value: wideNames(80) }] },
      })),
  },
  listViews: {
    fill: () => make(75, '/views', (n) => ({ name: `View ${n}`, filters: { status: 'x'.repeat(8_000) } })),
  },
  listJobs: {
    fill: async () => {
      const failure = { lead: `lead_${'0'.repeat(26)}`, code: 'conflict', detail: WIDE.repeat(600) };
      await api.services.database.rows(
        `insert into jobs (organization_id, token_id, membership_id, total, public_id, state, change, failures)
         select $1, 0, 0, 0, 'job_' || lpad(n::text, 26, '0'), 'done', '{}', $2 from generate_series(1, 20) as n`,
        [api.cast.organizationId, JSON.stringify(Array.from({ length: 25 }, () => failure))],
      );
    },
  },
  listImports: {
    fill: async () => {
      await api.services.database.rows(
        `insert into imports (organization_id, token_id, membership_id, created_at, leased_until, dry_run, public_id, name,
                              state, on_duplicate, columns, fields)
         select $1, 0, 0, now(), now(), false, 'imp_' || lpad(n::text, 26, '0'), repeat($2, 200), 'done', 'skip', '[]', '[]'
           from generate_series(1, 20) as n`,
        [api.cast.organizationId, WIDE],
      );
    },
    isSmall: true,
  },
  listWebhooks: {
    // Put in by SQL: an organization has fewer.
    fill: async () => {
      await api.services.database.rows(
        `insert into webhooks (organization_id, public_id, url, events, active, description, secret, position)
         select $1, 'whk_' || lpad(n::text, 26, '0'), 'https://example.in/' || repeat($2, 1900), '{*}', false,
                repeat($2, 500), '', 0
           from generate_series(1, 80) as n`,
        [api.cast.organizationId, WIDE],
      );
    },
  },
  listWebhookDeliveries: {
    fill: async () => {
      const error = 'The connection was closed before there was an answer.';
      const attempt = { at: new Date().toISOString(), status: null, duration_ms: 15_000, error };
      await api.services.database.rows(
        `insert into webhook_deliveries (organization_id, webhook_id, position, lead_id, status, public_id, event_public_id,
                                         event_type, attempts, next_attempt_at)
         select organization_id, id, n, 0, 'failed', 'dlv_' || lpad(n::text, 26, '0'), 'evt_' || lpad(n::text, 26, '0'),
                'lead.activity_added', $3, null
           from webhooks, generate_series(1, 20) as n where organization_id = $1 and public_id = $2`,
        [api.cast.organizationId, WEBHOOK, JSON.stringify(Array.from({ length: 12 }, () => attempt))],
      );
    },
    isSmall: true,
  },
  listStatuses: {
    // Put in by SQL, so that they can be as large as there can be without the records that they name.
    fill: async () => {
      await api.services.database.rows(
        `insert into statuses (organization_id, number, public_id, name, kind, position, allowed_next, required_fields)
         select $1, 200 + n, 'sts_' || lpad(n::text, 26, '0'), 'Status ' || n, 'open', 100 + n,
                array(select 'sts_' || lpad(m::text, 26, '0') from generate_series(1, 200) as m),
                array(select 'custom_fields.' || rpad('f' || m, 63, '_') from generate_series(1, 100) as m)
           from generate_series(1, 160) as n`,
        [api.cast.organizationId],
      );
      await api.services.database.rows(
        'update organizations set settings_version = settings_version + 1 where id = $1',
        [api.cast.organizationId],
      );
    },
  },
};

const wideName = (n: number) => `${String(n).padStart(4, '0')}${WIDE.repeat(96)}`;
const wideNames = (count: number) => Array.from({ length: count }, (_, n) => wideName(n));
const halfHours = Array.from(
  { length: 10 },
  (_, n) => `${String(n + 8).padStart(2, '0')}:00-${String(n + 8).padStart(2, '0')}:30`,
);
const hours = Object.fromEntries(['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'].map((day) => [day, halfHours]));
const keys = Array.from({ length: 24 }, (_, n) => `text_${n}`);
const textFields = keys.map((key) => `custom_fields.${key}`);
/** About 48 kB. */
const largeValues = (letter: string) => Object.fromEntries(keys.map((key) => [key, letter.repeat(2_000)]));

async function send(method: string, path: string, body: unknown): Promise<Shown> {
  const answer = await api.call(method, path, { token, body });
  expect(answer.status, JSON.stringify(answer.body).slice(0, 500)).toBeLessThan(300);
  return answer.body.data;
}

async function make(count: number, path: string, body: (n: number) => unknown): Promise<void> {
  for (let n = 0; n < count; n++) await send('POST', path, body(n));
}

beforeAll(async () => {
  api = await openWholeApi();
  token = api.cast.admin.token;
  for (const key of keys) await send('POST', '/custom-fields', { key, type: 'text' });
  await make(14, '/leads', (n) => ({ phone: `98765${43_000 + n}`, custom_fields: largeValues('x') }));
  lead = (await send('POST', '/leads', { phone: '9876500000' })).public_id;
  for (let n = 0; n < 8; n++) {
    await send('PATCH', `/leads/${lead}`, { custom_fields: largeValues(n % 2 === 0 ? 'a' : 'b') });
  }
  await make(NOTES, `/leads/${lead}/notes`, (n) => ({ body: `${n} ${(n % 2 === 0 ? WIDE : '"').repeat(9_900)}` }));
  await make(75, `/leads/${lead}/activities`, (n) => ({ kind: 'call', summary: `${n} ${WIDE.repeat(1_990)}` }));
  const statuses = (await api.call('GET', '/statuses', { token })).body.data;
  await make(75, `/leads/${lead}/status`, (n) => ({
    status: statuses[1 + (n % 2)].public_id,
    note: `${n} ${WIDE.repeat(1_990)}`,
  }));
}, 120_000);
afterAll(() => api.close());

const bytesOf = (value: unknown) => Buffer.byteLength(JSON.stringify(value, asText));

/** Columns that are not decoded are texts as well. */
const asText = (_: string, value: unknown) =>
  (value as { type?: string } | null)?.type === 'Buffer' ? Buffer.from(value as Buffer).toString() : value;
const ids = ({ body }: Answer): string[] => body.data.map((record: Shown) => record.public_id);

async function walk(address: string): Promise<Answer[]> {
  const pages: Answer[] = [];
  for (let next: string | null = address; next !== null; next = pages.at(-1)?.body.links.next) {
    const page = await api.send('GET', next, { token });
    expect(page.status).toBe(200);
    pages.push(page);
  }
  return pages;
}

/** The most bytes that one statement answered while `work` ran. */
async function largestAnswer(work: () => Promise<void>): Promise<number> {
  const { database } = api.services;
  const { rows, row } = database;
  let most = 0;
  const weigh = <T>(answer: T): T => {
    most = Math.max(most, bytesOf(answer ?? null));
    return answer;
  };
  database.rows = (async (...given: Parameters<typeof rows>) =>
    weigh(await rows.apply(database, given))) as typeof rows;
  database.row = (async (...given: Parameters<typeof row>) => weigh(await row.apply(database, given))) as typeof row;
  try {
    await work();
  } finally {
    Object.assign(database, { rows, row });
  }
  return most;
}

const order = (one: Described, other: Described) =>
  Object.keys(fillings).indexOf(one.id) - Object.keys(fillings).indexOf(other.id);

describe.each([...lists].sort(order).map((list): [string, Described] => [list.id, list]))('%s', (id, list) => {
  it('ends a page before it grows too large, and loses nothing', async () => {
    const filling = fillings[id];
    if (filling === undefined) throw new Error(`add to this test how ${id} is filled with large records`);
    await filling.fill?.();
    const address = addressOf(list, (prefix) => (prefix === 'whk' ? WEBHOOK : lead));

    const small = await walk(`${address}?page[size]=${UNCUT}`);
    for (const { body } of small.slice(0, -1)) expect(body.data.length, 'a page that is not cut').toBe(UNCUT);
    const expected = small.flatMap(ids);
    const sizes = small.flatMap(({ body }) => body.data.map(bytesOf)) as number[];
    const largest = Math.max(...sizes);

    let pages: Answer[] = [];
    const read = await largestAnswer(async () => {
      pages = await walk(`${address}?page[size]=200`);
    });
    expect(pages.flatMap(ids)).toEqual(expected);
    for (const { body } of pages) {
      expect(body.data.length).toBeGreaterThan(0);
      expect(bytesOf(body)).toBeLessThan(PAGE_BYTES + largest + ENVELOPE);
    }
    for (const { body } of pages.slice(0, -1)) expect(body.meta.has_more).toBe(true);
    expect(read).toBeLessThan(2 * (PAGE_BYTES + largest) + ENVELOPE);

    const whole = sizes.reduce((sum, bytes) => sum + bytes, 0);
    if (filling.isSmall) expect(200 * largest).toBeLessThan(PAGE_BYTES);
    else expect(whole).toBeGreaterThan(PAGE_BYTES + largest);
  }, 60_000);
});

it('a lead’s included activities and notes end early as well, and go on where they ended', async () => {
  const { body } = await api.send('GET', `/api/v1/leads/${lead}?include=activities,notes`, { token });
  const { activities, notes } = body.data;
  expect(notes.length).toBeLessThan(NOTES);
  for (const part of [activities, notes]) expect(bytesOf(part)).toBeLessThan(PAGE_BYTES + 50_000);
  for (const [part, shown, all] of [
    ['activities', activities, await walk(`/api/v1/leads/${lead}/activities?page[size]=200`)],
    ['notes', notes, await walk(`/api/v1/leads/${lead}/notes?page[size]=200`)],
  ] as const) {
    const rest = await walk(body.links[part]);
    expect([...shown.map((one: Shown) => one.public_id), ...rest.flatMap(ids)]).toEqual(all.flatMap(ids));
  }
});
