// Mixed load while the database freezes for five seconds every minute. Every request must end within its limit, every
// acknowledged write must exist, and memory must not grow after the tenth minute. Exit code 1 otherwise.  npm run
// bench:soak [-- --minutes 30 --freeze 5]
import { execFile, execFileSync } from 'node:child_process';
import { openSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { openBenchServer } from './fixture.mjs';
import { cli, createOrganization, median, startService, urlOf } from './service.mjs';
import { tasksOf } from './soak-tasks.mjs';

const { values: flags } = parseArgs({
  options: { minutes: { type: 'string', default: '30' }, freeze: { type: 'string', default: '5' } },
});
const MINUTE_MS = 60_000;
const minutes = Number(flags.minutes);
const freezeMs = Number(flags.freeze) * 1_000;
/** Memory varies by some megabytes between garbage collections. */
const MOST_GROWTH = 1.1;
const say = (line) => process.stdout.write(`${line}\n`);
const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

const server = await openBenchServer();
const databaseUrl = urlOf(server.target);
const token = await createOrganization(databaseUrl, 'Soak');
const log = openSync(join(tmpdir(), 'leadline-soak.log'), 'w');
const service = await startService(databaseUrl, {}, log);
const agent = new Agent({ keepAlive: true });
const kept = { leads: [], phones: [], transitions: [], changes: [], faults: [] };
const figures = new Map();
const memory = [];

try {
  const tasks = tasksOf({ call, kept, ...(await prepare()) });
  const end = performance.now() + minutes * MINUTE_MS;
  await Promise.all([
    freezeEveryMinute(end),
    watchMemory(end),
    ...Object.entries(tasks).flatMap(([name, task]) =>
      Array.from({ length: task.atOnce }, () => repeat(name, task, end)),
    ),
  ]);
  await sleep(3_000);
  report();
  await checkKept();
  await verify();
  checkMemory();
} finally {
  agent.destroy();
  await service.stop();
  await server.close();
}
for (const fault of kept.faults.slice(0, 20)) say(`BROKEN: ${fault}`);
say(kept.faults.length === 0 ? 'everything holds' : `${kept.faults.length} faults`);
process.exitCode = kept.faults.length === 0 ? 0 : 1;

async function prepare() {
  const made = async (path, body) => JSON.parse((await call('POST', path, body)).body).data.public_id;
  const sources = [];
  for (const name of ['Website', 'Fair', 'Referral'])
    sources.push(await made('/sources', { name: `${name} of the soak` }));
  for (const name of ['Ravi Iyer', 'Sana Khan', 'Asha Rao']) await made('/memberships', { name, role: 'agent' });
  const form = await made('/forms', { name: 'Contact', fields: [{ field: 'phone' }] });
  const listed = JSON.parse((await call('GET', '/statuses')).body).data.filter(({ kind }) => kind === 'open');
  const first = JSON.parse((await call('POST', '/leads', { phone: '+916999999999' })).body).data.public_id;
  kept.leads.push(first);
  return { form, sources, statuses: listed.map(({ public_id }) => public_id) };
}

function call(method, path, body, { headers = {}, isPublic = false } = {}) {
  const payload = body === undefined ? undefined : JSON.stringify(body);
  const all = {
    ...headers,
    ...(!isPublic && { authorization: `Bearer ${token}` }),
    ...(payload !== undefined && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(payload) }),
  };
  return new Promise((resolve) => {
    const options = { agent, host: '127.0.0.1', port: service.port, method, path: `/api/v1${path}`, headers: all };
    const sent = request(options, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk) => (text += chunk));
      response.once('end', () => resolve({ status: response.statusCode, body: text }));
      response.once('error', () => resolve({ status: 0, body: 'cut off' }));
    });
    sent.setTimeout(2 * MINUTE_MS, () => sent.destroy());
    sent.once('error', (error) => resolve({ status: 0, body: error.message })).end(payload);
  });
}

