import type { FieldErrors } from '../problems.ts';

const renamed = new Map([
  ['page[size]', 'limit'],
  ['page[after]', 'cursor'],
  ['Idempotency-Key', 'idempotency_key'],
]);

/** The argument of a tool that stands for a parameter of the API. Hosts of models refuse names with brackets. */
export const argumentFor = (parameter: string): string =>
  renamed.get(parameter) ?? /^filter\[(.+)\]$/.exec(parameter)?.[1] ?? parameter;

/** Says a text of the API in the words of the tools. `toolAt` names the tool in place of `POST /api/v1/…`. */
export type Wording = (text: string) => string;

export function wordingWith(toolAt: ReadonlyMap<string, string>): Wording {
  const longestFirst = [...toolAt].sort(([one], [other]) => other.length - one.length); // some begin with others
  return (text) => {
    let told = text.replace(/filter\[([a-z_.<>]+)\]|page\[(?:size|after)\]|Idempotency-Key/g, argumentFor);
    told = told.replaceAll('links.next', 'next');
    for (const [address, tool] of longestFirst) told = told.replaceAll(address, tool);
    return told;
  };
}

/** What was given is named as it was given. */
export function errorsIn(wording: Wording, errors: FieldErrors, given: object): FieldErrors {
  const nameOf = (field: string) => (Object.hasOwn(given, field) ? field : argumentFor(field));
  return Object.fromEntries(Object.entries(errors).map(([field, messages]) => [nameOf(field), messages.map(wording)]));
}
