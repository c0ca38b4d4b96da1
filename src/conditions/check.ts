import { FaultList, MOST_HINTS } from '../fault-list.ts';
import { didYouMean, suggest } from '../http/did-you-mean.ts';
import { normalizePhone } from '../http/phone.ts';
import { cleanText, isLonger } from '../http/text.ts';
import type { FieldErrors } from '../problems.ts';
import { customFieldsByKey, optionOf } from '../settings/custom-field-index.ts';
import type { Settings } from '../settings/snapshot.ts';
import { type Operator, operators, type When } from '../settings/when.ts';
import { parseDay } from '../time-zone.ts';
import { CUSTOM } from './facts.ts';
import { MOST_CONDITIONS, MOST_RULES } from './schemas.ts';

type Known = Pick<Settings, 'customFields' | 'sources'>;

/** What a field holds decides which operators make sense, and what they are compared with. */
type FieldType = 'text' | 'phone' | 'source' | 'number' | 'boolean' | 'date' | 'select' | 'multi_select';

const plainFields: Readonly<Record<string, FieldType>> = {
  source: 'source',
  estimated_value: 'number',
  email: 'text',
  phone: 'phone',
  first_name: 'text',
  last_name: 'text',
};

const presence = ['present', 'absent'] as const;
const equality = ['eq', 'neq', 'in', 'not_in', ...presence] as const;
const order = ['gt', 'gte', 'lt', 'lte'] as const;
const text = [...equality, 'contains', 'starts_with'] as const;

const operatorsOf: Readonly<Record<FieldType, readonly Operator[]>> = {
  text,
  phone: text,
  select: text,
  source: equality,
  number: [...equality, ...order],
  date: [...equality, ...order],
  boolean: ['eq', 'neq', ...presence],
  multi_select: ['contains', 'in', 'not_in', ...presence],
};

const MOST_VALUES = 200;
const MOST_CHARACTERS = 2_000;
/** Of all conditions of a rule, as JSON: an organization's rules are held in memory, 200 of them. */
const MOST_BYTES = 32_768;
/** Of what is searched for in a text: up to 250 characters a search takes linear time, beyond that perhaps quadratic. */
const MOST_PART_CHARACTERS = 200;

/**
 * Judged when a rule is saved, so that no lead meets a rule that cannot be judged. Texts are trimmed and phones put into E.164,
 * in place. `at` is where the conditions stand in the body.
 */
export function checkWhen(settings: Known, when: unknown, at: string): FieldErrors {
  const all = (when as { all?: unknown } | null | undefined)?.all;
  const faults = new FaultList();
  checkConditions(settings, Array.isArray(all) ? all : [], at, faults);
  return { ...faults.errors };
}

/** The conditions of several rules: `at` is where each of them stands. Stops once there are more faults than are told. */
export function checkRules(settings: Known, rules: unknown, at: (n: number) => string): FieldErrors {
  const faults = new FaultList();
  for (const [n, rule] of (Array.isArray(rules) ? rules.slice(0, MOST_RULES) : []).entries()) {
    const all = (rule as { when?: { all?: unknown } | null } | null)?.when?.all;
    if (Array.isArray(all) && !checkConditions(settings, all, at(n), faults)) break;
  }
  return { ...faults.errors };
}

/** False once there are more faults than are told. What is of another form, or too many, is the schema's to refuse. */
function checkConditions(settings: Known, all: readonly unknown[], at: string, faults: FaultList): boolean {
  const judged = all.slice(0, MOST_CONDITIONS);
  const isEachSound = judged.map((condition, n) => {
    if (faults.isFull || typeof condition !== 'object' || condition === null) return true;
    const fault = checkCondition(settings, condition as Record<string, unknown>);
    if (fault !== null) faults.add(`${at}.all.${n}.${fault.part}`, fault.describe);
    return fault === null;
  });
  if (isEachSound.every((isSound) => isSound) && Buffer.byteLength(JSON.stringify(judged)) > MOST_BYTES) {
    faults.add(at, () => `must have at most ${MOST_BYTES} bytes as JSON`);
  }
  return !faults.isFull;
}

interface Fault {
  part: 'field' | 'op' | 'value';
  describe: (told: number) => string;
}

function checkCondition(settings: Known, condition: Record<string, unknown>): Fault | null {
  const { field, op } = condition;
  if (typeof field !== 'string') return null;
  const type = typeOf(settings, field);
  if (type === 'archived') return { part: 'field', describe: () => 'is archived' };
  if (type === null) return { part: 'field', describe: (told) => unknownField(settings, field, told) };
  if (!operators.includes(op as Operator)) return null; // the schema refuses it
  const allowed = operatorsOf[type];
  if (!allowed.includes(op as Operator)) {
    return { part: 'op', describe: () => `must be one of ${allowed.join(', ')} for ${field}` };
  }
  const fault = checkValue(settings, condition, type);
  return fault === null ? null : { part: 'value', describe: () => textOf(fault) };
}

