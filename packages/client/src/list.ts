import { answerOf } from './answer.ts';
import type { Api } from './api.ts';
import { type CallOptions, within } from './call-options.ts';
import type { paths } from './generated/api.ts';

interface ListBody {
  data: unknown[];
  links: { next: string | null };
  meta: { has_more: boolean };
}

type Ok<Operation> = Operation extends { responses: { 200: { content: { 'application/json': infer Body } } } }
  ? Body
  : never;

type GetOf<Path extends keyof paths> = paths[Path] extends { get: infer Operation } ? Operation : never;

/** The paths that answer lists. */
export type ListPath = {
  [Path in keyof paths]: [Ok<GetOf<Path>>] extends [never] ? never : Ok<GetOf<Path>> extends ListBody ? Path : never;
}[keyof paths];

export type ItemOf<Path extends ListPath> = Ok<GetOf<Path>> extends { data: (infer Item)[] } ? Item : never;

type ParametersOf<Path extends ListPath, Place extends string> =
  GetOf<Path> extends {
    parameters: { [P in Place]?: infer Parameters };
  }
    ? NonNullable<Parameters>
    : never;

type QueryOf<Path extends ListPath> = ParametersOf<Path, 'query'>;

/** `filter[status]` becomes `filter.status`. Where several values are allowed, an array is, too. */
type FiltersOf<Query> = {
  [Name in keyof Query as Name extends `filter[${infer Field}]` ? Field : never]?:
    | Query[Name]
    | (string extends Query[Name] ? readonly string[] : never);
};

type OthersOf<Query> = {
  [Name in keyof Query as Name extends `${string}[${string}]` | 'filter' | 'undefined' ? never : Name]?:
    | Query[Name]
    | undefined;
};

export type ListQuery<Path extends ListPath> = OthersOf<QueryOf<Path>> & {
  filter?: FiltersOf<QueryOf<Path>> | undefined;
  /** Records per page, up to 200. */
  size?: number | undefined;
  /** Where to start: `next` of an earlier page. */
  after?: string | undefined;
};

export interface Page<Item> {
  data: Item[];
  /** Give it to `page`, or as `after`, for the next page; null on the last page. */
  next: string | null;
}

/** Iterate for all records: pages are fetched one by one, when they are needed. Events with `wait` do not end: the loop follows them. */
export interface List<Item> extends AsyncIterable<Item> {
  /** One page: the first, or the one at this cursor. */
  page(after?: string): Promise<Page<Item>>;
}

type PathOption<Path extends ListPath> = [ParametersOf<Path, 'path'>] extends [never]
  ? { path?: never }
  : { path: ParametersOf<Path, 'path'> };

export type Rest<Path extends ListPath> = [ParametersOf<Path, 'path'>] extends [never]
  ? [query?: ListQuery<Path>, options?: CallOptions]
  : [query: ListQuery<Path>, options: CallOptions & PathOption<Path>];

interface AnyQuery {
  filter?: object | undefined;
  size?: number | undefined;
  after?: string | undefined;
  wait?: number | undefined;
}

/** Any list of the API: `list(api, '/api/v1/statuses')`. */
export function list<Path extends ListPath>(api: Api, path: Path, ...[query, options]: Rest<Path>): List<ItemOf<Path>> {
  const { filter = {}, size, after: start, ...others }: AnyQuery = { ...query };
  const { path: parameters, ...call }: CallOptions & { path?: object } = { ...options };

  async function read(after = start) {
    const paging: object = { 'page[size]': size, 'page[after]': after };
    const query: object = { ...others, ...filtersOf(filter), ...paging };
    const params = { path: parameters as never, query };
    const { data } = await answerOf(api.GET(path as '/api/v1/statuses', { params, ...within(call) }));
    return { data: data.data as unknown as ItemOf<Path>[], next: cursorOf(data.links.next), more: data.meta.has_more };
  }

  async function page(after?: string): Promise<Page<ItemOf<Path>>> {
    const { data, next } = await read(after);
    return { data, next };
  }

  async function* items(): AsyncGenerator<ItemOf<Path>, void, undefined> {
    let after = start;
    do {
      const { data, next, more } = await read(after);
      yield* data;
      // The end of the event feed has a cursor, too: only who waits for what comes goes on there.
      after = more || others.wait !== undefined ? (next ?? undefined) : undefined;
    } while (after !== undefined);
  }

  return { page, [Symbol.asyncIterator]: items };
}

/** `status` becomes `filter[status]`. */
export const filtersOf = (filter: object) =>
  Object.fromEntries(Object.entries(filter).map(([name, value]) => [`filter[${name}]`, value]));

/** The cursor within `links.next`, which is a relative address. */
const cursorOf = (next: string | null): string | null =>
  next && new URL(next, 'http://localhost').searchParams.get('page[after]');
