import type { Wire } from './client.ts';
import { bytesOf, type Field, isUndecoded, textOf } from './long-fields.ts';
import { addBind, addClose, addDescribe, addExecute, addParse } from './packet.ts';
import { type Column, forget, isPrepared, type Known, knownOf, prepare } from './prepared.ts';
import { parserOf } from './times.ts';

/** One statement of a round trip: the messages it sends and the rows it receives. */
export class Statement {
  /** The command tag: `COMMIT`, `INSERT 0 1`. */
  tag = '';
  readonly rows: unknown[] = [];
  readonly #known: Known;
  /** The name of the prepared statement; empty if it is not kept. */
  readonly #name: string;
  readonly #values: readonly unknown[];
  #isPreparing = false;

  constructor(text: string, values: readonly unknown[], isKept: boolean) {
    this.#known = knownOf(text);
    this.#name = isKept ? this.#known.name : '';
    this.#values = values;
  }

  /** With placeholders, never with values. */
  get text(): string {
    return this.#known.text;
  }

  get values(): readonly unknown[] {
    return this.#values;
  }

  addTo(wire: Wire): void {
    if (this.#name === '') addParse('', this.#known.text);
    else if (!isPrepared(wire, this.#known)) this.#prepare(wire);
    addBind(this.#name, this.#values);
    if (this.#known.columns === null) addDescribe();
    addExecute();
  }

  /** A failed round trip may have prepared it already, so it is closed first. */
  #prepare(wire: Wire): void {
    this.#isPreparing = true;
    const least = prepare(wire, this.#known);
    if (least !== null) addClose(least.name);
    addClose(this.#name);
    addParse(this.#name, this.#known.text);
  }

  describe(fields: readonly { readonly name: string; readonly dataTypeID: number }[]): void {
    this.#known.columns = fields.map(({ name, dataTypeID }) => ({ name, parse: fieldParser(name, dataTypeID) }));
  }

  addRow(fields: readonly Field[]): void {
    const columns = this.#known.columns ?? [];
    const row: Record<string, unknown> = {};
    for (let n = 0; n < columns.length; n++) {
      const { name, parse } = columns[n] as Column;
      const field = fields[n] as Field;
      row[name] = field === null ? null : parse(field);
    }
    this.rows.push(row);
  }

  succeed(): void {
    this.#known.columns ??= []; // described, and returns no rows
  }

  /** `isUnknown`: the server did not know a prepared statement. */
  fail(wire: Wire, isUnknown: boolean): void {
    if (this.#isPreparing || isUnknown) forget(wire, this.#known);
  }
}

function fieldParser(name: string, type: number): Column['parse'] {
  if (isUndecoded(name)) return bytesOf;
  const parse = parserOf(type);
  return (field) => parse(textOf(field));
}
