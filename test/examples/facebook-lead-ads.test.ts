import { createHmac } from 'node:crypto';
import { rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ExampleProcess } from '../support/example-process.ts';
import { freshEmail, freshPhone, LeadDesk, type Shown } from '../support/leads.ts';
import { installPackedClient } from '../support/packed-client.ts';

const SECRET = 'app secret';
const PAGE_TOKEN = 'page token';

let desk: LeadDesk;
let folder: string;
let graph: Server;
let webhook: ExampleProcess;
/** What people answered, by leadgen id. */
const answers = new Map<string, Record<string, string>>();
let graphCalls: string[] = [];

beforeAll(async () => {
  desk = await LeadDesk.open();
  graph = createServer((request, response) => {
    graphCalls.push(request.url ?? '');
    const [, id = ''] = /^\/v23\.0\/(\d+)\?fields=field_data$/.exec(request.url ?? '') ?? [];
    const given = answers.get(id);
    const isAllowed = request.headers.authorization === `Bearer ${PAGE_TOKEN}`;
    if (given === undefined || !isAllowed) return void response.writeHead(isAllowed ? 404 : 401).end('{}');
    const field_data = Object.entries(given).map(([name, value]) => ({ name, values: [value] }));
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ id, field_data }));
  });
  await new Promise<void>((resolve) => graph.listen(0, '127.0.0.1', resolve));
  const { port } = graph.address() as { port: number };
  folder = installPackedClient();
  webhook = await ExampleProcess.start('facebook-lead-ads', folder, {
    LEADLINE_URL: await desk.app.app.http.listen({ port: 0, host: '127.0.0.1' }),
    LEADLINE_TOKEN: desk.admin,
    FACEBOOK_APP_SECRET: SECRET,
    FACEBOOK_VERIFY_TOKEN: 'verify me',
    FACEBOOK_PAGE_TOKEN: PAGE_TOKEN,
    GRAPH_URL: `http://127.0.0.1:${port}/v23.0`,
  });
});
afterAll(async () => {
  await webhook.stop();
  graph.closeAllConnections();
  graph.close();
  await desk.close();
  rmSync(folder, { recursive: true });
});

const sign = (body: string, secret = SECRET) => `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;

const deliveryOf = (...ids: string[]) =>
  JSON.stringify({
    object: 'page',
    entry: [{ id: '1', changes: ids.map((leadgen_id) => ({ field: 'leadgen', value: { leadgen_id } })) }],
  });

async function deliver(body: string, signature: string | null = sign(body)): Promise<number> {
  const headers = { 'content-type': 'application/json', ...(signature && { 'x-hub-signature-256': signature }) };
  return (await fetch(`${webhook.url}/webhook`, { method: 'POST', headers, body })).status;
}

async function newest(): Promise<Shown> {
  const [id = ''] = await desk.list();
  return (await desk.get(id, desk.admin, '?include=notes')).body.data;
}

it('without a token it does not start, and says what to set', async () => {
  const start = ExampleProcess.start('facebook-lead-ads', folder, { LEADLINE_TOKEN: '' });
  await expect(start).rejects.toThrow('Set LEADLINE_TOKEN');
});

it('a lead ad becomes a lead, and its other answers a note', async () => {
  const phone_number = freshPhone();
  answers.set('101', { full_name: 'Asha Rao', phone_number, email: freshEmail(), 'which_city?': 'Pune' });
  expect(await deliver(deliveryOf('101'))).toBe(200);
  const lead = await newest();
  expect(lead.contact).toMatchObject({ first_name: 'Asha Rao', phone: phone_number });
  expect(lead.notes.map(({ body }: Shown) => body)).toEqual(['which_city?: Pune']);
});

it('a lead that is delivered twice, or twice at once, is one lead with one note', async () => {
  const before = await desk.countLeads();
  answers.set('102', { first_name: 'Ravi', last_name: 'Iyer', phone_number: freshPhone(), budget: '50 lakh' });
  const body = deliveryOf('102');
  expect(await Promise.all([deliver(body), deliver(body)])).toEqual([200, 200]);
  expect(await deliver(body)).toBe(200);
  expect(await desk.countLeads()).toBe(before + 1);
  const lead = await newest();
  expect([lead.contact.last_name, lead.notes.length]).toEqual(['Iyer', 1]);
});

it('a delivery without the right signature is refused before anything is read', async () => {
  const before = await desk.countLeads();
  answers.set('103', { phone_number: freshPhone() });
  graphCalls = [];
  const body = deliveryOf('103');
  for (const signature of [null, 'sha256=', sign(body, 'another secret'), sign(`${body} `), sign(body).toUpperCase()]) {
    expect(await deliver(body, signature)).toBe(401);
  }
  expect([graphCalls, await desk.countLeads()]).toEqual([[], before]);
});

it('a phone that is refused does not cost the lead: the email makes it, and the note keeps the phone', async () => {
  const email = freshEmail();
  answers.set('104', { full_name: 'John', phone_number: '+44 20 7946 0958', email });
  expect(await deliver(deliveryOf('104'))).toBe(200);
  const lead = await newest();
  expect(lead.contact).toMatchObject({ email, phone: null });
  expect(lead.notes[0].body).toBe('phone: +44 20 7946 0958');
});

it('what can never become a lead is logged and not delivered again; the others of the delivery are taken', async () => {
  const before = await desk.countLeads();
  answers.set('105', { full_name: '<test lead: dummy data for full_name>', phone_number: '<test lead>' });
  answers.set('106', { phone_number: freshPhone() });
  expect(await deliver(deliveryOf('105', '106'))).toBe(200);
  expect(await desk.countLeads()).toBe(before + 1);
  expect(webhook.output).toContain('Lead 105 was refused');
});

it('if the Graph API has no answer, Facebook is asked to deliver again', async () => {
  const before = await desk.countLeads();
  expect(await deliver(deliveryOf('107'))).toBe(500);
  answers.set('107', { phone_number: freshPhone() });
  expect(await deliver(deliveryOf('107'))).toBe(200);
  expect(await desk.countLeads()).toBe(before + 1);
});

it('the subscription is confirmed only with the verify token', async () => {
  const ask = (token: string) =>
    fetch(`${webhook.url}/webhook?hub.mode=subscribe&hub.challenge=42&hub.verify_token=${encodeURIComponent(token)}`);
  const right = await ask('verify me');
  expect([right.status, await right.text()]).toEqual([200, '42']);
  expect((await ask('guess')).status).toBe(403);
});
