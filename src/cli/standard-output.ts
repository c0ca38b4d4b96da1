let isWatched = false;
let isBroken = false;

/** Whether nothing more can be written to standard output. That has been said already. */
export const isOutputBroken = (): boolean => isBroken;

/** Tells in one sentence, with exit code 1, that standard output cannot be written: closed by `| head`, or its disk is full. */
export function watchOutput(): void {
  if (isWatched) return;
  isWatched = true;
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (isBroken) return;
    isBroken = true;
    process.exitCode = 1;
    const cause = error.code === 'EPIPE' ? 'was closed before the end' : `cannot be written: ${error.code}`;
    process.stderr.write(`Standard output ${cause}.\n`);
  });
}
