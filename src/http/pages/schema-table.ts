import type { Direction } from './example.ts';
import { describe, type Field, fieldTable, type Heading } from './field-table.ts';
import { type Html, html } from './html.ts';
import type { OpenApiDocument, Schema } from './openapi-types.ts';
import { freeValues, shapeOf, typeLabel } from './shape.ts';

type Row = Field | Heading;

interface Place {
  prefix: string;
  depth: number;
  /** The references around this place, against cycles. */
  path: readonly string[];
}

/** A body's properties, nested ones included. */
export function schemaRows(document: OpenApiDocument, schema: Schema, direction: Direction): Row[] {
  return rowsOf(document, schema, direction, { prefix: '', depth: 0, path: [] });
}

export function schemaTable(document: OpenApiDocument, schema: Schema, rows: readonly Row[], caption: string): Html {
  const { types } = shapeOf(document, schema);
  const whole = html`<code>${typeLabel(document, schema)}</code>`;
  if (rows.length === 0) return html`<p class="whole">${whole}</p>`;
  return html`${types[0] === 'array' && html`<p class="whole">${whole}, each with:</p>`}${fieldTable(caption, rows)}`;
}

function rowsOf(document: OpenApiDocument, input: Schema, direction: Direction, place: Place): Row[] {
  const { schema, refs, variants } = shapeOf(document, input);
  if (refs.some((ref) => place.path.includes(ref)) || place.depth > 10) return [];
  const here = { ...place, path: [...place.path, ...refs] };

  const rows = Object.entries(schema.properties ?? {}).flatMap(([name, property]) => {
    const required = schema.required?.includes(name) ?? false;
    // In a request the rule is "may be left out", in an answer "is always there": only the exception is worth a word.
    const note = direction === 'request' ? required && 'required' : !required && 'optional';
    return propertyRows(document, name, property, note || null, direction, here);
  });
  const free = freeValues(schema);
  if (free) rows.push(...propertyRows(document, '‹any name›', free, null, direction, here));
  if (schema.items) {
    rows.push(
      ...rowsOf(document, schema.items, direction, { ...here, prefix: `${here.prefix.replace(/\.$/, '')}[].` }),
    );
  }
  return [...rows, ...variantRows(document, variants, direction, here)];
}

function propertyRows(
  document: OpenApiDocument,
  name: string,
  property: Schema,
  note: Field['note'],
  direction: Direction,
  { prefix, depth, path }: Place,
): Row[] {
  const row = { ...describe(document, property), name, prefix, depth, place: null, note };
  if (isInside(document, property, path))
    return [{ ...row, constraints: [...row.constraints, html`as described above`] }];
  return [row, ...rowsOf(document, property, direction, { prefix: `${prefix}${name}.`, depth: depth + 1, path })];
}

/** Whether the property, or a list's items, is of a kind that is being described around it. */
function isInside(document: OpenApiDocument, property: Schema, path: readonly string[]): boolean {
  const { schema, refs } = shapeOf(document, property);
  const all = schema.items ? [...refs, ...shapeOf(document, schema.items).refs] : refs;
  return all.some((ref) => path.includes(ref));
}

/** Alternatives without properties are named in the type already; only those that have some need lines of their own. */
function variantRows(
  document: OpenApiDocument,
  variants: readonly Schema[],
  direction: Direction,
  place: Place,
): Row[] {
  const options = variants.map((variant) => ({ variant, rows: rowsOf(document, variant, direction, place) }));
  if (options.every(({ rows }) => rows.length === 0)) return [];
  return options.flatMap(({ variant, rows }, index) => [
    { heading: `Option ${index + 1}: ${variant.title ?? typeLabel(document, variant)}`, depth: place.depth },
    ...rows,
  ]);
}
