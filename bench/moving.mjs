// Moves an installation from database to database with `leadline backup` and `leadline restore`, and compares what is there.
//  npm run bench:moving -- --to postgres://… --to postgres://…
//  --leads 100000  --organizations 50  --directory DIRECTORY (kept: the next run uses the data in it)  --skip-verify
// The first database is an embedded one. Each `--to` is an empty database: the next step of the move.
import { spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { connectOnce } from '../dist/db/connect.js';
import { openEmbedded } from '../dist/db/embedded/index.js';
import { migrate } from '../dist/db/migrate.js';
import { LOADING_MS, loadFixture } from './fixture.mjs';
import { describeData, describeService, differences } from './moving-compare.mjs';
import { cli, NODE_FLAGS } from './service.mjs';
import { issueToken } from './token.mjs';

const { values: flags } = parseArgs({
  options: {
    leads: { type: 'string', default: '100000' },
    organizations: { type: 'string', default: '50' },
    to: { type: 'string', multiple: true, default: [] },
    directory: { type: 'string' },
    'skip-verify': { type: 'boolean', default: false },
  },
});
const say = (line) => process.stdout.write(`${line}\n`);
const directory = flags.directory ?? mkdtempSync(join(tmpdir(), 'leadline-moving-'));
chmodSync(directory, 0o755);
const data = join(directory, 'data');
const file = join(directory, 'moving.gz');

/** Environment of the product's commands on a database. */
const on = (url) => ({ LEADLINE_DATA: data, DATABASE_URL: url ?? undefined });

/** The embedded server with the fixture's data, and a token of the first organization. */
async function fill() {
  const server = await openEmbedded({
    dataDirectory: data,
    log: () => {},
    settings: { max_wal_size: '4GB', maintenance_work_mem: '512MB' },
    rights: 'superuser', // the fixture ends with a checkpoint
  });
  await migrate(server.target);
  const client = await connectOnce(server.target, LOADING_MS);
  const organization = await loadFixture(client, Number(flags.leads), { equal: Number(flags.organizations) });
  const token = await issueToken(client, organization);
  await client.end();
  await server.stop();
  return token;
}

/** Runs a command; answers how long it took and the most memory that its own process had. */
async function run(args, url) {
  const startedAt = performance.now();
  const child = spawn(process.execPath, [...NODE_FLAGS, cli, ...args], {
    env: { ...process.env, ...on(url) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let text = '';
  child.stdout.setEncoding('utf8').on('data', (part) => (text += part));
  let memory = 0;
  const timer = setInterval(() => (memory = peakOf(child.pid) ?? memory), 100);
  const code = await new Promise((resolve) => child.once('close', resolve));
  clearInterval(timer);
  if (code !== 0) throw new Error(`leadline ${args.join(' ')} ended with ${code}: ${text}`);
  const seconds = (performance.now() - startedAt) / 1_000;
  const load = loadavg()[0].toFixed(1);
  say(
    `| ${args[0]} ${url === null ? 'embedded' : new URL(url).host} | ${seconds.toFixed(1)} s | ${memory} MB | ${load} |`,
  );
  return text;
}

/** In MB, as Linux counts it. */
function peakOf(pid) {
  try {
    const peak = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return peak === undefined ? null : Math.round(Number(peak) / 1_024);
  } catch {
    return null; // it has ended
  }
}

/** What the database holds when it is complete, and what its service answers. */
async function describe(url, token, known) {
  const verified = flags['skip-verify'] ? 'not verified' : (await run(['verify'], url)).trim().split('\n')[0];
  const { rows, size, nodes } = await describeData(url, data);
  const answers = await describeService(on(url), token, known);
  say(`  ${verified}; ${size} in the database${nodes}`);
  return { rows, ...answers };
}

/** The data of the directory, made if it has none. */
async function prepare() {
  const tokenFile = join(directory, 'token');
  if (existsSync(tokenFile)) return readFileSync(tokenFile, 'utf8');
  const startedAt = performance.now();
  const token = await fill();
  writeFileSync(tokenFile, token, { mode: 0o600 });
  say(`data made in ${((performance.now() - startedAt) / 1_000).toFixed(0)} s`);
  return token;
}

let differing = 0;
try {
  const token = await prepare();
  const asOf = new Date().toISOString();
  say('| command | time | memory | load of the machine |\n|---|---|---|---|');
  let left = await describe(null, token, { asOf });
  const { cursor } = left;
  let from = null;
  for (const url of flags.to) {
    left.rows = (await describeData(from, data)).rows; // with the lead that was created to try it
    await run(['backup', file], from);
    say(`  file of ${(statSync(file).size / 1e6).toFixed(0)} MB`);
    await run(['restore', file], url);
    const found = await describe(url, token, { cursor, asOf });
    for (const name of differences(left, found)) {
      differing++;
      say(`  DIFFERENT: ${name}`);
    }
    [left, from] = [found, url];
  }
  say(differing === 0 ? 'Everything is the same after each step.' : `${differing} differences.`);
} finally {
  if (flags.directory === undefined) rmSync(directory, { recursive: true, force: true });
}
process.exitCode = differing === 0 ? 0 : 1;
