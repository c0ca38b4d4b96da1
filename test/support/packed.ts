import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

export interface Packed {
  name: string;
  tarball: string;
  files: { path: string; mode: number }[];
}

/** What `npm publish` would send. The tests have built it already. */
export function pack(directory: string, folder: string): Packed {
  const args = ['pack', '--json', '--ignore-scripts', '--offline', '--pack-destination', folder];
  const [{ name, filename, files }] = JSON.parse(
    execFileSync('npm', args, { cwd: directory, encoding: 'utf8', stdio: 'pipe' }),
  );
  return { name, tarball: join(folder, filename), files };
}

/** Into node_modules of the folder, without what it depends on. */
export function unpack({ name, tarball }: Packed, folder: string): string {
  const target = join(folder, 'node_modules', name);
  mkdirSync(target, { recursive: true });
  execFileSync('tar', ['-xzf', tarball, '-C', target, '--strip-components=1']);
  return target;
}
