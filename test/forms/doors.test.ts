import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createForm } from '../../src/forms/forms.ts';
import { LEAST_MS, signStarted } from '../../src/forms/started.ts';
import { createOrganization, systemAuthor } from '../../src/organization/organizations.ts';
import { FormDesk } from '../support/forms.ts';
import { faultsOf, freshPhone, type Shown } from '../support/leads.ts';
import { openLoggedApp } from '../support/logged-app.ts';

const ALLOWED = 'https://www.example.in';
const FOREIGN = 'https://evil.example';

let desk: FormDesk;
let form: Shown;

beforeAll(async () => {
  desk = await FormDesk.open();
  form = await desk.form({ allowed_origins: [ALLOWED] });
});
afterAll(() => desk.close());

const submissions = () => `/api/v1/forms/${form.public_id}/submissions`;
const countLeads = async () => (await desk.leads()).length;

describe('origins', () => {
  it.each([
    ['none', {}],
    ['the service’s public address', { origin: 'http://127.0.0.1:8080' }],
    ['the host that was asked', { origin: 'https://inside.example:81', host: 'inside.example:81' }],
  ])('%s is taken, without CORS headers', async (_, headers) => {
    const answer = await desk.submit(form.public_id, { phone: freshPhone() }, headers);
    expect(answer.status).toBe(201);
    expect(answer.headers['access-control-allow-origin']).toBeUndefined();
  });

  it('an allowed one is taken, and may read every answer', async () => {
    const send = (body: unknown, headers = {}) => desk.submit(form.public_id, body, { origin: ALLOWED, ...headers });
    const answers = [
      await send({ phone: freshPhone() }),
      await send({ phone: '1' }),
      await send('{'),
      await send('x', { 'content-type': 'text/plain' }),
      await send({ first_name: 'x'.repeat(70_000) }),
      await send({}, { accept: 'text/html' }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([201, 422, 400, 415, 413, 406]);
    for (const { headers } of answers) {
      expect(headers['access-control-allow-origin']).toBe(ALLOWED);
      expect(headers.vary).toBe('Origin');
      expect(headers['access-control-allow-credentials']).toBeUndefined();
    }
  });

  it.each([FOREIGN, 'null', 'http://www.example.in', `${ALLOWED}.evil.example`, ''])(
    'any other, such as "%s", is refused, and nothing is made',
    async (origin) => {
      const before = await countLeads();
      const answer = await desk.submit(form.public_id, { phone: freshPhone() }, { origin });
      expect([answer.status, answer.body.code]).toEqual([403, 'forbidden']);
      expect(answer.headers['access-control-allow-origin']).toBeUndefined();
      const page = await desk.post(form.public_id, [['phone', freshPhone()]], { origin });
      expect([page.status, page.headers['content-type']]).toEqual([403, 'text/html; charset=utf-8']);
      expect(await countLeads()).toBe(before);
    },
  );

  it('are judged before the body is read', async () => {
    const answer = await desk.submit(form.public_id, '{', { origin: FOREIGN, 'content-type': 'text/plain' });
    expect(answer.status).toBe(403);
  });

  it('follow the form at once when it is changed', async () => {
    const other = await desk.form();
    const send = () => desk.submit(other.public_id, { phone: freshPhone() }, { origin: ALLOWED });
    expect((await send()).status).toBe(403);
    await desk.change(`forms/${other.public_id}`, { allowed_origins: [ALLOWED] });
    expect((await send()).status).toBe(201);
  });
});

describe('preflights', () => {
  const ask = (origin: string, id = form.public_id) =>
    desk.ask('OPTIONS', `/api/v1/forms/${id}/submissions`, {
      origin,
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'content-type',
    });

  it('of an allowed origin are answered with what it may send', async () => {
    const { status, headers, text } = await ask(ALLOWED);
    expect([status, text]).toEqual([204, '']);
    expect(headers).toMatchObject({
      'access-control-allow-origin': ALLOWED,
      'access-control-allow-methods': 'POST',
      'access-control-allow-headers': 'content-type',
      'access-control-max-age': '600',
      vary: 'Origin',
    });
  });

  it('of any other are refused, and of a form that is not there not found', async () => {
    expect((await ask(FOREIGN)).status).toBe(403);
    expect((await ask('null')).status).toBe(403);
    expect((await ask(ALLOWED, `form_${'0'.repeat(26)}`)).status).toBe(404);
    expect((await ask(ALLOWED, 'nonsense')).status).toBe(404);
  });
});

describe('the trap', () => {
  it('answers a robot like anybody else, and makes nothing', async () => {
    const before = await countLeads();
    const caught = async () => (await desk.app.services.metrics.caughtSubmissions.get()).values[0]?.value ?? 0;
    const count = await caught();
    const person = await desk.submit(form.public_id, { phone: freshPhone(), homepage_url: ' ' });
    for (const robot of [
      await desk.submit(form.public_id, { phone: freshPhone(), homepage_url: 'http://spam.example' }),
      await desk.submit(form.public_id, { phone: 'nonsense', homepage_url: 7, nonsense: 1 }),
      await desk.submitEncoded(form.public_id, [
        ['phone', freshPhone()],
        ['homepage_url', 'x'],
      ]),
    ]) {
      expect([robot.status, robot.body]).toEqual([person.status, person.body]);
    }
    const page = await desk.post(form.public_id, [
      ['phone', freshPhone()],
      ['homepage_url', 'x'],
    ]);
    expect(page.status).toBe(201);
    expect(await countLeads()).toBe(before + 1);
    expect((await caught()) - count).toBe(4);
  });
});

it('a caught robot is in the log by its form, without a word of what it sent', async () => {
  const logged = await openLoggedApp();
  try {
    const { database, keys } = logged.services;
    const { organizationId } = await createOrganization(database, keys.organization, 'Acme');
    const { public_id } = await createForm(
      database,
      systemAuthor(organizationId),
      { name: 'Enquiry', fields: [{ field: 'phone' }] },
      logged.services,
      await logged.services.settings.get(organizationId, '0'),
    );
    const payload = { phone: '9876543210', homepage_url: 'http://spam.example' };
    await logged.app.http.inject({ method: 'POST', url: `/api/v1/forms/${public_id}/submissions`, payload });
    const line = logged.lines.find((one) => one.includes('a robot submitted a form'));
    expect(line).toContain(public_id);
    expect(logged.lines.join()).not.toMatch(/9876543210|spam/);
  } finally {
    await logged.close();
  }
});

describe('the time a form was open', () => {
  const startedAgo = (ms: number, id = form.public_id) =>
    signStarted(desk.app.services.keys.formPage, id, Date.now() - ms);
  const send = (started: unknown) => desk.submit(form.public_id, { phone: freshPhone(), started });

  it('is enough after two seconds, for a day', async () => {
    for (const ms of [LEAST_MS + 1, 60_000, 23.9 * 3_600_000]) expect((await send(startedAgo(ms))).status).toBe(201);
  });

  it('is said to be too short, or not the form’s own, and nothing is made', async () => {
    const before = await countLeads();
    const other = await desk.form();
    const early = await send(startedAgo(0));
    expect(faultsOf(early)).toEqual(['started']);
    expect(early.body.errors.started.join()).toContain('send the form again in a moment');
    const good = startedAgo(60_000);
    const wrong = [
      startedAgo(25 * 3_600_000),
      startedAgo(-120_000),
      startedAgo(60_000, other.public_id),
      `${good}x`,
      good.replace(/^./, (first) => (first === 'm' ? 'n' : 'm')),
      good.slice(0, -1),
      '',
      'nonsense',
      7,
      null,
    ];
    for (const started of wrong) expect(faultsOf(await send(started)), String(started)).toEqual(['started']);
    expect(await countLeads()).toBe(before);
  });

  it('is not asked of those who do not send it', async () => {
    expect((await desk.submit(form.public_id, { phone: freshPhone() })).status).toBe(201);
  });
});

describe('the limit', () => {
  it('is 30 a minute, address and form, on both doors together, and says when to try again', async () => {
    vi.useFakeTimers({ toFake: ['performance'] }); // nothing comes back while the test runs
    const own = await FormDesk.open({ submissions: 30 }, true);
    try {
      const [one, other] = [await own.form({ allowed_origins: [ALLOWED] }), await own.form()];
      const statuses = [];
      for (let n = 0; n < 15; n++) {
        statuses.push((await own.submit(one.public_id, { phone: freshPhone() })).status);
        statuses.push((await own.post(one.public_id, [['phone', freshPhone()]])).status);
      }
      expect(new Set(statuses)).toEqual(new Set([201]));
      const refused = await own.submit(one.public_id, '{', { origin: ALLOWED, 'content-type': 'text/plain' });
      expect([refused.status, refused.body.code]).toEqual([429, 'rate_limited']);
      expect(Number(refused.headers['retry-after'])).toBeGreaterThanOrEqual(1);
      // A page of the form's own site must be able to read that it has to wait.
      expect(refused.headers['access-control-allow-origin']).toBe(ALLOWED);
      const foreign = await own.submit(one.public_id, {}, { origin: FOREIGN });
      expect([foreign.status, foreign.headers['access-control-allow-origin']]).toEqual([429, undefined]);
      const page = await own.post(one.public_id, [['phone', freshPhone()]]);
      expect([page.status, page.headers['content-type']]).toEqual([429, 'text/html; charset=utf-8']);
      expect((await own.submit(other.public_id, { phone: freshPhone() })).status).toBe(201);
      const elsewhere = await own.app.app.http.inject({
        method: 'POST',
        url: `/api/v1/forms/${one.public_id}/submissions`,
        remoteAddress: '10.0.0.9',
        payload: { phone: freshPhone() },
      });
      expect(elsewhere.statusCode).toBe(201);
      expect((await own.page(one.public_id)).status).toBe(200);
    } finally {
      vi.useRealTimers();
      await own.close();
    }
  });

  it('holds for forms that do not exist, and is off where limits are off', async () => {
    const strict = await FormDesk.open({ submissions: 1 });
    const free = await FormDesk.open({ submissions: 1, rate: 'off' });
    try {
      const unknown = `form_${'0'.repeat(26)}`;
      expect((await strict.submit(unknown, {})).status).toBe(404);
      expect((await strict.submit(unknown, {})).status).toBe(429);
      for (let n = 0; n < 3; n++) expect((await free.submit(unknown, {})).status).toBe(404);
    } finally {
      await strict.close();
      await free.close();
    }
  });
});

it('a form’s address takes nothing but submissions and preflights', async () => {
  const { status, headers } = await desk.ask('GET', submissions());
  expect([status, headers.allow]).toEqual([405, 'OPTIONS, POST']);
});
