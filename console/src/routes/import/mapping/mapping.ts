import { failureColumns, fieldsNamed, folded, IGNORE } from '../../../../../src/imports/header.ts';
import { CUSTOM } from '../../../leads/custom.ts';

export { IGNORE };

/** Nobody has said yet what the column means. */
export const UNDECIDED = '';

/** The field of each column, by its name; `IGNORE` or `UNDECIDED`. */
export type Mapping = ReadonlyMap<string, string>;

export interface CustomField {
  readonly key: string;
  readonly label: string;
  readonly required: boolean;
}

/** What an export has besides fields that an import can set. */
export const exportedOnly = [
  'public_id',
  'status',
  'owner',
  'currency',
  'score',
  'score_band',
  'last_activity_at',
  'created_at',
  'updated_at',
] as const;

const isCalled = (column: string | undefined, name: string) => column !== undefined && folded(column) === folded(name);

/** The columns of the file itself: without those that a list of failed rows adds. */
export function ownColumns(columns: readonly string[]): readonly string[] {
  const isFailures =
    isCalled(columns[0], failureColumns.number) &&
    isCalled(columns.at(-1), failureColumns.reason) &&
    columns.length > 2;
  return isFailures ? columns.slice(1, -1) : columns;
}

/** What the columns mean by themselves: named like fields or labels, as the service reads them. */
export function proposedMapping(columns: readonly string[], custom: readonly CustomField[]): Map<string, string> {
  const own = new Set(ownColumns(columns));
  const isExport = columns.some((column) => isCalled(column, 'public_id'));
  return new Map(
    columns.map((column) => {
      const fields = fieldsNamed(custom, column);
      if (fields.length === 1) return [column, fields[0] ?? UNDECIDED];
      if (fields.length > 1) return [column, UNDECIDED];
      const isLeftOut = !own.has(column) || (isExport && exportedOnly.some((name) => isCalled(column, name)));
      return [column, isLeftOut ? IGNORE : UNDECIDED];
    }),
  );
}

export interface Mistakes {
  /** Columns that nobody has decided on, and fields that they may mean. */
  undecided: ReadonlyMap<string, readonly string[]>;
  /** Columns whose field another column before them has, and that column. */
  taken: ReadonlyMap<string, string>;
  /** Names that several columns have: they cannot be told apart. */
  repeated: ReadonlySet<string>;
  /** Fields without which every row would fail. */
  missing: readonly ('contact' | CustomField)[];
  isTooLong: boolean;
}

export function mistakesIn(columns: readonly string[], mapping: Mapping, custom: readonly CustomField[]): Mistakes {
  const undecided = new Map<string, readonly string[]>();
  const taken = new Map<string, string>();
  const repeated = new Set<string>();
  const columnOf = new Map<string, string>();
  const seen = new Set<string>();
  for (const column of columns) {
    const field = mapping.get(column) ?? UNDECIDED;
    if (seen.has(column) && field !== IGNORE) repeated.add(column);
    if (field === UNDECIDED) undecided.set(column, fieldsNamed(custom, column));
    else if (field !== IGNORE && !seen.has(column)) {
      const other = columnOf.get(field);
      if (other === undefined) columnOf.set(field, column);
      else taken.set(column, other);
    }
    seen.add(column);
  }
  const missing: ('contact' | CustomField)[] = columnOf.has('phone') || columnOf.has('email') ? [] : ['contact'];
  missing.push(...custom.filter(({ key, required }) => required && !columnOf.has(CUSTOM + key)));
  return { undecided, taken, repeated, missing, isTooLong: isTooLong(mappingParameters(columns, mapping, custom)) };
}

export const hasMistakes = ({ undecided, taken, repeated, missing, isTooLong }: Mistakes): boolean =>
  undecided.size + taken.size + repeated.size + missing.length > 0 || isTooLong;

/** What the service must be told: only what the columns do not mean by themselves, since an address has an end. */
export function mappingParameters(
  columns: readonly string[],
  mapping: Mapping,
  custom: readonly CustomField[],
): Record<string, string> {
  const names = [...new Set(columns)];
  const alike = new Map<string, number>();
  for (const name of names) alike.set(folded(name), (alike.get(folded(name)) ?? 0) + 1);
  const told = names.flatMap((column): [string, string][] => {
    const field = mapping.get(column) ?? UNDECIDED;
    const named = fieldsNamed(custom, column);
    // What is said of one column also holds for others whose name is the same but for case, blanks and hyphens.
    const isAlone = alike.get(folded(column)) === 1;
    const isByItself = field === IGNORE ? named.length === 0 : named.length === 1 && named[0] === field;
    return isAlone && isByItself ? [] : [[`mapping[${column}]`, field]];
  });
  const isLeftOut = names.some((column) => mapping.get(column) === IGNORE);
  return { ...Object.fromEntries(told), ...(isLeftOut && { unmapped: 'ignore' }) };
}

/** The service takes 200 parameters and 16 KiB of head. */
const isTooLong = (parameters: Record<string, string>): boolean =>
  Object.keys(parameters).length > 190 || new URLSearchParams(parameters).toString().length > 12_000;
