import { readConfig } from '../../config.ts';
import { type RunningService, startService } from '../../server.ts';
import { version } from '../../version.ts';
import { command } from '../command.ts';

export const start = command({
  summary: 'Serve the API, on the embedded PostgreSQL unless DATABASE_URL is set',
  usage: `Usage: leadline start [--json]

Serves until SIGINT or SIGTERM, then finishes the requests in flight and stops the
embedded database; with LEADLINE_DRAIN_SECONDS it first serves on for so long, which
a second signal cuts short. The environment configures it: PORT, HOST, LEADLINE_DATA,
DATABASE_URL and others; see the README.

  --json    print the addresses (and the first run's secrets) as one JSON object
  --help    show this text`,
  async run() {
    const signals = stopSignals();
    const service = await startService(readConfig());
    const { url, data, notice, demo, signIn, isEmpty } = service;
    return {
      json: {
        api: `${url}/api/v1`,
        reference: `${url}/docs`,
        data,
        notice,
        demo,
        sign_in: signIn,
        next: isEmpty ? FIRST : null,
      },
      text: () => describe(service),
      async after() {
        await signals.first;
        await service.stop(signals.second);
      },
    };
  },
});

/** npm passes on a signal that its whole process group got: that is still the first one. */
const SAME_SIGNAL_MS = 1_000;

/** The first signal stops the service, the second one ends its drain. Further ones change nothing: the stop itself is bounded. */
function stopSignals(): { first: Promise<void>; second: AbortSignal } {
  const second = new AbortController();
  let firstAt: number | null = null;
  const first = new Promise<void>((resolve) => {
    const onSignal = () => {
      if (firstAt === null) resolve();
      else if (performance.now() - firstAt > SAME_SIGNAL_MS) second.abort();
      firstAt ??= performance.now();
    };
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal);
  });
  return { first, second: second.signal };
}

const FIRST = 'leadline organization create "Acme"';

function describe({ url, data, notice, demo, signIn, isEmpty }: RunningService): string {
  const lines = [
    `Leadline ${version} is ready.`,
    '',
    `  Console    ${url}/`,
    `  API        ${url}/api/v1`,
    `  Reference  ${url}/docs`,
    `  Data       ${data}`,
  ];
  if (notice !== null) lines.push('', notice);
  if (demo !== null) {
    const [admin] = demo;
    lines.push('', 'A demo organization was made. Its tokens are shown only this once:', '');
    for (const { person, role, secret } of demo) lines.push(`  ${role.padEnd(8)} ${person.padEnd(14)} ${secret}`);
    lines.push('', 'Sign in as its manager, by a link that works once and for 72 hours:', '', `  ${signIn}`);
    lines.push('', 'Or call the API:', '', `  curl -H "Authorization: Bearer ${admin?.secret}" ${url}/api/v1/me`);
  }
  if (isEmpty) {
    lines.push('', 'There is no organization yet. Make the first one, with the same LEADLINE_DATA or DATABASE_URL:');
    lines.push('', `  npx ${FIRST}`);
  }
  return `${lines.join('\n')}\n`;
}
