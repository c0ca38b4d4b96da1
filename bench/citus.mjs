// The service on a Citus cluster against the service on plain PostgreSQL, in one run: the same server is the plain one and the
// coordinator, in two databases with the same leads.
//  CITUS_DATABASE_URL=postgres://… npm run bench:citus  [-- --leads 100000 --rounds 5 --seconds 2 --connections 16]
import { execFileSync } from 'node:child_process';
import { openSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { connectOnce } from '../dist/db/connect.js';
import { migrate } from '../dist/db/migrate.js';
import { compete, inWords, middle, ratioOf, spareTime, startLoad } from './contest.mjs';
import { LOADING_MS, loadFixture } from './fixture.mjs';
import { cli, startService } from './service.mjs';
import { issueToken } from './token.mjs';

const { values: flags } = parseArgs({
  options: {
    leads: { type: 'string', default: '100000' },
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '2' },
    connections: { type: 'string', default: '16' },
  },
});
const coordinator = process.env.CITUS_DATABASE_URL;
if (!coordinator) throw new Error('Set CITUS_DATABASE_URL to the coordinator of a Citus cluster.');
const pace = { rounds: Number(flags.rounds), ms: Number(flags.seconds) * 1_000, warmUpMs: 4_000, spare: spareTime(0) };
const [PLAIN, CITUS] = ['leadline_bench_plain', 'leadline_bench_citus'];
const say = (line) => process.stdout.write(`${line}\n`);

const inDatabase = (url, name) => Object.assign(new URL(url), { pathname: `/${name}` }).href;

async function run(url, text, values = []) {
  const client = await connectOnce({ url }, LOADING_MS);
  try {
    return (await client.query(text, values)).rows;
  } finally {
    await client.end();
  }
}

async function addressesOfNodes() {
  const nodes = await run(coordinator, 'select nodename, nodeport from pg_dist_node where groupid > 0 order by 2');
  return [
    coordinator,
    ...nodes.map(
      ({ nodename, nodeport }) => Object.assign(new URL(coordinator), { hostname: nodename, port: nodeport }).href,
    ),
  ];
}

async function makeDatabases(nodes) {
  await dropDatabases(nodes);
  await run(coordinator, `create database ${PLAIN}`);
  const urls = nodes.map((node) => inDatabase(node, CITUS));
  for (const [n, node] of nodes.entries()) {
    await run(node, `create database ${CITUS}`);
    await run(urls[n], 'create extension citus');
  }
  const [own, ...workers] = urls.map((url) => [new URL(url).hostname, Number(new URL(url).port || 5432)]);
  await run(urls[0], 'select citus_set_coordinator_host($1, $2)', own);
  for (const worker of workers) await run(urls[0], 'select citus_add_node($1, $2)', worker);
}

async function dropDatabases(nodes) {
  await run(coordinator, `drop database if exists ${PLAIN} with (force)`);
  for (const node of nodes) await run(node, `drop database if exists ${CITUS} with (force)`);
}

/** Loads leads into the plain database, and takes them over to the other one by a backup. */
async function load() {
  const url = inDatabase(coordinator, PLAIN);
  await migrate({ url });
  const client = await connectOnce({ url }, LOADING_MS);
  const organization = await loadFixture(client, Number(flags.leads));
  const ids = async (text) => (await client.query(text, [organization])).rows.map(({ public_id }) => public_id);
  const work = {
    token: await issueToken(client, organization),
    statuses: await ids('select public_id from statuses where organization_id = $1 order by position'),
    sources: await ids('select public_id from sources where organization_id = $1 order by id'),
    leads: await ids('select public_id from leads where organization_id = $1 order by id desc limit 20000'),
    paths: ['/reports/funnel'],
  };
  await client.end();
  const file = join(tmpdir(), 'leadline-bench-citus.backup');
  const leadline = (command, name) =>
    execFileSync(process.execPath, [cli, command, file], {
      env: { ...process.env, DATABASE_URL: inDatabase(coordinator, name) },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
  rmSync(file, { force: true });
  leadline('backup', PLAIN);
  leadline('restore', CITUS);
  rmSync(file);
  for (const name of [PLAIN, CITUS]) await run(inDatabase(coordinator, name), 'vacuum analyze');
  return work;
}

const nodes = await addressesOfNodes();
await makeDatabases(nodes);
const work = await load();
const log = openSync(join(tmpdir(), 'leadline-bench-citus.log'), 'w');
const settings = { LEADLINE_RATE_LIMIT: 'off' };
const services = {
  plain: await startService(inDatabase(coordinator, PLAIN), settings, log),
  Citus: await startService(inDatabase(coordinator, CITUS), settings, log),
};
const generator = startLoad();
let runs = 0;
try {
  for (const [name, task] of [
    ['list', 'list'],
    ['read', 'read'],
    ['create', 'create'],
    ['patch', 'patch'],
    ['report', 'page'],
  ]) {
    const connections = Number(flags.connections);
    const found = await compete(generator, Object.keys(services), pace, (service) => ({
      port: services[service].port,
      connections,
      work: {
        ...work,
        ...{ task, prefix: '/api/v1', seed: ++runs, firstPhone: 6_000_000_000 + 500_000 * runs },
        expected: task === 'create' ? 201 : 200,
      },
    }));
    for (const [service, rounds] of Object.entries(found)) {
      const at = (of) => middle(rounds, of).toFixed(2).padStart(8);
      say(
        `${name.padEnd(7)} ${service.padEnd(6)} ${at(({ perSecond }) => perSecond)}/s   p50 ${at(({ p50 }) => p50)} ms   p99 ${at(({ p99 }) => p99)} ms`,
      );
    }
    say(`        Citus does ${inWords(ratioOf(found, 'Citus', 'plain'))} of what plain PostgreSQL does\n`);
  }
} finally {
  generator.stop();
  for (const { stop } of Object.values(services)) await stop();
  await dropDatabases(nodes);
}
