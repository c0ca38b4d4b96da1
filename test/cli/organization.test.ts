import { stat } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ask } from '../support/catalog.ts';
import { runInShell } from '../support/cli-shell.ts';
import { createTestDatabase } from '../support/databases.ts';
import { expectOneSentence, urlOf } from '../support/run-cli.ts';
import { Workplace } from '../support/workplace.ts';

let place: Workplace;
beforeAll(() => {
  place = new Workplace({ LEADLINE_DEMO: 'off' });
});
afterAll(() => place.clean());

const id = (prefix: string) => expect.stringMatching(new RegExp(`^${prefix}_[0-9a-hjkmnp-tv-z]{26}$`));
const shapeOf = (name: string) => ({
  organization: { public_id: id('org'), name },
  membership: { public_id: id('mem'), role: 'admin' },
  token: { public_id: id('tok'), secret: expect.stringMatching(/^ldl_[0-9A-Za-z]{8}_[0-9A-Za-z]{36}$/) },
});

it('two commands at once on no data at all, without a service, both succeed', async () => {
  const [one, two] = await Promise.all([
    place.json(['organization', 'create', 'One']),
    place.json(['organization', 'create', 'Two']),
  ]);
  expect(one).toStrictEqual(shapeOf('One'));
  expect(two).toStrictEqual(shapeOf('Two'));
});

it('commands that come and go at any moment, without a service, all succeed', async () => {
  const codes = await Promise.all(
    Array.from({ length: 10 }, async (_, n) => {
      await new Promise((resolve) => setTimeout(resolve, n * 120));
      const { code, stderr } = await place.cli(['organization', 'list', '--json']);
      return `${code} ${stderr}`;
    }),
  );
  expect(codes).toEqual(codes.map(() => `0 Database: ${place.data}/postgres\n`));
});

it('when the last of several commands has ended, no PostgreSQL is left', async () => {
  expect(await place.postmaster()).toBeNull();
});

it('after a command without a service no PostgreSQL is left', async () => {
  await place.clean();
  place = await Workplace.withData({ LEADLINE_DEMO: 'off' });
  expect(await place.json(['organization', 'create', 'Acme'])).toStrictEqual(shapeOf('Acme'));
  expect(await place.postmaster()).toBeNull();
  expect((await place.cli(['organization', 'create', ' '])).code).toBe(2);
  expect((await place.cli(['migrate'])).code).toBe(0);
  expect(await place.postmaster()).toBeNull();
});

it('the secret that is printed works over HTTP, made without a service or beside one', async () => {
  const before = await place.json(['organization', 'create', 'Before']);
  const service = await place.start();
  const postmaster = await place.postmaster();
  const beside = await place.json(['organization', 'create', 'Beside']);
  expect(beside).toStrictEqual(shapeOf('Beside'));
  for (const made of [before, beside]) {
    const { status, body } = await service.call('GET', '/me', made.token.secret);
    expect(status).toBe(200);
    expect(body.data).toMatchObject({
      organization: made.organization,
      membership: { public_id: made.membership.public_id },
      role: 'admin',
      scope: 'organization',
    });
    expect(body.data.abilities).toContain('tokens:write');
    const statuses = await service.call('GET', '/statuses', made.token.secret);
    expect(statuses.body.data.map(({ name }: { name: string }) => name)).toEqual(
      'New Contacted Qualified Proposal Negotiation Won Lost'.split(' '),
    );
  }
  expect(await place.postmaster()).toBe(postmaster);
  expect(service.isRunning).toBe(true);
  expect(await service.statusFor(beside.token.secret)).toBe(200);
});

it('a command in a process of its own and one in a shell print the same', async () => {
  const alone = await place.cli(['organization', 'list', '--json']);
  place.runCommand = runInShell; // from here on: what commands print and do, not how they end
  expect(await place.cli(['organization', 'list', '--json'])).toEqual(alone);
});

it('a name is cleaned as the API cleans it, and a bad one is refused', async () => {
  const { organization } = await place.json(['organization', 'create', '  Cafe\u0301 & Söhne ']);
  expect(organization.name).toBe('Café & Söhne');
  for (const name of ['   ', 'x'.repeat(101), 'a\nb']) {
    const { code, stdout, stderr } = await place.cli(['organization', 'create', name, '--json']);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(/^The name /);
  }
});

it('without --json the same is told in words', async () => {
  const { code, stdout, stderr } = await place.cli(['organization', 'create', 'In words']);
  expect({ code, stderr }).toEqual({ code: 0, stderr: `Database: ${place.data}/postgres\n` });
  expect(stdout).toMatch(/^Organization +org_\w+ +In words\nMembership +mem_\w+ +admin\nToken +ldl_\w+\n/);
});