const customOf = (settings: Known, field: string) =>
  field.startsWith(CUSTOM) ? customFieldsByKey(settings).get(field.slice(CUSTOM.length)) : undefined;

function typeOf(settings: Known, field: string): FieldType | 'archived' | null {
  if (Object.hasOwn(plainFields, field)) return plainFields[field] as FieldType;
  const custom = customOf(settings, field);
  if (custom === undefined) return null;
  return custom.archived ? 'archived' : (custom.type as FieldType);
}

function unknownField({ customFields }: Known, field: string, told: number): string {
  if (told >= MOST_HINTS) return 'is not a field that conditions know';
  const names = [...Object.keys(plainFields), ...customFields.filter((f) => !f.archived).map((f) => CUSTOM + f.key)];
  return `is not a field that conditions know${suggest(field, names)}`;
}

/** A sentence, or how to find it where that takes a while. */
type Sentence = string | (() => string);

function checkValue(settings: Known, condition: Record<string, unknown>, type: FieldType): Sentence | null {
  const { field, op } = condition as { field: string; op: Operator };
  if (op === 'present' || op === 'absent') {
    return Object.hasOwn(condition, 'value') ? `is not taken by ${op}` : null;
  }
  if (!Object.hasOwn(condition, 'value')) return 'is required';
  const isPart = op === 'contains' || op === 'starts_with';
  const judge = (value: unknown) =>
    readValue(settings, field, isPart && type !== 'multi_select' ? 'text' : type, value);
  if (op !== 'in' && op !== 'not_in') {
    const read = judge(condition.value);
    if (op === 'contains' && 'value' in read && String(read.value).length > MOST_PART_CHARACTERS) {
      return `must have at most ${MOST_PART_CHARACTERS} characters for contains`;
    }
    if ('value' in read) condition.value = read.value;
    return 'fault' in read ? read.fault : null;
  }
  if (!Array.isArray(condition.value) || condition.value.length === 0) {
    return 'must be a list with at least one entry';
  }
  if (condition.value.length > MOST_VALUES) return `must have at most ${MOST_VALUES} entries`;
  const read = condition.value.map(judge);
  condition.value = read.map((one) => ('value' in one ? one.value : null));
  const faulty = read.find((one) => 'fault' in one);
  return faulty !== undefined && 'fault' in faulty ? () => `has an entry that ${textOf(faulty.fault)}` : null;
}

const textOf = (sentence: Sentence): string => (typeof sentence === 'string' ? sentence : sentence());

type Read = { value: unknown } | { fault: Sentence };

function readValue(settings: Known, field: string, type: FieldType, value: unknown): Read {
  const isText = typeof value === 'string';
  switch (type) {
    case 'number':
      return typeof value === 'number' && Number.isFinite(value) ? { value } : { fault: 'must be a number' };
    case 'boolean':
      return typeof value === 'boolean' ? { value } : { fault: 'must be true or false' };
    case 'date':
      return isText && parseDay(value) !== null ? { value } : { fault: 'must be a date such as 2026-01-31' };
    case 'source': {
      const source = isText ? settings.sources.byPublicId.get(value) : undefined;
      if (source === undefined) return { fault: 'must be the public id of a source of this organization' };
      return source.archived ? { fault: 'must not be an archived source' } : { value };
    }
    case 'phone': {
      const phone = isText ? normalizePhone(value) : null;
      return phone === null ? { fault: 'must be an Indian mobile number' } : { value: phone };
    }
    case 'select':
    case 'multi_select': {
      const custom = customOf(settings, field);
      const option = custom === undefined ? null : optionOf(custom, value);
      if (option !== null) return { value: option };
      const hint = () => (isText ? didYouMean(value, custom?.options ?? []) : '');
      return { fault: () => `must be one of the field’s options${hint()}` };
    }
    case 'text':
      return readText(value);
  }
}

function readText(value: unknown): Read {
  if (typeof value !== 'string') return { fault: 'must be text' };
  const clean = cleanText(value, 'many', MOST_CHARACTERS);
  if ('fault' in clean) return { fault: clean.fault };
  if (clean.text === '') return { fault: 'must not be empty' };
  return isLonger(clean.text, MOST_CHARACTERS)
    ? { fault: `must have at most ${MOST_CHARACTERS} characters` }
    : { value: clean.text };
}

/** What conditions name that is archived or changed by now: a rule is kept as it was saved, and shown with this beside it. */
export function staleReferences(settings: Known, when: When, at: string): string[] {
  return when.all.flatMap((condition, n) => {
    const { field, value } = condition;
    const custom = customOf(settings, field);
    if (custom?.archived) return [`${at}.all.${n} names the archived custom field ${custom.key}`];
    if (custom !== undefined && checkCondition(settings, { ...condition }) !== null) {
      return [`${at}.all.${n} no longer fits the changed custom field ${custom.key}`];
    }
    if (field !== 'source') return [];
    return [value].flat().flatMap((id) => {
      const source = settings.sources.byPublicId.get(String(id));
      return source?.archived ? [`${at}.all.${n} names the archived source ${source.name}`] : [];
    });
  });
}
