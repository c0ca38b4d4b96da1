import type { Stats } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { dirname } from 'node:path';

/** Who runs PostgreSQL. It refuses to run as root, so root hands it to somebody else. */
export interface RunAs {
  uid: number;
  gid: number;
  name: string;
  /** True when this process is root and changes user for the server. */
  switched: boolean;
  /** Whose the service is: the file with the password belongs to this user. */
  service: Owner;
}

export interface Owner {
  uid: number;
  gid: number;
}

/** What is known of data that exists. */
export interface DataOwner extends Owner {
  /** Owner of the directory around it. */
  baseUid: number;
}

const ROOT: Owner = { uid: 0, gid: 0 };
const UNPRIVILEGED: Owner = { uid: 65534, gid: 65534 };
/** Numbers that no distribution and no systemd gives to anybody (systemd, "Users, Groups, UIDs and GIDs"). */
const [FIRST_OWN, LAST_OWN] = [60_578, 61_183];

/** True for a number that Leadline takes for the server where root starts it. */
export const isOwnNumber = (uid: number): boolean => uid >= FIRST_OWN && uid <= LAST_OWN;

/**
 * Root gives the server a number that is no other program's: as `nobody` it could be signalled, traced and its files
 * read by everything else that runs as `nobody`. Data of an ordinary user stays with that user.
 */
export async function chooseRunAs(data: DataOwner | null): Promise<RunAs> {
  const uid = process.geteuid?.() ?? -1;
  if (uid !== 0) {
    const own = { uid, gid: process.getegid?.() ?? -1 };
    return { ...own, name: ownName(uid), switched: false, service: own };
  }
  const users = await readNumbers('/etc/passwd');
  if (data !== null && isOwnNumber(data.uid)) {
    return { uid: data.uid, gid: data.gid, name: nameOf(users, data.uid), switched: true, service: ROOT };
  }
  if (data !== null && data.uid !== 0 && !isLegacy(data, users)) {
    const { uid, gid } = data;
    return { uid, gid, name: nameOf(users, uid), switched: true, service: { uid, gid } };
  }
  const free = freeNumber(users, await readNumbers('/etc/group'));
  return { uid: free, gid: free, name: nameOf(users, free), switched: true, service: ROOT };
}

/** Up to version 0.1, root ran the server as `nobody`, in a directory of root. */
function isLegacy({ uid, baseUid }: DataOwner, users: Map<string, Owner>): boolean {
  return uid === (users.get('nobody') ?? UNPRIVILEGED).uid && baseUid !== uid;
}

function freeNumber(...taken: Map<string, Owner>[]): number {
  const numbers = new Set(taken.flatMap((one) => [...one.values()].flatMap(({ uid, gid }) => [uid, gid])));
  for (let number = FIRST_OWN; number < LAST_OWN; number++) if (!numbers.has(number)) return number;
  return LAST_OWN;
}

/** initdb wants a user with a name. The server's group keeps everything else that runs under that name out. */
export async function namedFor(runAs: RunAs): Promise<RunAs> {
  if (!runAs.switched || !isOwnNumber(runAs.uid)) return runAs;
  const { uid } = (await readNumbers('/etc/passwd')).get('nobody') ?? UNPRIVILEGED;
  return { ...runAs, uid, name: 'nobody' };
}

export async function userName(uid: number): Promise<string> {
  return nameOf(await readNumbers('/etc/passwd'), uid);
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
  return allows(await stat(path), runAs, bits) ? null : path;
}

function allows(stats: Stats, runAs: RunAs, bits: number): boolean {
  const shift = stats.uid === runAs.uid ? 6 : stats.gid === runAs.gid ? 3 : 0;
  return ((stats.mode >> shift) & bits) === bits;
}

/** Of /etc/group the number is read as both. */
async function readNumbers(file: '/etc/passwd' | '/etc/group'): Promise<Map<string, Owner>> {
  const text = await readFile(file, 'utf8').catch(() => '');
  const owners = new Map<string, Owner>();
  for (const line of text.split('\n')) {
    const [name, , uid = '', last = ''] = line.split(':');
    const gid = file === '/etc/group' ? uid : last;
    if (name && /^-?\d+$/.test(uid) && /^-?\d+$/.test(gid)) {
      owners.set(name, { uid: Number(uid) >>> 0, gid: Number(gid) >>> 0 });
    }
  }
  return owners;
}

function nameOf(users: Map<string, Owner>, uid: number): string {
  for (const [name, owner] of users) if (owner.uid === uid) return name;
  return `number ${uid}`;
}

function ownName(uid: number): string {
  try {
    return userInfo().username;
  } catch {
    return `number ${uid}`;
  }
}
