import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

export interface Import {
  /** Path from the repository's root, or the name of a package. */
  target: string;
  /** Only types are imported, so the import is gone after compilation. */
  typesOnly: boolean;
}

export interface SourceFile {
  path: string;
  text: string;
  imports: Import[];
}

const STATEMENT = /^(?:import|export)\s+(type\s)?([^'";]*?)\s*from\s*'([^']+)'/gm;
const BARE = /(?:^import\s*|\bimport\()'([^']+)'/gm;

export function readSources(directory = 'src'): SourceFile[] {
  return readdirSync(directory, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => {
      const path = join(directory, name);
      const text = readFileSync(path, 'utf8');
      return { path, text, imports: importsOf(path, text) };
    });
}

function importsOf(path: string, text: string): Import[] {
  const resolve = (target: string) => (target.startsWith('.') ? normalize(join(dirname(path), target)) : target);
  const named = [...text.matchAll(STATEMENT)].map(([, type, taken = '', target = '']) => ({
    target: resolve(target),
    typesOnly: type !== undefined || takesTypesOnly(taken),
  }));
  const bare = [...text.matchAll(BARE)].map(([, target = '']) => ({ target: resolve(target), typesOnly: false }));
  return [...named, ...bare];
}

function takesTypesOnly(taken: string): boolean {
  const inBraces = /^\{([^}]*)\}$/.exec(taken.trim())?.[1];
  const names = inBraces
    ?.split(',')
    .map((name) => name.trim())
    .filter(Boolean);
  return names !== undefined && names.length > 0 && names.every((name) => name.startsWith('type '));
}
