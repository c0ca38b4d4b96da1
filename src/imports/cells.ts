import { CUSTOM } from '../conditions/facts.ts';
import { textOf } from '../http/csv.ts';
import { MOST_EMAIL } from '../http/email.ts';
import { normalizePhone } from '../http/phone.ts';
import { cleanText } from '../http/text.ts';
import { readOptions } from '../leads/option-list.ts';
import { emailKey } from '../leads/row.ts';
import type { LeadCreate } from '../leads/schemas.ts';
import { newLeadFaults } from '../leads/writing/new-lead.ts';
import type { FieldErrors } from '../problems.ts';
import { optionOf } from '../settings/custom-field-index.ts';
import type { CustomFieldSetting, Settings } from '../settings/snapshot.ts';
import { customFieldOf } from './fields.ts';

/** What a file's columns mean. */
export interface Meaning {
  readonly columns: readonly string[];
  /** The field of each column; null: it is ignored. */
  readonly fields: readonly (string | null)[];
  /** For rows that name no source: its public id. */
  readonly source: string | null;
}

/** The lead that a row describes, or why it describes none. */
export type ReadRow = { readonly input: LeadCreate } | { readonly fault: string };

/** Reads cells as people type them into spreadsheets, and judges the result as a create. A blank cell is no value. */
export function readRow(settings: Settings, meaning: Meaning, cells: readonly string[]): ReadRow {
  const { columns, fields } = meaning;
  if (cells.length !== columns.length) {
    return {
      fault: `The row has ${cells.length} ${cells.length === 1 ? 'cell' : 'cells'}, the header line ${columns.length}.`,
    };
  }
  const input: Record<string, unknown> = {};
  const values: Record<string, unknown> = {};
  for (const [n, field] of fields.entries()) {
    const cell = textAt(cells, n).replaceAll(/\r\n?/g, '\n');
    if (field === null || cell === '') continue;
    if (field.startsWith(CUSTOM))
      values[field.slice(CUSTOM.length)] = customValue(customFieldOf(settings, field), cell);
    else input[field] = plainValue(settings, field, cell);
  }
  input.source ??= meaning.source;
  if (Object.keys(values).length > 0) input.custom_fields = values;
  const faults = newLeadFaults(settings, input);
  if (faults.source !== undefined && !settings.sources.byPublicId.has(String(input.source))) {
    faults.source = ['is not the name or public id of a source of this organization'];
  }
  return Object.keys(faults).length === 0 ? { input: input as LeadCreate } : { fault: sentence(meaning, faults) };
}

/** A blank cell, and one that is not there, is no text. */
const textAt = (cells: readonly string[], n: number): string => textOf(cells[n]?.trim() ?? '').trim();

/** What does not look like a value of the field is left as it is, and refused by the check of a create. */
function plainValue(settings: Settings, field: string, cell: string): unknown {
  if (field === 'estimated_value') return numberIn(cell) ?? cell;
  return field === 'source' ? sourceNamed(settings, cell) : cell;
}

/** A source by its public id or its name. */
function sourceNamed({ sources }: Settings, cell: string): string {
  if (sources.byPublicId.has(cell)) return cell;
  const name = cell.toLowerCase();
  const named = [...sources.byId.values()].filter((source) => source.name.toLowerCase() === name);
  return (named.find(({ archived }) => !archived) ?? named[0])?.public_id ?? cell;
}

function customValue(field: CustomFieldSetting | undefined, cell: string): unknown {
  switch (field?.type) {
    case 'number':
      return numberIn(cell) ?? cell;
    case 'boolean':
      return BOOLEANS.get(cell.toLowerCase()) ?? cell;
    case 'multi_select':
      return optionsIn(field, cell);
    default:
      return cell;
  }
}

const BOOLEANS = new Map([
  ['true', true],
  ['yes', true],
  ['false', false],
  ['no', false],
]);

/** An option may hold a separator, and stand alone without quotes. */
function optionsIn(field: CustomFieldSetting, cell: string): string[] {
  const isOption = (text: string) => optionOf(field, text) !== null;
  const read = readOptions(cell);
  return isOption(cell) && !read.every(isOption) ? [cell] : read;
}

/** Digits, perhaps in groups (2,50,000 or 250,000), with a decimal point; or as an export writes it (1e+21). */
function numberIn(cell: string): number | null {
  if (Number.isFinite(Number(cell)) && String(Number(cell)) === cell) return Number(cell);
  return /^-?(?:\d{1,3}(?:,\d{2,3})*,\d{3}|\d{1,15})(?:\.\d{1,15})?$/.test(cell)
    ? Number(cell.replaceAll(',', ''))
    : null;
}

const MOST_FAULT = 2_000;

/** By the names of the columns, which people know from their file. */
function sentence({ columns, fields }: Meaning, faults: FieldErrors): string {
  const told = Object.entries(faults)
    .map(([field, messages]) => ({ at: fields.indexOf(field), field, messages }))
    .sort((one, other) => one.at - other.at)
    .map(({ at, field, messages }) => `${columns[at] ?? field}: ${messages.join(', ')}`);
  return told.join('; ').slice(0, MOST_FAULT).toWellFormed();
}

/** Phone and email of a row as leads have them, so that a person's rows can be found. */
export function contactsIn({ fields }: Pick<Meaning, 'fields'>, cells: readonly string[]) {
  const cellOf = (field: string) => textAt(cells, fields.indexOf(field));
  const [phone, email] = [cellOf('phone'), cellOf('email')];
  return {
    phone: phone === '' ? null : normalizePhone(phone),
    email_key: email === '' ? null : emailKey(cleanEmail(email)),
  };
}

function cleanEmail(email: string): string | null {
  const clean = cleanText(email, 'one', MOST_EMAIL);
  return 'fault' in clean ? null : clean.text;
}
