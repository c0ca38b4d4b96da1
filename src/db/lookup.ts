/**
 * Reads one row by its key, or several rows by a list of keys. Those who look for rows of one kind at the same time are
 * answered by one statement.
 */
export interface Lookup {
  /** With the key as its last value. */
  readonly one: string;
  /** With a list of keys instead. */
  readonly many: string;
  /** The column of the answer that says whose row it is. */
  readonly key: string;
}
