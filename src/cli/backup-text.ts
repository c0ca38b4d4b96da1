import type { Backup } from '../backup/format.ts';
import { countOf } from './formats.ts';
import { inMegabytes, Progress } from './progress.ts';

/** What `--json` prints of a backup. */
export const backupJson = ({ format, product, server, taken_at, migrations, tables, sha256 }: Backup) => ({
  format,
  product,
  server,
  taken_at,
  schema: Math.max(0, ...migrations.map(({ version }) => version)),
  tables,
  sha256,
});

/** One line on what a backup holds. */
export function backupLine({ tables, taken_at, product }: Backup): string {
  const rowsOf = (name: string) => tables.find((table) => table.name === name)?.rows ?? 0;
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  const counts = [countOf(rowsOf('organizations'), 'organization'), countOf(rowsOf('leads'), 'lead')];
  return `${counts.join(', ')}, ${countOf(rows, 'row')} in ${tables.length} tables, as of ${taken_at}, Leadline ${product}`;
}

/** Says on standard error at which table a command is, and how much has gone through. */
export function watchTables(): { watch(table: string, bytes: number): void; end(): void } {
  let at = '';
  let sum = 0;
  const progress = new Progress(() => `${at.padEnd(24)} ${inMegabytes(sum)}`);
  return {
    watch(table, bytes) {
      at = table;
      sum += bytes;
      progress.move();
    },
    end: () => progress.end(),
  };
}
