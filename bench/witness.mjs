// Another organization during an attack: it sends `GET /me` every 20 ms, and requests a report every half second. It is a
// separate process, so that it does not wait for the attacker. Times count from when a request was due.
import { Agent, request } from 'node:http';

const EVERY_MS = 20;
const REPORT_EVERY_MS = 500;
const GIVE_UP_MS = 30_000;

process.on('message', async ({ port, token, ms }) => process.send(await witness(port, token, ms)));

async function witness(port, token, ms) {
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });
  const ask = (path) => send({ agent, port, path, token });
  const [me, reports] = await Promise.all([
    askEvery(EVERY_MS, ms, () => ask('/api/v1/me')),
    askEvery(REPORT_EVERY_MS, ms, () => ask('/api/v1/reports/funnel')),
  ]);
  agent.destroy();
  return { me, reports };
}

/** Sends at fixed times without waiting for earlier responses. */
async function askEvery(everyMs, forMs, ask) {
  const startedAt = performance.now();
  const asked = [];
  for (let n = 0; n * everyMs < forMs; n++) {
    const due = startedAt + n * everyMs;
    const early = due - performance.now();
    if (early > 0) await new Promise((resolve) => setTimeout(resolve, early));
    asked.push(ask().then((status) => ({ status, ms: performance.now() - due })));
  }
  const answers = await Promise.all(asked);
  const times = answers.map((answer) => answer.ms).sort((one, other) => one - other);
  return {
    count: answers.length,
    failed: answers.filter(({ status }) => status !== 200).length,
    p50: times[Math.floor(times.length / 2)],
    longest: times.at(-1),
  };
}

/** The status of the response; 0 if there was none. */
function send({ agent, port, path, token }) {
  return new Promise((resolve) => {
    const headers = { authorization: `Bearer ${token}` };
    const call = request({ agent, host: '127.0.0.1', port, path, headers, timeout: GIVE_UP_MS }, (response) => {
      response.resume().once('end', () => resolve(response.statusCode));
    });
    call.once('timeout', () => call.destroy());
    call.once('error', () => resolve(0)).end();
  });
}
