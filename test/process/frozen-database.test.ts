import { afterAll, beforeAll, expect, it } from 'vitest';
import { connectOnce } from '../../src/db/connect.ts';
import { runInShell } from '../support/cli-shell.ts';
import { createTestDatabase, type TestDatabase } from '../support/databases.ts';
import { urlOf } from '../support/run-cli.ts';
import { Workplace } from '../support/workplace.ts';

let place: Workplace;
let own: TestDatabase;
let frozen: number[] = [];

beforeAll(async () => {
  own = await createTestDatabase();
  place = new Workplace({ DATABASE_URL: urlOf(own.target), LEADLINE_DEMO: 'off', LEADLINE_POOL: '2' });
  place.runCommand = runInShell;
});
afterAll(async () => {
  for (const pid of frozen) process.kill(pid, 'SIGCONT');
  await place.clean();
  await own.drop();
});

it('SIGTERM ends the service while every one of its connections is frozen, with a request under way', async () => {
  const service = await place.start();
  const token = (await place.json(['organization', 'create', 'Acme'])).token.secret;
  const addTeam = async (name: string) => (await service.call('POST', '/teams', token, { name })).status;
  // So that its pool is full: no further connection could be opened, which would not be frozen.
  const names = ['One', 'Other', 'Third', 'Fourth'];
  expect(await Promise.all(names.map(addTeam))).toEqual(names.map(() => 201));
  const client = await connectOnce(own.target);
  const { rows } = await client.query<{ pid: number }>(
    'select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  );
  await client.end();
  frozen = rows.map(({ pid }) => pid);
  expect(frozen.length).toBeGreaterThan(2);
  for (const pid of frozen) process.kill(pid, 'SIGSTOP');
  const answered = addTeam('Frozen');
  service.child.kill('SIGTERM');
  expect(await answered.catch(() => 503)).toBe(503);
  await service.exited;
  expect([service.code, service.signal]).toEqual([0, null]);
});
