import { Ajv, type AnySchemaObject, type ErrorObject, type ValidateFunction } from 'ajv';
import type { DataValidateFunction } from 'ajv/dist/types/index.js';
import type { TSchema } from 'typebox';
import type { FieldErrors } from '../problems.ts';
import { parseInstant } from '../time.ts';
import { didYouMean } from './did-you-mean.ts';
import { normalizePhone } from './phone.ts';
import { cleanText } from './text.ts';

/** More faulty fields than this are not listed one by one. */
const MAX_FIELDS = 100;

const ajv = new Ajv({
  allErrors: true,
  strict: true,
  strictTypes: false, // `type: ['string', 'null']` is how Nullable is written
  removeAdditional: false,
  coerceTypes: false,
  useDefaults: false,
  verbose: true,
  ownProperties: true,
});
ajv.addVocabulary(['x-message', 'x-names', 'example']);
ajv.addFormat('date-time', { type: 'string', validate: (text: string) => parseInstant(text) !== null });
ajv.addFormat('date', { type: 'string', validate: (text: string) => parseInstant(`${text}T00:00:00Z`) !== null });
ajv.addKeyword({
  keyword: 'x-text',
  type: 'string',
  schemaType: 'string',
  modifying: true,
  errors: true,
  before: 'maxLength', // lengths are judged after trimming
  compile(lines: 'one' | 'many'): DataValidateFunction {
    const check: DataValidateFunction = (text: string, at) => {
      const result = cleanText(text, lines);
      if ('fault' in result) {
        check.errors = [{ keyword: 'x-text', message: result.fault, params: {} }];
        return false;
      }
      if (at !== undefined) at.parentData[at.parentDataProperty] = result.text;
      return true;
    };
    return check;
  },
});

ajv.addKeyword({
  keyword: 'x-phone',
  type: 'string',
  schemaType: 'boolean',
  modifying: true,
  errors: true,
  compile(): DataValidateFunction {
    const check: DataValidateFunction = (text: string, at) => {
      const phone = normalizePhone(text);
      if (phone === null) {
        const message = 'must be an Indian mobile number, such as +91 98765 43210, without an extension';
        check.errors = [{ keyword: 'x-phone', message, params: {} }];
        return false;
      }
      if (at !== undefined) at.parentData[at.parentDataProperty] = phone;
      return true;
    };
    return check;
  },
});
ajv.addKeyword({
  keyword: 'x-decimals',
  type: 'number',
  schemaType: 'number',
  error: { message: ({ schema }) => `must have at most ${schema} decimals` },
  validate: (decimals: number, value: number) => Number(value.toFixed(decimals)) === value,
});

export type Validator = (value: unknown) => FieldErrors | null;

/** Compiled at the first use: most of a start would else go into what is seldom or never called. */
function compiled(schema: TSchema): () => ValidateFunction {
  let validate: ValidateFunction | undefined;
  return () => {
    validate ??= ajv.compile(schema as AnySchemaObject);
    return validate;
  };
}

/** Checks a JSON body. Strings are trimmed and normalized in place; nothing is converted, dropped or filled in. */
export function bodyValidator(schema: TSchema): Validator {
  const validator = compiled(schema);
  return (body) => {
    const validate = validator();
    if (typeof body !== 'object' || body === null || Array.isArray(body)) return { body: ['must be a JSON object'] };
    return validate(body) ? null : explain(validate.errors ?? [], fieldPath);
  };
}

