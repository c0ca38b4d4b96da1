import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { readPassword } from '../socket-target.ts';
import { EmbeddedError, hasCode } from './error.ts';
import { placeFile, sweepUnfinished } from './files.ts';
import type { Place } from './place.ts';

/** The role of the service's own connections. */
export const ROLE = 'leadline';

/** Beside the data and not in it: the server's user has no need to read it. */
export const passwordFileOf = ({ base }: Pick<Place, 'base'>): string => join(base, 'pgpass');

/** Null where there is no file. A file that others could have read or written is refused. */
export async function findPassword(place: Place): Promise<string | null> {
  const path = passwordFileOf(place);
  const handle = await open(path, 'r').catch((error) => {
    if (hasCode(error, 'ENOENT')) return null;
    throw error;
  });
  if (handle === null) return null;
  try {
    const { uid, mode } = await handle.stat();
    if (![0, place.runAs.service.uid].includes(uid) || (mode & 0o077) !== 0) {
      throw new EmbeddedError(
        `${path} holds the database's password and must be its owner's alone: delete it, or chmod 600 it.`,
      );
    }
  } finally {
    await handle.close();
  }
  return readPassword(path).catch(() => null);
}

/** Of several processes that make one at once, all get the first one's. */
export async function ensurePassword(place: Place): Promise<string> {
  const path = passwordFileOf(place);
  await sweepUnfinished(path);
  const found = await findPassword(place);
  if (found !== null) return found;
  const { switched, service } = place.runAs;
  const line = `*:*:*:${ROLE}:${randomBytes(32).toString('base64url')}\n`;
  await placeFile(path, line, switched ? service : null, false);
  const made = await findPassword(place);
  if (made === null) throw new EmbeddedError(`${path} should hold the database's password, but holds none: delete it.`);
  return made;
}

/** Few: the password is 256 random bits, which no number of iterations protects better, and each connection pays for them. */
const ITERATIONS = 16;

/** What the server keeps (RFC 5802, RFC 7677): nobody who reads it can log in with it. */
export function verifierOf(password: string): string {
  const salt = randomBytes(16);
  const salted = pbkdf2Sync(password, salt, ITERATIONS, 32, 'sha256');
  const hmac = (text: string) => createHmac('sha256', salted).update(text).digest();
  const stored = createHash('sha256').update(hmac('Client Key')).digest('base64');
  return `SCRAM-SHA-256$${ITERATIONS}:${salt.toString('base64')}$${stored}:${hmac('Server Key').toString('base64')}`;
}
