import type { Target } from '../../src/db/connect.ts';
import { ask } from './catalog.ts';

/** Replaces `clock_timestamp()` in a database, for connections that are opened from now on. */
export async function freezeClock(target: Target): Promise<{ pass(seconds: number): Promise<void> }> {
  for (const statement of [
    'create schema frozen',
    'create table frozen.clock (at timestamptz not null)',
    'insert into frozen.clock values (now())',
    `create function frozen.clock_timestamp() returns timestamptz language sql as 'select at from frozen.clock'`,
    `do $$ begin
       execute format('alter database %I set search_path = frozen, pg_catalog, public', current_database());
     end $$`,
  ]) {
    await ask(target, statement);
  }
  return {
    async pass(seconds) {
      await ask(target, `update frozen.clock set at = at + $1 * interval '1 second'`, [seconds]);
    },
  };
}
