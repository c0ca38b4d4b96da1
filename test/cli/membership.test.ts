import { afterAll, beforeAll, expect, it } from 'vitest';
import { runInShell } from '../support/cli-shell.ts';
import { createTestDatabase, type TestDatabase } from '../support/databases.ts';
import { expectOneSentence, urlOf } from '../support/run-cli.ts';
import type { ServiceProcess } from '../support/service-process.ts';
import { Workplace } from '../support/workplace.ts';

let place: Workplace;
let database: TestDatabase;
let service: ServiceProcess;
let secret: string;
let admin: string;

beforeAll(async () => {
  database = await createTestDatabase();
  place = new Workplace({
    LEADLINE_DEMO: 'off',
    DATABASE_URL: urlOf(database.target),
    PUBLIC_URL: 'https://leads.example.in',
  });
  place.runCommand = runInShell;
  service = await place.start();
  const made = await place.json(['organization', 'create', 'Acme', '--email', 'Boss@example.in']);
  [secret, admin] = [made.token.secret, made.membership.public_id];
});
afterAll(async () => {
  await place.clean();
  await database.drop();
});

const accept = (link: string, body: object) => service.call('POST', `/invitations/${link.split('#/')[1]}`, '', body);

it('an admin is invited by email, by name and by id, and each link ends the one before', async () => {
  const links: string[] = [];
  for (const who of ['boss@EXAMPLE.in', 'administrator', admin]) {
    const { invitation } = await place.json(['membership', 'invite', who]);
    expect(invitation.link).toMatch(/^https:\/\/leads\.example\.in\/invitation#\/ldi_\w{8}_\w{36}$/);
    links.push(invitation.link);
  }
  const password = 'correct horse battery staple';
  expect((await accept(links[1] ?? '', { password })).status).toBe(404);
  expect((await accept(links[2] ?? '', {})).status).toBe(422);
  const { status, body } = await accept(links[2] ?? '', { password });
  expect([status, body.data.role]).toEqual([201, 'admin']);
  // The only organization need not be named.
  expect((await service.call('POST', '/session', '', { email: 'boss@example.in', password })).status).toBe(201);
});

it('the link is printed alone on its line', async () => {
  const { stdout } = await place.cli(['membership', 'invite', 'boss@example.in']);
  expect(stdout).toMatch(/^https:\/\/leads\.example\.in\/invitation#\/ldi_\w+\n\nThe link is shown only this once/);
});

it('who is unknown, or cannot sign in, is refused with one sentence', async () => {
  await service.call('POST', '/memberships', secret, { name: 'Ravi Iyer', role: 'agent' });
  expectOneSentence(await place.cli(['membership', 'invite', 'Ravi Iyer']));
  expect((await place.cli(['membership', 'invite', 'nobody@example.in'])).code).toBe(2);
  expect((await place.cli(['organization', 'create', 'Bad', '--email', 'no email'])).code).toBe(2);
});
