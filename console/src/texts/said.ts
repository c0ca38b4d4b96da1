/** The service's sentences in another language, with {names} where it puts values. */
export interface Sentences {
  sentences: Readonly<Record<string, string>>;
  /** What may follow a sentence. */
  hints: Readonly<Record<string, string>>;
}

type Translate = (sentence: string) => string;

let translate: Translate = (sentence) => sentence;

/** What the service says of a field, in the person's language as far as it is known there; else as it is, in English. */
export const said: Translate = (sentence) => translate(sentence);

/** From now on; null is English, which the service speaks itself. */
export function sayIn(known: Sentences | null): void {
  translate = known === null ? (sentence) => sentence : translator(known);
}

export function translator({ sentences, hints }: Sentences): Translate {
  const exact = new Map(Object.entries(sentences));
  const patterns = Object.entries(sentences).flatMap(([key, text]) =>
    key.includes('{') ? [[`^${patternOf(key)}$`, text]] : [],
  );
  const matchers = compiled(patterns);
  const endings = compiled(Object.entries(hints).map(([key, text]) => [`${patternOf(key)}$`, text]));
  const known = (sentence: string): string | undefined => {
    const text = exact.get(sentence) ?? exact.get(sentence.replace(OR_NULL, ''));
    if (text !== undefined) return text;
    for (const [matcher, pattern] of matchers) {
      const values = matcher.exec(sentence)?.groups;
      // A value may be a sentence itself: "has an entry that must be a number".
      if (values !== undefined) return filled(pattern, values, (value) => known(value) ?? written(value));
    }
    return undefined;
  };
  return (sentence) => {
    for (const [matcher, hint] of endings) {
      const found = matcher.exec(sentence);
      if (found === null) continue;
      const start = known(sentence.slice(0, found.index));
      return start === undefined ? sentence : start + filled(hint, found.groups ?? {}, (value) => value);
    }
    return known(sentence) ?? sentence.replace(OR_NULL, '');
  };
}

/** The service also tells programs that a field can be emptied; people see the box. */
const OR_NULL = / or null$/;

const NAME = /\{([a-z]+)\}/g;

const patternOf = (key: string): string => key.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(NAME, '(?<$1>.+)');

const compiled = (patterns: readonly (readonly string[])[]) =>
  patterns.map(([pattern = '', text = '']) => [new RegExp(pattern), text] as const);

const filled = (text: string, values: Readonly<Record<string, string>>, write: Translate): string =>
  text.replace(NAME, (whole, name: string) => (values[name] === undefined ? whole : write(values[name])));

/** A long number in groups, as people in India write it. */
const written = (value: string): string =>
  /^\d{4,15}(\.\d{1,2})?$/.test(value) ? Number(value).toLocaleString('en-IN') : value;
