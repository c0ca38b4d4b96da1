import { hkdfSync, randomBytes } from 'node:crypto';
import type { Sql } from './sql.ts';

/** Keys of this installation, each for one purpose, all derived from the one secret in the database. */
export interface Keys {
  readonly cursor: Buffer;
  readonly organization: Buffer;
  /** Signs when a form's page was opened. */
  readonly formPage: Buffer;
}

export async function loadKeys(sql: Sql): Promise<Keys> {
  await sql.rows('insert into installation (id, secret) values (1, $1) on conflict (id) do nothing', [randomBytes(32)]);
  const row = await sql.row<{ secret: Buffer }>('select secret from installation where id = 1');
  if (row === undefined) throw new Error('the installation row is missing');
  return deriveKeys(row.secret);
}

export function deriveKeys(secret: Buffer): Keys {
  const derive = (purpose: string) => Buffer.from(hkdfSync('sha256', secret, '', `leadline ${purpose}`, 32));
  return { cursor: derive('cursor'), organization: derive('organization key'), formPage: derive('form page') };
}
