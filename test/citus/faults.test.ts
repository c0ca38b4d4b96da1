import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { ask } from '../support/catalog.ts';
import { createTestDatabase, inDatabase, type TestDatabase } from '../support/databases.ts';
import { steadyPort } from '../support/free-port.ts';
import { runCli, urlOf } from '../support/run-cli.ts';
import { ServiceProcess } from '../support/service-process.ts';
import { WorkerNode } from '../support/worker-node.ts';
import { eventually } from '../support/workplace.ts';

/** LEADLINE_ROUNDS: how often each fault is tried. */
const ROUNDS = Number(process.env.LEADLINE_ROUNDS ?? 1);
/** For each organization. */
const CALLERS = 4;
/** What a request may take where its node does not answer: the limit of a statement, and a little. */
const LIMIT_MS = 9_000;
const RETURN_MS = 10_000;

interface Answer {
  readonly at: number;
  readonly ms: number;
  /** 0: no answer. */
  readonly status: number;
}

let own: TestDatabase;
let service: ServiceProcess;
let nodes: WorkerNode[];
/** Of one organization on each worker. */
let tokens: string[];

beforeAll(async () => {
  own = await createTestDatabase();
  const environment = { DATABASE_URL: urlOf(own.target), LEADLINE_DEMO: 'off', PORT: String(await steadyPort()) };
  const workers = inject('nodes').slice(1);
  nodes = await Promise.all(workers.map((worker) => WorkerNode.at(worker)));
  const found = new Map<string, string>();
  for (let n = 0; found.size < workers.length && n < 50; n++) {
    const { stdout } = await runCli(['organization', 'create', `Shop ${n}`, '--json'], environment);
    const { organization, token } = JSON.parse(stdout);
    const [placed] = await ask<{ port: string }>(
      own.target,
      `select node.nodeport::text as port from organizations as o
         join pg_dist_placement as placement
           on placement.shardid = get_shard_id_for_distribution_column('organizations', o.id)
         join pg_dist_node as node using (groupid) where o.public_id = $1`,
      [organization.public_id],
    );
    if (!found.has(placed?.port ?? '')) found.set(placed?.port ?? '', token.secret);
  }
  const ports = workers.map((worker) => new URL(urlOf(worker)).port);
  tokens = ports.map((port) => found.get(port) as string);
  expect(tokens.every(Boolean)).toBe(true);
  service = await new ServiceProcess({ ...environment, LEADLINE_RATE_LIMIT: 'off' }).ready();
}, 120_000);
afterAll(async () => {
  await service?.stop();
  await own?.drop();
});

/** Creates, reads, changes and lists leads until it is told to stop. */
function load(token: string) {
  const answers: Answer[] = [];
  let isOver = false;
  const call = async (method: string, path: string, body?: object) => {
    const at = performance.now();
    try {
      const { status, body: answer } = await service.call(method, path, token, body);
      answers.push({ at, ms: performance.now() - at, status });
      return answer;
    } catch {
      answers.push({ at, ms: performance.now() - at, status: 0 });
      return undefined;
    }
  };
  const callers = Array.from({ length: CALLERS }, async () => {
    while (!isOver) {
      const phone = `+9198${String(Math.floor(Math.random() * 1e8)).padStart(8, '0')}`;
      const made = await call('POST', '/leads', { first_name: 'Asha', phone });
      if (made?.data !== undefined) {
        await call('GET', `/leads/${made.data.public_id}`);
        await call('PATCH', `/leads/${made.data.public_id}`, { first_name: 'Usha' });
      }
      await call('GET', '/leads');
      await sleep(20);
    }
  });
  const stop = async () => {
    isOver = true;
    await Promise.all(callers);
  };
  return { answers, stop };
}

const between = (answers: readonly Answer[], from: number, to: number) =>
  answers.filter(({ at }) => at >= from && at < to);
const isGood = ({ status }: Answer) => status >= 200 && status < 300;
function figures(answers: readonly Answer[]): string {
  const ms = answers.map((answer) => answer.ms).sort((one, other) => one - other);
  const good = answers.filter(isGood).length;
  const p99 = ms[Math.floor(ms.length * 0.99)] ?? 0;
  return `${good} of ${answers.length} (${((100 * good) / answers.length).toFixed(1)} %), p99 ${p99.toFixed(0)} ms`;
}

const faults = {
  stopped: { ms: 10_000, begin: (node: WorkerNode) => node.stop(), end: (node: WorkerNode) => node.start() },
  frozen: {
    ms: 30_000,
    begin: async (node: WorkerNode) => node.freeze(),
    end: async (node: WorkerNode) => node.thaw(),
  },
  killed: { ms: 10_000, begin: (node: WorkerNode) => node.kill(), end: (node: WorkerNode) => node.start() },
};

it.each(Object.entries(faults))(
  'a worker that is %s stops its organizations, and no others',
  async (name, fault) => {
    for (let round = 0; round < ROUNDS; round++) {
      const away = round % nodes.length;
      const node = nodes[away] as WorkerNode;
      const affected = load(tokens[away] as string);
      const other = load(tokens[(away + 1) % nodes.length] as string);
      const start = performance.now();
      await sleep(4_000);
      const fallen = performance.now();
      await fault.begin(node);
      await sleep(fault.ms);
      await fault.end(node);
      const back = performance.now();
      await eventually(() => affected.answers.some((answer) => answer.at > back && isGood(answer)), RETURN_MS);
      const working = (affected.answers.find((answer) => answer.at > back && isGood(answer)) as Answer).at;
      await sleep(RETURN_MS);
      const end = performance.now();
      await Promise.all([affected.stop(), other.stop()]);

      const phases = [
        ['before', start, fallen],
        ['during', fallen, back],
        ['after', back, end],
      ] as const;
      for (const [phase, from, to] of phases) {
        const [ours, theirs] = [between(other.answers, from, to), between(affected.answers, from, to)];
        process.stdout.write(`| ${name} | ${round + 1} | ${phase} | ${figures(ours)} | ${figures(theirs)} |\n`);
      }
      process.stdout.write(`  worked again ${((working - back) / 1_000).toFixed(1)} s after its return\n`);

      expect(other.answers.filter((answer) => !isGood(answer))).toEqual([]);
      const during = between(affected.answers, fallen + 1_000, back - LIMIT_MS);
      for (const { status, ms } of during) {
        expect(status).toBe(503);
        expect(ms).toBeLessThan(LIMIT_MS);
      }
      expect(between(affected.answers, back + RETURN_MS, end).filter((answer) => !isGood(answer))).toEqual([]);
      expect(affected.answers.filter(({ status }) => status === 0)).toEqual([]);
    }
  },
  ROUNDS * 90_000,
);

it('leaves no connection, memory or process behind, and stops when told to', async () => {
  // The pools of one process, and a few of the coordinator's own.
  const connections = () =>
    ask<{ n: number }>(
      inDatabase(inject('nodes')[0], new URL(urlOf(own.target)).pathname.slice(1)),
      `select count(*)::integer as n from pg_stat_activity
        where datname = current_database() and application_name = 'leadline' and pid <> pg_backend_pid()`,
    );
  await eventually(async () => ((await connections())[0]?.n ?? 99) <= 22, 40_000);
  const status = readFileSync(`/proc/${service.pid}/status`, 'utf8');
  expect(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1_024).toBeLessThan(300);
  expect(await service.stop()).toBe(0);
  expect(service.leavesProcesses).toBe(false);
  await eventually(async () => ((await connections())[0]?.n ?? 99) === 0, 10_000);
}, 90_000);
