import { afterAll, beforeAll, expect, it } from 'vitest';
import { runInShell } from '../support/cli-shell.ts';
import { createTestDatabase, type TestDatabase } from '../support/databases.ts';
import { type Ended, expectOneSentence, urlOf, wordsOf } from '../support/run-cli.ts';
import type { ServiceProcess } from '../support/service-process.ts';
import { Workplace } from '../support/workplace.ts';

let place: Workplace;
let database: TestDatabase;
let service: ServiceProcess;
let admin: { organization: string; membership: string; token: string; secret: string };
let agent: string;

beforeAll(async () => {
  database = await createTestDatabase();
  place = new Workplace({ LEADLINE_DEMO: 'off', DATABASE_URL: urlOf(database.target) });
  place.runCommand = runInShell;
  service = await place.start();
  const { organization, membership, token } = await place.json(['organization', 'create', 'Acme']);
  admin = {
    organization: organization.public_id,
    membership: membership.public_id,
    token: token.public_id,
    secret: token.secret,
  };
  const joined = await service.call('POST', '/memberships', admin.secret, { name: 'Ravi Iyer', role: 'agent' });
  agent = joined.body.data.public_id;
});
afterAll(async () => {
  await place.clean();
  await database.drop();
});

const issue = (membership: string, abilities: string[], ...more: string[]): Promise<Ended> => {
  const args = ['token', 'issue', '--membership', membership, '--name', 'By hand', '--json', ...more];
  return place.cli([...args, ...abilities.flatMap((ability) => ['--ability', ability])]);
};

async function issued(...args: Parameters<typeof issue>) {
  const { code, stdout, stderr } = await issue(...args);
  expect(code).toBe(0);
  expect(wordsOf({ stderr })).toEqual([]);
  return JSON.parse(stdout).token;
}

it('an issued token works, with exactly the abilities asked for', async () => {
  const token = await issued(agent, ['leads:read', 'reports:read']);
  expect(token).toStrictEqual({
    kind: 'token',
    public_id: expect.stringMatching(/^tok_/),
    name: 'By hand',
    membership: { public_id: agent, name: 'Ravi Iyer' },
    abilities: ['leads:read', 'reports:read'],
    expires_at: null,
    created_at: expect.any(String),
    last_used_at: null,
    revoked_at: null,
    secret: expect.stringMatching(/^ldl_/),
  });
  const { body } = await service.call('GET', '/me', token.secret);
  expect(body.data).toMatchObject({ role: 'agent', abilities: ['leads:read', 'reports:read'] });
});

it('* stands for what the role may do', async () => {
  const { secret } = await issued(agent, ['*']);
  const { abilities } = (await service.call('GET', '/me', secret)).body.data;
  expect(abilities).toEqual([
    'leads:read',
    'leads:create',
    'leads:update',
    'leads:move',
    'events:read',
    'reports:read',
  ]);
});

it('a token stops working when it expires', async () => {
  const expires = new Date(Date.now() + 2_500).toISOString();
  const token = await issued(agent, ['leads:read'], '--expires-at', expires);
  expect(token.expires_at).toBe(expires);
  expect(await service.statusFor(token.secret)).toBe(200);
  await new Promise((resolve) => setTimeout(resolve, Date.parse(expires) - Date.now() + 5));
  expect(await service.statusFor(token.secret)).toBe(401);
});

it.each([
  ['an unknown ability', ['leads:fly'], [], /--ability must be one of .*[^?]\.\n/],
  ['a misspelled ability', ['leads:reed'], [], /--ability .*; did you mean leads:read\?\n/],
  ['an ability above the role', ['leads:read', 'leads:assign'], [], /--ability leads:assign .*agent/],
  ['an expiry in the past', ['leads:read'], ['--expires-at', '2020-01-01T00:00:00Z'], /--expires-at .*future/],
  ['an expiry that is no time', ['leads:read'], ['--expires-at', 'tomorrow'], /--expires-at/],
])('%s is refused with one sentence, and nothing is issued', async (_, abilities, more, words) => {
  const count = async () => (await service.call('GET', '/tokens', admin.secret)).body.data.length;
  const before = await count();
  const ended = await issue(agent, abilities, ...more);
  const { code, stdout, stderr } = ended;
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toMatch(words);
  expect(wordsOf({ stderr })).toEqual([expect.any(String), 'See leadline token issue --help.']);
  expect(await count()).toBe(before);
});

