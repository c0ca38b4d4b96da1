// Readers that wait for events: memory and database connections that they cost, and how soon an event reaches them.  npm run
// bench:readers [-- --readers 1000 --events 60]
import { Agent, request } from 'node:http';
import { parseArgs } from 'node:util';
import { openBenchServer } from './fixture.mjs';
import { createOrganization, startService, urlOf } from './service.mjs';

const { values: flags } = parseArgs({
  options: { readers: { type: 'string', default: '1000' }, events: { type: 'string', default: '60' } },
});
const [readers, events] = [flags.readers, flags.events].map(Number);
/** Of one token. */
const READERS_EACH = 100;
const PAUSE_MS = 500;
const WAIT = 30;
/** The leads of events are looked for in the text: a thousand parsed answers would measure this process. */
const LEAD = /"lead":\{"public_id":"(lead_\w+)"/g;
const say = (line) => process.stdout.write(`${line}\n`);
const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

const server = await openBenchServer();
const databaseUrl = urlOf(server.target);
try {
  say('| readers | memory of the service | each | database connections | arrival p50 | p99 | longest | missing |');
  say('|---|---|---|---|---|---|---|---|');
  for (const kind of ['none', 'waiting requests', 'streams']) await measure(kind);
} finally {
  await server.close();
}

async function measure(kind) {
  const admin = await createOrganization(databaseUrl, kind);
  const service = await startService(databaseUrl, { LEADLINE_PROCESSES: '1' });
  try {
    const tokens = await issueTokens(service, admin, Math.ceil(readers / READERS_EACH));
    await create(service, admin, 20, 0); // what the first requests load is not the readers' memory
    await sleep(2_000);
    const before = service.memory();
    const arrivals = [];
    const stops = [];
    const follow = kind === 'streams' ? followStream : followWaiting;
    const count = kind === 'none' ? 0 : readers;
    for (let n = 0; n < count; n++) {
      stops.push(follow(service.port, tokens[n % tokens.length], (event, at) => arrivals.push([event, at])));
    }
    await sleep(5_000);
    const { rows } = await server.client.query(
      `select count(*)::integer as connections from pg_stat_activity where application_name like 'leadline%'`,
    );
    const memory = service.memory();
    const answered = await create(service, admin, events, PAUSE_MS);
    await sleep(3_000);
    for (const stop of stops) stop();
    const delays = arrivals.map(([event, at]) => at - answered.get(event)).filter((delay) => !Number.isNaN(delay));
    const sorted = delays.map((delay) => Math.max(0, delay)).sort((one, other) => one - other);
    const at = (share) =>
      `${(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0).toFixed(0)} ms`;
    const each = count === 0 ? '' : `${(((memory - before) * 1_024) / count).toFixed(0)} KB`;
    say(
      `| ${kind === 'none' ? 'none' : `${count} ${kind}`} | ${memory} MB | ${each} | ${rows[0].connections} | ` +
        `${count === 0 ? ' | | |' : `${at(0.5)} | ${at(0.99)} | ${at(1)} | ${count * events - delays.length} |`}`,
    );
  } finally {
    await service.stop();
  }
}

async function issueTokens(service, admin, count) {
  const tokens = [];
  const me = JSON.parse((await service.call(admin, 'GET', '/me')).body).data;
  for (let n = 0; n < count; n++) {
    const wanted = {
      name: `Reader ${n}`,
      membership: me.membership.public_id,
      abilities: ['events:read', 'leads:read'],
    };
    const { status, body } = await service.call(admin, 'POST', '/tokens', wanted);
    if (status !== 201) throw new Error(body);
    tokens.push(JSON.parse(body).data.secret);
  }
  return tokens;
}

/** Leads one after the other: by lead, when it was answered. */
async function create(service, token, count, pause) {
  const answered = new Map();
  for (let n = 0; n < count; n++) {
    const lead = { phone: `+9198${String(10_000_000 + (pause === 0 ? 0 : 1_000) + n)}`, first_name: 'Asha' };
    const { status, body } = await service.call(token, 'POST', '/leads', lead);
    if (status !== 201) throw new Error(body);
    answered.set(JSON.parse(body).data.public_id, performance.now());
    await sleep(pause);
  }
  return answered;
}

function followWaiting(port, token, came) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  let isOver = false;
  const ask = (path) => {
    if (isOver) return;
    const headers = { authorization: `Bearer ${token}` };
    const call = request({ agent, host: '127.0.0.1', port, path, headers }, (response) => {
      const chunks = [];
      response.on('data', (chunk) => chunks.push(chunk));
      response.on('end', () => {
        const at = performance.now();
        const text = Buffer.concat(chunks).toString('latin1');
        if (response.statusCode !== 200) throw new Error(text);
        for (const [, lead] of text.matchAll(LEAD)) came(lead, at);
        ask(/"next":"([^"]+)"/.exec(text)[1]);
      });
    });
    call.once('error', (error) => isOver || say(`BROKEN: ${error.message}`)).end();
  };
  ask(`/api/v1/events?page[after]=now&wait=${WAIT}`);
  return () => {
    isOver = true;
    agent.destroy();
  };
}

function followStream(port, token, came) {
  let isOver = false;
  const headers = { authorization: `Bearer ${token}` };
  const path = '/api/v1/events/stream?page[after]=now';
  const call = request({ host: '127.0.0.1', port, path, headers }, (response) => {
    if (response.statusCode !== 200) throw new Error(`a stream was answered ${response.statusCode}`);
    response.setEncoding('latin1').on('data', (text) => {
      const at = performance.now();
      for (const [, lead] of text.matchAll(LEAD)) came(lead, at);
    });
    response.on('error', () => {});
  });
  call.once('error', (error) => isOver || say(`BROKEN: ${error.message}`)).end();
  return () => {
    isOver = true;
    call.destroy();
  };
}
