// Preloaded with NODE_OPTIONS=--import: writes the names of all CommonJS modules that a process has loaded, when it ends.
import { appendFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const { cache } = createRequire(import.meta.url);
process.on('exit', () => appendFileSync(process.env.MODULES_FILE, `${Object.keys(cache).join('\n')}\n`));
