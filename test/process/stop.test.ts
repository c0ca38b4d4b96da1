import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { request } from 'node:http';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { connectOnce } from '../../src/db/connect.ts';
import { isAlive } from '../../src/db/embedded/files.ts';
import type { ServiceProcess } from '../support/service-process.ts';
import { eventually, Workplace } from '../support/workplace.ts';

let place: Workplace;
beforeAll(() => {
  place = new Workplace({ LEADLINE_DEMO: 'off' });
});
afterAll(() => place.clean());

async function expectNothingLeft(service: ServiceProcess, postmaster: number | null): Promise<void> {
  expect(service.leavesProcesses).toBe(false);
  expect(await place.postmaster()).toBeNull();
  if (postmaster !== null) expect(isAlive(postmaster)).toBe(false);
}

it('a stop during the very first start leaves nothing running', async () => {
  const service = place.spawn();
  await eventually(async () => (await readdir(place.data).catch(() => [])).some((name) => name.startsWith('postgres')));
  expect(await service.stop()).toBe(0);
  await expectNothingLeft(service, null);
});

it.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)(
  '%s stops the service and its PostgreSQL with exit code 0',
  async (signal) => {
    const service = await place.start();
    const postmaster = await place.postmaster();
    expect(postmaster).not.toBeNull();
    expect(await service.stop(signal)).toBe(0);
    await expectNothingLeft(service, postmaster);
  },
);

it('a second signal while the service stops changes nothing', async () => {
  const service = await place.start();
  const postmaster = await place.postmaster();
  service.child.kill('SIGTERM');
  service.child.kill('SIGINT');
  service.child.kill('SIGTERM');
  await service.exited;
  expect(service.code).toBe(0);
  await expectNothingLeft(service, postmaster);
});

it('requests in flight finish when the service is told to stop, and new ones are turned away', async () => {
  const service = await place.start();
  const token = (await place.json(['organization', 'create', 'Acme'])).token.secret;
  expect(await service.statusFor(token)).toBe(200);
  const holder = await connectOnce(place.target);
  await holder.query('begin');
  await holder.query('select from organizations for update');

  const waiting = service.call('PATCH', '/organization', token, { name: 'Renamed' });
  const slow = sendHalf(service, token, '{"name":"Sent in two ');
  const blocked = "select 1 from pg_stat_activity where wait_event_type = 'Lock'";
  await eventually(async () => (await holder.query(blocked)).rows.length > 0);
  await slow.begun;

  service.child.kill('SIGTERM');
  await eventually(async () => (await turnedAway(service, token)) !== undefined);
  expect(await turnedAway(service, token)).toMatch(/^(503|ECONNREFUSED)$/);
  await holder.query('commit');
  await holder.end();
  expect(await waiting).toMatchObject({ status: 200, body: { data: { name: 'Renamed' } } });
  expect(await slow.finish('parts"}')).toBe(201);
  // Ten seconds is what container runtimes wait before they kill; a client's idle connection must not use that up.
  const answeredAt = Date.now();
  await service.exited;
  expect(Date.now() - answeredAt).toBeLessThan(4_000);
  expect(service.code).toBe(0);
  await expectNothingLeft(service, null);
});

/** How a new request fails: with 503, or with a refused connection; undefined while it is still answered as ever. */
async function turnedAway(service: ServiceProcess, token: string): Promise<string | undefined> {
  try {
    const status = await service.statusFor(token);
    return status === 200 ? undefined : String(status);
  } catch (error) {
    return String((error as { cause?: { code?: string } }).cause?.code ?? error);
  }
}

/** A POST whose body has come only in part. */
function sendHalf(service: ServiceProcess, token: string, first: string) {
  const sent = request(`${service.announced.api}/teams`, {
    method: 'POST',
    agent: false,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', expect: '100-continue' },
  });
  const begun = once(sent, 'continue').catch(() => {});
  sent.flushHeaders();
  return {
    begun: Promise.race([begun, new Promise((resolve) => setTimeout(resolve, 300))]).then(() => sent.write(first)),
    async finish(rest: string): Promise<number | undefined> {
      sent.end(rest);
      const [response] = await once(sent, 'response');
      response.resume();
      return response.statusCode;
    },
  };
}
