import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ask } from '../support/catalog.ts';
import { FOLLOW } from '../support/recency.ts';
import type { ServiceProcess } from '../support/service-process.ts';
import { until, Workplace } from '../support/workplace.ts';

const LEADS = 20_000;

let place: Workplace;
let service: ServiceProcess;
let token: string;

beforeAll(async () => {
  place = await Workplace.withData({ LEADLINE_DEMO: 'off', LEADLINE_RATE_LIMIT: 'off', LOG_LEVEL: 'error' });
  service = await place.start();
  token = (await place.json(['organization', 'create', 'Acme'])).token.secret;
  const { body } = await service.call('POST', '/leads', token, { phone: '+919876543210' });
  const lead = body.data.public_id;
  await service.call('POST', `/leads/${lead}/activities`, token, { kind: 'call', summary: 'Talked' });
  await service.stop();
  const server = await place.openServer();
  await copyLead(server.target, lead);
  await server.stop();
  service = await place.start();
}, 120_000);

afterAll(() => place.clean());

/** Many leads like one, each with a call. */
const copyLead = (target: Parameters<typeof ask>[0], lead: string) =>
  ask(
    target,
    `with made as (
       insert into leads (organization_id, public_id, phone, status_id, status_since, custom_fields, score, scored_with,
                          signals, rescore_at, last_activity_at, created_at, updated_at, rendered, rendered_shape)
       select organization_id, 'lead_' || lpad(n::text, 26, '0'), '+91' || (8000000000 + n), status_id, status_since,
              custom_fields, score, scored_with, signals, rescore_at, last_activity_at, created_at, updated_at,
              replace(replace(rendered, public_id, 'lead_' || lpad(n::text, 26, '0')), phone, '+91' || (8000000000 + n)),
              rendered_shape
         from leads, generate_series(2, ${LEADS}) as n where leads.public_id = '${lead}'
       returning organization_id, id, created_at, phone),
     found as (
       insert into lead_terms (organization_id, lead_id, created_at, term)
       select organization_id, id, created_at, 'p' || substr(phone, 2) from made)
     insert into activities (organization_id, public_id, lead_id, kind, occurred_at)
     select organization_id, 'act_' || lpad(id::text, 26, '0'), id, 'call', created_at from made`,
  ).then(() => ask(target, FOLLOW));

const rescoring = async () => (await service.call('GET', '/scoring', token)).body.data.rescoring;

test('a service killed while it scores leads anew is followed by the next, which goes on until every lead is right', async () => {
  const model = { rules: [{ name: 'All', points: 20 }], signals: [{ activity: 'call', points: 11 }] };
  expect((await service.call('PUT', '/scoring', token, model)).status).toBe(200);
  const before = await until(async () => {
    const { rescored } = await rescoring();
    return rescored > 0 ? rescored : null;
  });
  process.kill(service.pid, 'SIGKILL');
  await service.exited;
  service = await place.start();
  const after = await rescoring();
  expect(after).toMatchObject({ leads: LEADS, finished_at: null });
  // The kill met the work under way; and nothing of what was done is done again.
  expect(after.rescored).toBeGreaterThanOrEqual(before);
  expect(after.rescored).toBeLessThan(LEADS);
  await until(async () => {
    await sleep(500);
    return (await rescoring()).finished_at;
  }, 120_000);
  expect(await rescoring()).toMatchObject({ leads: LEADS, rescored: LEADS });
  const { body } = await service.call('GET', '/leads?sort=score&page[size]=200', token);
  expect(new Set(body.data.map(({ score }: { score: number }) => score))).toEqual(new Set([31]));
  expect(JSON.parse((await place.cli(['verify', '--json'])).stdout)).toEqual({
    leads: LEADS,
    faulty: [],
    misscored: [],
    misrecorded: [],
    broken: [],
  });
}, 240_000);
