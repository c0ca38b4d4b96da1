import { follow } from './follow.ts';
import type { MediaType, OpenApiDocument, Parameter, Schema } from './openapi-types.ts';
import { freeValues, shapeOf } from './shape.ts';

/** A request leaves out what is read-only, an answer what is write-only. */
export type Direction = 'request' | 'response';

export function mediaExample(document: OpenApiDocument, media: MediaType, direction: Direction): unknown {
  return givenExample(document, media) ?? schemaExample(document, media.schema ?? {}, direction);
}

export function parameterExample(document: OpenApiDocument, parameter: Parameter): unknown {
  return givenExample(document, parameter) ?? schemaExample(document, parameter.schema ?? {}, 'request');
}

function givenExample(document: OpenApiDocument, { example, examples }: MediaType | Parameter): unknown {
  return example ?? follow(document, Object.values(examples ?? {})[0])?.value;
}

const given = ({ example, examples }: Schema): unknown => example ?? examples?.[0];

/** The schema's own example, else one made from its types. `path` holds the references around it, against cycles. */
export function schemaExample(
  document: OpenApiDocument,
  input: Schema,
  direction: Direction,
  path: readonly string[] = [],
): unknown {
  const { schema, refs, types, values, variants, nullable } = shapeOf(document, input);
  const own = given(schema) ?? values?.[0] ?? schema.default;
  if (own !== undefined && own !== null) return own;
  if (path.length > 12 || refs.some((ref) => path.includes(ref))) return types[0] === 'array' ? [] : null;

  const inside = (inner: Schema) => schemaExample(document, inner, direction, [...path, ...refs, '']);
  const [first] = variants;
  if (first && !schema.properties) return inside(first);

  switch (types[0]) {
    case 'object':
      return objectExample(document, schema, direction, inside);
    case 'array':
      return schema.items
        ? Array.from({ length: Math.max(1, schema.minItems ?? 1) }, () => inside(schema.items ?? {}))
        : [];
    case 'integer':
    case 'number':
      return numberExample(schema);
    case 'boolean':
      return true;
    case 'string':
      // "example" in the place of a cursor or a note would be a lie; null is true as far as it goes.
      return nullable && !schema.format && !schema.pattern ? null : textExample(document, schema);
    default:
      return nullable ? null : {};
  }
}

function objectExample(
  document: OpenApiDocument,
  schema: Schema,
  direction: Direction,
  inside: (inner: Schema) => unknown,
): Record<string, unknown> {
  const all = Object.entries(schema.properties ?? {}).filter(([, property]) => {
    const { schema: plain } = shapeOf(document, property);
    return direction === 'request' ? !plain.readOnly : !plain.writeOnly;
  });
  // A made-up value for every optional field would be refused somewhere; what is required, and what comes with an
  // example, makes a request that goes through.
  const telling = all.filter(
    ([name, property]) => schema.required?.includes(name) || given(shapeOf(document, property).schema) !== undefined,
  );
  const chosen = direction === 'request' && telling.length > 0 ? telling : all;
  const free = chosen.length === 0 ? freeValues(schema) : undefined;
  return Object.fromEntries(free ? [['key', inside(free)]] : chosen.map(([name, inner]) => [name, inside(inner)]));
}

function numberExample({ minimum, exclusiveMinimum, maximum, exclusiveMaximum }: Schema): number {
  const least = minimum ?? (exclusiveMinimum ?? Number.NEGATIVE_INFINITY) + 1;
  const most = maximum ?? (exclusiveMaximum ?? Number.POSITIVE_INFINITY) - 1;
  return Math.min(Math.max(1, least), most);
}

const BY_FORMAT: Readonly<Record<string, string>> = {
  'date-time': '2026-01-15T09:30:00.000Z',
  date: '2026-01-15',
  time: '09:30:00Z',
  duration: 'P1D',
  email: 'asha@example.in',
  hostname: 'example.in',
  ipv4: '192.0.2.1',
  uuid: '0190b2f4-6c1e-7a3b-9d52-4f8e1c7a2b60',
};

function textExample(document: OpenApiDocument, { format, pattern, minLength = 0, maxLength = 1000 }: Schema): string {
  if (format === 'uri' || format === 'url') return document.servers?.[0]?.url ?? '/';
  const byFormat = BY_FORMAT[format ?? ''];
  if (byFormat !== undefined) return byFormat;
  const plain = 'example'.padEnd(minLength, 'e').slice(0, maxLength);
  if (pattern === undefined) return plain;
  // No regular expression is turned round here: a few likely texts are tried, public ids first.
  const prefix = /^\^\(?([a-z]+_)/.exec(pattern)?.[1] ?? '';
  const likely = [
    `${prefix}01k8m4x2q7vhd3n5rty6w9bzce`,
    plain,
    plain.toUpperCase(),
    'INR',
    '2026-01-15',
    '09:30-18:30',
    '1',
  ];
  return likely.find((text) => matches(pattern, text)) ?? `${prefix}${plain}`;
}

function matches(pattern: string, text: string): boolean {
  try {
    return new RegExp(pattern, 'u').test(text);
  } catch {
    return false;
  }
}
