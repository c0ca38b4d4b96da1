import { Pace } from '../slots/pace.ts';
import { deepFreeze } from './deep-freeze.ts';

/** Records by internal id (to name what a row refers to) and by public id (to find what a caller refers to). */
export interface Index<T> {
  readonly byId: ReadonlyMap<string, T>;
  readonly byPublicId: ReadonlyMap<string, T>;
}

interface Identified {
  readonly id: string;
  readonly public_id: string;
}

interface Source {
  readonly text: string;
  readonly byLine: ReadonlyMap<string, unknown>;
}

/** What records were read from. */
const sources = new WeakMap<Index<unknown>, Source>();

/**
 * Reads records, a JSON object in each line. Those that are as in `before` are not read again: an organization may have 10,000 members,
 * and one changes at a time. In slices, so that others are served meanwhile.
 */
export async function readRecords<T extends Identified>(text: string, before: Index<T> | null): Promise<Index<T>> {
  const known = before === null ? undefined : sources.get(before);
  if (before !== null && known?.text === text) return before;
  const pace = new Pace();
  const byLine = new Map<string, T>();
  const index = { byId: new Map<string, T>(), byPublicId: new Map<string, T>() };
  for (let from = 0, end: number; from < text.length; from = end + 1) {
    end = text.indexOf('\n', from);
    if (end === -1) end = text.length;
    const line = text.slice(from, end);
    const record = (known?.byLine.get(line) as T | undefined) ?? deepFreeze(JSON.parse(line) as T);
    byLine.set(line, record);
    index.byId.set(record.id, record);
    index.byPublicId.set(record.public_id, record);
    if (pace.isDue()) await pace.yield();
  }
  sources.set(index, { text, byLine });
  return index;
}
