// Keeps what a release promises to later ones, as the last step before it: npm run release:backup
//   test/fixtures/backups/VERSION.leadline-backup  a backup of a small organization that has rows in every table
//   test/fixtures/backups/VERSION.json             what the API answered about it, and throwaway secrets to ask with
//   migrations/checksums.txt                       the released migrations, which must not change any more
import { once } from 'node:events';
import { chmodSync, createWriteStream, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { backUp } from '../dist/backup/backup.js';
import { readConfig } from '../dist/config.js';
import { connectOnce } from '../dist/db/connect.js';
import { openEmbedded } from '../dist/db/embedded/index.js';
import { migrate, readMigrations } from '../dist/db/migrate.js';
import { createDemo } from '../dist/demo/demo.js';
import { serve } from '../dist/serve.js';
import { version } from '../dist/version.js';
import { recordAnswers } from './release/answers.mjs';
import { callerOf } from './release/caller.mjs';
import { fillOrganization } from './release/fill.mjs';

const root = join(import.meta.dirname, '..');
const kept = join(root, 'test', 'fixtures', 'backups', version);
const LEADS = 60;
const MOST_BYTES = 200_000;
/** Where the restored service says that it is: links in answers must not depend on the machine. */
const PUBLIC_URL = 'https://leads.example.in';

async function keepBackup(directory) {
  const server = await openEmbedded({ dataDirectory: directory, log: () => {}, settings: { fsync: 'off' } });
  try {
    await migrate(server.target);
    const config = readConfig({ PORT: '0', PUBLIC_URL, LEADLINE_WEBHOOK_NETWORKS: '127.0.0.0/8' });
    const service = await serve(config, server.target, pino({ level: 'error' }, pino.destination(2)));
    try {
      await keepBackupOf(service, server.target);
    } finally {
      await service.stop();
    }
  } finally {
    await server.stop();
  }
}

async function keepBackupOf({ url, parts }, target) {
  const demo = await createDemo(parts, LEADS);
  const call = callerOf(url, demo.tokens[0].secret);
  const filled = await fillOrganization(call);
  // Holds back changes of leads, so that a bulk change is under way while the backup is made.
  const holder = await connectOnce(target);
  try {
    await holder.query('begin');
    await holder.query('lock table leads in share mode');
    await call('POST', '/leads/bulk', { filter: { kind: 'open' }, change: { note: 'Called before the fair' } });
    await parts.tokens.lastUse.flush();
    const file = createWriteStream(`${kept}.leadline-backup`);
    const { taken_at, tables } = await backUp(target, file);
    if (!file.closed) await once(file, 'close');
    if (file.bytesWritten > MOST_BYTES)
      throw new Error(`the backup has ${file.bytesWritten} bytes: create fewer leads`);
    const expected = {
      product: version,
      public_url: PUBLIC_URL,
      token: demo.tokens[0].secret,
      sign_in: filled.signIn,
      rows: Object.fromEntries(tables.map(({ name, rows }) => [name, rows])),
      answers: await recordAnswers(call, filled.lead, taken_at),
    };
    writeFileSync(`${kept}.json`, inLines(expected));
    process.stdout.write(`${kept}.leadline-backup: ${file.bytesWritten} bytes\n`);
  } finally {
    await holder.end();
  }
}

/** An answer a line, so that a difference can be read. */
function inLines({ answers, ...rest }) {
  const lines = Object.entries(answers).map(([path, answer]) => `${JSON.stringify(path)}: ${JSON.stringify(answer)}`);
  return `${JSON.stringify(rest, null, 2).slice(0, -2)},\n  "answers": {\n    ${lines.join(',\n    ')}\n  }\n}\n`;
}

async function keepChecksums() {
  const lines = (await readMigrations()).map(
    ({ version: number, name, checksum }) => `${checksum}  ${String(number).padStart(4, '0')}_${name}.sql\n`,
  );
  writeFileSync(join(root, 'migrations', 'checksums.txt'), lines.join(''));
}

const directory = mkdtempSync(join(tmpdir(), 'leadline-release-'));
chmodSync(directory, 0o755); // run by root, the server works under another user and must get in
try {
  await keepBackup(directory);
  await keepChecksums();
} finally {
  rmSync(directory, { recursive: true, force: true });
}
