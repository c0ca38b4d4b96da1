import { afterAll, beforeAll, expect, it } from 'vitest';
import { connectOnce } from '../../src/db/connect.ts';
import { createTestDatabase, type TestDatabase } from '../support/databases.ts';
import { urlOf } from '../support/run-cli.ts';
import { Workplace } from '../support/workplace.ts';

let place: Workplace;
let own: TestDatabase;
let frozen: number[] = [];

beforeAll(async () => {
  own = await createTestDatabase();
  place = new Workplace({ DATABASE_URL: urlOf(own.target), LEADLINE_DEMO: 'on' });
});
afterAll(async () => {
  for (const pid of frozen) process.kill(pid, 'SIGCONT');
  await place.clean();
  await own.drop();
});

it('SIGTERM ends the service while every one of its connections is frozen, with a request under way', async () => {
  const service = await place.start();
  expect(await service.statusFor(service.adminToken)).toBe(200);
  const client = await connectOnce(own.target);
  const { rows } = await client.query<{ pid: number }>(
    'select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  );
  await client.end();
  frozen = rows.map(({ pid }) => pid);
  expect(frozen.length).toBeGreaterThan(2);
  for (const pid of frozen) process.kill(pid, 'SIGSTOP');
  const write = service.call('POST', '/teams', service.adminToken, { name: 'Frozen' });
  const answered = write.then(({ status }) => status);
  service.child.kill('SIGTERM');
  expect(await answered.catch(() => 503)).toBe(503);
  await service.exited;
  expect([service.code, service.signal]).toEqual([0, null]);
});
