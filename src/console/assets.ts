import { readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { parseRanges } from '../http/accept.ts';

/** Made by the build. The same path from src/ and from dist/. */
const directory = fileURLToPath(new URL('../../dist/assets/console', import.meta.url));

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/** Best first. */
const codings = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const;

export interface Asset {
  readonly type: string;
  /** As it is, and by content coding. */
  readonly plain: Buffer;
  readonly coded: ReadonlyMap<string, Buffer>;
}

/** Every file of the console by its path, read once; empty if the console was not built. */
export function readAssets(): ReadonlyMap<string, Asset> {
  const assets = new Map<string, Asset>();
  for (const name of namesIn(directory)) {
    const type = types[extname(name)];
    if (type === undefined) continue;
    const read = (suffix = '') => readFileSync(join(directory, name + suffix));
    const coded = new Map(codings.map(([coding, suffix]) => [coding, read(suffix)]));
    assets.set(`/${name}`, { type, plain: read(), coded });
  }
  return assets;
}

/** The same asset with another text in one place. */
export function withText({ type, plain }: Asset, from: string, to: string): Asset {
  const text = plain.toString();
  if (!text.includes(from)) throw new Error(`the page lacks ${from}`);
  const changed = Buffer.from(text.replace(from, to));
  const coded = new Map([
    ['br', brotliCompressSync(changed)],
    ['gzip', gzipSync(changed)],
  ]);
  return { type, plain: changed, coded };
}

function namesIn(directory: string): string[] {
  try {
    return readdirSync(directory, { recursive: true, encoding: 'utf8' });
  } catch {
    return [];
  }
}

/** The best content coding that the browser takes; null: as it is. */
export function codingFor(header: string | string[] | undefined): string | null {
  const accepted = new Map(parseRanges(String(header ?? '')));
  return codings.map(([coding]) => coding).find((coding) => (accepted.get(coding) ?? 0) > 0) ?? null;
}
