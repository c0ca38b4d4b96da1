import { rmSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ExampleProcess } from '../support/example-process.ts';
import { FaultyProxy } from '../support/faulty-proxy.ts';
import { freshPhone, LeadDesk } from '../support/leads.ts';
import { installPackedClient } from '../support/packed-client.ts';

let desk: LeadDesk;
let proxy: FaultyProxy;
let folder: string;
let website: ExampleProcess;
let source: string;

beforeAll(async () => {
  desk = await LeadDesk.open();
  proxy = await FaultyProxy.open(await desk.app.app.http.listen({ port: 0, host: '127.0.0.1' }));
  source = (await desk.add('sources', { name: 'Contact form' })).public_id;
  folder = installPackedClient();
  website = await ExampleProcess.start('website-backend', folder, {
    LEADLINE_URL: proxy.url,
    LEADLINE_TOKEN: await desk.cast.tokenOf(desk.cast.admin, ['leads:create', 'leads:update']),
    LEADLINE_SOURCE: source,
  });
});
afterAll(async () => {
  await website.stop();
  await proxy.close();
  await desk.close();
  rmSync(folder, { recursive: true });
});

async function post(fields: Record<string, string>): Promise<[number, string]> {
  const answer = await fetch(`${website.url}/contact`, { method: 'POST', body: new URLSearchParams(fields) });
  return [answer.status, await answer.text()];
}

it('without a token it does not start, and says what to set', async () => {
  const start = ExampleProcess.start('website-backend', folder, { LEADLINE_TOKEN: '' });
  await expect(start).rejects.toThrow('Set LEADLINE_TOKEN');
});

it('a form post becomes one lead with its message, however often it is sent', async () => {
  const before = await desk.countLeads();
  const form = { name: 'Sana', phone: freshPhone(), email: '', message: 'Please call after six' };
  proxy.meets('lose the answer');
  expect(await post(form)).toEqual([200, 'Thank you. We will call you.']);
  expect(await desk.countLeads()).toBe(before + 1);
  const [id = ''] = await desk.list();
  const { body } = await desk.get(id);
  expect(body.data).toMatchObject({
    contact: { first_name: 'Sana', phone: form.phone },
    source: { public_id: source },
  });
  expect((await desk.around(id, 'notes')).map(({ body }) => body)).toEqual([form.message]);
  expect(await post({ ...form, message: '' })).toEqual([200, 'Thank you. We will call you.']);
  expect(await desk.countLeads()).toBe(before + 1);
});

it('a wrong phone number is told to the visitor', async () => {
  const [status, text] = await post({ name: 'Sana', phone: '12345' });
  expect(status).toBe(422);
  expect(text).toMatch(/^phone .*mobile/);
});

it('without an answer from Leadline the visitor is asked to come back, and the log says why', async () => {
  proxy.meets('lose the request', 'lose the request', 'lose the request');
  const [status] = await post({ phone: freshPhone() });
  expect([status, proxy.seen.length]).toEqual([503, 3]);
  expect(website.output).toContain('No lead was created: network_error');
});

it('what is not a form post of this size is refused', async () => {
  expect((await post({ name: 'x'.repeat(20_000) }))[0]).toBe(413);
  expect((await fetch(`${website.url}/contact`)).status).toBe(404);
});
