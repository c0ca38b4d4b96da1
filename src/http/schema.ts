import type { Static, TProperties, TSchema } from 'typebox';
import { type IdKind, prefixes, publicIdPattern } from '../public-id.ts';
import { MOST_EMAIL } from './email.ts';
import { Type } from './type.ts';

// Building blocks of the wire shapes. A schema with a `title` becomes a component of the API description. `x-message` is what a
// caller reads when a pattern does not match; `x-text` trims, normalizes and refuses forbidden characters.

export const Shape = <P extends TProperties>(
  properties: P,
  options: {
    title?: string;
    description?: string;
    examples?: unknown[];
    /** Further properties, by what their names look like. */
    patternProperties?: Record<string, TSchema>;
  } = {},
) => Type.Object(properties, { additionalProperties: false, ...options });

interface TextOptions {
  min?: number;
  max: number;
  lines?: 'one' | 'many';
  description?: string;
  examples?: string[];
}

/** Text of `min` to `max` characters (Unicode code points), trimmed; line breaks only where `lines` is 'many'. */
export const Text = ({ min = 1, max, lines = 'one', ...rest }: TextOptions) =>
  Type.String({ minLength: min, maxLength: max, 'x-text': lines, ...rest });

export const Name = (description: string, example: string) => Text({ max: 100, description, examples: [example] });

export const PublicId = (kind: IdKind, description?: string) =>
  Type.String({
    pattern: publicIdPattern(kind),
    'x-message': `must be a public id: ${prefixes[kind]}_ and 26 characters`,
    examples: [`${prefixes[kind]}_01k5p3c6m8q2r4s6t8v0w2x4z6`],
    ...(description !== undefined && { description }),
  });

export const Email = (description: string, example: string) =>
  Type.String({
    maxLength: MOST_EMAIL,
    format: 'email',
    'x-text': 'one',
    description,
    examples: [example],
  });

/** RFC 3339 with a zone; milliseconds and `Z` in answers. */
export const Timestamp = (description?: string, example = '2026-01-31T09:30:00.000Z') =>
  Type.String({
    format: 'date-time',
    examples: [example],
    ...(description !== undefined && { description }),
  });

export const OneOf = <const T extends readonly string[]>(
  values: T,
  options: { description?: string; default?: T[number]; examples?: T[number][] } = {},
) => Type.Unsafe<T[number]>({ type: 'string', enum: [...values], ...options });

/** The same, or null. A list of types rather than `anyOf`, so that a faulty value gets one clear message. */
export const Nullable = <T extends TSchema>(schema: T) => {
  const plain = schema as unknown as { type: string; enum?: unknown[] };
  return Type.Unsafe<Static<T> | null>({
    ...schema,
    type: [plain.type, 'null'],
    ...(plain.enum && { enum: [...plain.enum, null] }),
  });
};

/** Anything: the operation judges it by this schema itself, and the API description shows that. */
export const JudgedLater = <T extends TSchema>(schema: T) => Type.Unsafe<unknown>({ 'x-described': schema });

/** A record named in another. */
export const Reference = (kind: IdKind, title: string, example: string) =>
  Shape({ public_id: PublicId(kind), name: Type.String({ examples: [example] }) }, { title });

export const One = <T extends TSchema>(schema: T) => Shape({ data: schema });

const PageLinks = Shape(
  {
    next: Nullable(
      Type.String({
        description:
          'Relative address of the next page; null on the last page. A page may hold fewer records than asked for',
      }),
    ),
  },
  { title: 'PageLinks' },
);

export const List = <T extends TSchema>(schema: T, meta: TProperties = {}) =>
  Shape({
    data: Type.Array(schema),
    links: PageLinks,
    meta: Shape({ has_more: Type.Boolean(), ...meta }),
  });

export const Patch = <P extends TProperties>(properties: P, title: string, examples?: unknown[]) =>
  Type.Partial(Type.Object(properties), { additionalProperties: false, title, ...(examples && { examples }) });

export const ProblemDocument = Type.Object(
  {
    type: Type.String({ description: 'Address of the page about this problem' }),
    title: Type.String({ description: 'For people; may be reworded' }),
    status: Type.Integer(),
    detail: Type.String({ description: 'For people; may be reworded' }),
    code: Type.String({ description: 'For programs; stable' }),
    request_id: Type.String({ description: 'Identifies the call; also in the X-Request-Id header' }),
    errors: Type.Optional(
      Type.Record(Type.String(), Type.Array(Type.String()), { description: 'Faulty fields with their messages' }),
    ),
  },
  { title: 'Problem', additionalProperties: false },
);
