import type { Static, TSchema } from 'typebox';
import { CUSTOM } from '../../conditions/facts.ts';
import { Shape, Text } from '../../http/schema.ts';
import { cleanText } from '../../http/text.ts';
import { Type } from '../../http/type.ts';
import { type FieldErrors, faultsOf } from '../../problems.ts';
import { customFieldsByKey } from '../../settings/custom-field-index.ts';
import type { Settings } from '../../settings/snapshot.ts';
import { type LeadFilter, leadFilters, readFilter } from './filter.ts';

// The filters of the list as an object in a body: `{ "status": "sts_…" }` for `filter[status]=sts_…`.

const MOST_TEXT = 8_000;

const bareName = (parameter: string): string => parameter.slice('filter['.length, -1);
const parameterOf = (name: string): string => `filter[${name}]`;

/** They are kept, so they are cleaned as every text is. */
const kept = (schema: TSchema) =>
  Type.Optional(Type.Unsafe<string>('enum' in schema ? schema : { ...schema, minLength: 1, 'x-text': 'one' }));

const named = Object.fromEntries(
  Object.entries(leadFilters).map(([parameter, schema]) => [bareName(parameter), kept(schema)]),
);

export const LeadFilters = Type.Unsafe<Readonly<Record<string, string>>>(
  Shape(named, {
    title: 'LeadFilters',
    description:
      'Names and values as in the list’s `filter[…]`, those of custom fields as `custom_fields.<key>`; at most 16 KiB as JSON',
    patternProperties: {
      '^custom_fields\\.[a-z][a-z0-9_]{0,62}$': Text({ max: MOST_TEXT }),
    },
  }),
);
export type LeadFilters = Static<typeof LeadFilters>;

/** As much as the address of a list can hold. */
const MOST_BYTES = 16_384;

/** The filter that they ask for; null where it can match nothing. */
export const readFilters = (settings: Settings, filters: LeadFilters): LeadFilter | null =>
  readFilter(settings, parametersOf(filters));

/** What is wrong with them, at the fields of the body; what has another form is the schema's to refuse. */
export function filterFaults(settings: Settings, field: string, filters: unknown): FieldErrors {
  if (typeof filters !== 'object' || filters === null || Array.isArray(filters)) return {};
  const texts = Object.entries(filters).filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  if (Buffer.byteLength(JSON.stringify(filters)) > MOST_BYTES) {
    return { [field]: [`must have at most ${MOST_BYTES} bytes as JSON`] };
  }
  const errors: FieldErrors = {};
  const sound = Object.fromEntries(texts.filter(([name, text]) => text !== '' && isJudged(name, text)));
  const faults = faultsOf(() => readFilters(settings, sound));
  for (const [parameter, messages] of Object.entries(faults)) errors[`${field}.${bareName(parameter)}`] = messages;
  return errors;
}

/** Names that are not known, and texts that the schema refuses, are not read: that could take long. */
function isJudged(name: string, text: string): boolean {
  if (!Object.hasOwn(named, name) && !name.startsWith(CUSTOM)) return false;
  const { maxLength = MOST_TEXT } = (named[name] ?? {}) as { maxLength?: number };
  return 'text' in cleanText(text, 'one', maxLength);
}

const parametersOf = (filters: LeadFilters) =>
  Object.fromEntries(Object.entries(filters).map(([name, value]) => [parameterOf(name), value]));

const ofOnePerson = new Set(['search', 'phone', 'email']);

/** They look for a person, of whom even the name of a view may speak. */
export const isOfOnePerson = (filters: LeadFilters): boolean =>
  Object.keys(filters).some((name) => ofOnePerson.has(name));

/** Of custom fields, those whose values are settings. A number may be a phone, and a date a birthday. */
const settled: ReadonlySet<string | undefined> = new Set(['select', 'multi_select', 'boolean']);

/** Whether the value of a filter is personal: an erasure would not find it in the audit trail. */
function isPersonalName(settings: Settings, name: string): boolean {
  if (!name.startsWith(CUSTOM)) return ofOnePerson.has(name);
  return !settled.has(customFieldsByKey(settings).get(name.slice(CUSTOM.length))?.type);
}
export const isPersonal = (settings: Settings, parameter: string): boolean =>
  isPersonalName(settings, bareName(parameter));

/** For the audit trail. */
export function withoutPersonal(settings: Settings, filters: LeadFilters): LeadFilters {
  const kept = ([name, value]: [string, string]) => [name, isPersonalName(settings, name) ? NOT_KEPT : value];
  return Object.fromEntries(Object.entries(filters).map(kept));
}

export const NOT_KEPT = 'not kept';
