import { createClient, LeadlineError, type LeadlineErrorCode } from '@leadline/client';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ProblemCode, problemCodes } from '../../src/problems.ts';
import { type Fault, FaultyProxy } from '../support/faulty-proxy.ts';
import { freePort } from '../support/free-port.ts';
import { freshPhone, LeadDesk } from '../support/leads.ts';

let desk: LeadDesk;
let proxy: FaultyProxy;

beforeAll(async () => {
  desk = await LeadDesk.open();
  proxy = await FaultyProxy.open(await desk.app.app.http.listen({ port: 0, host: '127.0.0.1' }));
});
afterAll(async () => {
  await proxy.close();
  await desk.close();
});

const open = (token = desk.admin, baseUrl = proxy.url) => createClient({ baseUrl, token, retry: { attempts: 1 } });

async function failureOf(call: Promise<unknown>): Promise<LeadlineError> {
  try {
    await call;
  } catch (error) {
    if (error instanceof LeadlineError) return error;
    throw error;
  }
  throw new Error('nothing was thrown');
}

it('a rejected field is found by its name, under the code that narrows the type', async () => {
  const error = await failureOf(open().leads.create({ phone: '12345', email: 'nobody' }));
  if (error.code !== 'validation_failed') throw error;
  expect(error.errors.phone).toEqual([expect.stringContaining('mobile')]);
  expect(Object.keys(error.errors)).toEqual(['phone', 'email']);
  expect([error.status, error.name, error.message]).toEqual([422, 'LeadlineError', error.detail]);
});

it('a problem carries the request id that the service logs', async () => {
  const { response } = await open().api.GET('/api/v1/leads/{public_id}', {
    params: { path: { public_id: 'lead_x' } },
    headers: { 'x-request-id': 'from-the-caller' },
  });
  expect(response.headers.get('x-request-id')).toBe('from-the-caller');
  const error = await failureOf(open().leads.get('lead_x'));
  expect([error.code, error.status, error.errors]).toEqual(['not_found', 404, undefined]);
  expect(error.request_id).toMatch(/^\S{8,}$/);
});

it('what is no id is not sent', async () => {
  const sent = proxy.seen.length;
  const { leads } = open();
  for (const id of ['', '.', '..', undefined as unknown as string]) {
    await expect(leads.get(id)).rejects.toThrow(/^public_id is .*, which is no id\.$/);
    await expect(leads.notes(id).page()).rejects.toThrow(TypeError);
  }
  expect(proxy.seen).toHaveLength(sent);
});

it('each refusal has its code', async () => {
  const { public_id } = await desk.make();
  const reader = await desk.cast.tokenOf(desk.cast.admin, ['leads:read']);
  expect((await failureOf(open('ldl_wrong').leads.list().page())).code).toBe('unauthenticated');
  expect((await failureOf(open(reader).leads.create({ phone: freshPhone() }))).code).toBe('forbidden');
  const ifMatch = '"old"';
  expect((await failureOf(open().leads.update(public_id, { first_name: 'A' }, { ifMatch }))).code).toBe(
    'precondition_failed',
  );
});

it('the codes of the type are those of the service’s catalogue, and three of the client’s own', () => {
  type Own = 'network_error' | 'timeout' | 'unexpected_answer';
  const codes: Record<Exclude<LeadlineErrorCode, Own>, true> = Object.fromEntries(
    problemCodes.map((code) => [code, true]),
  ) as Record<ProblemCode, true>;
  const back: Record<ProblemCode, true> = codes;
  expect(Object.keys(back)).toEqual([...problemCodes]);
});

it.each<[string, Fault]>([
  ['a page of a proxy', { status: 502, headers: { 'content-type': 'text/html' }, body: '<h1>Bad gateway</h1>' }],
  ['JSON of somebody else', { status: 500, headers: { 'content-type': 'application/json' }, body: '{"oops":1}' }],
  ['no body', { status: 500 }],
  ['a page instead of JSON', { status: 200, headers: { 'content-type': 'text/html' }, body: '<h1>Welcome</h1>' }],
])('%s is an unexpected answer, not a crash', async (_, fault) => {
  proxy.meets(fault);
  expect((await failureOf(open().leads.list().page())).code).toBe('unexpected_answer');
});

it('a redirect is not followed: the token goes nowhere else', async () => {
  proxy.meets({ status: 302, headers: { location: `${proxy.url}/elsewhere` } });
  expect((await failureOf(open().leads.create({ phone: freshPhone() }))).code).toBe('network_error');
  expect(proxy.seen).toHaveLength(1);
});

it('a service that is not there is a network error that names the address and the cause', async () => {
  const nowhere = `http://127.0.0.1:${await freePort()}`;
  const error = await failureOf(open(desk.admin, nowhere).leads.list().page());
  expect([error.code, error.status, error.request_id]).toEqual(['network_error', 0, null]);
  expect(error.message).toBe(`No answer from ${nowhere}: ECONNREFUSED.`);
});
