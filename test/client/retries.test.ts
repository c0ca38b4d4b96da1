import { setTimeout as sleep } from 'node:timers/promises';
import { createClient, LeadlineError } from '@leadline/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectOnce } from '../../src/db/connect.ts';
import { type Fault, FaultyProxy } from '../support/faulty-proxy.ts';
import { freshPhone, LeadDesk } from '../support/leads.ts';
import { eventually } from '../support/workplace.ts';

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

const open = (more: Partial<Parameters<typeof createClient>[0]> = {}) =>
  createClient({ baseUrl: proxy.url, token: desk.admin, ...more });

const soon = { 'retry-after': '0' };
const busy: Fault = { status: 503, headers: soon };
const keyInUse: Fault = {
  status: 409,
  headers: { 'content-type': 'application/problem+json' },
  body: JSON.stringify({ code: 'conflict', detail: 'A request with this Idempotency-Key is still being answered.' }),
};

async function failureOf(call: Promise<unknown>): Promise<LeadlineError> {
  const error = await call.then(
    () => null,
    (error: unknown) => error,
  );
  if (!(error instanceof LeadlineError)) throw new Error(`not a LeadlineError: ${error}`);
  return error;
}

const tries = () => proxy.seen.length;

describe('a create', () => {
  it.each<[string, Fault]>([
    ['the answer is lost after the lead was created', 'lose the answer'],
    ['the connection breaks in the middle of the answer', 'cut the answer'],
    ['the request is lost', 'lose the request'],
    ['the service is busy', busy],
    ['a proxy has no answer', { status: 502, body: '<html>' }],
    ['a proxy gives up', { status: 504, body: '<html>' }],
    ['the rate limit is used up', { status: 429, headers: soon }],
    ['the first try is still being answered', keyInUse],
  ])('makes exactly one lead, and says that it is new, where %s', async (_, fault) => {
    const before = await desk.countLeads();
    proxy.meets(fault);
    const phone = freshPhone();
    const { lead, duplicate } = await open().leads.create({ first_name: 'Sana', phone });
    expect(duplicate).toBe(false);
    expect(lead.contact.phone).toBe(phone);
    expect(await desk.countLeads()).toBe(before + 1);
    expect(tries()).toBe(2);
    const keys = new Set(proxy.seen.map(({ key }) => key));
    expect([...keys]).toEqual([expect.stringMatching(/^[0-9a-f-]{36}$/)]);
  });

  it('has a new key each time, or the one that is given', async () => {
    proxy.meets();
    const { leads } = open();
    await leads.create({ phone: freshPhone() });
    await leads.create({ phone: freshPhone() });
    await leads.create({ phone: freshPhone() }, { idempotencyKey: 'order-17' });
    expect(new Set(proxy.seen.map(({ key }) => key)).size).toBe(3);
    expect(proxy.seen[2]?.key).toBe('order-17');
  });

  it('with the same key is answered like the first time', async () => {
    const { leads } = open();
    const phone = freshPhone();
    const first = await leads.create({ phone }, { idempotencyKey: 'order-18' });
    expect(await leads.create({ phone }, { idempotencyKey: 'order-18' })).toEqual(first);
  });

  it('while one with its key is being answered, waits for that answer', async () => {
    const before = await desk.countLeads();
    const fields = { phone: freshPhone() };
    const { leads } = open({ retry: { attempts: 10 } });
    const calls = Array.from({ length: 4 }, () => leads.create(fields, { idempotencyKey: 'order-19' }));
    const created = await Promise.all(calls);
    expect(new Set(created.map(({ lead }) => lead.public_id)).size).toBe(1);
    expect(created.map(({ duplicate }) => duplicate)).toEqual([false, false, false, false]);
    expect(await desk.countLeads()).toBe(before + 1);
  });
});

it('a key that the service itself calls in use is tried again until it is free', async () => {
  const holder = await connectOnce(desk.app.own.target);
  await holder.query('begin');
  await holder.query(
    `insert into idempotent_answers (organization_id, token_id, key, fingerprint, created_at)
     select organization_id, id, 'order-20', '', now() from tokens where organization_id = $1`,
    [desk.cast.organizationId],
  );
  proxy.meets();
  const call = open({ retry: { attempts: 20 } }).leads.create({ phone: freshPhone() }, { idempotencyKey: 'order-20' });
  while (tries() < 2) await new Promise((resolve) => setTimeout(resolve, 10));
  await holder.query('rollback');
  await holder.end();
  expect((await call).duplicate).toBe(false);
});

describe('notes, moves and other settings', () => {
  it('a note whose answer is lost is written once', async () => {
    const { public_id } = await desk.make();
    proxy.meets('lose the answer');
    await open().leads.addNote(public_id, 'Call after six');
    expect(await desk.around(public_id, 'notes')).toHaveLength(1);
    expect(tries()).toBe(2);
  });

  it('a move whose answer is lost still tells its transition', async () => {
    const { public_id } = await desk.make();
    proxy.meets('lose the answer');
    const { transition } = await open().leads.move(public_id, { status: desk.status('Contacted') });
    expect(transition?.to.name).toBe('Contacted');
    expect(await desk.around(public_id, 'transitions')).toHaveLength(2);
  });

  it('a POST through `api` is kept safe in the same way', async () => {
    proxy.meets('lose the answer');
    const { data } = await open().api.POST('/api/v1/sources', { body: { name: 'Fair' } });
    expect(data?.data.name).toBe('Fair');
    expect(tries()).toBe(2);
  });

  it('a POST that takes no key is sent once', async () => {
    proxy.meets(busy);
    const params = { path: { public_id: 'form_x' } };
    const { response } = await open().api.POST('/api/v1/forms/{public_id}/submissions', { params, body: {} });
    expect(response.status).toBe(503);
    expect(proxy.seen).toEqual([expect.objectContaining({ key: undefined })]);
  });
});

