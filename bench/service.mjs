// Services under measurement, as separate processes, and a small load generator.
import { execFile, execFileSync, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

export const cli = join(dirname(fileURLToPath(import.meta.url)), '..', 'bin', 'leadline.js');

export function urlOf({ socketDirectory, port, user, database, passwordFile }) {
  const password = readFileSync(passwordFile, 'utf8').trim().split(':')[4];
  return `postgres://${user}:${password}@localhost:${port}/${database}?host=${encodeURIComponent(socketDirectory)}`;
}

/** Creates an organization; returns the secret of its admin's token. */
export async function createOrganization(databaseUrl, name) {
  const env = { ...process.env, DATABASE_URL: databaseUrl };
  const { stdout } = await promisify(execFile)(process.execPath, [cli, 'organization', 'create', name, '--json'], {
    env,
  });
  return JSON.parse(stdout).token.secret;
}

/** The flags that `leadline` gives to Node.js, which a command by another path must be given as well. */
export const NODE_FLAGS = /exec node ((?:--\S+ )+)/.exec(readFileSync(cli, 'utf8'))[1].trim().split(' ');

/** `leadline start` on a database; `call` sends one request, `stop` ends the service. */
export async function startService(databaseUrl, settings = {}, log = 'inherit') {
  const child = spawn(process.execPath, [...NODE_FLAGS, cli, 'start', '--json'], {
    env: {
      ...process.env,
      DATABASE_URL: databaseUrl,
      PORT: '0',
      LEADLINE_DEMO: 'off',
      LEADLINE_RATE_LIMIT: 'off',
      LOG_LEVEL: 'warn',
      ...settings,
    },
    stdio: ['ignore', 'pipe', log],
  });
  let text = '';
  await new Promise((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`the service ended with ${code}`)));
    child.stdout.on('data', (chunk) => {
      text += chunk;
      if (text.endsWith('}\n')) resolve();
    });
  });
  const { port } = new URL(JSON.parse(text).api);
  const agent = new Agent({ keepAlive: true, maxSockets: 256 });
  return {
    pid: child.pid,
    port,
    /** Resident memory in MB, from the operating system. */
    memory: () => Math.round(Number(execFileSync('ps', ['-o', 'rss=', '-p', String(child.pid)])) / 1_024),
    call: (token, method, path, body, headers = {}) =>
      send({ agent, port, token, method, path: `/api/v1${path}`, body, headers }),
    async stop() {
      agent.destroy();
      child.removeAllListeners('exit');
      child.kill('SIGTERM');
      await new Promise((resolve) => child.once('exit', resolve));
    },
  };
}

function send({ agent, port, token, method, path, body, headers: further }) {
  const payload = body === undefined ? undefined : JSON.stringify(body);
  const headers = {
    authorization: `Bearer ${token}`,
    ...further,
    ...(payload !== undefined && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(payload) }),
  };
  return new Promise((resolve, reject) => {
    const call = request({ agent, host: '127.0.0.1', port, method, path, headers }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk) => (text += chunk));
      response.on('end', () => resolve({ status: response.statusCode, body: text }));
    });
    call.once('error', reject).end(payload);
  });
}

/** Runs `work` `count` times with this concurrency; returns the rate per second. */
export async function rate(count, atOnce, work) {
  let next = 0;
  const startedAt = performance.now();
  await Promise.all(
    Array.from({ length: atOnce }, async (_, connection) => {
      while (next < count) await work(next++, connection);
    }),
  );
  return count / ((performance.now() - startedAt) / 1_000);
}

export const median = (numbers) => [...numbers].sort((one, other) => one - other)[Math.floor(numbers.length / 2)];
