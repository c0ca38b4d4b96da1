// Sets the version of the next release everywhere: npm run release:version 0.3.0
// The service, the client and the console have one version, and the service and the console use exactly that client.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const CLIENT = '@leadline/client';
const [next = ''] = process.argv.slice(2);
if (!/^\d+\.\d+\.\d+(-[0-9a-z.]+)?$/.test(next)) {
  process.stderr.write('Usage: npm run release:version VERSION, such as 0.3.0\n');
  process.exit(2);
}

function setVersion(manifest) {
  manifest.version = next;
  for (const list of [manifest.dependencies, manifest.devDependencies]) if (list?.[CLIENT]) list[CLIENT] = next;
}

function change(name, work) {
  const path = join(root, name);
  const content = JSON.parse(readFileSync(path, 'utf8'));
  work(content);
  writeFileSync(path, `${JSON.stringify(content, null, 2)}\n`);
}

for (const folder of ['.', 'packages/client', 'console']) change(join(folder, 'package.json'), setVersion);
change('package-lock.json', (lock) => {
  lock.version = next;
  for (const folder of ['', 'packages/client', 'console']) setVersion(lock.packages[folder]);
});
for (const name of ['deploy/kubernetes/leadline.yaml', 'deploy/kubernetes/migrate.yaml', 'docs/operating/deploy.md']) {
  const path = join(root, name);
  writeFileSync(path, readFileSync(path, 'utf8').replace(/leadline:\d+\.\d+\.\d+\S*/g, `leadline:${next}`));
}
const changelog = join(root, 'CHANGELOG.md');
const text = readFileSync(changelog, 'utf8');
if (!text.includes(`\n## ${next} — `)) {
  const heading = `## Unreleased\n\nNothing yet.\n\n## ${next} — ${new Date().toISOString().slice(0, 10)}`;
  writeFileSync(changelog, text.replace(/^## Unreleased$(\n\nNothing yet\.$)?/m, heading));
}

process.stdout.write(
  'Next: npm run openapi && npm run client, and read the changelog; see "Making a release" in CONTRIBUTING.md.\n',
);
