/**
 * A statement that reads one row by its key, which is the last of its values, or many rows by a list of keys. Those who look
 * for rows of one kind at the same time are answered by one statement.
 */
export interface Lookup {
  readonly one: string;
  readonly many: string;
  /** The column of the answer that says whose row it is. */
  readonly key: string;
}

/** `write` puts the statement together with what its key column is to be equal to; `place` is that of the last value. */
export const lookup = (key: string, place: string, write: (keys: string) => string): Lookup => ({
  key,
  one: write(place),
  many: write(`any(${place})`),
});
