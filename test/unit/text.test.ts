import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cleanText as clean, isLonger, textFault } from '../../src/http/text.ts';

const LIMIT = 1_000;
const cleanText = (text: string, lines: 'one' | 'many') => clean(text, lines, LIMIT);

const anyText = fc.string({
  unit: fc.oneof(
    fc.integer({ min: 0, max: 0xffff }).map((n) => String.fromCharCode(n)),
    fc.constantFrom(' ', '\n', '\t', '\r', '\u0301', '😀'),
  ),
});

describe.each(['one', 'many'] as const)('text of %s line(s)', (lines) => {
  it('is trimmed and NFC-normalized', () => {
    expect(cleanText(' \u00a0\u2003\ufeff Zoe\u0308 \n\t', lines)).toEqual({ text: 'Zo\u00eb' });
    expect(cleanText('   ', lines)).toEqual({ text: '' });
    expect(cleanText('', lines)).toEqual({ text: '' });
  });

  it('is empty where it shows nothing', () => {
    for (const text of ['\u200b', ' \u200d\ufe0f ', '\u3164 \u2800', '\u202e\u2066', '\u{e0041}']) {
      expect(cleanText(text, lines), JSON.stringify(text)).toEqual({ text: '' });
    }
    for (const text of ['क्\u200dष', '\u200ba', '👩\u200d🦰', '\u0301'])
      expect(cleanText(text, lines)).toEqual({ text });
  });

  it('is refused where it holds control characters or NUL', () => {
    for (let code = 0; code < 0xa0; code++) {
      const isControl = code < 0x20 || code >= 0x7f;
      if (!isControl || code === 0x0a || code === 0x09) continue;
      const character = String.fromCharCode(code);
      expect(cleanText(`a${character}b`, lines), code.toString(16)).toHaveProperty('fault');
    }
  });

  it('is refused where its Unicode is broken', () => {
    for (const text of ['\ud800', 'a\udc00b', '\ude00\ud83d', 'x\ud83d']) {
      expect(cleanText(text, lines)).toHaveProperty('fault');
    }
    expect(cleanText('😀', lines)).toEqual({ text: '😀' });
  });

  it('that is taken is as it will stay: cleaned again it is the same', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const result = cleanText(text, lines);
        if ('fault' in result) return;
        expect(cleanText(result.text, lines)).toEqual(result);
        expect(result.text).toBe(result.text.normalize('NFC').trim());
        expect(result.text.isWellFormed()).toBe(true);
        expect(result.text).not.toContain('\u0000');
      }),
      { numRuns: 1_000 },
    );
  });
});

it('a name has no line breaks and tabs; text of many lines has', () => {
  for (const text of ['a\nb', 'a\tb', 'a\r\nb']) expect(cleanText(text, 'one')).toHaveProperty('fault');
  expect(cleanText('a\nb\tc', 'many')).toEqual({ text: 'a\nb\tc' });
});

it('a name has no line break of another script either', () => {
  for (const text of ['a\u2028b', 'a\u2029b', 'a\u0085b']) expect(cleanText(text, 'one')).toHaveProperty('fault');
});

it('line ends are kept as \\n, however they were sent', () => {
  expect(cleanText('a\r\nb\r\n\r\nc\r\n', 'many')).toEqual({ text: 'a\nb\n\nc' });
});

const MARKS = ['\u0301', '\u0345', '\u094d', '\u20e3', '\u{1d165}'];

describe('before it is normalized, a text is refused', () => {
  it('where it has more than four times the characters that it may have', () => {
    for (const character of ['a', 'é', 'क', '😀']) {
      expect(textFault(character.repeat(40), 10)).toBeNull();
      expect(textFault(character.repeat(41), 10)).toBe('must have at most 10 characters');
      expect(textFault(character.repeat(4_000), 10)).toBe('must have at most 10 characters');
    }
  });

  it('where it has more than 30 combining marks in a row', () => {
    for (const mark of MARKS) {
      expect(textFault(`a${mark.repeat(30)}`, LIMIT), mark).toBeNull();
      expect(textFault(`a${mark.repeat(31)}`, LIMIT), mark).toContain('30 combining marks');
      expect(textFault(`${mark.repeat(30)}a${mark.repeat(30)}`, LIMIT), mark).toBeNull();
    }
    expect(textFault(MARKS.join('').repeat(7), LIMIT)).toContain('30 combining marks');
  });

  it('a mark that normalization takes apart counting as two', () => {
    for (const mark of ['\u0344', '\u0f73', '\u0f75', '\u0f81']) {
      expect(textFault(mark.repeat(15), LIMIT)).toBeNull();
      expect(textFault(mark.repeat(16), LIMIT)).toContain('30 combining marks');
    }
  });

  it('and so no text that is normalized holds a longer run, also once it is taken apart', () => {
    const parts = fc.constantFrom(...MARKS, '\u0344', 'a', 'ᾷ', 'ế', 'की', ' ');
    fc.assert(
      fc.property(fc.array(parts, { maxLength: 80 }), (some) => {
        const text = some.join('');
        if (textFault(text, LIMIT) === null) expect(text.normalize('NFD')).not.toMatch(/\p{M}{34}/u); // 30, and those of the letter before
      }),
    );
  });

  it('but what people write in any script is not', () => {
    for (const text of ['नमस्ते दुनिया', 'வணக்கம் உலகம்', 'ທົດສອບ', 'Việt Nam', 'עִבְרִית', 'བོད་སྐད', '👨‍👩‍👧‍👦🏳️‍🌈']) {
      expect(cleanText(text, 'one')).toEqual({ text: text.normalize('NFC') });
    }
  });
});

it('characters are counted as Unicode code points', () => {
  for (const character of ['a', 'क', '😀']) {
    expect(isLonger(character.repeat(5), 5)).toBe(false);
    expect(isLonger(character.repeat(6), 5)).toBe(true);
  }
});