it('a membership that is not there is refused with one line', async () => {
  const { code, stderr } = await issue('mem_00000000000000000000000000', ['leads:read']);
  expect(code).toBe(2);
  expect(wordsOf({ stderr })).toEqual([expect.stringMatching(/^--membership /), 'See leadline token issue --help.']);
});

it('tokens are listed newest first, never with a secret', async () => {
  const { public_id } = await issued(agent, ['leads:read']);
  const ended = await place.cli(['token', 'list', '--json']);
  const { tokens } = JSON.parse(ended.stdout);
  expect(tokens[0].public_id).toBe(public_id);
  expect(tokens.at(-1).public_id).toBe(admin.token);
  expect(ended.stdout).not.toMatch(/ldl_|secret/);
  const { stdout } = await place.cli(['token', 'list']);
  expect(stdout.split('\n')[1]).toMatch(new RegExp(`^${public_id} +By hand +Ravi Iyer +leads:read +valid$`));
});

it('a revoked token is refused by the running service within a second, and revoking again changes nothing', async () => {
  const { public_id, secret } = await issued(agent, ['leads:read']);
  expect(await service.statusFor(secret)).toBe(200);
  const polled = pollUntilRefused(secret);
  expect(await place.json(['token', 'revoke', public_id])).toEqual({ revoked: public_id });
  const revokedAt = performance.now();
  expect((await polled) - revokedAt).toBeLessThan(1_000);
  const state = async () => (await service.call('GET', `/tokens/${public_id}`, admin.secret)).body.data.revoked_at;
  const before = await state();
  expect(before).not.toBeNull();
  expect(await place.json(['token', 'revoke', public_id])).toEqual({ revoked: public_id });
  expect(await state()).toBe(before);
});

/** Uses the token without pause, so that it is as well known as can be; answers when it was last taken. */
async function pollUntilRefused(secret: string): Promise<number> {
  for (let takenAt = performance.now(); ; ) {
    const askedAt = performance.now();
    if ((await service.statusFor(secret)) === 401) return takenAt;
    takenAt = askedAt;
  }
}

it('an unknown token cannot be revoked, which is said in one sentence', async () => {
  expectOneSentence(await place.cli(['token', 'revoke', 'tok_00000000000000000000000000']));
});

it('where there are several organizations, one must be named', async () => {
  const other = await place.json(['organization', 'create', 'Zenith']);
  const { code, stderr } = await place.cli(['token', 'list']);
  expect(code).toBe(2);
  expect(stderr).toContain('--organization');
  const of = (publicId: string) => place.json(['token', 'list', '--organization', publicId]);
  expect((await of(other.organization.public_id)).tokens).toHaveLength(1);
  const across = ['token', 'revoke', admin.token, '--organization', other.organization.public_id];
  expectOneSentence(await place.cli(across));
  expect(await service.statusFor(admin.secret)).toBe(200);
});

it('settings of the token’s organization are not listed for another one', async () => {
  const environment = { LEADLINE_URL: service.url, LEADLINE_TOKEN: admin.secret };
  const list = (organization: string) => place.cli(['status', 'list', '--organization', organization], environment);
  expect((await list(admin.organization)).code).toBe(0);
  const { code, stdout, stderr } = await list('org_00000000000000000000000000');
  expect([code, stdout]).toEqual([2, '']);
  expect(stderr).toContain(`LEADLINE_TOKEN is of ${admin.organization}: unset it`);
});
