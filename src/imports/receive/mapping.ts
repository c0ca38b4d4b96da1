import { CUSTOM } from '../../conditions/facts.ts';
import { FaultList, MOST_HINTS } from '../../fault-list.ts';
import { suggest } from '../../http/did-you-mean.ts';
import { csvColumns } from '../../leads/export/formats.ts';
import { invalid } from '../../problems.ts';
import type { Settings } from '../../settings/snapshot.ts';
import { customFieldOf, fieldNames, fieldsNamed, isPlainField } from '../fields.ts';
import { columnName, folded, IGNORE, MOST_COLUMNS } from '../header.ts';

const parameter = (column: string) => `mapping[${column}]`;

/** What the caller says of columns, by their names. */
export function readMapping(query: Readonly<Record<string, unknown>>): Map<string, string> {
  const given = Object.entries(query).flatMap(([name, field]): [string, string][] => {
    const column = /^mapping\[(.*)\]$/s.exec(name)?.[1];
    return column === undefined ? [] : [[column, String(field)]];
  });
  return new Map(given);
}

/** The names of the columns. */
export function readColumns(cells: readonly string[]): string[] {
  if (cells.length > MOST_COLUMNS) throw invalid({ body: [`must have ${MOST_COLUMNS} columns at most`] });
  return cells.map((cell, n) => {
    const name = columnName(cell, n);
    if ('fault' in name) throw invalid({ body: [`has a header whose column ${n + 1} ${name.fault}`] });
    return name.text;
  });
}

/** The field of each column, or null: decided by the header alone. Whatever is in doubt is refused. */
export function mapColumns(
  settings: Settings,
  columns: readonly string[],
  given: ReadonlyMap<string, string>,
  unmapped: 'refuse' | 'ignore' = 'refuse',
): (string | null)[] {
  const faults = new FaultList();
  for (const column of given.keys()) {
    if (!columns.some((one) => isSame(one, column))) {
      faults.add(parameter(column), () => `is not a column of the file${suggest(column, columns)}`);
    }
  }
  const taken = new Map<string, string>();
  const fields = columns.map((column) => {
    const field = fieldOf(settings, column, given, unmapped, faults);
    if (field === null) return null;
    const other = taken.get(field);
    if (other !== undefined) {
      faults.add(
        parameter(column),
        () => `goes to ${field}, as the column ${other} does; map one of them to ${IGNORE}`,
      );
    }
    taken.set(field, column);
    return field;
  });
  if (faults.isEmpty) addMissing(settings, taken, faults);
  if (!faults.isEmpty) throw invalid({ ...faults.errors });
  return fields;
}

const isSame = (column: string, name: string) => column === name.trim() || folded(column) === folded(name);

function givenField(column: string, given: ReadonlyMap<string, string>): string | undefined {
  const exact = given.get(column);
  return exact ?? [...given].find(([name]) => isSame(column, name))?.[1];
}

function fieldOf(
  settings: Settings,
  column: string,
  given: ReadonlyMap<string, string>,
  unmapped: 'refuse' | 'ignore',
  faults: FaultList,
): string | null {
  const wanted = givenField(column, given);
  if (wanted === IGNORE) return null;
  const fields = wanted === undefined ? fieldsNamed(settings, column) : fieldsWanted(settings, wanted);
  if (fields.length === 1) return fields[0] ?? null;
  if (fields.length === 0 && wanted === undefined && unmapped === IGNORE) return null;
  faults.add(parameter(column), (told) => {
    if (fields.length > 1) return `may mean ${fields.join(' or ')}: say which`;
    const known = told < MOST_HINTS ? suggest(wanted ?? column, fieldNames(settings)) : '';
    if (wanted !== undefined) return `is not a field that a column can go to${known}`;
    if (isExported(column)) return `is needed: an import cannot set this column of an export. Say ${IGNORE}`;
    return `is needed: this column maps to no field. Name one, or ${IGNORE}${known}`;
  });
  return null;
}

const exported = new Set(csvColumns.map(folded));
const isExported = (column: string): boolean => exported.has(folded(column));

/** A field that the caller names: exactly, or a custom field by its key alone. */
function fieldsWanted(settings: Settings, wanted: string): string[] {
  const names = isPlainField(wanted) ? [wanted] : [wanted, CUSTOM + wanted];
  return names.filter((name) => isPlainField(name) || customFieldOf(settings, name)?.archived === false);
}

/** Without these every row would fail. */
function addMissing(settings: Settings, taken: ReadonlyMap<string, string>, faults: FaultList): void {
  if (!taken.has('phone') && !taken.has('email')) {
    faults.add('mapping', () => 'must send a column to phone or to email, since a lead needs one of the two');
  }
  for (const { key, required, archived } of settings.customFields) {
    if (required && !archived && !taken.has(CUSTOM + key)) {
      faults.add('mapping', () => `must send a column to ${CUSTOM}${key}, which is required`);
    }
  }
}
