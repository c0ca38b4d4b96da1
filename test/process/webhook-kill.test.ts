import { afterAll, beforeAll, expect, test } from 'vitest';
import { ask } from '../support/catalog.ts';
import type { Shown } from '../support/leads.ts';
import { TestReceiver } from '../support/receiver.ts';
import { runsOf } from '../support/runs.ts';
import type { ServiceProcess } from '../support/service-process.ts';
import { eventually, until, Workplace } from '../support/workplace.ts';

const KILLS = runsOf(2, 3);
const LEADS = 60;

const receiver = new TestReceiver();
let place: Workplace;
let service: ServiceProcess;
let token: string;

beforeAll(async () => {
  await receiver.start();
  place = await Workplace.withData({
    LEADLINE_DEMO: 'off',
    LEADLINE_RATE_LIMIT: 'off',
    LOG_LEVEL: 'error',
    LEADLINE_WEBHOOK_NETWORKS: '127.0.0.0/8',
  });
  service = await place.start();
  token = (await place.json(['organization', 'create', 'Acme'])).token.secret;
}, 120_000);

afterAll(async () => {
  await place.clean();
  await receiver.stop();
});

const ids = () => receiver.received.map(({ headers }) => String(headers['webhook-id']));

test('no event is lost, however often the process is killed while it sends, and those of a lead keep their order', async () => {
  // Slow enough that a kill finds deliveries under way.
  receiver.answer = (_, response) => void setTimeout(() => response.writeHead(204).end(), 500);
  const made = await service.call('POST', '/webhooks', token, { url: receiver.url(), events: ['*'] });
  expect(made.status).toBe(201);
  const leads: string[] = [];
  for (let n = 0; n < LEADS; n++) {
    const { body } = await service.call('POST', '/leads', token, { phone: String(9_000_000_000 + n) });
    leads.push(body.data.public_id);
    await service.call('PATCH', `/leads/${body.data.public_id}`, token, { first_name: `Name ${n}` });
  }
  for (let kills = 1; kills <= KILLS; kills++) {
    const before = receiver.received.length;
    await eventually(() => receiver.received.length > before || new Set(ids()).size === 2 * LEADS, 60_000);
    if (kills === 1) expect(new Set(ids()).size).toBeLessThan(2 * LEADS); // else nothing would be shown
    process.kill(service.pid, 'SIGKILL');
    await service.exited;
    // The lease of the dead process lasts half a minute. Waiting for its end once shows that deliveries go on by themselves.
    if (kills < KILLS) await ask(place.target, 'update webhooks set leased_until = now()');
    service = await place.start();
  }
  await eventually(() => new Set(ids()).size >= 2 * LEADS, 120_000);
  const events: Shown[] = [];
  for (let next: string | null = '/events?page[size]=200'; next !== null; ) {
    const { body } = await service.call('GET', next.replace('/api/v1', ''), token);
    events.push(...body.data);
    next = body.meta.has_more ? body.links.next : null;
  }
  expect([...new Set(ids())].sort()).toEqual(events.map(({ public_id }) => public_id).sort());
  for (const lead of leads) {
    const own = receiver.received.filter(({ body }) => body.lead.public_id === lead).map(({ body }) => body.type);
    expect([...new Set(own)]).toEqual(['lead.created', 'lead.updated']);
  }
  const webhook = `/webhooks/${made.body.data.public_id}`;
  await until(async () => {
    const { body } = await service.call('GET', `${webhook}/deliveries?filter[status]=pending`, token);
    return body.data.length === 0 || null;
  }, 60_000);
}, 300_000);