describe('a change', () => {
  it('is not repeated where it might overwrite the change of somebody else', async () => {
    const { public_id } = await desk.make();
    proxy.meets('lose the answer');
    const failure = await failureOf(open().leads.update(public_id, { last_name: 'Rao' }));
    expect(failure.code).toBe('network_error');
    expect(tries()).toBe(1);
  });

  it('is repeated after 429, because nothing was done', async () => {
    const { public_id } = await desk.make();
    proxy.meets({ status: 429, headers: soon });
    const { lead } = await open().leads.update(public_id, { last_name: 'Rao' });
    expect(lead.contact?.last_name).toBe('Rao');
    expect(tries()).toBe(2);
  });

  it('with If-Match is repeated: it takes effect once, or answers that the lead has changed', async () => {
    const { public_id } = await desk.make();
    const { leads } = open();
    const { etag } = await leads.get(public_id);
    proxy.meets('lose the request');
    const changed = await leads.update(public_id, { last_name: 'Rao' }, { ifMatch: etag ?? '' });
    expect(changed.lead.contact?.last_name).toBe('Rao');
    proxy.meets('lose the answer');
    const ifMatch = changed.etag ?? '';
    expect((await failureOf(leads.update(public_id, { last_name: 'Iyer' }, { ifMatch }))).code).toBe(
      'precondition_failed',
    );
    expect(tries()).toBe(2);
    expect((await leads.get(public_id)).lead.contact.last_name).toBe('Iyer');
  });
});

describe('the limits', () => {
  it('tries four times at most, and then throws what it was answered last', async () => {
    proxy.meets(...Array<Fault>(6).fill(busy));
    const failure = await failureOf(open().leads.list().page());
    expect([failure.code, failure.status, failure.retry_after]).toEqual(['unexpected_answer', 503, 0]);
    expect(tries()).toBe(4);
  });

  it('tries once where that is asked for', async () => {
    proxy.meets('lose the request');
    const failure = await failureOf(
      open({ retry: { attempts: 1 } })
        .leads.list()
        .page(),
    );
    expect(failure.code).toBe('network_error');
    expect(tries()).toBe(1);
  });

  it('does not wait beyond its time: what would come later is not tried', async () => {
    proxy.meets({ status: 503, headers: { 'retry-after': '3600' } });
    const failure = await failureOf(open().leads.list().page());
    expect(failure.retry_after).toBe(3600);
    expect(tries()).toBe(1);
  });

  it('understands a Retry-After that is a date', async () => {
    const inAnHour = new Date(Date.now() + 3_600_000).toUTCString();
    proxy.meets(
      { status: 503, headers: { 'retry-after': inAnHour } },
      { status: 503, headers: { 'retry-after': new Date(0).toUTCString() } },
    );
    expect((await failureOf(open().leads.list().page())).retry_after).toBeGreaterThan(3_500);
    expect(tries()).toBe(1);
    await open().leads.list().page();
    expect(tries()).toBe(3);
  });

  it('a conflict that is not about the key is not repeated', async () => {
    const [one, other] = [await desk.make(), await desk.make()];
    proxy.meets();
    const { leads } = open();
    expect((await failureOf(leads.update(one.public_id, { phone: other.contact.phone }))).code).toBe('conflict');
    await leads.move(one.public_id, { status: desk.status('Won') });
    proxy.meets();
    expect((await failureOf(leads.move(one.public_id, { status: desk.status('New') }))).code).toBe('conflict');
    expect(tries()).toBe(1);
  });

  it('gives up on an answer that does not come, and tries again', async () => {
    proxy.meets('hang');
    const { data } = await open({ timeoutMs: 2_000 }).leads.list().page();
    expect(data.length).toBeGreaterThan(0);
    expect(tries()).toBe(2);
    proxy.meets('hang', 'hang');
    const failure = await failureOf(
      open({ timeoutMs: 50, retry: { attempts: 2 } })
        .leads.list()
        .page(),
    );
    expect([failure.code, failure.status]).toEqual(['timeout', 0]);
  });

  it('an abort ends a call, and a wait for the next try, with the reason of the signal', async () => {
    for (const fault of ['hang', { status: 503, headers: { 'retry-after': '30' } }] as const) {
      proxy.meets(fault);
      const controller = new AbortController();
      const call = open()
        .leads.list({}, { signal: controller.signal })
        .page()
        .catch((error: unknown) => error);
      await eventually(() => tries() === 1);
      await sleep(100); // the answer comes meanwhile, if there is one
      controller.abort(new Error('enough'));
      expect(await call).toBe(controller.signal.reason);
      expect(tries()).toBe(1);
    }
    await expect(
      open()
        .leads.list({}, { signal: AbortSignal.abort('early') })
        .page(),
    ).rejects.toBe('early');
  });
});
