import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freshPhone, type Shown } from '../support/leads.ts';
import { runsOf } from '../support/runs.ts';
import type { ServiceProcess } from '../support/service-process.ts';
import { Workplace } from '../support/workplace.ts';

// A follower that stores links.next sees every committed event once and in order, however often service and database are killed.

const KILLS = runsOf(2, 10);
const WRITERS = 6;

let place: Workplace;
let service: ServiceProcess;
let token: string;

beforeAll(async () => {
  place = await Workplace.withData({
    LEADLINE_DEMO: 'off',
    LEADLINE_RATE_LIMIT: 'off',
    LEADLINE_PROCESSES: '2',
    LOG_LEVEL: 'error',
  });
  service = await place.start();
  token = (await place.json(['organization', 'create', 'Acme'])).token.secret;
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

/** Creates and changes leads until it is told to end; what fails is left as it is. */
async function write(isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    const made = await ask('POST', '/leads', { phone: freshPhone(), first_name: 'Asha' });
    if (made === null) await sleep(50);
    else await ask('PATCH', `/leads/${made.data.public_id}`, { first_name: 'Usha' });
  }
}

/** Until it has seen nothing new twice after the end. */
async function follow(wait: string, isOver: () => boolean): Promise<Shown[]> {
  const seen: Shown[] = [];
  for (let next = `/events?page[size]=20${wait}`, quiet = 0; quiet < 2; ) {
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

async function readTrail(): Promise<string[]> {
  const ids: string[] = [];
  for (let next: string | null = '/audit?page[size]=200'; next !== null; ) {
    const page: Shown = await ask('GET', next);
    ids.push(
      ...page.data.filter(({ subject }: Shown) => subject.type === 'lead').map(({ public_id }: Shown) => public_id),
    );
    next = page.links.next?.slice('/api/v1'.length) ?? null;
  }
  return ids;
}

test('a follower sees every event once, and those of a lead in order', async () => {
  let isWritten = false;
  let isFinal = false;
  const followers = ['', '&wait=2'].map((wait) => follow(wait, () => isFinal));
  const writers = Array.from({ length: WRITERS }, () => write(() => isWritten));
  for (let kill = 0; kill < KILLS; kill++) {
    await sleep(1_000);
    await (kill % 2 === 0 ? place.killDatabase(service) : killService());
  }
  await sleep(500);
  isWritten = true;
  await Promise.all(writers);
  isFinal = true;
  const trail = (await readTrail()).map((id) => id.replace('aud_', 'evt_'));
  expect(trail.length).toBeGreaterThan(20);
  for (const events of await Promise.all(followers)) {
    const ids = events.map(({ public_id }) => public_id);
    expect(new Set(ids).size).toBe(ids.length);
    expect([...ids].sort()).toEqual([...trail].sort());
    const created = new Set<string>();
    for (const { type, lead } of events) {
      if (type === 'lead.created') created.add(lead.public_id);
      else expect(created.has(lead.public_id)).toBe(true);
    }
  }
}, 300_000);
