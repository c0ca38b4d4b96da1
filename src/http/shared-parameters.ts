type Json = Record<string, unknown>;

/** What describes an operation. */
interface Described {
  parameters: Json[];
}

/** So many operations that take the same parameter refer to one description of it. */
const MANY = 5;

/** Puts references in the place of parameters that many operations take; returns what they refer to. */
export function shareParameters(operations: readonly Described[]): Json {
  const uses = new Map<string, number>();
  for (const text of operations.flatMap(({ parameters }) => parameters.map(textOf))) {
    uses.set(text, (uses.get(text) ?? 0) + 1);
  }
  const shared: Record<string, Json> = {};
  const share = (parameter: Json): Json => {
    const text = textOf(parameter);
    // Ids in a path are short, and of another kind at each operation.
    if (parameter.in === 'path' || (uses.get(text) ?? 0) < MANY) return parameter;
    const name = pascalCase(String(parameter.name));
    shared[name] ??= parameter;
    return textOf(shared[name]) === text ? { $ref: `#/components/parameters/${name}` } : parameter;
  };
  for (const operation of operations) operation.parameters = operation.parameters.map(share);
  return shared;
}

const textOf = (parameter: Json): string => JSON.stringify(parameter);

/** `page[size]` → `PageSize`. */
export const pascalCase = (words: string): string =>
  words.replace(/(?:^|[^A-Za-z]+)([a-z]?)/gi, (_, letter: string) => letter.toUpperCase());
