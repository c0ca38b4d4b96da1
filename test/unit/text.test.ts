import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cleanText } from '../../src/http/text.ts';

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
