import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { newFormId } from '../../src/forms/form-id.ts';
import { newPublicId } from '../../src/public-id.ts';
import { createCast } from '../support/cast.ts';
import { openTestApp, type TestApp } from '../support/harness.ts';
import { freshPhone } from '../support/leads.ts';

const FAILURES = 12;
const REQUESTS = 20;
const SUBMISSIONS = 4;

let app: TestApp;
let form: string;
let last = 0;

beforeAll(async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  app = await openTestApp({
    limits: { failedAuthentications: FAILURES, formRequests: REQUESTS, submissions: SUBMISSIONS },
    trustProxy: 1,
    frozen: true,
  });
  const cast = await createCast(app);
  const body = { name: 'Enquiry', fields: [{ field: 'phone' }], allowed_origins: ['https://www.example.in'] };
  form = (await app.call('POST', '/forms', { token: cast.admin.token, body })).body.data.public_id;
});
afterAll(async () => {
  vi.useRealTimers();
  await app.close();
});

/** A network of its own for each test: an IPv4 address, and the first half of an IPv6 address. */
const newAddress = () => `198.51.100.${++last}`;
const newNetwork = () => `2001:db8:0:${(++last).toString(16)}`;

type Sent = { method?: string; url: string; from: string; socket?: string; payload?: object; origin?: string };

async function send({ method = 'GET', url, from, socket = '127.0.0.1', payload, origin }: Sent): Promise<number> {
  const answer = await app.app.http.inject({
    method: method as 'GET',
    url,
    remoteAddress: socket,
    headers: { 'x-forwarded-for': from, accept: '*/*', ...(origin !== undefined && { origin }) },
    ...(payload !== undefined && { payload }),
  });
  return answer.statusCode;
}

const authenticate = (from: string, socket?: string) =>
  send({ url: '/api/v1/me', from, ...(socket !== undefined && { socket }) });
const submit = (from: string, id = form) =>
  send({ method: 'POST', url: `/api/v1/forms/${id}/submissions`, from, payload: { phone: freshPhone() } });
const view = (from: string, id = form) => send({ url: `/f/${id}`, from });
const embed = (from: string, id = form) => send({ url: `/f/${id}/embed.js`, from });
const preflight = (from: string, id = form) =>
  send({ method: 'OPTIONS', url: `/api/v1/forms/${id}/submissions`, from, origin: 'https://www.example.in' });

/** Statuses of so many calls, one after the other. */
async function repeat(times: number, call: (n: number) => Promise<number>): Promise<number[]> {
  const statuses: number[] = [];
  for (let n = 0; n < times; n++) statuses.push(await call(n));
  return statuses;
}
const times = (count: number, status: number) => Array<number>(count).fill(status);

const ipv4Spellings = (address: string) => [
  address,
  `${address}:5678`,
  `::ffff:${address}`,
  `[::ffff:${address}]:80`,
  `::FFFF:${address}%eth0`,
];
const ipv6Spellings = (network: string) => [
  `${network}::1`,
  `[${network}::1]:443`,
  `${network}:0:0:0:1`.toUpperCase(),
  `${network}:dead:beef:1:2`,
  `${network}::1%eth0`,
];
const nth = (list: readonly string[], n: number) => list[n % list.length] as string;

describe.each([
  ['an IPv4 address', () => ipv4Spellings(newAddress())],
  ['an IPv6 network of 64 bits', () => ipv6Spellings(newNetwork())],
])('%s has one budget, however it is spelled', (_, newSpellings) => {
  it('of failed authentications', async () => {
    const spellings = newSpellings();
    const statuses = await repeat(FAILURES + 3, (n) => authenticate(nth(spellings, n)));
    expect(statuses).toEqual([...times(FAILURES, 401), ...times(3, 429)]);
  });

  it('of submissions', async () => {
    const spellings = newSpellings();
    const statuses = await repeat(SUBMISSIONS + 3, (n) => submit(nth(spellings, n)));
    expect(statuses).toEqual([...times(SUBMISSIONS, 201), ...times(3, 429)]);
  });

  it('of requests to forms: pages, scripts, preflights and submissions together', async () => {
    const spellings = newSpellings();
    const doors = [view, embed, preflight];
    const answers = [200, 200, 204];
    const statuses = await repeat(REQUESTS + 6, (n) => doors[n % 3]?.(nth(spellings, n)) ?? Promise.resolve(0));
    const expected = Array.from({ length: REQUESTS }, (_, n) => answers[n % 3]);
    expect(statuses).toEqual([...expected, ...times(6, 429)]);
    expect(await submit(nth(spellings, 0))).toBe(429);
  });

  it('of forms that do not exist, however many ids are tried', async () => {
    const spellings = newSpellings();
    const { organization } = app.services.keys;
    const ids = [
      () => newPublicId('form'),
      () => newFormId(organization, '1'),
      () => newFormId(organization, String(10_000 + ++last)),
      () => 'nonsense',
    ];
    const doors = [submit, view, embed, preflight];
    const statuses = await repeat(SUBMISSIONS + 8, (n) => {
      const door = doors[n % 4] as typeof submit;
      return door(nth(spellings, n), ids[(n + (n >> 2)) % 4]?.());
    });
    expect(statuses).toEqual([...times(SUBMISSIONS, 404), ...times(8, 429)]);
    expect(await submit(nth(spellings, 1))).toBe(201); // who mistypes an address can still enquire
  });
});

