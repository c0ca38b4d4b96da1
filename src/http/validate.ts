import type { AnySchemaObject, ErrorObject, ValidateFunction } from 'ajv';
import type { TSchema } from 'typebox';
import { FaultList } from '../fault-list.ts';
import type { FieldErrors } from '../problems.ts';
import { ajv } from './ajv.ts';
import { describeFault } from './describe-fault.ts';

export type Validator = (value: unknown) => FieldErrors | null;

/** Compiled at first use: otherwise most of a start would go into schemas that are seldom used. */
function compiled(schema: TSchema): () => ValidateFunction {
  let validate: ValidateFunction | undefined;
  return () => {
    validate ??= ajv.compile(schema as AnySchemaObject);
    return validate;
  };
}

/** Strings are trimmed and normalized in place; nothing is converted, dropped or filled in. */
export function bodyValidator(schema: TSchema): Validator {
  const validator = compiled(schema);
  return (body) => {
    const validate = validator();
    if (typeof body !== 'object' || body === null || Array.isArray(body)) return { body: ['must be a JSON object'] };
    return validate(body) ? null : explain(validate.errors ?? [], fieldPath, 'body');
  };
}

interface QuerySchema {
  properties?: Record<string, { type?: string }>;
  patternProperties?: Record<string, unknown>;
}

/** Says which parameters a query has, those with a variable part such as `filter[custom_fields.<key>]` included. */
export function knownParameters(schema: TSchema): (name: string) => boolean {
  const { properties = {}, patternProperties = {} } = schema as QuerySchema;
  const patterns = Object.keys(patternProperties).map((pattern) => new RegExp(pattern, 'u'));
  return (name) => Object.hasOwn(properties, name) || patterns.some((pattern) => pattern.test(name));
}

/** Whole numbers and booleans arrive as text: only the plain spelling is converted. */
export function queryValidator(schema: TSchema): Validator {
  const validator = compiled(schema);
  const { properties = {} } = schema as QuerySchema;
  const isKnown = knownParameters(schema);
  return (value) => {
    const validate = validator();
    const query = value as Record<string, unknown>;
    const faults: FieldErrors = Object.create(null); // a parameter may be called constructor
    for (const [name, text] of Object.entries(query)) {
      if (!isKnown(name)) continue; // refused below, as unknown
      if (Array.isArray(text)) faults[name] = ['must be given once'];
      else if (text === '') faults[name] = ['must not be empty'];
      else if (properties[name]?.type === 'integer' && /^\d{1,9}$/.test(text as string)) query[name] = Number(text);
      else if (properties[name]?.type === 'boolean' && /^(true|false)$/.test(text as string))
        query[name] = text === 'true';
    }
    if (!validate(query)) {
      const pathOf = (error: ErrorObject) => error.instancePath.slice(1).replaceAll('~1', '/').replaceAll('~0', '~');
      const more = explain(validate.errors ?? [], pathOf, 'query');
      for (const [name, messages] of Object.entries(more)) faults[name] ??= messages;
    }
    return Object.keys(faults).length === 0 ? null : { ...faults };
  };
}

/** With dots between the steps. A faulty entry of a plain list is reported on the list. */
function fieldPath(error: ErrorObject): string {
  const steps = error.instancePath.split('/').slice(1);
  if (/^\d+$/.test(steps.at(-1) ?? '') && error.parentSchema?.properties === undefined) steps.pop();
  return steps.map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~')).join('.');
}

/** What has no name is reported on the `whole`. */
function explain(
  errors: readonly ErrorObject[],
  pathOf: (error: ErrorObject) => string,
  whole: 'body' | 'query',
): FieldErrors {
  const faults = new FaultList();
  for (const error of errors) {
    const owner = pathOf(error);
    const extra = String(error.params.additionalProperty ?? error.params.missingProperty ?? '');
    const field = [owner, extra].filter((part) => part !== '').join('.') || whole;
    if (!faults.add(field, () => describeFault(error))) break;
  }
  return { ...faults.errors };
}
