/**
 * A `timestamptz` moved by an interval, in SQL. In an UPDATE, Citus rejects expressions that may depend on the session's
 * time zone, such as adding days.
 */
export const movedTime = (column: string, by: string): string =>
  `(${column} at time zone 'UTC' + interval '${by}') at time zone 'UTC'`;
