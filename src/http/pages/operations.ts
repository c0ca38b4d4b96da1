import { follow } from './follow.ts';
import {
  METHODS,
  type Method,
  type OpenApiDocument,
  type OperationObject,
  type Parameter,
  type PathItem,
  type RequestBody,
  type ResponseObject,
} from './openapi-types.ts';

/** An operation as the page shows it: references followed, the parameters of its path included. */
export interface Operation {
  id: string;
  method: Method;
  path: string;
  tag: string;
  source: OperationObject;
  parameters: readonly Parameter[];
  body: RequestBody | undefined;
  responses: readonly (readonly [status: string, response: ResponseObject])[];
  needsToken: boolean;
}

export interface TagGroup {
  name: string;
  anchor: string;
  description: string | undefined;
  operations: readonly Operation[];
}

const defined = <T>(value: T | undefined): value is T => value !== undefined;

/** Tags in the order of the document's list, then those it does not list, in order of appearance. */
export function groupByTag(document: OpenApiDocument): TagGroup[] {
  const operations = Object.entries(document.paths ?? {}).flatMap(([path, item]) => ofPath(document, path, item));
  const listed = (document.tags ?? []).map((tag) => tag.name);
  return [...new Set([...listed, ...operations.map((operation) => operation.tag)])]
    .map((name) => ({
      name,
      anchor: `tag-${slug(name)}`,
      description: document.tags?.find((tag) => tag.name === name)?.description,
      operations: operations.filter((operation) => operation.tag === name),
    }))
    .filter((group) => group.operations.length > 0);
}

function ofPath(document: OpenApiDocument, path: string, item: PathItem): Operation[] {
  return METHODS.flatMap((method) => {
    const source = item[method];
    if (source === undefined) return [];
    const own = (source.parameters ?? []).map((parameter) => follow(document, parameter)).filter(defined);
    const shared = (item.parameters ?? []).map((parameter) => follow(document, parameter)).filter(defined);
    const overridden = (one: Parameter) => own.some((other) => other.name === one.name && other.in === one.in);
    const security = source.security ?? document.security ?? [];
    return {
      id: source.operationId ?? slug(`${method} ${path}`),
      method,
      path,
      tag: source.tags?.[0] ?? 'Other',
      source,
      parameters: [...shared.filter((parameter) => !overridden(parameter)), ...own],
      body: follow(document, source.requestBody),
      responses: Object.entries(source.responses ?? {}).map(
        ([status, response]) => [status, follow(document, response) ?? {}] as const,
      ),
      // An empty requirement among several means that the call also works without a token.
      needsToken: security.length > 0 && security.every((requirement) => Object.keys(requirement).length > 0),
    };
  });
}

const slug = (text: string) =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '');

export const isError = (status: string): boolean => !/^[123]/.test(status);
