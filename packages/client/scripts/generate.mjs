// Writes the types of @leadline/client from openapi.json. With --check: compares instead, and fails where they differ.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import openapiTypescript, { astToString } from 'openapi-typescript';

const generated = fileURLToPath(new URL('../src/generated/', import.meta.url));
const description = JSON.parse(readFileSync(new URL('../../../openapi.json', import.meta.url), 'utf8'));
const NOTICE = '// Generated from openapi.json by `npm run client`; do not edit.\n';

async function typesOf() {
  const nodes = await openapiTypescript(description, { silent: true });
  return NOTICE + astToString(nodes);
}

/** Those that many operations share are references. */
const parametersOf = ({ parameters = [] }) =>
  parameters.map((one) =>
    one.$ref === undefined ? one : description.components.parameters[one.$ref.split('/').at(-1)],
  );

/** What types cannot tell: the catalogue of problems, and which POSTs take no Idempotency-Key. */
function factsOf() {
  const problems = description['x-problems'].map(({ code, status }) => `  ${code}: ${status};\n`);
  const posts = Object.entries(description.paths).filter(([, { post }]) => post !== undefined);
  const unkeyed = posts.filter(([, { post }]) => !parametersOf(post).some(({ name }) => name === 'Idempotency-Key'));
  return `${NOTICE}
/** Every problem of the service: its code, and its HTTP status. */
export interface Problems {
${problems.join('')}}

/** POSTs that take no Idempotency-Key, so that sending them twice may do their work twice. */
export const postsWithoutKey: readonly string[] = ${JSON.stringify(unkeyed.map(([path]) => path))};
`;
}

const files = { 'api.ts': await typesOf(), 'facts.ts': factsOf() };
if (process.argv.includes('--check')) {
  const stale = Object.entries(files).filter(([name, text]) => read(generated + name) !== text);
  if (stale.length > 0) {
    const names = stale.map(([name]) => `packages/client/src/generated/${name}`).join(', ');
    process.stderr.write(`${names}: not what openapi.json says. Run \`npm run client\`.\n`);
    process.exit(1);
  }
} else {
  for (const [name, text] of Object.entries(files)) writeFileSync(generated + name, text);
}

function read(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}
