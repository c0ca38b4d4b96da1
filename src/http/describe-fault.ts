import type { AnySchemaObject, ErrorObject } from 'ajv';
import { didYouMean, suggest } from './did-you-mean.ts';

/** What a caller reads about one fault that validation found. */
export function describeFault(error: ErrorObject): string {
  const { keyword, params, parentSchema } = error;
  switch (keyword) {
    case 'required':
      return 'is required';
    case 'additionalProperties': {
      const known = Object.keys(parentSchema?.properties ?? {});
      return `is not known here${suggest(String(params.additionalProperty), known)}`;
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
      return FORMATS[params.format] ?? 'does not have the right form';
    default:
      return error.message ?? 'is not valid';
  }
}

const FORMATS: Readonly<Record<string, string>> = {
  email: 'must be an email address',
  date: 'must be a date such as 2026-01-31',
  'date-time': 'must be a time such as 2026-01-31T09:30:00Z',
};

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
