import { readFile } from 'node:fs/promises';
import type pg from 'pg';

/** The Unix socket of the embedded server. */
export interface SocketTarget {
  socketDirectory: string;
  port: number;
  user: string;
  database: string;
  passwordFile: string;
}

/** The password is read for each connection: it may be renewed while the service runs. */
export function socketConfig({
  socketDirectory: host,
  port,
  user,
  database,
  passwordFile,
}: SocketTarget): pg.ClientConfig {
  return { host, port, user, database, password: () => readPassword(passwordFile), ssl: false };
}

/** Reads the last field of the first line: the file has the format of ~/.pgpass, so that psql and pg_dump read it too. */
export async function readPassword(path: string): Promise<string> {
  const text = await readFile(path, 'utf8').catch(() => '');
  const password = /^(?:[^:\n]*:){4}([\w-]+)$/m.exec(text)?.[1];
  if (password === undefined) {
    throw Object.assign(new Error(`the password in ${path} cannot be read`), { code: 'EACCES' });
  }
  return password;
}
