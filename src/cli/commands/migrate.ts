import { migrate as applyMigrations } from '../../db/migrate.ts';
import { type Command, readArguments } from '../command.ts';
import { print, printJson } from '../print.ts';
import { withServer } from '../with-database.ts';

export const migrate: Command = {
  summary: 'Bring the database schema up to date (start does this too)',
  usage: `Usage: leadline migrate [--json]

Applies the migrations that the database does not have yet. Safe to run in many
processes at once: each migration is applied once.

  --json    print the applied migrations as one JSON object
  --help    show this text`,
  async run(args) {
    const { values } = readArguments(args, { json: { type: 'boolean' } }, { least: 0, most: 0 });
    await withServer(true, async (target) => {
      const applied = await applyMigrations(target);
      if (values.json) printJson({ applied: applied.map(({ version, name }) => ({ version, name })) });
      else if (applied.length === 0) print('The schema is up to date.');
      else for (const { version, name } of applied) print(`Applied ${String(version).padStart(4, '0')} ${name}`);
    });
  },
};