/** Checks the query. Whole numbers and booleans arrive as text: the plain spelling is converted, no other. */
export function queryValidator(schema: TSchema): Validator {
  const validator = compiled(schema);
  const properties = (schema as { properties?: Record<string, { type?: string }> }).properties ?? {};
  return (value) => {
    const validate = validator();
    const query = value as Record<string, unknown>;
    const faults: FieldErrors = Object.create(null); // a parameter may be called constructor
    for (const [name, text] of Object.entries(query)) {
      if (!Object.hasOwn(properties, name)) continue; // refused below, as unknown
      if (Array.isArray(text)) faults[name] = ['must be given once'];
      else if (text === '') faults[name] = ['must not be empty'];
      else if (properties[name]?.type === 'integer' && /^\d{1,9}$/.test(text as string)) query[name] = Number(text);
      else if (properties[name]?.type === 'boolean' && /^(true|false)$/.test(text as string))
        query[name] = text === 'true';
    }
    if (!validate(query)) {
      const more = explain(validate.errors ?? [], (error) =>
        error.instancePath.slice(1).replaceAll('~1', '/').replaceAll('~0', '~'),
      );
      for (const [name, messages] of Object.entries(more)) faults[name] ??= messages;
    }
    return Object.keys(faults).length === 0 ? null : { ...faults };
  };
}

/** Dots between the steps. A faulty entry of a plain list is reported on the list, which is what the caller named. */
function fieldPath(error: ErrorObject): string {
  const steps = error.instancePath.split('/').slice(1);
  if (/^\d+$/.test(steps.at(-1) ?? '') && error.parentSchema?.properties === undefined) steps.pop();
  return steps.map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~')).join('.');
}

function explain(errors: readonly ErrorObject[], pathOf: (error: ErrorObject) => string): FieldErrors {
  const found: FieldErrors = Object.create(null);
  let fields = 0;
  for (const error of errors) {
    const owner = pathOf(error);
    const extra = String(error.params.additionalProperty ?? error.params.missingProperty ?? '');
    const field = [owner, extra].filter((part) => part !== '').join('.') || 'body';
    const messages = found[field];
    const message = describe(error);
    if (messages?.includes(message)) continue;
    if (messages !== undefined) messages.push(message);
    else if (++fields <= MAX_FIELDS) found[field] = [message];
  }
  return { ...found };
}

function describe(error: ErrorObject): string {
  const { keyword, params, parentSchema } = error;
  switch (keyword) {
    case 'required':
      return 'is required';
    case 'additionalProperties': {
      const known = Object.keys(parentSchema?.properties ?? {});
      return `is not known here${didYouMean(String(params.additionalProperty), known)}`;
    }
    case 'type':
      return `must be ${listTypes(params.type)}`;
    case 'enum': {
      const allowed = (params.allowedValues as unknown[]).filter((value) => value !== null).map(String);
      const hint = typeof error.data === 'string' ? didYouMean(error.data, allowed) : '';
      return `must be one of ${allowed.join(', ')}${hint}`;
    }
    case 'minLength':
      return params.limit === 1 ? 'must not be empty' : `must have at least ${params.limit} characters`;
    case 'maxLength':
      return `must have at most ${params.limit} characters`;
    case 'minimum':
    case 'maximum':
      return rangeOf(parentSchema ?? {});
    case 'exclusiveMinimum':
      return `must be more than ${params.limit}`;
    case 'minItems':
      return `must have at least ${params.limit} ${params.limit === 1 ? 'entry' : 'entries'}`;
    case 'maxItems':
      return `must have at most ${params.limit} entries`;
    case 'uniqueItems':
      return 'must not hold the same entry twice';
    case 'pattern':
      return String(parentSchema?.['x-message'] ?? 'does not have the right form');
    case 'format':
      return params.format === 'date'
        ? 'must be a date such as 2026-01-31'
        : 'must be a time such as 2026-01-31T09:30:00Z';
    default:
      return error.message ?? 'is not valid';
  }
}

const TYPE_NAMES: Readonly<Record<string, string>> = {
  string: 'text',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  object: 'an object',
  array: 'a list',
  null: 'null',
};

function listTypes(types: string | string[]): string {
  return [types]
    .flat()
    .map((type) => TYPE_NAMES[type] ?? type)
    .join(' or ');
}

function rangeOf({ minimum, maximum }: AnySchemaObject): string {
  if (minimum !== undefined && maximum !== undefined) return `must be from ${minimum} to ${maximum}`;
  return minimum !== undefined ? `must be at least ${minimum}` : `must be at most ${maximum}`;
}
