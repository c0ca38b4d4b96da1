import { lookUp } from './follow.ts';
import type { OpenApiDocument, Schema } from './openapi-types.ts';

/** A schema made plain: references followed, `allOf` merged, "or null" and lists of constants recognized. */
export interface Shape {
  schema: Schema;
  /** The references followed to get here; a walker that meets one of its own again has found a cycle. */
  refs: readonly string[];
  types: readonly string[];
  nullable: boolean;
  /** The only values allowed, or null. */
  values: readonly unknown[] | null;
  /** Alternatives (`anyOf`, `oneOf`) that are neither null nor a list of constants. */
  variants: readonly Schema[];
}

function mergeAll(document: OpenApiDocument, input: Schema, refs: string[]): Schema {
  const { $ref, allOf, ...own } = input;
  const parts: Schema[] = [];
  if ($ref !== undefined && !refs.includes($ref)) {
    refs.push($ref);
    const target: Schema | undefined = lookUp(document, $ref);
    if (target) parts.push(mergeAll(document, target, refs));
  }
  for (const part of allOf ?? []) parts.push(mergeAll(document, part, refs));
  if (parts.length === 0) return own;

  const all = [...parts, own];
  const merged: Schema = Object.assign({}, ...all);
  // Properties of the parts add up, where every other keyword of the outer schema replaces the inner one.
  if (all.some((part) => part.properties)) merged.properties = Object.assign({}, ...all.map((part) => part.properties));
  if (all.some((part) => part.required)) merged.required = [...new Set(all.flatMap((part) => part.required ?? []))];
  return merged;
}

const typesOf = (schema: Schema): readonly string[] =>
  schema.type === undefined ? [] : typeof schema.type === 'string' ? [schema.type] : schema.type;

const isNull = (schema: Schema): boolean => schema.const === null || typesOf(schema).join() === 'null';

export function shapeOf(document: OpenApiDocument, input: Schema): Shape {
  const refs: string[] = [];
  let schema = mergeAll(document, input, refs);
  let nullable = false;

  // "Something or null" is one alternative and a null: show the something, as often as it is wrapped.
  let variants: readonly Schema[] = [];
  for (let depth = 0; depth < 8; depth++) {
    const alternatives = [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])];
    variants = alternatives.filter((alternative) => !isNull(alternative));
    nullable ||= variants.length < alternatives.length;
    const [only] = variants;
    if (variants.length !== 1 || only === undefined) break;
    const { anyOf, oneOf, ...outer } = schema;
    schema = { ...mergeAll(document, only, refs), ...outer };
    variants = [];
  }

  let values: readonly unknown[] | null = schema.enum ?? (schema.const === undefined ? null : [schema.const]);
  const constants = variants.map((variant) => mergeAll(document, variant, []));
  if (constants.length > 0 && constants.every((variant) => variant.const !== undefined)) {
    values = constants.map((variant) => variant.const);
    variants = [];
  }
  nullable ||= typesOf(schema).includes('null') || (values?.includes(null) ?? false);
  values = values?.filter((value) => value !== null) ?? null;
  const types = typesOf(schema).filter((type) => type !== 'null');
  return { schema, refs, types: types.length > 0 ? types : impliedTypes(schema, values), nullable, values, variants };
}

function impliedTypes(schema: Schema, values: readonly unknown[] | null): readonly string[] {
  if (values) return [...new Set(values.map((value) => (Array.isArray(value) ? 'array' : typeof value)))];
  if (schema.properties || schema.patternProperties) return ['object'];
  return schema.items ? ['array'] : [];
}

/** The schema of values under names that the caller chooses (`additionalProperties` and its like), or undefined. */
export function freeValues({ additionalProperties, patternProperties }: Schema): Schema | undefined {
  if (typeof additionalProperties === 'object') return additionalProperties;
  return Object.values(patternProperties ?? {})[0];
}

/** `string (date-time) or null`, `array of Team`: the type in words. */
export function typeLabel(document: OpenApiDocument, input: Schema, depth = 0): string {
  const shape = shapeOf(document, input);
  return [...labels(document, shape, depth), ...(shape.nullable ? ['null'] : [])].join(' or ') || 'any';
}

function labels(document: OpenApiDocument, { schema, refs, types, variants }: Shape, depth: number): string[] {
  // An array of arrays of itself has no end; four levels say enough.
  const deeper = (inner: Schema) => (depth < 4 ? typeLabel(document, inner, depth + 1) : '…');
  if (variants.length > 0) return [...new Set(variants.map(deeper))];
  return types.map((type) => {
    if (type === 'array') return schema.items ? `array of ${plural(deeper(schema.items))}` : 'array';
    if (type === 'object') return refs[0]?.replace(/^#\/components\/schemas\//, '') ?? 'object';
    return schema.format === undefined ? type : `${type} (${schema.format})`;
  });
}

/** Names of schemas stay as they are; "array of Team" reads well enough. */
const plural = (label: string): string => label.replace(/^(?:string|number|integer|boolean|object|array)\b/, '$&s');
