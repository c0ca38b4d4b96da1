import type { Position } from './cursor.ts';

/** Collects the values of a statement that is put together from parts, and answers their placeholders. */
export class Values {
  readonly list: unknown[] = [];

  constructor(...first: unknown[]) {
    this.list.push(...first);
  }

  add(value: unknown): string {
    return `$${this.list.push(value)}`;
  }

  /** A list's rows beyond a place, by row comparison; all of them from its beginning. */
  beyond(columns: string, after: Position | null, comparison: '<' | '>' = '<'): string {
    return after === null ? '' : `and (${columns}) ${comparison} (${after.map((value) => this.add(value)).join(', ')})`;
  }
}
