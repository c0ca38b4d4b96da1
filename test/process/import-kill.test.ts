import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ask } from '../support/catalog.ts';
import type { Shown } from '../support/leads.ts';
import { runsOf } from '../support/runs.ts';
import type { ServiceProcess } from '../support/service-process.ts';
import { until, Workplace } from '../support/workplace.ts';

const KILLS = runsOf(2, 4);
const ROWS = 10 * runsOf(1_200, 6_000);

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

/** Of each ten rows one is bad, and one repeats the row before it. */
const rowOf = (n: number): string => {
  if (n % 10 === 3) return `12345,Bad ${n}`;
  return n % 10 === 7 ? rowOf(n - 1) : `+91${7_000_000_000 + n},Person ${n}`;
};

test('every row is processed once, however often service and database are killed', async () => {
  const file = join(place.path, 'leads.csv');
  writeFileSync(file, ['phone,first_name', ...Array.from({ length: ROWS }, (_, n) => rowOf(n))].join('\n'));
  const environment = { LEADLINE_URL: service.url, LEADLINE_TOKEN: token };
  const sending = place.cli(['import', file, '--json'], environment);
  const read = async () => {
    await sleep(200); // calls slow the import down
    const answer = await service.call('GET', '/imports', token).catch(() => null);
    return (answer?.body?.data?.[0] as Shown) ?? null;
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
  const [bad, repeated] = [ROWS / 10, ROWS / 10];
  expect(done).toMatchObject({
    rows: ROWS,
    processed: ROWS,
    created: ROWS - bad - repeated,
    duplicates: repeated,
    failed: bad,
  });
  await sending.catch(() => null);
  expect((await place.cli(['verify'])).code).toBe(0);
  await service.stop();
  const { target } = await place.openServer();
  const [counted] = await ask(
    target,
    `select (select count(*)::int from leads) as leads,
            (select count(*)::int from audit_entries where action = 'lead.created') as audited,
            (select count(*)::int from transitions) as transitions,
            (select count(*)::int from import_rows) as kept,
            (select count(distinct number)::int from import_rows where fault is not null) as failed`,
  );
  const made = ROWS - bad - repeated;
  expect(counted).toEqual({ leads: made, audited: made, transitions: made, kept: bad, failed: bad });
}, 300_000);
