import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Cast, createCast } from '../support/cast.ts';
import { openTestApp, type TestApp } from '../support/harness.ts';
import { insertManyLeads } from '../support/many-leads.ts';
import { runsOf } from '../support/runs.ts';

/** LEADLINE_SOAK_PERCENT=4000 makes it 100,000. */
const leads = runsOf(500, 3_000);
/** One lead a page is slow: by the two sorts that move such a walk ends here; all others go to the end of the list. */
const MOST_SINGLE = Math.min(1_000, leads / 3);
const sizes = [1, 7, 50, 200];

let testApp: TestApp;
let cast: Cast;
let statuses: string[];
let serial = 0;

beforeAll(async () => {
  testApp = await openTestApp();
  cast = await createCast(testApp);
  const { token } = cast.admin;
  await testApp.call('POST', '/sources', { token, body: { name: 'Website' } });
  // A walk may take a lead through the whole pipeline; no stage forbids the next.
  for (const status of (await testApp.call('GET', '/statuses', { token })).body.data) {
    await testApp.call('PATCH', `/statuses/${status.public_id}`, { token, body: { allowed_next: null } });
  }
  statuses = (await testApp.call('GET', '/statuses', { token })).body.data.map(publicId);
  await insertManyLeads(testApp.services.database, cast.organizationId, leads);
  await testApp.services.database.rows('analyze leads');
}, 600_000);

afterAll(() => testApp.close());

const publicId = (record: { public_id: string }) => record.public_id;
const pick = <T>(list: readonly T[]): T => list[Math.floor(Math.random() * list.length)] as T;

/** Another client at work until it is stopped: it inserts, moves, patches and touches leads. */
function disturb(existing: readonly string[]) {
  const { token } = cast.admin;
  const changed = new Set<string>();
  let running = true;
  const actions = [
    () => send('POST', '/leads', { phone: `+917${String(++serial).padStart(9, '0')}` }),
    () => send('POST', `/leads/${mark()}/status`, { status: pick(statuses) }),
    () =>
      send('PATCH', `/leads/${mark()}`, { estimated_value: pick([null, 1, 2_000_000]), first_name: `A${++serial}` }),
    () => send('POST', `/leads/${mark()}/activities`, { kind: 'call', summary: 'Called' }),
    () => send('PATCH', `/leads/${mark()}`, { owner: pick([cast.ravi, cast.asha, cast.vikram]).membership }),
  ];
  const mark = () => {
    const id = pick(existing);
    changed.add(id);
    return id;
  };
  const send = async (method: string, path: string, body: object) => {
    const answer = await testApp.call(method, path, { token, body });
    expect(answer.status, `${method} ${path}: ${JSON.stringify(answer.body)}`).toBeLessThan(300);
  };
  const work = async () => {
    let done = 0;
    for (; running; done++) await actions[done % actions.length]?.();
    return done;
  };
  const worked = work();
  worked.catch(() => {}); // told by stop()
  return {
    changed,
    async stop() {
      running = false;
      return worked;
    },
  };
}

/** Every lead as a client sees it that follows `links.next`. */
async function walk(token: string, sort: string, size: number, mostPages: number): Promise<string[]> {
  const seen: string[] = [];
  let next: string | null = `/leads?sort=${sort}&page[size]=${size}`;
  for (let page = 0; next !== null && page < mostPages; page++) {
    const {
      status,
      body,
    }: { status: number; body: { data: { public_id: string }[]; links: { next: string | null } } } = await testApp.call(
      'GET',
      next,
      { token },
    );
    expect(status).toBe(200);
    seen.push(...body.data.map(publicId));
    next = body.links.next;
  }
  return seen;
}

const repeatedIn = (seen: readonly string[]) => {
  const before = new Set<string>();
  return seen.filter((id) => before.size === before.add(id).size);
};

const listed = async () =>
  (await testApp.services.database.rows<{ public_id: string }>('select public_id from leads')).map(publicId);

describe.each(sizes)('while leads are inserted, moved, changed and touched, page by page of %d', (size) => {
  const patience = 60_000 + leads * 20;

  test('by -created_at every lead that was there throughout is seen exactly once', { timeout: patience }, async () => {
    const there = await listed();
    const other = disturb(there);
    const seen = await walk(cast.admin.token, '-created_at', size, Number.POSITIVE_INFINITY);
    expect(await other.stop()).toBeGreaterThan(0);
    expect(repeatedIn(seen)).toEqual([]);
    const found = new Set(seen);
    expect(there.filter((id) => !found.has(id))).toEqual([]);
  });

  test.each(['score', '-score', '-last_activity_at'])(
    'by %s nothing is repeated but what was itself changed, and nothing unchanged is left out',
    { timeout: patience },
    async (sort) => {
      const isWhole = size > 1;
      const there = await listed();
      const other = disturb(there);
      const seen = await walk(cast.admin.token, sort, size, isWhole ? Number.POSITIVE_INFINITY : MOST_SINGLE);
      expect(await other.stop()).toBeGreaterThan(0);
      expect(repeatedIn(seen).filter((id) => !other.changed.has(id))).toEqual([]);
      if (!isWhole) return;
      const found = new Set(seen);
      expect(there.filter((id) => !found.has(id) && !other.changed.has(id))).toEqual([]);
    },
  );
});
