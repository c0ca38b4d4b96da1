import { spawnSync } from 'node:child_process';
import { createServer } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createDemo } from '../../src/demo/demo.ts';
import { listOrganizations } from '../../src/organization/queries.ts';
import { createTestDatabase } from '../support/databases.ts';
import { openTestApp } from '../support/harness.ts';
import { expectOneSentence, urlOf } from '../support/run-cli.ts';
import type { ServiceProcess } from '../support/service-process.ts';
import { Workplace } from '../support/workplace.ts';

let place: Workplace;
beforeEach(() => {
  place = new Workplace();
});
afterEach(() => place.clean());

it('the first start on no data prints the demo’s tokens, a link that signs in once, and a curl line that works in a shell', async () => {
  const service = await place.spawn({}, []).ready((text) => /\n {2}curl .*\n/.test(text));
  const url = /^ {2}API +(\S+)\/api\/v1$/m.exec(service.stdout)?.[1];
  const tokens = [...service.stdout.matchAll(/^ {2}(admin|manager|agent) +\S.* +(ldl_\w+)$/gm)];
  expect(tokens.map(([, role]) => role)).toEqual(['admin', 'manager', 'agent', 'agent']);
  for (const [, role, token] of tokens) {
    const answer = await fetch(`${url}/api/v1/me`, { headers: { authorization: `Bearer ${token}` } });
    expect(await answer.json()).toMatchObject({ data: { role } });
  }
  const link = new URL(/^ {2}(http\S+\/invitation\?demo#\/ldi_\w+)$/m.exec(service.stdout)?.[1] ?? '');
  expect(link.origin).toBe(url);
  const accept = () =>
    fetch(`${url}/api/v1/invitations/${link.hash.slice(2)}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: link.origin },
      body: '{}',
    });
  const signedIn = await accept();
  const cookie = signedIn.headers.get('set-cookie')?.split(';')[0] ?? '';
  expect(await signedIn.json()).toMatchObject({ data: { role: 'manager', membership: { name: 'Meera Nair' } } });
  expect((await fetch(`${url}/api/v1/me`, { headers: { cookie } })).status).toBe(200);
  expect((await accept()).status).toBe(404);
  const line = /^ {2}(curl .*)$/m.exec(service.stdout)?.[1] ?? '';
  const { status, stdout } = spawnSync('sh', ['-c', `${line} --silent --show-error`], { encoding: 'utf8' });
  expect(status).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({ data: { role: 'admin', organization: { name: 'Demo Realty' } } });
});

describe('one start after the other on the same data', () => {
  let shared: Workplace;
  let first: ServiceProcess;
  beforeAll(async () => {
    shared = await Workplace.withData();
  });
  afterAll(() => shared.clean());

  it('LEADLINE_DEMO=off makes no organization and says how to make one', async () => {
    const bare = await shared.start({ LEADLINE_DEMO: 'off' });
    expect(bare.announced).toMatchObject({ demo: null, next: 'leadline organization create "Acme"' });
    expect(await shared.json(['organization', 'list'])).toEqual({ organizations: [] });
    expect(await bare.stop()).toBe(0);
  });

  it('a first start that fails because its port is taken does not use up the tokens that are shown once', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    try {
      await new Promise((resolve) => other.once('listening', resolve));
      const failed = shared.spawn({ PORT: String((other.address() as { port: number }).port) });
      await failed.exited;
      expectOneSentence(failed);
    } finally {
      other.close();
    }
  });

  it('a later start without LEADLINE_DEMO=off, and after one that failed, makes the demo', async () => {
    first = await shared.start();
    expect(first.announced.demo).toHaveLength(4);
  });

  it('the start prints with --json one JSON object of addresses and tokens', async () => {
    expect(Object.keys(first.announced)).toEqual(['api', 'reference', 'data', 'notice', 'demo', 'sign_in', 'next']);
    expect(first.announced.demo?.map(({ role }) => role)).toEqual(['admin', 'manager', 'agent', 'agent']);
    expect((await fetch(first.announced.reference)).status).toBe(200);
    expect((await first.call('GET', '/readyz')).status).toBe(200);
  });

  it('a second start on the same data is refused with one sentence, and the first one is unharmed', async () => {
    const postmaster = await shared.postmaster();
    const second = shared.spawn();
    await second.exited;
    expect(expectOneSentence(second)).toContain(shared.data);
    expect(await first.statusFor(first.adminToken)).toBe(200);
    expect(await shared.postmaster()).toBe(postmaster);
  });

  it('what was made is there after a restart, and no tokens are printed again', async () => {
    const token = first.adminToken;
    const made = await first.call('POST', '/teams', token, { name: 'Kept' });
    expect(made.status).toBe(201);
    expect(await first.stop()).toBe(0);

    const second = await shared.start();
    expect(second.announced.demo).toBeNull();
    expect(second.stdout).not.toContain('ldl_');
    expect((await second.call('GET', `/teams/${made.body.data.public_id}`, token)).body).toEqual(made.body);
  });
});

it('a database of one’s own gets a demo only on request, and the start says how to make an organization', async () => {
  const own = await createTestDatabase();
  try {
    const environment = { DATABASE_URL: urlOf(own.target) };
    const bare = await place.spawn(environment, []).ready((text) => /organization create/.test(text));
    expect(bare.stdout).toMatch(/There is no organization yet\..*\n\n {2}npx leadline organization create "Acme"\n/);
    expect(bare.stdout).not.toContain('ldl_');
    await bare.stop();
    const asked = await place.start({ ...environment, LEADLINE_DEMO: 'on' });
    expect(asked.announced).toMatchObject({ demo: [{}, {}, {}, {}], next: null });
    await asked.stop();
    expect((await place.start(environment)).announced).toMatchObject({ demo: null, next: null });
  } finally {
    await place.clean();
    await own.drop();
  }
});

it('services that start at once on one empty database make one demo organization between them', async () => {
  const app = await openTestApp();
  try {
    const demos = await Promise.all([1, 2, 3, 4].map(() => createDemo(app.services)));
    expect(await listOrganizations(app.services.database)).toHaveLength(1);
    expect(demos.filter((demo) => demo !== null)).toHaveLength(1);
  } finally {
    await app.close();
  }
});
