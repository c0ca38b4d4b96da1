import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { connectOnce } from '../../src/db/connect.ts';
import type { EmbeddedServer } from '../../src/db/embedded/index.ts';
import { reportsTarget } from '../../src/db/open.ts';
import { expectOneSentence, urlOf } from '../support/run-cli.ts';
import { Workplace } from '../support/workplace.ts';

let place: Workplace;
let server: EmbeddedServer;

/** A server with one user who needs a password, and one database for which that user has no right. */
beforeAll(async () => {
  place = new Workplace();
  server = await place.openServer('superuser');
  const rules = join(server.dataLocation, 'pg_hba.conf');
  await writeFile(rules, `local all guarded scram-sha-256\n${await readFile(rules, 'utf8')}`);
  const client = await connectOnce(server.target);
  await client.query(`create role guarded login password 'right-password'`);
  await client.query('create database guarded owner guarded');
  await client.query('create database closed');
  await client.query('revoke connect on database closed from public');
  await client.query('select pg_reload_conf()');
  await client.end();
});
afterAll(() => place.clean());

function urlWith(change: Partial<Pick<URL, 'username' | 'password' | 'pathname'>>): string {
  return Object.assign(new URL(urlOf(server.target)), { username: 'guarded', password: 'right-password', ...change })
    .href;
}

async function refusal(url: string): Promise<string> {
  const service = place.spawn({ DATABASE_URL: url });
  await service.exited;
  return expectOneSentence(service);
}

it('a wrong password is refused at once, with one sentence that does not hold it', async () => {
  const since = Date.now();
  const sentence = await refusal(urlWith({ password: 'wr0ng-password', pathname: '/guarded' }));
  expect(sentence).toMatch(/password authentication failed/);
  expect(sentence).not.toContain('wr0ng');
  expect(Date.now() - since).toBeLessThan(5_000);
});

it('a database for reports that refuses the service is told in the log, with the reason', async () => {
  const reasons: string[] = [];
  await reportsTarget(urlWith({ password: 'wr0ng-password', pathname: '/guarded' }), (reason) => reasons.push(reason));
  await reportsTarget(urlWith({ pathname: '/guarded' }), (reason) => reasons.push(reason));
  expect(reasons).toEqual([expect.stringMatching(/^password authentication failed/)]);
  expect(reasons.join()).not.toContain('wr0ng');
});

it('a database that is not there, or not for this user, is refused at once and with one sentence', async () => {
  for (const pathname of ['/missing', '/closed']) {
    const sentence = await refusal(urlWith({ pathname }));
    expect(sentence).toContain(pathname.slice(1));
    expect(sentence).not.toContain('right-password');
  }
});

it('a user who may not make tables there is told so in one sentence', async () => {
  const client = await connectOnce({ ...server.target, database: 'guarded' });
  await client.query('revoke create on schema public from public');
  await client.query('alter schema public owner to leadline');
  await client.query('alter database guarded owner to leadline');
  await client.end();
  expect(await refusal(urlWith({ pathname: '/guarded' }))).toMatch(
    /permission denied for schema public\. The user in DATABASE_URL must own the database\.$/,
  );
});

it('a server that gives no good answer is waited for a little, then refused in one sentence without the password', async () => {
  const sockets = new Set<Socket>();
  const mute = createServer((socket) => sockets.add(socket.on('error', () => {}))).listen(0, '127.0.0.1');
  const freed = createServer().listen(0, '127.0.0.1');
  await Promise.all([once(mute, 'listening'), once(freed, 'listening')]);
  const ports = [mute, freed].map((one) => (one.address() as AddressInfo).port);
  freed.close();
  try {
    const [withoutPassword, ...sentences] = await Promise.all([
      refusal(urlWith({ password: '', pathname: '/guarded' })),
      ...ports.map((port) => refusal(`postgres://me:hunter2@127.0.0.1:${port}/db`)),
    ]);
    expect(withoutPassword).toMatch(/password/);
    for (const [n, sentence] of sentences.entries()) {
      expect(sentence).toContain(`127.0.0.1:${ports[n]}`);
      expect(sentence).not.toContain('hunter2');
    }
  } finally {
    for (const socket of sockets) socket.destroy();
    mute.close();
  }
});
