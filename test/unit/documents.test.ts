import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { expect, it } from 'vitest';

const folders = ['docs', 'examples', 'packages/client'];
const pages = [
  ...readdirSync('.'),
  ...folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
  ),
].filter((path) => path.endsWith('.md') && !path.includes('node_modules'));

/** Paths that a page links to or shows, from the root of the repository. */
function targetsIn(page: string): string[] {
  const text = readFileSync(page, 'utf8').replaceAll(/^```.*?^```/gms, '');
  const links = [...text.matchAll(/\]\(([^)\s]+)\)|(?:src|href)="([^"]+)"/g)].map(
    ([, link, source]) => link ?? source ?? '',
  );
  const own = links.filter((link) => !/^([a-z]+:|#|\/)/.test(link));
  return own.map((link) => normalize(join(dirname(page), link.replace(/#.*$/, ''))));
}

it('every link and picture of the documents leads to a file', () => {
  expect(pages.length).toBeGreaterThan(20);
  const broken = pages.flatMap((page) =>
    targetsIn(page)
      .filter((to) => !existsSync(to))
      .map((to) => `${page}: ${to}`),
  );
  expect(broken).toEqual([]);
});

it('every picture is drawn by the script and shown in a document', () => {
  const drawn = readdirSync('docs/pictures').sort();
  const list = readFileSync('scripts/pictures/list.mjs', 'utf8');
  expect(drawn).toEqual([...list.matchAll(/name: '([^']+)',\s+who/g)].map(([, name]) => `${name}.png`).sort());
  const shown = new Set(pages.flatMap(targetsIn));
  expect(drawn.filter((name) => !shown.has(`docs/pictures/${name}`))).toEqual([]);
});
