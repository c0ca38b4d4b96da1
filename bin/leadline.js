#!/usr/bin/env node
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
