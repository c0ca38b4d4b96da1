import { readFile } from 'node:fs/promises';

/** Reads the last field of the first line: the file has the format of ~/.pgpass, so that psql and pg_dump read it too. */
export async function readPassword(path: string): Promise<string> {
  const text = await readFile(path, 'utf8').catch(() => '');
  const password = /^(?:[^:\n]*:){4}([\w-]+)$/m.exec(text)?.[1];
  if (password === undefined) {
    throw Object.assign(new Error(`the password in ${path} cannot be read`), { code: 'EACCES' });
  }
  return password;
}
