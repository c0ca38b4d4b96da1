const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/**
 * CRC-32 as in ISO 3309 and zlib, bit by bit: a second implementation, so that the tests do not depend on the code under
 * test.
 */
function crc32(text: string): number {
  let crc = 0xffffffff;
  for (const byte of Buffer.from(text, 'ascii')) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return (crc ^ 0xffffffff) >>> 0;
}

/** The checksum of a token with this beginning: its last six characters. */
export function checksumOf(body: string): string {
  let rest = BigInt(crc32(body));
  let text = '';
  while (rest > 0n) {
    text = `${ALPHABET[Number(rest % 62n)]}${text}`;
    rest /= 62n;
  }
  return text.padStart(6, '0');
}

/** The same token with one character changed at this position; the checksum stays. */
export function mistype(token: string, place: number): string {
  const other = token[place] === 'x' ? 'y' : 'x';
  return token.slice(0, place) + other + token.slice(place + 1);
}

/** Another token of the same organization, well formed with a correct checksum, that was never issued. */
export function forge(token: string): string {
  const body = `${token.slice(0, 13)}${'A'.repeat(30)}`;
  return body + checksumOf(body);
}
