import { hkdfSync, randomBytes } from 'node:crypto';
import type { Sql } from './sql.ts';

/** Keys of this installation, each for one purpose, all derived from the one secret in the database. */
export interface Keys {
  readonly cursor: Buffer;
  readonly organization: Buffer;
  /** Signs when a form's page was opened. */
  readonly formPage: Buffer;
  /** Hashes the contacts that must not be captured again. */
  readonly suppression: Buffer;
  /** Encrypts the secrets of webhooks. */
  readonly webhook: Buffer;
  /** Encrypts what a browser keeps while its person is at the identity provider. */
  readonly journey: Buffer;
}

export async function loadKeys(sql: Sql): Promise<Keys> {
  // Read first: on Citus every node has the row, so it cannot be written while one of them is away.
  const secret = (await findSecret(sql)) ?? (await makeSecret(sql));
  if (secret === undefined) throw new Error('the installation row is missing');
  return deriveKeys(secret);
}

const findSecret = async (sql: Sql): Promise<Buffer | undefined> =>
  (await sql.row<{ secret: Buffer }>('select secret from installation where id = 1'))?.secret;

/** Another process may have made it meanwhile: that one counts. */
async function makeSecret(sql: Sql): Promise<Buffer | undefined> {
  await sql.rows('insert into installation (id, secret) values (1, $1) on conflict (id) do nothing', [randomBytes(32)]);
  return findSecret(sql);
}

function deriveKeys(secret: Buffer): Keys {
  const derive = (purpose: string) => Buffer.from(hkdfSync('sha256', secret, '', `leadline ${purpose}`, 32));
  return {
    cursor: derive('cursor'),
    organization: derive('organization key'),
    formPage: derive('form page'),
    suppression: derive('suppressed contact'),
    webhook: derive('webhook secret'),
    journey: derive('sign-in journey'),
  };
}
