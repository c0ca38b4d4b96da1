/** The longest key that the service takes. */
const MOST = 63;

const FALLBACK = 'field';

const vowels: Readonly<Record<string, string>> = {
  अ: 'a',
  आ: 'aa',
  इ: 'i',
  ई: 'i',
  उ: 'u',
  ऊ: 'u',
  ऋ: 'ri',
  ए: 'e',
  ऐ: 'ai',
  ऑ: 'o',
  ओ: 'o',
  औ: 'au',
};
const signs: Readonly<Record<string, string>> = {
  'ा': 'a',
  'ि': 'i',
  'ी': 'i',
  'ु': 'u',
  'ू': 'u',
  'ृ': 'ri',
  'े': 'e',
  'ै': 'ai',
  'ॉ': 'o',
  'ो': 'o',
  'ौ': 'au',
  '्': '',
};
const consonants: Readonly<Record<string, string>> = {
  क: 'k',
  ख: 'kh',
  ग: 'g',
  घ: 'gh',
  ङ: 'n',
  च: 'ch',
  छ: 'chh',
  ज: 'j',
  झ: 'jh',
  ञ: 'n',
  ट: 't',
  ठ: 'th',
  ड: 'd',
  ढ: 'dh',
  ण: 'n',
  त: 't',
  थ: 'th',
  द: 'd',
  ध: 'dh',
  न: 'n',
  प: 'p',
  फ: 'ph',
  ब: 'b',
  भ: 'bh',
  म: 'm',
  य: 'y',
  र: 'r',
  ल: 'l',
  व: 'v',
  श: 'sh',
  ष: 'sh',
  स: 's',
  ह: 'h',
  ळ: 'l',
};
const others: Readonly<Record<string, string>> = { 'ं': 'n', 'ँ': 'n', 'ः': 'h' };

/** Devanagari in Latin letters, roughly as people write it: बजट is bajat. */
function latin(text: string): string {
  const letters = [...text];
  return letters
    .map((letter, at) => {
      const consonant = consonants[letter];
      if (consonant === undefined) return vowels[letter] ?? signs[letter] ?? others[letter] ?? letter;
      const next = letters[at + 1] ?? ' ';
      // A consonant has an "a" of its own, but not before a vowel sign, and not at the end of a word.
      const isBare = next in signs || !(next in consonants || next in vowels || next in others);
      return isBare ? consonant : `${consonant}a`;
    })
    .join('');
}

/** A key for a new field by its label, that no other field has. */
export function keyOf(label: string, taken: readonly string[]): string {
  // Devanagari letters keep their signs; the nukta and Latin accents go.
  const plain = latin(label.normalize('NFKD').replace(/[\u0300-\u036f\u093c]/g, ''));
  const digits = plain.replace(/[०-९]/g, (digit) => String((digit.codePointAt(0) ?? 0) - 0x966));
  const words = digits
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '');
  const begun = words === '' ? FALLBACK : /^[a-z]/.test(words) ? words : `${FALLBACK}_${words}`;
  const key = begun.slice(0, MOST).replace(/_+$/, '');
  if (!taken.includes(key)) return key;
  for (let n = 2; ; n += 1) {
    const end = `_${n}`;
    const other = key.slice(0, MOST - end.length) + end;
    if (!taken.includes(other)) return other;
  }
}