async function repeat(name, { run, limitMs, pauseMs = 0 }, end) {
  const figure = figures.get(name) ?? { statuses: new Map(), longest: 0, late: 0 };
  figures.set(name, figure);
  while (performance.now() < end) {
    const startedAt = performance.now();
    const { status, body } = await run();
    const ms = performance.now() - startedAt;
    figure.longest = Math.max(figure.longest, ms);
    figure.statuses.set(status, (figure.statuses.get(status) ?? 0) + 1);
    if (ms > limitMs) kept.faults.push(`${name} took ${Math.round(ms)} ms`);
    if (status === 0 || status === 500) kept.faults.push(`${name}: ${status} ${body}`);
    await sleep(status === 503 ? 100 : pauseMs);
  }
}

/** Stops and continues every process of the database server, like a machine whose disk hangs. */
async function freezeEveryMinute(end) {
  const postmaster = Number((await server.client.query('select pg_backend_pid() as pid')).rows[0].pid);
  const parent = execFileSync('ps', ['-o', 'ppid=', '-p', String(postmaster)])
    .toString()
    .trim();
  while (performance.now() + MINUTE_MS / 2 + freezeMs < end) {
    await sleep(MINUTE_MS / 2);
    const processes = [parent, ...execFileSync('pgrep', ['-P', parent]).toString().trim().split('\n')].map(Number);
    signal(processes, 'SIGSTOP');
    await sleep(freezeMs);
    signal(processes, 'SIGCONT');
    await sleep(MINUTE_MS / 2 - freezeMs);
  }
}

function signal(processes, name) {
  for (const pid of processes) {
    try {
      process.kill(pid, name);
    } catch {
      // The backend has ended since it was listed.
    }
  }
}

async function watchMemory(end) {
  while (performance.now() < end) {
    await sleep(MINUTE_MS / 4);
    memory.push(service.memory());
  }
}

function report() {
  for (const [name, { statuses, longest }] of figures) {
    const answers = [...statuses]
      .sort()
      .map(([status, count]) => `${count} × ${status}`)
      .join(', ');
    say(`${name.padEnd(16)} longest ${String(Math.round(longest)).padStart(6)} ms   ${answers}`);
  }
  say(`memory in MB, by quarters of a minute: ${memory.join(' ')}`);
}

async function checkKept() {
  const missing = async (what, ids, text) => {
    const found = new Set((await server.client.query(text, [ids])).rows.map(({ id }) => id));
    const lost = ids.filter((id) => !found.has(id));
    say(`${what}: ${ids.length} acknowledged, ${lost.length} missing`);
    if (lost.length > 0) kept.faults.push(`${lost.length} ${what} are missing, such as ${lost[0]}`);
  };
  await missing('leads', kept.leads, 'select public_id as id from leads where public_id = any ($1)');
  await missing('submissions', kept.phones, 'select phone as id from leads where phone = any ($1)');
  const moves = kept.transitions.filter((id) => id !== null);
  await missing('moves', moves, 'select public_id as id from transitions where public_id = any ($1)');
  await missing('changes', kept.changes, 'select request_id as id from audit_entries where request_id = any ($1)');
  const { rows } = await server.client.query(
    'select count(*)::int as count from leads where owner_id is null and organization_id = (select min(id) from organizations)',
  );
  say(`leads without an owner: ${rows[0].count}`);
}

async function verify() {
  const env = { ...process.env, DATABASE_URL: databaseUrl };
  const run = promisify(execFile)(process.execPath, [cli, 'verify'], { env });
  const { stdout } = await run.catch((error) => {
    kept.faults.push('leadline verify found faults');
    return error;
  });
  say(stdout.trim());
}

function checkMemory() {
  if (memory.length < 48) return say('memory is compared in runs of twelve minutes and more');
  const then = median(memory.slice(36, 44));
  const now = median(memory.slice(-8));
  say(`memory: ${then} MB at minute ten, ${now} MB at the end`);
  if (now > MOST_GROWTH * then) kept.faults.push(`memory grew from ${then} to ${now} MB`);
}
