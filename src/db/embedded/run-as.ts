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
}

interface Owner {
  uid: number;
  gid: number;
}

const UNPRIVILEGED: Owner = { uid: 65534, gid: 65534 };

export async function chooseRunAs(dataOwner: Owner | null): Promise<RunAs> {
  const uid = process.geteuid?.() ?? -1;
  if (uid !== 0) return { uid, gid: process.getegid?.() ?? -1, name: ownName(uid), switched: false };
  const users = await readUsers();
  if (dataOwner !== null && dataOwner.uid !== 0) {
    return { uid: dataOwner.uid, gid: dataOwner.gid, name: nameOf(users, dataOwner.uid), switched: true };
  }
  const owner = users.get('nobody') ?? UNPRIVILEGED;
  return { ...owner, name: nameOf(users, owner.uid), switched: true };
}

export async function userName(uid: number): Promise<string> {
  return nameOf(await readUsers(), uid);
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

async function readUsers(): Promise<Map<string, Owner>> {
  const text = await readFile('/etc/passwd', 'utf8').catch(() => '');
  const users = new Map<string, Owner>();
  for (const line of text.split('\n')) {
    const [name, , uid, gid] = line.split(':');
    if (name && /^-?\d+$/.test(uid ?? '') && /^-?\d+$/.test(gid ?? '')) {
      users.set(name, { uid: Number(uid) >>> 0, gid: Number(gid) >>> 0 });
    }
  }
  return users;
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
