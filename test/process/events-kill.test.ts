import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { clientConfig } from '../../src/db/connect.ts';
import { EventStream } from '../support/follow.ts';
import { freshPhone, type Shown } from '../support/leads.ts';
import { Random } from '../support/random.ts';
import { runsOf } from '../support/runs.ts';
import type { ServiceProcess } from '../support/service-process.ts';
import { eventually, Workplace } from '../support/workplace.ts';

// Two processes write to one organization while both, and the database, are killed again and again; beside them long transactions
// write, or are rolled back. Each follower sees every committed event once and in order, also if it begins anew at random.

const KILLS = runsOf(2, 10);
const CHANGES = runsOf(200, 4_000, 'LEADLINE_CHANGES');
const WRITERS = 16;

let place: Workplace;
let service: ServiceProcess;
let token: string;
let organization: string;

beforeAll(async () => {
  place = await Workplace.withData({
    LEADLINE_DEMO: 'off',
    LEADLINE_RATE_LIMIT: 'off',
    LEADLINE_PROCESSES: '2',
    LOG_LEVEL: 'error',
  });
  service = await place.start();
  const created = await place.json(['organization', 'create', 'Acme']);
  token = created.token.secret;
  organization = created.organization.public_id;
}, 120_000);
afterAll(() => place.clean());

const ask = async (method: string, path: string, body?: unknown): Promise<Shown | null> => {
  const answer = await service.call(method, path, token, body).catch(() => null);
  return answer !== null && answer.status < 300 ? answer.body : null;
};

async function killService(): Promise<void> {
  process.kill(service.pid, 'SIGKILL');
  await service.exited;
  service = await place.start();
}

/** Changes that were answered. */
let changes = 0;

/** Creates and changes leads until it is told to end; what fails is left as it is. */
async function write(isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    const made = await ask('POST', '/leads', { phone: freshPhone(), first_name: 'Asha' });
    if (made === null) {
      await sleep(50);
      continue;
    }
    changes++;
    for (const first_name of ['Usha', 'Nisha']) {
      if ((await ask('PATCH', `/leads/${made.data.public_id}`, { first_name })) !== null) changes++;
    }
  }
}

/** Long transactions that hold the order of events: every other one is rolled back. */
async function dawdle(isOver: () => boolean): Promise<void> {
  for (let n = 0; !isOver(); n++) {
    const client = new pg.Client(clientConfig(place.target));
    client.on('error', () => {}); // the database was killed
    try {
      await client.connect();
      await client.query('begin');
      await client.query(
        `select from event_feeds
         where organization_id = (select id from organizations where public_id = $1) for no key update`,
        [organization],
      );
      await client.query(
        `insert into audit_entries (organization_id, lead_id, public_id, action, subject_type, subject_public_id, changes)
         select organization_id, id, 'aud_' || replace(gen_random_uuid()::text, '-', ''), 'lead.updated', 'lead', public_id, '[]'
         from leads where organization_id = (select id from organizations where public_id = $1) order by id desc limit 3`,
        [organization],
      );
      await sleep(200);
      await client.query(n % 2 === 0 ? 'commit' : 'rollback');
    } catch {
      // as if it had been rolled back
    }
    await client.end().catch(() => {});
    await sleep(300);
  }
}

/** Until it has seen nothing new twice after the end. Its next link is all that it keeps. */
async function followPages(wait: string, isOver: () => boolean): Promise<Shown[]> {
  const seen: Shown[] = [];
  for (let next = `/events?page[size]=50${wait}`, quiet = 0; quiet < 2; ) {
    const over = isOver();
    const page = await ask('GET', next);
    if (page === null) {
      await sleep(50);
      continue;
    }
    seen.push(...page.data);
    next = page.links.next.slice('/api/v1'.length);
    quiet = over && page.data.length === 0 ? quiet + 1 : 0;
  }
  return seen;
}

/** The id of the last event is all that it keeps. */
async function followStream(isOver: (seen: number) => boolean): Promise<Shown[]> {
  const seen: Shown[] = [];
  const random = new Random(7);
  for (let last: string | undefined; !isOver(seen.length); ) {
    const url = `${service.url}/api/v1/events/stream?page[size]=50`;
    const stream = await EventStream.open(url, token, last).catch(() => null);
    if (stream === null) {
      await sleep(50);
      continue;
    }
    await Promise.race([stream.ended, sleep(500 + random.next() * 3_000)]);
    stream.stop();
    await stream.ended;
    seen.push(...stream.events.map(({ data }) => data));
    last = stream.lastId || last;
  }
  return seen;
}

async function readTrail(): Promise<string[]> {
  const ids: string[] = [];
  for (let next: string | null = '/audit?page[size]=200'; next !== null; ) {
    const page: Shown = await ask('GET', next);
    ids.push(
      ...page.data.filter(({ subject }: Shown) => subject.type === 'lead').map(({ public_id }: Shown) => public_id),
    );
    next = page.links.next?.slice('/api/v1'.length) ?? null;
  }
  return ids.map((id) => id.replace('aud_', 'evt_')).sort();
}

test('a follower sees every event once, and those of a lead in order', async () => {
  let isWritten = false;
  let isFinal = false;
  let total = Number.POSITIVE_INFINITY;
  const followers = Promise.all([
    followPages('', () => isFinal),
    followPages('&wait=2', () => isFinal),
    followStream((seen) => seen >= total),
  ]);
  const writers = Array.from({ length: WRITERS }, () => write(() => isWritten));
  const dawdler = dawdle(() => isWritten);
  for (let kill = 1; kill <= KILLS; kill++) {
    await eventually(() => changes >= (CHANGES * kill) / (KILLS + 1), 600_000);
    await (kill % 2 === 1 ? place.killDatabase(service) : killService());
  }
  await eventually(() => changes >= CHANGES, 600_000);
  isWritten = true;
  await Promise.all([...writers, dawdler]);
  const trail = await readTrail();
  total = trail.length;
  isFinal = true;
  expect(trail.length).toBeGreaterThanOrEqual(CHANGES);
  const idsOf = (events: readonly Shown[]) => events.map(({ public_id }) => public_id);
  const [first = [], ...others] = await followers;
  expect(idsOf(first).sort()).toEqual(trail);
  for (const other of others) expect(idsOf(other)).toEqual(idsOf(first));
  const names = new Map<string, string>();
  for (const { type, lead, changes } of first) {
    const renamed = changes.find(({ field }: Shown) => field === 'first_name');
    expect(names.has(lead.public_id)).toBe(type !== 'lead.created');
    if (renamed === undefined) continue; // of the long transactions
    expect(renamed.from).toBe(names.get(lead.public_id) ?? null);
    names.set(lead.public_id, renamed.to);
  }
}, 900_000);
