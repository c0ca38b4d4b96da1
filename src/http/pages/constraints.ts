import { type Html, html, joined } from './html.ts';
import type { Shape } from './shape.ts';

const code = (value: unknown): Html => html`<code>${typeof value === 'string' ? value : JSON.stringify(value)}</code>`;

function range(least: number | undefined, most: number | undefined, unit: string, units = `${unit}s`): Html[] {
  const show = (bound: number) => bound.toLocaleString('en');
  const counted = (bound: number) => (unit === '' ? '' : ` ${bound === 1 ? unit : units}`);
  if (least !== undefined && most !== undefined) {
    return [html`${least === most ? show(least) : `${show(least)} to ${show(most)}`}${counted(most)}`];
  }
  if (least !== undefined) return [html`at least ${show(least)}${counted(least)}`];
  return most === undefined ? [] : [html`at most ${show(most)}${counted(most)}`];
}

/** What a value has to satisfy beyond its type, each as a few words. */
export function constraintsOf({ schema, values }: Shape): Html[] {
  const words: Html[] = [];
  if (values?.length === 1) words.push(html`always ${code(values[0])}`);
  else if (values) words.push(html`one of ${joined(values.map(code), ', ')}`);
  words.push(...range(schema.minimum, schema.maximum, ''));
  if (schema.exclusiveMinimum !== undefined) words.push(html`more than ${schema.exclusiveMinimum}`);
  if (schema.exclusiveMaximum !== undefined) words.push(html`less than ${schema.exclusiveMaximum}`);
  if (schema.multipleOf !== undefined) words.push(html`multiple of ${schema.multipleOf}`);
  words.push(...range(schema.minLength, schema.maxLength, 'character'));
  if (schema.pattern !== undefined) words.push(html`matches ${code(schema.pattern)}`);
  words.push(...range(schema.minItems, schema.maxItems, 'item'));
  if (schema.uniqueItems) words.push(html`no item twice`);
  words.push(...range(schema.minProperties, schema.maxProperties, 'property', 'properties'));
  if (schema.default !== undefined) words.push(html`default ${code(schema.default)}`);
  if (schema.readOnly) words.push(html`read-only`);
  if (schema.writeOnly) words.push(html`write-only`);
  if (schema.deprecated) words.push(html`deprecated`);
  return words;
}
