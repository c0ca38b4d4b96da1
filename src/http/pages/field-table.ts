import { constraintsOf } from './constraints.ts';
import { type Html, html, joined } from './html.ts';
import { markdown } from './markdown.ts';
import type { OpenApiDocument, Parameter, Schema } from './openapi-types.ts';
import { shapeOf, typeLabel } from './shape.ts';

/** A line of a table of parameters or properties. */
export interface Field {
  name: string;
  /** What stands before the name in a nested object (`contact.`): read aloud, and shown as indentation. */
  prefix: string;
  depth: number;
  /** `path`, `query`, `header`; null for a property of a body. */
  place: string | null;
  note: 'required' | 'optional' | null;
  type: string;
  constraints: readonly Html[];
  description: string | undefined;
}

/** A line that only announces one of several alternatives. */
export interface Heading {
  heading: string;
  depth: number;
}

/**
 * The roles repeat what the elements say: on a phone the style sheet stacks the cells, and some browsers then forget that it
 * was a table.
 */
export function fieldTable(caption: string, rows: readonly (Field | Heading)[]): Html {
  const withPlace = rows.some((row) => 'place' in row && row.place !== null);
  const column = (title: string) => html`<th scope="col" role="columnheader">${title}</th>`;
  return html`<table class="fields" role="table">
<caption class="unseen">${caption}</caption>
<thead role="rowgroup"><tr role="row">${column('Name')}${withPlace && column('In')}${column('Type')}${column('Description')}</tr></thead>
<tbody role="rowgroup">
${rows.map((row) => ('heading' in row ? headingRow(row) : fieldRow(row, withPlace)))}</tbody>
</table>`;
}

// Deeper than the style sheet indents, the lines stay where they are.
const indent = (depth: number) => `d${Math.min(depth, 5)}`;

const headingRow = ({ heading, depth }: Heading): Html =>
  html`<tr role="row"><th scope="colgroup" colspan="3" role="rowheader" class="option ${indent(depth)}">${heading}</th></tr>\n`;

function fieldRow(field: Field, withPlace: boolean): Html {
  const { name, prefix, depth, place, note, type, constraints, description } = field;
  const words = constraints.length > 0 && html`<small>${joined(constraints, ' · ')}</small>`;
  return html`<tr role="row"><th scope="row" role="rowheader" class="${indent(depth)}"><code>${
    prefix !== '' && html`<span class="unseen">${prefix}</span>`
  }${name}</code>${note && html` <span class="${note}">${note}</span>`}</th>${
    withPlace && html`<td role="cell" class="place">${place}</td>`
  }<td role="cell" class="type">${type}</td><td role="cell">${markdown(description)}${words}</td></tr>\n`;
}

export function parameterTable(document: OpenApiDocument, parameters: readonly Parameter[]): Html {
  return fieldTable(
    'Parameters',
    parameters.map((parameter) => ({
      ...describe(document, parameter.schema ?? {}),
      name: parameter.name,
      prefix: '',
      depth: 0,
      place: parameter.in,
      note: parameter.required || parameter.in === 'path' ? 'required' : null,
      description: parameter.description ?? parameter.schema?.description,
    })),
  );
}

/** What a schema says of itself, whatever name it goes under. */
export function describe(
  document: OpenApiDocument,
  schema: Schema,
): Pick<Field, 'type' | 'constraints' | 'description'> {
  const shape = shapeOf(document, schema);
  const items = shape.types[0] === 'array' && shape.schema.items ? shapeOf(document, shape.schema.items) : null;
  return {
    type: typeLabel(document, schema),
    constraints: [
      ...constraintsOf(shape),
      // Values allowed in a list are what a reader looks for on the list's own line.
      ...(items && items.types[0] !== 'object' ? constraintsOf(items).map((words) => html`each ${words}`) : []),
    ],
    description: shape.schema.description,
  };
}
