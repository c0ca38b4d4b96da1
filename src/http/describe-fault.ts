import type { AnySchemaObject, ErrorObject } from 'ajv';
import { didYouMean, suggest } from './did-you-mean.ts';

export const describeFault = (error: ErrorObject): string =>
  sentences[error.keyword]?.(error) ?? error.message ?? 'is not valid';

const WRONG_FORM = 'does not have the right form';

const sentences: Readonly<Record<string, (error: ErrorObject) => string>> = {
  required: () => 'is required',
  additionalProperties: ({ params, parentSchema }) =>
    `is not known here${suggest(String(params.additionalProperty), namesIn(parentSchema))}`,
  type: ({ params }) => `must be ${[params.type].flat().map(nameOfType).join(' or ')}`,
  enum: ({ params, data }) => {
    const allowed = (params.allowedValues as unknown[]).filter((value) => value !== null).map(String);
    return `must be one of ${allowed.join(', ')}${typeof data === 'string' ? didYouMean(data, allowed) : ''}`;
  },
  minLength: ({ params: { limit } }) => (limit === 1 ? 'must not be empty' : `must have at least ${limit} characters`),
  maxLength: ({ params: { limit } }) => `must have at most ${limit} characters`,
  minimum: ({ parentSchema = {} }) => rangeOf(parentSchema),
  maximum: ({ parentSchema = {} }) => rangeOf(parentSchema),
  exclusiveMinimum: ({ params: { limit } }) => `must be more than ${limit}`,
  minItems: ({ params: { limit } }) => `must have at least ${limit} ${limit === 1 ? 'entry' : 'entries'}`,
  maxItems: ({ params: { limit } }) => `must have at most ${limit} entries`,
  uniqueItems: () => 'must not hold the same entry twice',
  pattern: ({ parentSchema }) => String(parentSchema?.['x-message'] ?? WRONG_FORM),
  format: ({ params: { format } }) => FORMATS[format] ?? WRONG_FORM,
};

const namesIn = ({ properties = {}, patternProperties = {} }: AnySchemaObject = {}): string[] => [
  ...Object.keys(properties),
  ...Object.values(patternProperties as Record<string, AnySchemaObject>).flatMap(({ title }) => title ?? []),
];

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

const nameOfType = (type: string): string => TYPE_NAMES[type] ?? type;

function rangeOf({ minimum, maximum }: AnySchemaObject): string {
  if (minimum !== undefined && maximum !== undefined) return `must be from ${minimum} to ${maximum}`;
  return minimum !== undefined ? `must be at least ${minimum}` : `must be at most ${maximum}`;
}
