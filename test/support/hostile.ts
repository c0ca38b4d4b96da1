import type { TSchema } from 'typebox';

interface Shape {
  type?: string | string[];
  properties?: Record<string, Shape>;
  items?: Shape;
  additionalProperties?: boolean;
  maxLength?: number;
  /** What the operation judges each entry of a list by. */
  'x-described'?: Shape;
}

type Path = readonly (string | 0)[];

/** A position in a body, and its schema. */
export interface Place {
  readonly path: Path;
  readonly shape: Shape;
}

/** Every position of a body: fields, fields of fields, entries of lists. */
export function placesOf(schema: TSchema): Place[] {
  return walk(schema as Shape, []);
}

function walk(given: Shape, path: Path): Place[] {
  const shape = given['x-described'] ?? given;
  const inside = Object.entries(shape.properties ?? {}).flatMap(([name, inner]) => walk(inner, [...path, name]));
  const entries = shape.items === undefined ? [] : walk(shape.items, [...path, 0]);
  return [{ path, shape }, ...inside, ...entries];
}

export const typesOf = ({ shape: { type } }: Place): string[] => [type ?? 'any'].flat();

/** A body with only this value, at this position. */
export function bodyWith(path: Path, value: unknown, around: unknown = undefined): unknown {
  const [step, ...rest] = path;
  if (step === undefined) return value;
  if (step === 0) return [bodyWith(rest, value, Array.isArray(around) ? around[0] : undefined)];
  const beside = typeof around === 'object' && around !== null && !Array.isArray(around) ? around : {};
  return { ...beside, [step]: bodyWith(rest, value, (beside as Record<string, unknown>)[step]) };
}

/** Texts whose normalization takes quadratic time, and texts longer than any field accepts. */
export const hostileTexts = (length: number): string[] => [
  '\u0345'.repeat(length),
  '\u0344'.repeat(length),
  `a${'\u0301\u0345'.repeat(length / 2)}`,
  `${'x'.repeat(20)}${'\u0344'.repeat(31)}`,
  `9876543210${'\u3099'.repeat(40)}`,
];

/** Whether normalizing a text is expensive: it is too long for any field, or has a long run of combining marks. */
export const isHostile = (text: string): boolean => text.length > 40_000 || /\p{M}{31}/u.test(text);
