import { migrate as applyMigrations } from '../../db/migrate.ts';
import { command } from '../command.ts';
import { withServer } from '../with-database.ts';

export const migrate = command({
  summary: 'Bring the database schema up to date (start does this too)',
  usage: `Usage: leadline migrate [--json]

Applies the migrations that the database does not have yet. Safe to run in many
processes at once: each migration is applied once.

  --json    print the applied migrations as one JSON object
  --help    show this text`,
  async run() {
    const applied = await withServer(true, (target) => applyMigrations(target));
    const lines = applied.map(({ version, name }) => `Applied ${String(version).padStart(4, '0')} ${name}`);
    return {
      json: { applied: applied.map(({ version, name }) => ({ version, name })) },
      text: () => lines.join('\n') || 'The schema is up to date.',
    };
  },
});
