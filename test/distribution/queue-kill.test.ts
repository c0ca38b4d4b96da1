import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ask } from '../support/catalog.ts';
import { createTestDatabase, type TestDatabase } from '../support/databases.ts';
import { freshPhone, type Shown } from '../support/leads.ts';
import { urlOf } from '../support/run-cli.ts';
import type { ServiceProcess } from '../support/service-process.ts';
import { eventually, Workplace } from '../support/workplace.ts';

let place: Workplace;
let database: TestDatabase;
let here: ServiceProcess;
let there: ServiceProcess;
let admin: string;

beforeAll(async () => {
  database = await createTestDatabase();
  place = new Workplace({
    LEADLINE_DEMO: 'off',
    LEADLINE_RATE_LIMIT: 'off',
    LOG_LEVEL: 'error',
    DATABASE_URL: urlOf(database.target),
  });
  [here, there] = await Promise.all([place.start(), place.start()]);
  admin = (await place.json(['organization', 'create', 'Acme'])).token.secret;
});
afterAll(async () => {
  await place.clean();
  await database.drop();
});

async function add(path: string, body: object): Promise<Shown> {
  const answer = await here.call('POST', path, admin, body);
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return answer.body.data;
}

const count = async (condition: string): Promise<number> => {
  const [row] = await ask<{ n: number }>(database.target, `select count(*)::integer as n from ${condition}`);
  return row?.n ?? -1;
};

it('a process that is killed while it hands out leads loses none of them, and gives none away twice', async () => {
  const LEADS = 240;
  const members = [];
  for (const name of ['a', 'b', 'c']) members.push(await add('/memberships', { name, role: 'manager' }));
  const pool = { memberships: members.map(({ public_id }) => public_id) };
  const rule = await add('/distribution-rules', { name: 'All', strategy: 'round_robin', pool, active: false });
  for (let n = 0; n < LEADS / 40; n++) {
    await Promise.all(Array.from({ length: 40 }, () => add('/leads', { phone: freshPhone() })));
  }
  expect(await count('assignments where waiting')).toBe(LEADS);

  const opened = here.call('PATCH', `/distribution-rules/${rule.public_id}`, admin, { active: true });
  await eventually(async () => (await count('leads where owner_id is not null')) > 0);
  process.kill(here.pid, 'SIGKILL');
  await Promise.all([here.exited, opened.catch(() => {})]);

  await eventually(async () => (await count('assignments where waiting')) === 0);
  await sleep(100);
  expect(await count('leads where owner_id is not null')).toBe(LEADS);
  const kinds = `select lead_id, count(*) as n from activities where kind = 'assigned' group by lead_id`;
  expect(await count(`(${kinds}) as each where n = 1`)).toBe(LEADS);
  const entries = `select lead_id, count(*) as n from audit_entries where action = 'lead.assigned' group by lead_id`;
  expect(await count(`(${entries}) as each where n = 1`)).toBe(LEADS);
  const owned = 'leads.organization_id = assignments.organization_id and leads.id = lead_id';
  expect(await count(`assignments join leads on ${owned} and leads.owner_id = assignments.owner_id`)).toBe(LEADS);
  expect((await place.cli(['verify'])).code).toBe(0);
  expect((await there.call('POST', '/leads', admin, { phone: freshPhone() })).body.data.owner).not.toBeNull();
}, 60_000);
