import type { DateRange } from '../date-range.ts';
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

  /** The conditions of a range of time: none where it is open, or there is no range. */
  within(column: string, range: DateRange | null | undefined): string[] {
    return [
      ...(range?.from ? [`${column} >= ${this.add(range.from.toISOString())}`] : []),
      ...(range?.before ? [`${column} < ${this.add(range.before.toISOString())}`] : []),
    ];
  }

  /** A list's rows beyond a place, by row comparison; all of them from its beginning. */
  beyond(columns: string, after: Position | null, comparison: '<' | '>' = '<'): string {
    return after === null ? '' : `and (${columns}) ${comparison} (${after.map((value) => this.add(value)).join(', ')})`;
  }
}
