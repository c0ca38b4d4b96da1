import { CUSTOM } from '../conditions/facts.ts';
import { cleanText } from '../http/text.ts';

// What the header line of a file means. The console takes the rules from here too, to show them before a file is sent: so
// this file and what it imports must run in a browser.

export const MOST_BYTES = 200 * 1_024 * 1_024;
export const MOST_ROWS = 1_000_000;
export const MOST_COLUMNS = 250;
/** Characters of a row, the header line included: more than the fields of a lead can hold. */
export const MOST_ROW = 262_144;
const MOST_NAME = 200;

/** The fields of a create that a column can go to, besides `custom_fields.<key>`. */
export const plainFields = ['first_name', 'last_name', 'phone', 'email', 'source', 'estimated_value'] as const;
export type PlainField = (typeof plainFields)[number];

/** What a list of failed rows has before and after the columns of the file. */
export const failureColumns = { number: 'row', reason: 'why' } as const;

/** Says that a column goes to no field. */
export const IGNORE = 'ignore';

/** How names are compared. So the label of a field, "First name", is the same as its name. */
export const folded = (name: string): string => name.toLowerCase().replaceAll(/[\s_-]+/g, '');

interface NamedField {
  readonly key: string;
  readonly label: string;
}

/** The fields that a column of this name may mean: by their names, else by the labels of custom fields. */
export function fieldsNamed(custom: readonly NamedField[], column: string): string[] {
  const name = folded(column);
  const known = [...plainFields, ...custom.map(({ key }) => CUSTOM + key)];
  const byName = known.filter((field) => folded(field) === name);
  if (byName.length > 0) return byName;
  const byKey = custom.filter(({ key }) => folded(key) === name);
  const named = byKey.length > 0 ? byKey : custom.filter(({ label }) => folded(label) === name);
  return named.map(({ key }) => CUSTOM + key);
}

/** The name of a column as it is known from then on. One without a name is called by its position. */
export function columnName(cell: string, index: number): { text: string } | { fault: string } {
  const clean = cleanText(cell, 'one', MOST_NAME);
  return 'text' in clean && clean.text === '' ? { text: `column ${index + 1}` } : clean;
}

const DELIMITERS = [',', ';', '\t'] as const;
export type Delimiter = (typeof DELIMITERS)[number];

export const isDelimiter = (text: string): text is Delimiter => (DELIMITERS as readonly string[]).includes(text);

/** The one that the header line has most of, outside of quotes. */
export function delimiterIn(line: string): Delimiter {
  const bare = line.replaceAll(/"[^"]*"/g, '');
  const counts = DELIMITERS.map((delimiter) => bare.split(delimiter).length);
  return DELIMITERS[counts.indexOf(Math.max(...counts))] ?? ',';
}

/** A line `sep=;` before the header line, as Excel writes it, names the delimiter. */
export const separatorIn = (line: string): string | undefined => /^"?sep=(.)"?$/i.exec(line)?.[1];
