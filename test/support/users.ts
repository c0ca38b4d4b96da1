import { spawnSync } from 'node:child_process';
import { root } from './run-cli.ts';

export const NOBODY = { uid: 65534, gid: 65534 };

export const isRoot = process.getuid?.() === 0;

/** Whether an ordinary user could run this checkout: not if root keeps it in a closed directory. */
export const ordinaryUserCanRun =
  isRoot &&
  spawnSync(process.execPath, ['--input-type=module', '-e', "await import('pg')"], { cwd: root, ...NOBODY }).status ===
    0;
