import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { connectOnce } from '../../src/db/connect.ts';
import { isAlive } from '../../src/db/embedded/files.ts';
import { runsOf } from '../support/runs.ts';
import type { ServiceProcess } from '../support/service-process.ts';
import { eventually, until, Workplace } from '../support/workplace.ts';

vi.setConfig({ testTimeout: 120_000 });

const CLIENTS = 4;
const ROUNDS = runsOf(1, 3);
const BETWEEN = 8; // tokens to be issued between two kills, so that each kill hits a service at work

let place: Workplace;
let service: ServiceProcess;
let admin: { secret: string; membership: string };
const issued: string[] = [];
const surprises: { status: number; causes: () => string }[] = [];
let done = false;

beforeAll(async () => {
  place = await Workplace.withData({ LEADLINE_DEMO: 'off', LEADLINE_RATE_LIMIT: 'off' });
  service = await place.start();
  const { token, membership } = await place.json(['organization', 'create', 'Acme']);
  admin = { secret: token.secret, membership: membership.public_id };
});
afterAll(() => place.clean());

/** Issues tokens one after another, and tries again where no answer or a 503 comes. */
async function issueTokens(client: number): Promise<void> {
  let membership = '';
  for (let n = 0; !done; n++) {
    if (n % TOKENS_A_MEMBERSHIP === 0) membership = await joinedMembership(client);
    const body = { name: `client ${client}, token ${n}`, membership, abilities: ['leads:read'] };
    const asked = service;
    const answer = await asked.call('POST', '/tokens', admin.secret, body).catch(() => null);
    if (answer?.status === 201) issued.push(answer.body.data.secret);
    else if (answer === null || answer.status === 503) await sleep(25);
    else surprises.push({ status: answer.status, causes: () => asked.logOf(answer.body.request_id) });
  }
}

/** A membership has 100 live tokens at most. */
const TOKENS_A_MEMBERSHIP = 90;

const joinedMembership = (client: number): Promise<string> =>
  until(async () => {
    const body = { name: `Client ${client}`, role: 'agent' };
    const answer = await service.call('POST', '/memberships', admin.secret, body).catch(() => null);
    return answer?.status === 201 ? (answer.body.data.public_id as string) : null;
  });

async function killService(): Promise<number> {
  await service.kill9();
  service = await place.start();
  return 1;
}

async function killPostmaster(): Promise<number> {
  const pid = await killFound(() => place.postmaster());
  await eventually(() => !isAlive(pid));
  return 1;
}

/** One backend of the service: PostgreSQL then throws out all the others and recovers by itself. */
async function killBackend(): Promise<number> {
  await killFound(() => findBackend().catch(() => undefined));
  return 1;
}

async function findBackend(): Promise<number | undefined> {
  const client = await connectOnce(place.target);
  try {
    const { rows } = await client.query<{ pid: number }>(
      `select pid from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()
        order by state = 'active' desc limit 1`,
    );
    return rows[0]?.pid;
  } finally {
    await client.end();
  }
}

async function killBoth(): Promise<number> {
  await killFound(() => place.postmaster());
  await service.kill9();
  service = await place.start();
  return 2;
}

/** Looks for a process until there is one, and it is killed before it ends by itself; answers its number. */
const killFound = (find: () => Promise<number | null | undefined>): Promise<number> =>
  until(async () => {
    const pid = await find();
    try {
      return pid && process.kill(pid, 'SIGKILL') ? pid : null;
    } catch {
      return null;
    }
  });

async function workGoesOn(): Promise<void> {
  const wanted = issued.length + BETWEEN;
  await eventually(() => issued.length >= wanted || surprises.length > 0);
}

it('every token that was answered with 201 works, whatever was killed with -9 meanwhile', async () => {
  const clients = Array.from({ length: CLIENTS }, (_, client) => issueTokens(client));
  let kills = 0;
  try {
    for (let round = 0; round < ROUNDS; round++) {
      for (const kill of [killService, killPostmaster, killBackend, killBoth]) {
        await workGoesOn();
        kills += await kill();
      }
    }
    await workGoesOn();
  } finally {
    done = true;
    await Promise.all(clients);
  }
  expect(surprises.map(({ status, causes }) => `${status} ${causes()}`)).toEqual([]);
  expect(kills).toBe(5 * ROUNDS);
  expect(new Set(issued).size).toBe(issued.length);
  expect(await refusedOf(issued)).toEqual([]);

  expect(await service.stop()).toBe(0);
  expect(await place.postmaster()).toBeNull();
  service = await place.start();
  expect(await refusedOf(issued)).toEqual([]);
});

async function refusedOf(tokens: readonly string[]): Promise<string[]> {
  const refused: string[] = [];
  for (let at = 0; at < tokens.length; at += 20) {
    await Promise.all(
      tokens.slice(at, at + 20).map(async (token) => {
        const status = await service.statusFor(token);
        if (status !== 200) refused.push(`${token}: ${status}`);
      }),
    );
  }
  return refused;
}
