/**
 * A `timestamptz` moved by an interval, in SQL. Citus takes nothing in an UPDATE that may depend on the session's time zone, as
 * adding days does.
 */
export const movedTime = (column: string, by: string): string =>
  `(${column} at time zone 'UTC' + interval '${by}') at time zone 'UTC'`;
