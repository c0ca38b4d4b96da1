import { randomBytes } from 'node:crypto';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { hasCode } from '../../error-code.ts';
import { OperatorError } from '../../operator-error.ts';
import type { Target } from '../connect.ts';
import { readPassword } from '../socket-target.ts';
import { placeFile, sweepUnfinished } from './files.ts';
import type { Place } from './place.ts';
import { PORT } from './settings.ts';

/** The role of the service's own connections, and its database. */
export const ROLE = 'leadline';
export const DATABASE = 'leadline';

/** Beside the data and not in it: the server's user has no need to read it. */
const passwordFileIn = (base: string): string => join(base, 'pgpass');

export const targetIn = (base: string, socketDirectory: string): Target => {
  return { socketDirectory, port: PORT, user: ROLE, database: DATABASE, passwordFile: passwordFileIn(base) };
};

/** Of several processes that make one at once, all get the first one's. */
export async function ensurePassword(place: Place): Promise<string> {
  const path = passwordFileIn(place.base);
  await sweepUnfinished(path);
  const found = await findPassword(path, place);
  if (found !== null) return found;
  const { switched, service } = place.runAs;
  const line = `*:*:*:${ROLE}:${randomBytes(32).toString('base64url')}\n`;
  await placeFile(path, line, switched ? service : null, false);
  const made = await findPassword(path, place);
  if (made === null) throw new OperatorError(`${path} should hold the database's password, but holds none: delete it.`);
  return made;
}

/** Null where there is no file. A file that others could have read or written is refused. */
async function findPassword(path: string, { runAs }: Place): Promise<string | null> {
  const handle = await open(path, 'r').catch((error) => {
    if (hasCode(error, 'ENOENT')) return null;
    throw error;
  });
  if (handle === null) return null;
  const { uid, mode } = await handle.stat().finally(() => handle.close());
  if (![0, runAs.service.uid].includes(uid) || (mode & 0o077) !== 0) {
    throw new OperatorError(
      `${path} holds the database's password and must be its owner's alone: delete it, or chmod 600 it.`,
    );
  }
  return readPassword(path).catch(() => null);
}
