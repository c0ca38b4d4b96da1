import { readFile, stat } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { dirname } from 'node:path';

export interface Owner {
  uid: number;
  gid: number;
}

/** Who runs PostgreSQL. It refuses to run as root, so root runs it as another user. */
export interface RunAs extends Owner {
  name: string;
  /** True when this process is root and changes user for the server. */
  switched: boolean;
  /** Whose the service is: the file with the password belongs to this user. */
  service: Owner;
}

const ROOT: Owner = { uid: 0, gid: 0 };
const NOBODY = 65534;
/** Numbers that no distribution and no systemd gives to anybody (systemd, "Users, Groups, UIDs and GIDs"). */
const [FIRST_OWN, LAST_OWN] = [60_578, 61_183];

/** True for a number that Leadline takes for the server where root starts it. */
export const isOwnNumber = (uid: number): boolean => uid >= FIRST_OWN && uid <= LAST_OWN;

/**
 * Root gives the server a number that is no other program's: as `nobody` it could be signalled, traced and its files
 * read by everything else that runs as `nobody`. Data of an ordinary user stays with that user.
 */
export async function chooseRunAs(data: Owner | null): Promise<RunAs> {
  const uid = process.geteuid?.() ?? -1;
  if (uid !== 0) {
    const own = { uid, gid: process.getegid?.() ?? -1 };
    return { ...own, name: ownName(uid), switched: false, service: own };
  }
  const owner = data !== null && data.uid !== 0 ? { uid: data.uid, gid: data.gid } : await freeNumber();
  const service = isOwnNumber(owner.uid) ? ROOT : owner;
  return { ...owner, name: await userName(owner.uid), switched: true, service };
}

async function freeNumber(): Promise<Owner> {
  const [users, groups] = [await readNumbers('/etc/passwd'), await readNumbers('/etc/group')];
  const taken = new Set([...users.values(), ...groups.values()]);
  let number = FIRST_OWN;
  while (number < LAST_OWN && taken.has(number)) number++;
  return { uid: number, gid: number };
}

/** initdb wants a user with a name. The server's group keeps everything else that runs under that name out. */
export async function namedFor(runAs: RunAs): Promise<RunAs> {
  if (!runAs.switched || !isOwnNumber(runAs.uid)) return runAs;
  const uid = (await readNumbers('/etc/passwd')).get('nobody') ?? NOBODY;
  return { ...runAs, uid, name: 'nobody' };
}

export async function userName(uid: number): Promise<string> {
  for (const [name, number] of await readNumbers('/etc/passwd')) if (number === uid) return name;
  return `number ${uid}`;
}

/** Options of spawn(). macOS numbers nobody -2, which files show as 4294967294 and spawn only takes as -2. */
export function spawnAs(runAs: RunAs): { uid?: number; gid?: number } {
  return runAs.switched ? { uid: runAs.uid | 0, gid: runAs.gid | 0 } : {};
}

/** The first part of a real path that this user cannot pass; null when `path` itself allows `bits` (4 read, 1 enter). */
export async function findBarrier(path: string, runAs: RunAs, bits: number): Promise<string | null> {
  if (!runAs.switched) return null;
  if (dirname(path) !== path) {
    const above = await findBarrier(dirname(path), runAs, 1);
    if (above !== null) return above;
  }
  const { uid, gid, mode } = await stat(path);
  const shift = uid === runAs.uid ? 6 : gid === runAs.gid ? 3 : 0;
  return ((mode >> shift) & bits) === bits ? null : path;
}

/** Of users or groups, by name. */
async function readNumbers(file: '/etc/passwd' | '/etc/group'): Promise<Map<string, number>> {
  const text = await readFile(file, 'utf8').catch(() => '');
  const found = text.matchAll(/^([^:\n]+):[^:\n]*:(-?\d+):/gm);
  return new Map(Array.from(found, ([, name = '', number]) => [name, Number(number) >>> 0]));
}

function ownName(uid: number): string {
  try {
    return userInfo().username;
  } catch {
    return `number ${uid}`;
  }
}
