// Webhooks to good and bad receivers: what the good ones get, how late, and what creates cost meanwhile.  npm run
// bench:webhooks [-- --events 50000 --rate 40 --kills 3 --only-killed]
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { parseArgs } from 'node:util';
import { openBenchServer } from './fixture.mjs';
import { createOrganization, startService, urlOf } from './service.mjs';

const { values: flags } = parseArgs({
  options: {
    events: { type: 'string', default: '50000' },
    rate: { type: 'string', default: '40' }, // changes a second; each is a delivery to every receiver
    kills: { type: 'string', default: '3' },
    'only-killed': { type: 'boolean', default: false }, // no phases to compare with
  },
});
const [events, pace, kills] = [flags.events, flags.rate, flags.kills].map(Number);
const [GOOD, BAD] = [14, 6];
/** Changes of one lead, one after the other: the first is its creation. */
const CHANGES = 5;
const SETTLE_MS = 300_000;
const say = (line) => process.stdout.write(`${line}\n`);
const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
const settings = { LEADLINE_WEBHOOK_NETWORKS: '127.0.0.0/8', LEADLINE_PROCESSES: '1' };

const server = await openBenchServer();
const databaseUrl = urlOf(server.target);
let faults = 0;
try {
  if (!flags['only-killed']) await compareReceivers();
  if (kills > 0) await phase(`${GOOD} good and ${BAD} bad receivers, killed ${kills} times`, GOOD, BAD, kills);
} finally {
  await server.close();
}
say(faults === 0 ? 'everything holds' : `${faults} faults`);
process.exitCode = faults === 0 ? 0 : 1;

async function compareReceivers() {
  await phase('no webhooks', 0, 0, 0);
  const alone = await phase(`${GOOD} good receivers`, GOOD, 0, 0);
  const beside = await phase(`${GOOD} good and ${BAD} bad receivers`, GOOD, BAD, 0);
  say(
    `p99 of the delay with the bad ones: ${(beside.delay.p99 / alone.delay.p99).toFixed(2)} of that without (limit 2)`,
  );
  say(
    `median of a create with the bad ones: ${(beside.create.p50 / alone.create.p50).toFixed(2)} of that without (limit 1.1)`,
  );
  if (beside.delay.p99 > 2 * alone.delay.p99 || beside.create.p50 > 1.1 * alone.create.p50) faults++;
}

async function phase(name, good, bad, kills) {
  const receivers = fork(new URL('receivers.mjs', import.meta.url), [String(good), String(bad)]);
  const [ports] = await once(receivers, 'message');
  const token = await createOrganization(databaseUrl, name);
  const held = { service: await startService(databaseUrl, settings) };
  try {
    for (const port of ports) {
      const body = { url: `http://127.0.0.1:${port}/`, events: ['*'] };
      const { status, body: text } = await held.service.call(token, 'POST', '/webhooks', body);
      if (status !== 201) throw new Error(text);
    }
    const writing = write(held, token);
    for (let kill = 1; kill <= kills; kill++) {
      await Promise.race([writing, sleep((events / pace / (kills + 1)) * 1_000)]);
      process.kill(held.service.pid, 'SIGKILL');
      held.service = await startService(databaseUrl, settings);
    }
    const { written, took } = await writing;
    await arrived(receivers, written.size * CHANGES);
    const got = await tell(receivers, 'all');
    const delay = spread(got.flatMap((list) => check(list, written)));
    const create = spread(took);
    say(
      `${name}: ${written.size * CHANGES} events; create p50 ${create.p50.toFixed(1)} ms, p99 ${create.p99.toFixed(1)} ms; ` +
        `delay p50 ${delay.p50} ms, p99 ${delay.p99} ms, longest ${delay.most} ms; memory ${held.service.memory()} MB`,
    );
    return { delay, create };
  } finally {
    receivers.disconnect();
    await held.service.stop().catch(() => {});
  }
}

/** Leads with their changes, at an even pace; by lead, when each of its changes was answered. */
async function write(held, token) {
  const written = new Map();
  const took = [];
  const leads = Math.ceil(events / CHANGES);
  const startedAt = performance.now();
  let next = 0;
  const writer = async () => {
    while (next < leads) {
      const n = next++;
      const due = startedAt + (n * CHANGES * 1_000) / pace;
      await sleep(Math.max(0, due - performance.now()));
      const since = performance.now();
      const lead = { phone: `+9198${String(10_000_000 + n)}`, first_name: 'Asha 0' };
      const { data } = await until(held, token, 'POST', '/leads', lead, { 'idempotency-key': `lead-${n}` });
      took.push(performance.now() - since);
      const answered = [Date.now()];
      written.set(data.public_id, answered);
      for (let change = 1; change < CHANGES; change++) {
        await until(held, token, 'PATCH', `/leads/${data.public_id}`, { first_name: `Asha ${change}` });
        answered.push(Date.now());
      }
    }
  };
  await Promise.all(Array.from({ length: 16 }, writer));
  return { written, took };
}

/** Again while the service is away: a change that was made meanwhile is not made twice. */
async function until(held, ...call) {
  for (;;) {
    const answer = await held.service.call(...call).catch(() => null);
    if (answer !== null && answer.status < 300) return JSON.parse(answer.body);
    if (answer !== null && answer.status < 500) throw new Error(answer.body);
    await sleep(100);
  }
}

async function tell(receivers, wish) {
  const answer = once(receivers, 'message');
  receivers.send(wish);
  const [value] = await answer;
  return value;
}

async function arrived(receivers, expected) {
  for (const end = Date.now() + SETTLE_MS; ; await sleep(500)) {
    const counts = await tell(receivers, 'counts');
    if (counts.every((count) => count >= expected)) return;
    if (Date.now() > end) return;
  }
}

/** Everything at least once, and in order where it came first; the delays. */
function check(list, written) {
  const seen = new Set();
  const reached = new Map();
  const delays = [];
  for (const [event, lead, change, at] of list) {
    if (seen.has(event)) continue;
    seen.add(event);
    if (change !== (reached.get(lead) ?? -1) + 1) fault(`change ${change} of ${lead} after ${reached.get(lead)}`);
    reached.set(lead, change);
    delays.push(Math.max(0, at - (written.get(lead)?.[change] ?? at)));
  }
  for (const lead of written.keys()) {
    if (reached.get(lead) !== CHANGES - 1) fault(`${lead} ends with ${reached.get(lead)}`);
  }
  return delays;
}

function fault(text) {
  if (faults++ < 20) say(`BROKEN: ${text}`);
}

function spread(numbers) {
  const sorted = Float64Array.from(numbers).sort();
  const at = (share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  return { p50: at(0.5), p99: at(0.99), most: at(1) };
}
