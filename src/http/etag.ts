import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { Problem } from '../problems.ts';
import { isRecord } from './record.ts';

/** Changes with what is shown of a record; the order of its members does not matter, as the database has its own. */
export const etagOf = (shown: object | string): string => {
  const text = typeof shown === 'string' ? shown : JSON.stringify(shown, inOrder);
  return `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`;
};

const inOrder = (_: string, value: unknown) =>
  isRecord(value) ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1))) : value;

export const etagHeader = { ETag: { description: 'Changes with the record; for If-Match' } };
export const ifMatchHeader = { 'If-Match': 'ETag that the record must still have; else 412 and nothing is changed' };

export const ifNoneMatchHeader = { 'If-None-Match': 'ETag that the caller has; 304 where the record still has it' };

/** If-None-Match compares weakly (RFC 9110). */
export function isUnchanged(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  return header.trim() === '*' || header.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag);
}

/** An answer to be kept by who asked, and asked about before it is used again: 304 where the caller has it. */
export function revalidated(given: IncomingHttpHeaders, etag: string, body: unknown) {
  const headers = { etag, 'cache-control': 'private, no-cache' };
  return isUnchanged(given['if-none-match'], etag) ? { status: 304, headers } : { headers, body };
}

/** Refuses a change (412) of a record that is no longer what the caller has seen. */
export type RequireSeen = (before: object) => void;

/** If-Match, for the verb that reads the record. */
export const requireSeenBy =
  ({ 'if-match': header }: IncomingHttpHeaders): RequireSeen =>
  (before) => {
    if (header === undefined || header.trim() === '*') return;
    const etag = etagOf(before);
    if (!header.split(',').some((tag) => tag.trim() === etag)) throw new Problem('precondition_failed');
  };
