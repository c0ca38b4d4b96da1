import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Target } from '../../src/db/connect.ts';
import { ask } from '../support/catalog.ts';
import { isSoak, runsOf } from '../support/runs.ts';
import type { ServiceProcess } from '../support/service-process.ts';
import { eventually, Workplace } from '../support/workplace.ts';

const KILLS = runsOf(2, 6);
const CLIENTS = 6;
/** How long everything runs between two kills, at least. */
const BETWEEN_MS = isSoak ? 1_500 : 500;

let place: Workplace;
let service: ServiceProcess;
let token: string;

beforeAll(async () => {
  place = await Workplace.withData({ LEADLINE_DEMO: 'off', LEADLINE_RATE_LIMIT: 'off', LOG_LEVEL: 'error' });
  service = await place.start();
  token = (await place.json(['organization', 'create', 'Acme'])).token.secret;
}, 120_000);

afterAll(() => place.clean());

interface Outcome {
  phone: string;
  /** Answered 201, or 200 after a try whose answer was lost. */
  statuses: number[];
}

/** A client that wants its lead taken down, and asks again until it is told that it has been. */
async function capture(phone: string): Promise<Outcome> {
  const statuses: number[] = [];
  for (;;) {
    try {
      const { status, body } = await service.call('POST', '/leads', token, { phone, first_name: 'Asha' });
      statuses.push(status);
      if (status === 201 || status === 200) {
        expect(body.data.contact.phone).toBe(phone);
        return { phone, statuses };
      }
      expect([status, body.code]).toEqual([503, 'service_unavailable']);
    } catch (error) {
      if (error instanceof Error && error.name === 'AssertionError') throw error;
      statuses.push(0); // the connection broke, or nobody listened
    }
    await sleep(30);
  }
}

async function killService(): Promise<void> {
  process.kill(service.pid, 'SIGKILL');
  await service.exited;
  service = await place.start();
}

test('every lead answered with 201 is there once and whole, however often service and database are killed', async () => {
  const outcomes: Outcome[] = [];
  let working = true;
  let serial = 0;
  const work = async () => {
    while (working) outcomes.push(await capture(`+91${9_000_000_000 + ++serial}`));
  };
  const clients = Array.from({ length: CLIENTS }, work);
  for (let kill = 0; kill < KILLS; kill++) {
    const before = outcomes.length;
    await sleep(BETWEEN_MS);
    await eventually(() => outcomes.length > before);
    await (kill % 2 === 0 ? killService() : place.killDatabase(service));
  }
  await sleep(BETWEEN_MS);
  working = false;
  await Promise.all(clients);

  expect((await place.cli(['verify'])).code).toBe(0);
  await service.stop();
  const { target } = await place.openServer();
  const leads = await listLeads(target);
  // Each client's lead is there exactly once, and no other lead is.
  expect(leads.map(({ phone }) => phone).sort()).toEqual(outcomes.map(({ phone }) => phone).sort());
  expect(leads.filter((lead) => lead.transitions !== 1 || lead.created !== 1 || lead.audited !== 1)).toEqual([]);
  expect(await countStrays(target)).toBe(0);
  // The kills did meet requests under way; without that nothing would be shown.
  expect(outcomes.filter(({ statuses }) => statuses.length > 1).length).toBeGreaterThan(0);
}, 150_000);

interface WholeLead {
  phone: string;
  transitions: number;
  created: number;
  audited: number;
}

const listLeads = (target: Target) =>
  ask<WholeLead>(
    target,
    `select phone,
            (select count(*)::int from transitions where lead_id = leads.id and from_status_id is null) as transitions,
            (select count(*)::int from activities where lead_id = leads.id and kind = 'created') as created,
            (select count(*)::int from audit_entries where lead_id = leads.id and action = 'lead.created') as audited
       from leads`,
  );

/** What was left behind by a lead that is not there. */
async function countStrays(target: Target): Promise<number> {
  const [row] = await ask<{ count: number }>(
    target,
    `select count(*)::int from (select lead_id from transitions union all select lead_id from activities
            union all select lead_id from audit_entries where lead_id is not null) as left_behind
      where not exists (select from leads where leads.id = lead_id)`,
  );
  return row?.count ?? -1;
}
