// Effect on another organization while one sends the most expensive requests that the limits allow: the other sends `GET /me`
// every 20 ms during each attack. Exit code 1 if a response takes longer than 400 ms or fails.
//  npm run bench:attacks [-- --only forms,pages --seconds 5 --leads 50000]
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { openSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { prepareAttacks } from './attacks-prepare.mjs';
import { attacksOn } from './attacks-requests.mjs';
import { loadFixture, openBenchServer } from './fixture.mjs';
import { createOrganization, startService, urlOf } from './service.mjs';
import { issueToken } from './token.mjs';

const MOST_MS = 400;
const { values: flags } = parseArgs({
  options: {
    only: { type: 'string' },
    seconds: { type: 'string', default: '5' },
    leads: { type: 'string', default: '50000' },
  },
});
const say = (line) => process.stdout.write(`${line}\n`);
const ms = Number(flags.seconds) * 1_000;
const missed = [];
const size = (bytes) => `${Math.ceil(bytes / 1_024)} kB`;
const time = (value) => `${value.toFixed(0)} ms`;

const server = await openBenchServer();
process.stderr.write(`loading ${flags.leads} leads …\n`);
const organization = await loadFixture(server.client, Number(flags.leads));
const databaseUrl = urlOf(server.target);
const token = await issueToken(server.client, organization);
const victim = await createOrganization(databaseUrl, 'Another organization');
// With the default limits: the attacker has one token and one address.
const log = openSync(join(tmpdir(), 'leadline-attacks.log'), 'w');
const service = await startService(databaseUrl, { LEADLINE_RATE_LIMIT: '6000' }, log);
const witness = fork(new URL('./witness.mjs', import.meta.url));

try {
  process.stderr.write('preparing large leads and settings …\n');
  const target = await prepareAttacks(server.client, organization, (method, path, body) =>
    service.call(token, method, path, body),
  );
  say(
    `${'attack'.padEnd(58)}${'answers'.padStart(26)}${'largest'.padStart(10)}${'p50'.padStart(9)}${'longest'.padStart(9)}`,
  );
  await measure({ name: 'none', atOnce: 0 });
  for (const attack of attacksOn(target)) {
    if (flags.only !== undefined && !flags.only.split(',').includes(attack.kind)) continue;
    await measure({ ...attack, name: `${attack.kind}: ${attack.name}` });
  }
} finally {
  witness.disconnect();
  await service.stop();
  await server.close();
}
const verdict = missed.length === 0 ? 'nobody else noticed' : `missed: ${missed.join('; ')}`;
// Timers of abandoned requests would keep the process alive for minutes.
process.stdout.write(`${verdict}\n`, () => process.exit(missed.length === 0 ? 0 : 1));

async function measure(attack) {
  const answered = once(witness, 'message');
  witness.send({ port: service.port, token: victim, ms });
  const [sent, [{ me, reports }]] = await Promise.all([send(attack), answered]);
  const isMissed = me.longest > MOST_MS || me.failed > 0 || reports.failed > 0;
  if (isMissed) missed.push(attack.name);
  const refused = reports.failed > 0 ? `, ${reports.failed} of ${reports.count} reports refused` : '';
  const failed = me.failed > 0 ? `, ${me.failed} of ${me.count} failed` : '';
  const answers = [...sent.statuses].map(([status, count]) => `${count} × ${status}`).join(', ');
  say(
    `${attack.name.padEnd(58)}${answers.padStart(26)}${size(sent.largest).padStart(10)}${time(me.p50).padStart(9)}${time(me.longest).padStart(9)}${isMissed ? `   ← ${MOST_MS} ms${failed}${refused}` : ''}`,
  );
}

/** Repeats the requests of an attack with this concurrency for the time of the measurement. */
async function send({ atOnce, requests = [] }) {
  const agent = new Agent({ keepAlive: true });
  const end = performance.now() + ms;
  const statuses = new Map();
  let largest = 0;
  let next = 0;
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      while (performance.now() < end) {
        const { status, bytes } = await sendOne(agent, requests[next++ % requests.length]);
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
        largest = Math.max(largest, bytes);
        // A 429 is cheap to send and shows nothing about the attack.
        if (status === 429) await new Promise((resolve) => setTimeout(resolve, 100));
      }
    }),
  );
  agent.destroy();
  return { statuses, largest };
}

function sendOne(agent, { method = 'POST', path, body, type = 'application/json', isPublic = false }) {
  const headers = {
    ...(!isPublic && { authorization: `Bearer ${token}` }),
    ...(body !== undefined && { 'content-type': type, 'content-length': Buffer.byteLength(body) }),
  };
  return new Promise((resolve) => {
    const call = request({ agent, host: '127.0.0.1', port: service.port, method, path, headers }, (response) => {
      let bytes = 0;
      response.on('data', (chunk) => (bytes += chunk.length));
      response.once('end', () => resolve({ status: response.statusCode, bytes }));
    });
    call.once('error', () => resolve({ status: 0, bytes: 0 })).end(body);
  });
}