it('organizations are listed, oldest first', async () => {
  const { organizations } = await place.json(['organization', 'list']);
  const names = ['Acme', 'Before', 'Beside', 'Café & Söhne', 'In words'];
  expect(organizations.map(({ name }: { name: string }) => name)).toEqual(names);
  expect(organizations[0]).toStrictEqual({
    public_id: id('org'),
    name: 'Acme',
    time_zone: 'Asia/Kolkata',
    currency: 'INR',
    created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
  });
  const { stdout } = await place.cli(['organization', 'list']);
  expect(stdout.split('\n').map((line) => line.split(/ {2,}/)[1])).toEqual(['NAME', ...names, undefined]);
});

it('a command with a bad environment is refused with one sentence', async () => {
  expect(expectOneSentence(await place.cli(['organization', 'list'], { DATABASE_URL: 'x' }))).toContain('DATABASE_URL');
});

it.each([
  ['organization list'],
  ['token list'],
  ['token issue --membership Ravi --name x --ability *'],
  ['token revoke tok_00000000000000000000000000'],
  ['status list'],
  ['source list'],
  ['membership list'],
  ['membership invite ravi@example.in'],
  ['verify'],
])('`leadline %s` says that there is no database, and makes none', async (line) => {
  const nowhere = `${place.path}/nowhere`;
  const sentence = expectOneSentence(await place.cli(line.split(' '), { LEADLINE_DATA: nowhere }));
  expect(sentence).toContain(`There is no Leadline database in ${nowhere}`);
  await expect(stat(nowhere)).rejects.toMatchObject({ code: 'ENOENT' });
});

it('an empty database of one’s own is not filled by a command that only reads', async () => {
  const own = await createTestDatabase({ empty: true });
  try {
    const environment = { DATABASE_URL: urlOf(own.target) };
    const sentence = expectOneSentence(await place.cli(['organization', 'list'], environment));
    expect(sentence).toMatch(/There is no Leadline database in .*leadline_test_/);
    expect(await ask(own.target, `select from pg_class where relname = 'organizations'`)).toEqual([]);
    const { code, stderr } = await place.cli(['organization', 'create', 'Acme'], environment);
    expect(code).toBe(0);
    expect(stderr).toMatch(/^Database: \S+leadline_test_\w+\n$/);
    expect(stderr).not.toContain(new URL(environment.DATABASE_URL).password);
  } finally {
    await own.drop();
  }
});

it('an organization gets the currency and time zone that are named, and unknown ones are refused', async () => {
  const options = ['--currency', 'EUR', '--time-zone', 'Europe/Berlin'];
  const { organization } = await place.json(['organization', 'create', 'Berlin', ...options]);
  const { organizations } = await place.json(['organization', 'list']);
  expect(organizations.at(-1)).toMatchObject({ ...organization, currency: 'EUR', time_zone: 'Europe/Berlin' });
  for (const [option, value] of [
    ['--currency', 'XXY'],
    ['--currency', 'eur'],
    ['--time-zone', 'Mars/Base'],
  ] as const) {
    const { code, stderr } = await place.cli(['organization', 'create', 'Nowhere', option, value]);
    expect(code).toBe(2);
    expect(stderr).toMatch(new RegExp(`^${option} must be an`));
  }
});

it('settings are listed, and members are named by name or by id', async () => {
  const chosen = ['--organization', (await place.json(['organization', 'list'])).organizations[0].public_id];
  const { statuses } = await place.json(['status', 'list', ...chosen]);
  expect(statuses.map(({ name }: { name: string }) => name).join(' ')).toBe(
    'New Contacted Qualified Proposal Negotiation Won Lost',
  );
  expect(await place.json(['source', 'list', ...chosen])).toEqual({ sources: [] });
  const { memberships } = await place.json(['membership', 'list', ...chosen]);
  expect(memberships).toMatchObject([{ name: 'Administrator', role: 'admin' }]);
  for (const who of ['administrator', memberships[0].public_id]) {
    const args = ['token', 'issue', '--membership', who, '--name', 'x', '--ability', 'leads:read', ...chosen];
    expect((await place.json(args)).token.membership.public_id).toBe(memberships[0].public_id);
  }
  const args = ['token', 'issue', '--membership', 'Adminstrator', '--name', 'x', '--ability', '*', ...chosen];
  const { code, stderr } = await place.cli(args);
  expect(code).toBe(2);
  expect(stderr).toContain('There is no member Adminstrator; did you mean Administrator?');
});
