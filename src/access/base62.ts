export const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** A whole number in base 62, left-padded with 0 to this many characters. */
export function encodeBase62(number: number, length: number): string {
  let text = '';
  for (let n = 0; n < length; n++) {
    text = BASE62[number % 62] + text;
    number = Math.floor(number / 62);
  }
  return text;
}

export function decodeBase62(text: string): number {
  let number = 0;
  for (const character of text) number = number * 62 + BASE62.indexOf(character);
  return number;
}
