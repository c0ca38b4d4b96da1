import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sentences as forPeople } from '../../console/src/texts/en/faults.ts';
import { hints, sentences } from '../../console/src/texts/hi/faults.ts';
import { translator } from '../../console/src/texts/said.ts';

const root = join(import.meta.dirname, '../../src');
const source = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts'))
  .map((name) => readFileSync(join(root, name), 'utf8'))
  .join('\n');

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
/** As code: between quotes, with `${…}` for each value, and perhaps a hint after it. */
const asCode = (key: string) => {
  const pattern = key
    .split(/\{[a-z]+\}/)
    .map(escaped)
    .join('\\$\\{[^{}]*\\}');
  return new RegExp(`['\`]${pattern}(?:['\`]|\\$\\{)`);
};
/** Put together from the name of a type. */
const isOfType = (key: string) => key.startsWith('must be ') && source.includes(`: '${key.slice('must be '.length)}',`);

const inHindi = translator({ hints, sentences });

describe('what the service says, as people read it', () => {
  it('translates only sentences that the service still says', () => {
    const keys = [...Object.keys(forPeople), ...Object.keys(sentences), ...Object.keys(hints)];
    expect(keys.filter((key) => !asCode(key).test(source) && !isOfType(key))).toEqual([]);
  });

  it('puts every value of a sentence into its translation, or none that it does not have', () => {
    const names = (text: string) => [...text.matchAll(/\{[a-z]+\}/g)].map(([name]) => name);
    const strange = Object.entries({ ...sentences, ...hints }).filter(([key, text]) =>
      names(text).some((name) => !names(key).includes(name)),
    );
    expect(strange).toEqual([]);
  });

  it('fills in values, also those that are sentences, and writes amounts in lakh and crore', () => {
    expect(inHindi('is required')).toBe('इसे भरना ज़रूरी है');
    expect(inHindi('must have at most 200 characters')).toBe('ज़्यादा से ज़्यादा 200 अक्षर हो सकते हैं');
    expect(inHindi('must be from 0 to 9999999999.99')).toBe('0 से 9,99,99,99,999.99 के बीच होना चाहिए');
    expect(inHindi('must be a whole number or null')).toBe('पूर्ण संख्या लिखें, बिना दशमलव के');
    expect(inHindi('has an entry that must be a number')).toBe('सूची का एक मान ठीक नहीं है: संख्या लिखें');
    expect(inHindi('must be one of 1 BHK, Villa; did you mean Villa?')).toBe(
      'इनमें से एक होना चाहिए: 1 BHK, Villa; क्या आपका मतलब Villa था?',
    );
  });

  it('tells people to choose, where it tells programs which ids there are', () => {
    const inEnglish = translator({ sentences: forPeople, hints: {} });
    expect(inEnglish('must be a public id: mem_ and 26 characters')).toBe('choose one from the list');
    expect(inEnglish('must have at least 1 entry')).toBe('choose at least 1');
    expect(inEnglish('is required')).toBe('is required');
    expect(inEnglish('must be a whole number or null')).toBe('must be a whole number');
    expect(inEnglish('must be from 0 to 9999999999.99')).toBe('must be from 0 to 9,99,99,99,999.99');
    expect(inHindi('must be a public id: mem_ and 26 characters')).toBe('सूची में से एक चुनें');
  });

  it('leaves a sentence that it does not know as it is', () => {
    expect(inHindi('must be a unicorn')).toBe('must be a unicorn');
    expect(inHindi('must be a unicorn; did you mean horse?')).toBe('must be a unicorn; did you mean horse?');
    expect(inHindi('toString')).toBe('toString');
  });
});
