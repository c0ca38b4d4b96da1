import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Files that take more than eight seconds whatever they count: many leads, many processes, or clocks that they wait for. */
const LONG = [
  'test/access/rights.property.test.ts',
  'test/audit/plans.test.ts',
  'test/backup/backup.test.ts',
  'test/backup/upgrade.test.ts',
  'test/cli/backup.test.ts',
  'test/cli/export.test.ts',
  'test/cli/import.test.ts',
  'test/cli/organization.test.ts',
  'test/client/types.test.ts',
  'test/db/frozen.test.ts',
  'test/db/migrate.test.ts',
  'test/embedded/closed.test.ts',
  'test/embedded/lifecycle.test.ts',
  'test/embedded/place.test.ts',
  'test/embedded/recovery.test.ts',
  'test/events/waiting.test.ts',
  'test/jobs/many.test.ts',
  'test/leads/export-stream.test.ts',
  'test/leads/fuzz.test.ts',
  'test/leads/narrowed-plans.test.ts',
  'test/leads/paging.test.ts',
  'test/leads/plans.test.ts',
  'test/packages/start.test.ts',
  'test/process/bad-database.test.ts',
  'test/process/bad-environment.test.ts',
  'test/process/database-away.test.ts',
  'test/process/drain.test.ts',
  'test/process/frozen-database.test.ts',
  'test/process/metrics.test.ts',
  'test/process/processes.test.ts',
  'test/process/rate-limit.test.ts',
  'test/process/start.test.ts',
  'test/process/stop.test.ts',
  'test/process/tracing.test.ts',
  'test/process/two-services.test.ts',
  'test/rate-limits/shared.test.ts',
  'test/reports/replica.test.ts',
  'test/reports/time-limit.test.ts',
  'test/tracing/lost-spans.test.ts',
  'test/whole-api/page-bytes.test.ts',
];
const BROWSERS = /support\/(console|browser)\.ts/;
const KILLS = /process\/[a-z]+-kill\.test|process\/(kill|rolling)\.test/;

function testFiles(): { name: string; text: string }[] {
  const names = readdirSync('test', { recursive: true, encoding: 'utf8' }).map((name) => join('test', name));
  return names.filter((name) => name.endsWith('.test.ts')).map((name) => ({ name, text: readFileSync(name, 'utf8') }));
}

const isLong = ({ name, text }: { name: string; text: string }): boolean =>
  name.startsWith('test/soak/') || LONG.includes(name) || KILLS.test(name) || BROWSERS.test(text);

/** Left out of `npm test`, so that people run it: browsers, killed processes and other long tests. */
export function longFiles(): string[] {
  const files = testFiles();
  const gone = LONG.filter((name) => !files.some((file) => file.name === name));
  if (gone.length > 0) throw new Error(`soak-files.ts names files that do not exist: ${gone.join(', ')}`);
  return files.filter(isLong).map(({ name }) => name);
}

/** What a soak runs: the long files, and those that ask runs.ts how often to try. */
export const soakFiles = (): string[] =>
  testFiles()
    .filter((file) => isLong(file) || file.text.includes('support/runs.ts'))
    .map(({ name }) => name);
