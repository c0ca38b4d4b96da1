import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { connectOnce } from '../../src/db/connect.ts';
import { ask } from '../support/catalog.ts';
import { createTestDatabase, type TestDatabase } from '../support/databases.ts';
import { steadyPort } from '../support/free-port.ts';
import { runCli, urlOf } from '../support/run-cli.ts';
import { ServiceProcess } from '../support/service-process.ts';
import { type Account, writeTo } from '../support/writers.ts';

/** The statements of docs/operating/moving-up.md. */
const ISOLATE = `select isolate_tenant_to_new_shard('organizations', $1::bigint, 'CASCADE', shard_transfer_mode => 'block_writes')`;
const PLACE = `
  select placement.shardid::text as shard, node.nodename as host, node.nodeport as port
    from pg_dist_placement as placement join pg_dist_node as node using (groupid)
   where placement.shardid = get_shard_id_for_distribution_column('organizations', $1::bigint)`;
const MOVE = `select citus_move_shard_placement($1::bigint, $2, $3::integer, $4, $5::integer, 'force_logical')`;

interface Place {
  readonly shard: string;
  readonly host: string;
  readonly port: number;
}
interface Organization {
  readonly id: string;
  readonly token: string;
}

let own: TestDatabase;
let service: ServiceProcess;
let moved: Organization;
let other: Organization;

const placeOf = async ({ id }: Organization) => (await ask<Place>(own.target, PLACE, [id]))[0] as Place;

beforeAll(async () => {
  own = await createTestDatabase();
  const environment = { DATABASE_URL: urlOf(own.target), LEADLINE_DEMO: 'off', PORT: String(await steadyPort()) };
  moved = await create('Moved', environment);
  other = await create('Other', environment);
  service = await new ServiceProcess({ ...environment, LEADLINE_RATE_LIMIT: '1000000' }).ready();
}, 120_000);
afterAll(async () => {
  await service?.stop();
  await own?.drop();
});

async function create(name: string, environment: Record<string, string>): Promise<Organization> {
  const { stdout } = await runCli(['organization', 'create', name, '--json'], environment);
  const { organization, token } = JSON.parse(stdout);
  const [row] = await ask<{ id: string }>(own.target, 'select id::text from organizations where public_id = $1', [
    organization.public_id,
  ]);
  return { id: row?.id ?? '', token: token.secret };
}

/** As the operator would in psql. */
async function operate(statements: readonly { text: string; values: unknown[] }[]): Promise<void> {
  const client = await connectOnce(own.target, 0);
  try {
    for (const { text, values } of statements) await client.query(text, values);
  } finally {
    await client.end();
  }
}

async function moveAway(organization: Organization): Promise<Place> {
  const { shard, host, port } = await placeOf(organization);
  const workers = inject('nodes').slice(1);
  const to = workers.map((worker) => new URL(urlOf(worker))).find((url) => Number(url.port) !== port) as URL;
  await operate([{ text: MOVE, values: [shard, host, port, to.hostname, Number(to.port)] }]);
  return placeOf(organization);
}

/** Longest answer and the answers other than success, in words. */
const figures = ({ answers }: Account, from: number) => {
  const these = answers.filter(({ at, ms }) => at + ms >= from);
  const ms = these.map((answer) => answer.ms).sort((one, two) => one - two);
  const bad = these.filter(({ status }) => status >= 300 || status === 0).map(({ status }) => status);
  const rest = bad.length === 0 ? 'none failed' : `failed: ${bad.join(' ')}`;
  return `${these.length} answers, median ${ms[Math.floor(ms.length / 2)]?.toFixed(0)} ms, longest ${ms.at(-1)?.toFixed(0)} ms, ${rest}`;
};

it('an organization moves to another node while it is written to: nothing that was answered is lost', async () => {
  const before = await placeOf(moved);
  const writers = [writeTo(service, moved.token), writeTo(service, other.token)] as const;
  await sleep(3_000);
  const steps: [string, () => Promise<unknown>][] = [
    ['a shard of its own', () => operate([{ text: ISOLATE, values: [moved.id] }])],
    ['another node', () => moveAway(moved)],
    ['back', () => moveAway(moved)],
    ['and away', () => moveAway(moved)],
  ];
  for (const [name, step] of steps) {
    const from = performance.now();
    await step();
    const seconds = ((performance.now() - from) / 1_000).toFixed(1);
    await sleep(2_000);
    const [ours, theirs] = writers.map((writer) => figures(writer, from));
    process.stdout.write(`| ${name} | ${seconds} s | ${ours} | ${theirs} |\n`);
  }
  const moves = performance.now();
  await sleep(3_000);
  await Promise.all(writers.map((writer) => writer.stop()));

  const after = await placeOf(moved);
  expect(after.port).not.toBe(before.port);
  expect(after.shard).not.toBe(before.shard);
  for (const [writer, { token }] of [
    [writers[0], moved],
    [writers[1], other],
  ] as const) {
    // A request that waits too long at the cut-over gets 503, which is safe to repeat; nothing else goes wrong.
    expect(writer.answers.filter(({ status }) => ![200, 201, 503].includes(status))).toEqual([]);
    expect(writer.answers.filter(({ at, status }) => at > moves && status === 503)).toEqual([]);
    expect(writer.names.size).toBeGreaterThan(10);
    for (const [lead, names] of writer.names) {
      const { status, body } = await service.call('GET', `/leads/${lead}`, token);
      expect(status).toBe(200);
      expect(names).toContain(body.data.contact.first_name);
    }
  }
  const { code, stdout } = await runCli(['verify'], { DATABASE_URL: urlOf(own.target) });
  expect(code, stdout).toBe(0);
}, 300_000);

it('a new lead after the move has an id of its own, and the report counts every lead', async () => {
  const { status } = await service.call('POST', '/leads', moved.token, { first_name: 'Asha', phone: '+919800000000' });
  expect(status).toBe(201);
  const [counted] = await ask<{ n: number }>(
    own.target,
    'select count(*)::integer as n from leads where organization_id = $1',
    [moved.id],
  );
  const { body } = await service.call('GET', '/reports/funnel', moved.token);
  expect(body.data.stages[0].reached).toBe(counted?.n);
});
