import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createCast } from '../support/cast.ts';
import { createTestDatabase } from '../support/databases.ts';
import { EventStream } from '../support/follow.ts';
import { openTestApp, type TestApp } from '../support/harness.ts';
import { freshPhone, type Shown } from '../support/leads.ts';
import { Random } from '../support/random.ts';
import { listen } from '../support/raw-http.ts';
import { runsOf } from '../support/runs.ts';
import { eventually } from '../support/workplace.ts';

// Two processes write to one organization, in short and in long transactions, some of which are rolled back. Three followers, by pages,
// by waiting and by a stream, begin anew at random: each sees every event once, and those of a lead in order.

const WRITERS = 8;
const LEADS_EACH = runsOf(12, 150);
const patient = { connections: 8, waiting: 5_000, acquireMs: 60_000, statementMs: 60_000, lockMs: 60_000 };

let apps: TestApp[];
let bases: string[];
let admin: string;
let organizationId: string;
let statuses: string[];
let drop: () => Promise<void>;

beforeAll(async () => {
  const database = await createTestDatabase();
  drop = () => database.drop();
  const options = { on: database, pool: patient, limits: { streamMs: 600_000 } };
  apps = [await openTestApp(options), await openTestApp(options)];
  bases = await Promise.all(apps.map(async ({ app }) => `http://127.0.0.1:${await listen(app)}`));
  const cast = await createCast(apps[0] as TestApp);
  admin = cast.admin.token;
  organizationId = cast.organizationId;
  const { body } = await (apps[0] as TestApp).call('GET', '/statuses', { token: admin });
  statuses = body.data.filter(({ kind }: Shown) => kind === 'open').map(({ public_id }: Shown) => public_id);
});
afterAll(async () => {
  await Promise.all(apps.map((app) => app.close()));
  await drop();
});

const appOf = (n: number) => apps[n % apps.length] as TestApp;

async function write(writer: number): Promise<void> {
  const draw = new Random(writer);
  const random = () => draw.next();
  const send = (method: string, path: string, body: unknown, headers = {}) =>
    appOf(Math.floor(random() * 2)).call(method, path, { token: admin, body, headers });
  for (let n = 0; n < LEADS_EACH; n++) {
    // With a key, the transaction lasts until its answer is kept.
    const keyed = random() < 0.3 ? { 'idempotency-key': `key-${writer}-${n}` } : {};
    const { body } = await send('POST', '/leads', { phone: freshPhone(), first_name: 'Asha' }, keyed);
    const lead = body.data.public_id;
    const both = Promise.all([
      send('PATCH', `/leads/${lead}`, { first_name: `Name ${n}` }),
      send('POST', `/leads/${lead}/status`, { status: statuses[1 + (n % 2)] }),
    ]);
    if (random() < 0.3)
      await appOf(writer)
        .services.database.begin(dawdleAndFail)
        .catch(() => {});
    await both;
    await send(
      'POST',
      `/leads/${lead}/notes`,
      { body: 'Called' },
      random() < 0.3 ? { 'idempotency-key': `n-${lead}` } : {},
    );
    if (random() < 0.2) await send('POST', '/leads', { phone: body.data.contact.phone, first_name: `Again ${n}` });
  }
}

/** A transaction that takes ids of entries, holds the order of events for a while, and rolls back. */
async function dawdleAndFail(sql: { rows(text: string, values: unknown[]): Promise<unknown> }): Promise<void> {
  await sql.rows('select from event_feeds where organization_id = $1 for no key update', [organizationId]);
  await sql.rows(
    `insert into audit_entries (organization_id, lead_id, public_id, action, subject_type, subject_public_id, changes)
     values ($1, 1, 'aud_x', 'lead.updated', 'lead', 'lead_x', '[]')`,
    [organizationId],
  );
  await sleep(20);
  throw new Error('rolled back on purpose');
}

type Seen = Map<string, Shown>;

function note(seen: Seen, order: string[], events: readonly Shown[]): void {
  for (const event of events) {
    expect(seen.has(event.public_id), `${event.public_id} came twice`).toBe(false);
    seen.set(event.public_id, event);
    order.push(event.public_id);
  }
}

async function followPages(isOver: () => boolean, wait: string): Promise<string[]> {
  const [seen, order] = [new Map<string, Shown>(), [] as string[]];
  const draw = new Random(wait.length + 1);
  const random = () => draw.next();
  for (let next = `/api/v1/events?page[size]=7${wait}`, ended = false; ; ) {
    const over = isOver();
    const base = bases[Math.floor(random() * 2)];
    const response = await fetch(`${base}${next}`, { headers: { authorization: `Bearer ${admin}` } });
    const body = (await response.json()) as Shown;
    expect(response.status, JSON.stringify(body)).toBe(200);
    note(seen, order, body.data);
    next = body.links.next;
    if (body.data.length === 0 && over) {
      if (ended) return order;
      ended = true;
    }
    if (random() < 0.2) await sleep(random() * 20);
  }
}

const elapsed = (from: number): number => Date.now() - from;

/** Long enough for an event, however busy the machine is. */
async function followStream(isOver: (seen: number) => boolean): Promise<string[]> {
  const [seen, order] = [new Map<string, Shown>(), [] as string[]];
  const draw = new Random(99);
  const random = () => draw.next();
  for (let last: string | undefined; ; ) {
    const base = bases[Math.floor(random() * 2)];
    const stream = await EventStream.open(`${base}/api/v1/events/stream?page[size]=3`, admin, last);
    const isIdle = () => stream.events.length === 0 && !isOver(order.length);
    for (let from = Date.now(), ms = random() * 300; elapsed(from) < ms || (isIdle() && elapsed(from) < 5_000); ) {
      await sleep(10);
    }
    stream.stop();
    await stream.ended;
    note(
      seen,
      order,
      stream.events.map(({ data }) => data),
    );
    last = stream.lastId || last;
    if (isOver(order.length)) return order;
  }
}

it('each follower sees every event once, and in the order of the audit trail', async () => {
  let isWritten = false;
  const count = async () => {
    const [row] = await appOf(0).services.database.rows<{ count: number }>(
      'select count(*)::integer as count from audit_entries where organization_id = $1 and lead_id is not null',
      [organizationId],
    );
    return row?.count ?? 0;
  };
  let total = Number.POSITIVE_INFINITY;
  const followers = Promise.all([
    followPages(() => isWritten, ''),
    followPages(() => isWritten, '&wait=1'),
    followStream((seen) => seen >= total),
  ]);
  await Promise.all(Array.from({ length: WRITERS }, (_, n) => write(n)));
  total = await count();
  isWritten = true;
  const orders = await followers;
  const entries = await appOf(0).services.database.rows<{ public_id: string }>(
    'select public_id from audit_entries where organization_id = $1 and lead_id is not null order by id',
    [organizationId],
  );
  const expected = entries.map(({ public_id }) => public_id.replace('aud_', 'evt_'));
  expect(expected.length).toBeGreaterThanOrEqual(WRITERS * LEADS_EACH * 4);
  for (const order of orders) expect(order).toEqual(expected);
  await eventually(() => appOf(0).services.watch.waiting + appOf(1).services.watch.waiting === 0);
}, 300_000);
