import { gzipSync } from 'node:zlib';

/** A text that is served as it is, compressed once for callers that take gzip. */
export interface CompressedText {
  readonly type: string;
  readonly plain: Buffer;
  readonly gzip: Buffer;
}

export function compressText(type: string, text: string): CompressedText {
  const plain = Buffer.from(text);
  return { type, plain, gzip: gzipSync(plain) };
}

/** Whether an Accept-Encoding header takes gzip. */
export const acceptsGzip = (header: string | string[] | undefined): boolean =>
  /(^|,)\s*gzip\s*(;\s*q=(?!0(\.0*)?\s*(,|$))[\d.]+\s*)?(,|$)/i.test(String(header ?? ''));
