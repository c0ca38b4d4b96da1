import { ownColumns } from './mapping.ts';

export interface Choices {
  mapping: [column: string, field: string][];
  source: string;
  onDuplicate: 'skip' | 'fill';
}

const KEY = 'leadline.imports';
const MOST = 10;

/** The same for the list of a file's failed rows as for the file. */
const nameOf = (columns: readonly string[]): string => JSON.stringify([...ownColumns(columns)].sort());

type Kept = [header: string, choices: Choices][];

function readKept(): Kept {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? '[]');
    return Array.isArray(kept) ? kept : [];
  } catch {
    return [];
  }
}

/** What was chosen in this tab for a file with the same columns. */
export function keptChoices(columns: readonly string[]): Choices | null {
  const header = nameOf(columns);
  return readKept().find(([name]) => name === header)?.[1] ?? null;
}

export function keepChoices(columns: readonly string[], choices: Choices): void {
  const header = nameOf(columns);
  const others = readKept().filter(([name]) => name !== header);
  try {
    sessionStorage.setItem(KEY, JSON.stringify([[header, choices], ...others].slice(0, MOST)));
  } catch {
    // There is no more room: the choices are made again for the next file.
  }
}
