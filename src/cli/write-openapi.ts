import { readFileSync, writeFileSync } from 'node:fs';
import { describeLeadline } from '../description.ts';

// `npm run openapi` writes the committed description; with --check it only says whether that one is still true.
const file = new URL('../../openapi.json', import.meta.url);
const text = `${JSON.stringify(describeLeadline('http://127.0.0.1:8080'), null, 2)}\n`;

if (!process.argv.includes('--check')) {
  writeFileSync(file, text);
} else if (readFileSync(file, 'utf8') !== text) {
  process.stderr.write('openapi.json is not what the routes say: run `npm run openapi` and commit it.\n');
  process.exit(1);
}
