import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ask } from '../support/catalog.ts';
import type { Shown } from '../support/leads.ts';
import { runsOf } from '../support/runs.ts';
import type { ServiceProcess } from '../support/service-process.ts';
import { until, Workplace } from '../support/workplace.ts';

const KILLS = runsOf(2, 4);
const BATCH = 100;
const LEADS = BATCH * runsOf(60, 300);

let place: Workplace;
let service: ServiceProcess;
let token: string;

beforeAll(async () => {
  place = await Workplace.withData({ LEADLINE_DEMO: 'off', LEADLINE_RATE_LIMIT: 'off', LOG_LEVEL: 'error' });
  service = await place.start();
  token = (await place.json(['organization', 'create', 'Acme'])).token.secret;
}, 120_000);

afterAll(() => place.clean());

async function killService(): Promise<void> {
  process.kill(service.pid, 'SIGKILL');
  await service.exited;
  service = await place.start();
}

async function createLeads(): Promise<void> {
  for (let from = 0; from < LEADS; from += BATCH) {
    const leads = Array.from({ length: BATCH }, (_, n) => ({ phone: `+91${7_000_000_000 + from + n}` }));
    const { status, body } = await service.call('POST', '/leads/batch', token, { leads });
    expect([status, body.meta]).toEqual([200, { created: BATCH, duplicates: 0, failed: 0 }]);
  }
}

test('every lead of a bulk change is changed once, however often service and database are killed', async () => {
  await createLeads();
  const statuses = (await service.call('GET', '/statuses', token)).body.data as Shown[];
  const status = statuses.find(({ name }) => name === 'Contacted').public_id;
  const me = (await service.call('GET', '/me', token)).body.data.membership.public_id;
  const change = { owner: me, status, note: 'All at once' };
  const started = await service.call('POST', '/leads/bulk', token, { filter: { kind: 'open' }, change });
  expect([started.status, started.body.data.total]).toEqual([202, LEADS]);
  const read = async () => {
    await sleep(100); // calls slow the job down
    const answer = await service.call('GET', `/jobs/${started.body.data.public_id}`, token).catch(() => null);
    return (answer?.body?.data as Shown) ?? null;
  };
  let kills = 0;
  for (let seen = 0; kills < KILLS; kills++) {
    const found = await until(async () => {
      const one = await read();
      return one !== null && one.processed > seen ? one : null;
    }, 60_000);
    if (found.state === 'done') break;
    seen = found.processed;
    await (kills % 2 === 0 ? killService() : place.killDatabase(service));
  }
  expect(kills).toBe(KILLS); // else nothing would be shown
  const done = await until(async () => {
    const one = await read();
    return one?.state === 'done' ? one : null;
  }, 120_000);
  expect(done).toMatchObject({ processed: LEADS, changed: LEADS, unchanged: 0, failed: 0 });
  expect((await place.cli(['verify'])).code).toBe(0);
  await service.stop();
  const { target } = await place.openServer();
  const [counted] = await ask(
    target,
    `select (select count(*)::int from transitions where note = 'All at once') as moved,
            (select count(distinct lead_id)::int from transitions where note = 'All at once') as leads,
            (select count(*)::int from audit_entries where action = 'lead.moved') as audited,
            (select count(*)::int from audit_entries where action = 'lead.updated') as given,
            (select count(*)::int from job_leads) as kept`,
  );
  expect(counted).toEqual({ moved: LEADS, leads: LEADS, audited: LEADS, given: LEADS, kept: 0 });
}, 300_000);
