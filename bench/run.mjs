// The service against the bare servers, in one run: `npm run bench` (quick) or `npm run bench -- --full`.
//   --leads 100000  --rounds 5  --seconds 1  --connections 1,16,64  --tasks list,read,patch,create  --json file
import { fork } from 'node:child_process';
import { openSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { loadFixture, openBenchServer } from './fixture.mjs';
import { median, startService, urlOf } from './service.mjs';
import { issueToken } from './token.mjs';
import { seeded } from './work.mjs';

const { values: flags } = parseArgs({
  options: {
    full: { type: 'boolean', default: false },
    leads: { type: 'string', default: '100000' },
    rounds: { type: 'string' },
    seconds: { type: 'string' },
    connections: { type: 'string', default: '1,16,64' },
    tasks: { type: 'string', default: 'list,read,patch,create' },
    json: { type: 'string' },
  },
});
const say = (line = '') => process.stdout.write(`${line}\n`);
const rounds = Number(flags.rounds ?? (flags.full ? 9 : 5));
const ms = Number(flags.seconds ?? (flags.full ? 4 : 0.9)) * 1_000;
const warmMs = ms / 4;
const shuffle = seeded(7);
const FIRST_PHONE = 6_000_000_000; // the fixture's begin with 7
let phones = FIRST_PHONE;

const server = await openBenchServer();
process.stderr.write(`loading ${flags.leads} leads …\n`);
const organization = await loadFixture(server.client, Number(flags.leads));
const url = urlOf(server.target);
const token = await issueToken(server.client, organization);
const publicIds = async (text) =>
  (await server.client.query(text, [organization])).rows.map(({ public_id }) => public_id);
const statuses = await publicIds('select public_id from statuses where organization_id = $1 order by position');
const sources = await publicIds('select public_id from sources where organization_id = $1 order by id');
const leads = await publicIds('select public_id from leads where organization_id = $1 order by id desc limit 20000');

const service = await startService(
  url,
  { LEADLINE_RATE_LIMIT: '10000000', LOG_LEVEL: 'info' },
  openSync('/tmp/bench-service.log', 'w'),
);
const floors = {};
for (const variant of ['sql', 'rows']) floors[variant] = await startFloor(variant);
const load = fork(new URL('load.mjs', import.meta.url));

const contestants = {
  service: { port: service.port, prefix: '/api/v1' },
  'floor, JSON in SQL': { port: floors.sql.port, prefix: '' },
  'floor, rows': { port: floors.rows.port, prefix: '' },
};

async function startFloor(variant) {
  const child = fork(new URL('floor.mjs', import.meta.url), [url, organization, variant]);
  const [{ port }] = await new Promise((resolve) => child.once('message', (...answer) => resolve(answer)));
  return { port, stop: () => child.kill() };
}

function ask(job) {
  return new Promise((resolve, reject) => {
    load.once('message', ({ result, error }) => (error === undefined ? resolve(result) : reject(new Error(error))));
    load.send(job);
  });
}

const results = [];

/** Rounds in which each contestant has its turn, in an order drawn anew each time. */
async function measure(task, connections) {
  // Both floors do the same where nothing is read.
  const names = Object.keys(contestants).filter((name) => name !== 'floor, rows' || ['list', 'read'].includes(task));
  const found = Object.fromEntries(names.map((name) => [name, []]));
  for (let round = -1; round < rounds; round++) {
    const order = names.map((name) => [shuffle(), name]).sort(([one], [other]) => one - other);
    for (const [, name] of order) {
      const seed = Math.floor(shuffle() * 2 ** 31);
      const work = {
        task,
        token,
        statuses,
        sources,
        leads,
        seed,
        firstPhone: phones,
        expected: task === 'create' ? 201 : 200,
      };
      const { port, prefix } = contestants[name];
      const result = await ask({ port, connections, ms, warmMs, work: { ...work, prefix } });
      if (task === 'create') phones += 1_000_000;
      if (round >= 0) found[name].push(result); // the first one warms up
    }
  }
  report(task, connections, found);
}

const middle = (list, of) => median(list.map(of));

function report(task, connections, found) {
  const names = Object.keys(found);
  const floor = names
    .filter((name) => name !== 'service')
    .sort((one, other) => middle(found[other], (r) => r.perSecond) - middle(found[one], (r) => r.perSecond))[0];
  const ratiosOf = (of) => found.service.map((result, n) => of(result) / of(found[floor][n]));
  const speed = ratiosOf(({ perSecond }) => perSecond).sort((a, b) => a - b);
  const tail = ratiosOf(({ p99 }) => p99);
  for (const name of names) {
    const list = found[name];
    say(
      `${task.padEnd(7)} ${String(connections).padStart(3)}  ${name.padEnd(19)} ${middle(list, (r) => r.perSecond)
        .toFixed(0)
        .padStart(7)}/s  p50 ${middle(list, (r) => r.p50)
        .toFixed(2)
        .padStart(7)} ms  p99 ${middle(list, (r) => r.p99)
        .toFixed(2)
        .padStart(7)} ms`,
    );
  }
  say(
    `${' '.repeat(13)}ratio ${median(speed).toFixed(2)} (${speed[0].toFixed(2)} to ${speed.at(-1).toFixed(2)}), p99 ratio ${median(tail).toFixed(2)}`,
  );
  results.push({
    task,
    connections,
    floor,
    ratio: median(speed),
    spread: [speed[0], speed.at(-1)],
    p99Ratio: median(tail),
    found,
  });
}

try {
  for (const task of flags.tasks.split(',')) {
    for (const connections of flags.connections.split(',')) await measure(task, Number(connections));
  }
  say(`resident memory of the service: ${service.memory()} MB`);
} finally {
  load.kill();
  for (const floor of Object.values(floors)) floor.stop();
  await service.stop();
  await server.close();
}
if (flags.json) writeFileSync(flags.json, JSON.stringify(results, null, 1));
