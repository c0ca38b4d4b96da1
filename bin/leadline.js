#!/bin/sh
//usr/bin/env true; exec node --max-semi-space-size=8 --single-threaded-gc --no-allocation-site-pretenuring "$0" "$@"

// Both a shell script and a module: a first line can name a program with flags only for some systems' env.
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const main = new URL('../dist/cli/main.js', import.meta.url);
if (!existsSync(fileURLToPath(main))) {
  process.stderr.write('Leadline is not built yet: run `npm ci` or `npm run build` in its directory first.\n');
  process.exit(1);
}
// Node.js 20 has no navigator. Without one, pg makes a Response to see whether it runs on Cloudflare, which loads all of fetch:
// 50 ms of a start.
globalThis.navigator ??= { userAgent: `Node.js/${process.versions.node.split('.')[0]}` };
await import(main.href);
