import { FaultList, MOST_HINTS } from '../fault-list.ts';
import { suggest } from '../http/did-you-mean.ts';
import type { OperationRequest } from '../http/mount.ts';
import { BASE_PATH, type Operation } from '../http/operation.ts';
import { plainSchema } from '../http/plain-schema.ts';
import { MOST_PARAMETERS } from '../http/query-string.ts';
import { isRecord } from '../http/record.ts';
import type { FieldErrors } from '../problems.ts';
import { type IdKind, prefixes } from '../public-id.ts';
import { argumentFor, type Wording } from './wording.ts';

type Json = Record<string, unknown>;
/** What a tool is called with, as it came. */
export type Given = Readonly<Record<string, unknown>>;

export interface ArgumentOptions {
  /** Arguments that the operation has and the tool does not, with what a caller is told who sends one. */
  readonly without?: Readonly<Record<string, string>>;
  /** Arguments that name records. A list finds nothing by a name, and a model would take that for an answer. */
  readonly references?: Readonly<Record<string, IdKind>>;
  /** Records a page, unless the caller says it. */
  readonly pageSize?: number;
}

export interface Arguments {
  /** JSON Schema of them all. */
  readonly schema: { readonly type: 'object'; readonly properties: Json; readonly required: string[] };
  read(given: Given): ReadArguments;
}

export type ReadArguments = Pick<OperationRequest, 'method' | 'url' | 'params' | 'query' | 'body'> & {
  readonly faults?: FieldErrors;
  /** In place of the header field. */
  readonly idempotencyKey: unknown;
};

interface ObjectSchema {
  properties?: Record<string, Json>;
  patternProperties?: Record<string, Json>;
  required?: string[];
}

const KEY = 'idempotency_key';
const idempotencyKey = {
  type: 'string',
  minLength: 1,
  maxLength: 255,
  description:
    'Any new text for each new change. Called again with the same key and arguments within 24 hours, the first answer is given again and nothing is done twice',
};

/** The arguments that stand for an operation's path, query and body: all of them, described by its schemas. */
export function argumentsOf(operation: Operation, wording: Wording, options: ArgumentOptions = {}): Arguments {
  const { without = {}, references = {}, pageSize } = options;
  const { ids = {}, method } = operation;
  const query = operation.query as ObjectSchema;
  const body = (operation.body ?? {}) as ObjectSchema;
  const isKeyed = method === 'POST' && !operation.writesNothing;
  const [custom] = Object.values(query.patternProperties ?? {});
  const parameters = new Map(Object.keys(query.properties ?? {}).map((name) => [argumentFor(name), name]));
  const fields = Object.keys(body.properties ?? {});

  const all: Json = {
    ...Object.fromEntries(Object.entries(ids).map(([name, kind]) => [name, idSchema(prefixes[kind])])),
    ...Object.fromEntries([...parameters].map(([name, parameter]) => [name, query.properties?.[parameter]])),
    ...(custom && { custom_fields: customFilterSchema(custom) }),
    ...body.properties,
    ...(isKeyed && { [KEY]: idempotencyKey }),
  };
  const names = Object.keys(all).filter((name) => !Object.hasOwn(without, name));
  const properties = Object.fromEntries(names.map((name) => [name, describedIn(wording, all[name] as object)]));
  if (pageSize !== undefined) properties.limit = { ...(properties.limit as Json), default: pageSize };
  const needed = [...Object.keys(ids), ...(query.required ?? []).map(argumentFor), ...(body.required ?? [])];

  return {
    schema: { type: 'object', properties, required: needed.filter((name) => names.includes(name)) },
    read(given) {
      const params: Record<string, string> = {};
      const asked: Json = Object.create(null);
      const sent: Json = {};
      const faults = new FaultList();
      const unknown = (name: string, told: number) => {
        if (Object.hasOwn(without, name)) return without[name] as string;
        if (names.includes(argumentFor(name))) return `is called ${argumentFor(name)} here`;
        return `is not known here${told < MOST_HINTS ? suggest(name, names) : ''}`;
      };
      for (const [name, value] of Object.entries(given)) {
        if (!names.includes(name)) faults.add(name, (told) => unknown(name, told));
        else if (parameters.has(name)) putInQuery(asked, faults, name, parameters.get(name) as string, value);
        else if (custom && name === 'custom_fields') putCustomFilters(asked, faults, value);
        else if (fields.includes(name)) sent[name] = value;
        const kind = Object.hasOwn(references, name) ? references[name] : undefined;
        if (kind !== undefined && typeof value === 'string' && !areIds(kind, value)) {
          faults.add(
            name,
            () => `must be a public id that begins with ${prefixes[kind]}_, or several separated by commas`,
          );
        }
        if (faults.isFull) break;
      }
      for (const name of Object.keys(ids)) {
        const id = given[name];
        params[name] = typeof id === 'string' ? id : '';
        if (typeof id !== 'string') faults.add(name, () => (id === undefined ? 'is required' : 'must be text'));
      }
      if (pageSize !== undefined && given.limit === undefined) asked['page[size]'] = String(pageSize);
      return {
        method,
        url: addressOf(operation, params),
        params,
        query: boundQuery(asked, faults),
        body: operation.body && sent,
        idempotencyKey: isKeyed ? given[KEY] : undefined,
        ...(!faults.isEmpty && { faults: { ...faults.errors } }),
      };
    },
  };
}

const idSchema = (prefix: string) => ({
  type: 'string',
  description: `Public id; begins with ${prefix}_`,
});

/** `none` stands for nobody. */
const areIds = (kind: IdKind, text: string): boolean =>
  text.split(',').every((part) => part.trim().startsWith(`${prefixes[kind]}_`) || part.trim() === 'none');

const customFilterSchema = (value: object) => ({
  type: 'object',
  additionalProperties: value,
  description:
    'By the keys of custom fields (select, multi_select, boolean, number, date): a value as text, or several separated by commas',
});

function describedIn(wording: Wording, schema: object): Json {
  const { description, ...plain } = plainSchema(schema);
  return { ...plain, ...(typeof description === 'string' && { description: wording(description) }) };
}

/** As the text that it would be in a URL. What has no such text is refused by its type. */
function putInQuery(query: Json, faults: FaultList, name: string, parameter: string, value: unknown): void {
  if (Array.isArray(value)) faults.add(name, () => 'must be one text; separate several values with commas');
  else query[parameter] = typeof value === 'number' || typeof value === 'boolean' ? String(value) : value;
}

function putCustomFilters(query: Json, faults: FaultList, value: unknown): void {
  if (!isRecord(value)) return void faults.add('custom_fields', () => 'must be an object');
  for (const [key, one] of Object.entries(value)) {
    putInQuery(query, faults, `custom_fields.${key}`, `filter[custom_fields.${key}]`, one);
    if (faults.isFull) return;
  }
}

/** A URL cannot be longer, so no operation expects it of a query. */
const MOST_QUERY = 16_384;

function boundQuery(query: Json, faults: FaultList): Json {
  const entries = Object.entries(query);
  const length = entries.reduce((sum, [name, value]) => sum + name.length + String(value ?? '').length, 0);
  if (entries.length <= MOST_PARAMETERS && length <= MOST_QUERY) return query;
  faults.add('arguments', () => `must have ${MOST_PARAMETERS} values and ${MOST_QUERY} characters at most, together`);
  return Object.create(null);
}

const addressOf = ({ path }: Operation, params: Readonly<Record<string, string>>): string =>
  BASE_PATH +
  path.replace(/\{([a-z_]+)\}/g, (_, name: string) => encodeURIComponent((params[name] ?? '').toWellFormed()));
