import { rmSync } from 'node:fs';
import { onTestFinished } from 'vitest';
import { scratchDirectory } from './scratch.ts';

/** A directory that is removed when the test in which it is made is over. */
export function testDirectory(name: string): string {
  const path = scratchDirectory(name);
  onTestFinished(() => rmSync(path, { recursive: true }));
  return path;
}