it('a page of any site can read that it has to wait, before the form is looked up', async () => {
  const address = newAddress();
  await repeat(REQUESTS, () => view(address));
  const { statusCode, headers } = await app.app.http.inject({
    method: 'POST',
    url: `/api/v1/forms/${form}/submissions`,
    headers: { 'x-forwarded-for': address, origin: 'https://elsewhere.example' },
    payload: { phone: freshPhone() },
  });
  expect([statusCode, headers['access-control-allow-origin']]).toEqual([429, '*']);
  expect(headers['access-control-expose-headers']).toContain('Retry-After');
});

it('the neighbouring network has a budget of its own', async () => {
  const [one, other] = [newNetwork(), newNetwork()];
  await repeat(FAILURES, () => authenticate(`${one}::1`));
  expect(await authenticate(`${one}:ffff:ffff:ffff:ffff`)).toBe(429);
  expect(await authenticate(`${other}::1`)).toBe(401);
});

it('looking at a form uses up none of its submissions', async () => {
  const address = newAddress();
  await repeat(REQUESTS - SUBMISSIONS, () => view(address));
  expect(await repeat(SUBMISSIONS, () => submit(address))).toEqual(times(SUBMISSIONS, 201));
});

it('what a proxy passes on that is no address counts against the connection’s own', async () => {
  const socket = newAddress();
  const garbage = ['unknown', '', '203.0.113.999', 'x'.repeat(4_000), '"', ',', '[::1', '1.2.3.4.5'];
  const statuses = await repeat(FAILURES + 2, (n) => authenticate(nth(garbage, n), socket));
  expect(statuses).toEqual([...times(FAILURES, 401), ...times(2, 429)]);
  expect(await authenticate(newAddress(), socket)).toBe(401);
});

it('only what the trusted proxy itself added decides, not what its caller sent before', async () => {
  const address = newAddress();
  const statuses = await repeat(FAILURES + 2, (n) => authenticate(`203.0.113.${n}, ${address}`));
  expect(statuses).toEqual([...times(FAILURES, 401), ...times(2, 429)]);
});

it('a refused request looks nothing up, and an invented form leaves no row for its organization', async () => {
  const address = newAddress();
  await repeat(SUBMISSIONS, () => submit(address, newFormId(app.services.keys.organization, '424242')));
  const rows = await app.services.database.rows('select 1 from rate_limits where organization_id = 424242');
  expect(rows).toEqual([]);
  await repeat(REQUESTS - SUBMISSIONS, () => view(address));
  const { database } = app.services;
  const row = database.row.bind(database);
  let statements = 0;
  database.row = (...given: Parameters<typeof row>) => {
    statements++;
    return row(...given) as never;
  };
  try {
    expect(await repeat(5, () => view(address))).toEqual(times(5, 429));
    expect(statements).toBe(0);
  } finally {
    database.row = row as typeof database.row;
  }
});

it('unknown addresses are 404 and count against nothing', async () => {
  const address = newAddress();
  const strange = ['/api/v1/nothing', '/f', '/f/a/b/c', '/nothing'];
  expect(await repeat(40, (n) => send({ url: nth(strange, n), from: address }))).toEqual(times(40, 404));
  expect(await view(address)).toBe(200);
  expect(await authenticate(address)).toBe(401);
});

it('where limits are off, nothing is counted and no such header is sent', async () => {
  const free = await openTestApp({
    limits: { rate: 'off', failedAuthentications: 1, formRequests: 1, submissions: 1 },
  });
  try {
    const { admin } = await createCast(free);
    const ask = (method: string, url: string) => free.app.http.inject({ method: method as 'GET', url });
    for (let n = 0; n < 4; n++) {
      expect((await ask('GET', '/api/v1/me')).statusCode).toBe(401);
      expect((await ask('GET', `/f/${newPublicId('form')}`)).statusCode).toBe(404);
      const { status, headers } = await free.call('GET', '/me', { token: admin.token });
      expect([status, headers.ratelimit, headers['ratelimit-policy']]).toEqual([200, undefined, undefined]);
    }
    expect(await free.services.database.rows('select 1 from rate_limits')).toEqual([]);
  } finally {
    await free.close();
  }
});
