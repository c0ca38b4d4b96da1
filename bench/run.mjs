// The service against bare servers on the same data, in one run: throughput, latency, and above all their ratio.
//  npm run bench                 100,000 leads, under four minutes
//  npm run bench -- --full       longer rounds; then deep pages with a million leads, and ten million leads against 100,000
//  --wire                        also the service with pg's own queries instead of src/db/wire
//  --leads 100000  --rounds 5  --seconds 0.7  --connections 16,64,1  --tasks list,read,patch,create  --json results.json
import { openSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { compete, inWords, middle, ratioOf, spareTime, startFloor, startLoad } from './contest.mjs';
import { loadFixture, openBenchServer } from './fixture.mjs';
import { LEAST, MOST_MEMORY_MB, MOST_TAIL } from './goals.mjs';
import { startService, urlOf } from './service.mjs';
import { compareDepths, compareSizes, openSizes } from './sizes.mjs';
import { measureStart } from './start.mjs';
import { issueToken } from './token.mjs';

const { values: flags } = parseArgs({
  options: {
    full: { type: 'boolean', default: false },
    wire: { type: 'boolean', default: false },
    leads: { type: 'string', default: '100000' },
    rounds: { type: 'string' },
    seconds: { type: 'string' },
    connections: { type: 'string', default: '16,64,1' },
    tasks: { type: 'string', default: 'list,read,patch,create' },
    json: { type: 'string', default: join(tmpdir(), 'leadline-bench.json') },
  },
});
const pace = {
  rounds: Number(flags.rounds ?? (flags.full ? 9 : 5)),
  ms: Number(flags.seconds ?? (flags.full ? 4 : 0.7)) * 1_000,
  spare: spareTime(flags.full ? 10 * 60_000 : 0),
};
/** Before the first measurement of a task: V8 takes some seconds to compile hot code. */
const FIRST_WARM_UP_MS = flags.full ? 10_000 : 5_000;
/** With one connection the rate is steady, so a shorter run is enough. */
const paceOf = (connections) => (connections === 1 ? { ...pace, ms: 0.6 * pace.ms } : pace);
const say = (line = '') => process.stdout.write(`${line}\n`);
const results = { leads: Number(flags.leads), ...pace, tasks: [] };
/** A quick run ends within four minutes. The time that its rounds do not need is for repeated rounds. */
const QUICK_MS = 232_000;
const START_MS = 22_000;
const missed = [];
const judge = (isMet, goal) => {
  if (!isMet) missed.push(goal);
  return isMet ? '' : `   ← goal ${goal}`;
};

const PLAIN = "with pg's queries";
/** The service without src/db/wire. */
const startPlain = (url, settings, log) =>
  startService(url, { ...settings, NODE_OPTIONS: `--import ${new URL('plain-wire.mjs', import.meta.url)}` }, log);

/** Everything that is measured on one database. */
async function measureTasks() {
  const server = await openBenchServer();
  process.stderr.write(`loading ${flags.leads} leads …\n`);
  const organization = await loadFixture(server.client, Number(flags.leads));
  const url = urlOf(server.target);
  const work = await describeWork(server.client, organization);
  // Default settings, except for a higher rate limit; the log goes to a file.
  const log = openSync(join(tmpdir(), 'leadline-bench.log'), 'w');
  const settings = { LEADLINE_RATE_LIMIT: '10000000', LOG_LEVEL: 'info' };
  const service = await startService(url, settings, log);
  const contestants = {
    service: { port: service.port, prefix: '/api/v1', stop: service.stop },
    ...(flags.wire && { [PLAIN]: { prefix: '/api/v1', ...(await startPlain(url, settings, log)) } }),
    'bare, JSON in SQL': { prefix: '', ...(await startFloor(url, organization, 'sql')) },
    'bare, rows': { prefix: '', ...(await startFloor(url, organization, 'rows')) },
  };
  const load = startLoad();
  const plan = plannedTasks(Object.keys(contestants));
  if (!flags.full) pace.spare.ms = QUICK_MS - START_MS - performance.now() - timeOf(plan);
  try {
    for (const { task, connections, ...more } of plan) {
      await measureTask(load, contestants, { ...work, task }, connections, more);
    }
    results.memoryMb = service.memory();
    const note = judge(results.memoryMb <= MOST_MEMORY_MB, `${MOST_MEMORY_MB} MB`);
    say(`\nresident memory of the service after all that: ${results.memoryMb} MB${note}`);
  } finally {
    load.stop();
    for (const { stop } of Object.values(contestants)) await stop();
    await server.close();
  }
}

async function describeWork(client, organization) {
  const ids = async (text) => (await client.query(text, [organization])).rows.map(({ public_id }) => public_id);
  return {
    token: await issueToken(client, organization),
    statuses: await ids('select public_id from statuses where organization_id = $1 order by position'),
    sources: await ids('select public_id from sources where organization_id = $1 order by id'),
    leads: await ids('select public_id from leads where organization_id = $1 order by id desc limit 20000'),
  };
}

/** Every task with every number of connections: its contestants and its warm-up. */
function plannedTasks(all) {
  const numbers = flags.connections.split(',').map(Number);
  return flags.tasks.split(',').flatMap((task) => {
    // For writes, both bare servers are the same.
    const names = all.filter((name) => name !== 'bare, rows' || ['list', 'read'].includes(task));
    return numbers.map((connections, n) => ({
      ...{ task, connections, names },
      warmUpMs: n === 0 ? FIRST_WARM_UP_MS : pace.ms,
    }));
  });
}

/** The time of all tasks without repeated rounds. A quarter of each run is warm-up and does not count. */
const timeOf = (plan) =>
  plan.reduce((sum, { names, connections, warmUpMs }) => {
    const { rounds, ms } = paceOf(connections);
    return sum + names.length * (warmUpMs + ms / 4 + rounds * 1.25 * ms);
  }, 0);

let runs = 0;

async function measureTask(load, contestants, work, connections, { names, warmUpMs }) {
  const { task } = work;
  const found = await compete(load, names, { ...paceOf(connections), warmUpMs }, (name) => {
    const { port, prefix } = contestants[name];
    // Phones of the fixture start with 7, 8 and 9; each run creates from its own range.
    const firstPhone = 6_000_000_000 + 500_000 * runs++;
    return {
      port,
      connections,
      work: { ...work, prefix, seed: runs, firstPhone, expected: task === 'create' ? 201 : 200 },
    };
  });
  report(task, connections, found);
}

function report(task, connections, found) {
  const speed = (name) => middle(found[name], ({ perSecond }) => perSecond);
  const [floor] = Object.keys(found)
    .filter((name) => name.startsWith('bare'))
    .sort((one, other) => speed(other) - speed(one));
  for (const [name, rounds] of Object.entries(found)) {
    const at = (of) => middle(rounds, of).toFixed(2).padStart(8);
    say(
      `${task.padEnd(7)}${String(connections).padStart(3)}  ${name.padEnd(18)} ${speed(name).toFixed(0).padStart(7)}/s   p50 ${at(({ p50 }) => p50)} ms   p99 ${at(({ p99 }) => p99)} ms`,
    );
  }
  const throughput = ratioOf(found, 'service', floor);
  const tail = ratioOf(found, 'service', floor, ({ p99 }) => p99);
  const [least, most] = [LEAST[task]?.[connections], MOST_TAIL[connections]];
  const name = `${task}, ${connections} connections`;
  const speedNote = least === undefined ? '' : judge(throughput.ratio >= least, `${name}: ${least} or more`);
  const tailNote = most === undefined ? '' : judge(tail.ratio <= most, `${name}: p99 ${most} or less`);
  say(`            ratio ${inWords(throughput)}${speedNote}, p99 ratio ${inWords(tail)}${tailNote}\n`);
  if (PLAIN in found) say(`            ${PLAIN}: the service is ${inWords(ratioOf(found, 'service', PLAIN))} of it\n`);
  results.tasks.push({ task, connections, floor, throughput, tail, found });
}

await measureTasks();
results.start = await measureStart(say, judge);
if (flags.full) {
  results.depths = await compareDepths(pace, say, judge);
  results.sizes = await compareSizes(await openSizes(), pace, say, judge);
}
const { again, worst } = pace.spare;
say(
  `repeated rounds: ${again}; other guests took at most ${Math.round(100 * worst)} % of the CPU time in a round that counts`,
);
writeFileSync(flags.json, JSON.stringify(results, null, 1));
say(`\nresults: ${flags.json}`);
say(missed.length === 0 ? 'every goal is met' : `missed: ${missed.join('; ')}`);
process.exitCode = missed.length === 0 ? 0 : 1;
