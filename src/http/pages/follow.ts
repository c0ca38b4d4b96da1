import type { OpenApiDocument, Reference } from './openapi-types.ts';

const isReference = (value: object): value is Reference => '$ref' in value && typeof value.$ref === 'string';

/** The object that a local pointer such as `#/components/responses/NotFound` names, or undefined. */
export function lookUp(document: OpenApiDocument, pointer: string): object | undefined {
  if (!pointer.startsWith('#/')) return undefined;
  let here: unknown = document;
  for (const step of pointer.slice(2).split('/')) {
    const key = step.replaceAll('~1', '/').replaceAll('~0', '~');
    if (typeof here !== 'object' || here === null || !Object.hasOwn(here, key)) return undefined;
    here = (here as Record<string, unknown>)[key];
  }
  return typeof here === 'object' && here !== null ? here : undefined;
}

/**
 * The value itself, with references followed. A reference that leads nowhere or in a circle gives undefined: a reference
 * page with a gap is of more use than none.
 */
export function follow<T extends object>(document: OpenApiDocument, value: T | Reference | undefined): T | undefined {
  const seen = new Set<string>();
  let here: T | Reference | undefined = value;
  while (here !== undefined && isReference(here)) {
    if (seen.has(here.$ref)) return undefined;
    seen.add(here.$ref);
    here = lookUp(document, here.$ref) as T | Reference | undefined;
  }
  return here;
}
