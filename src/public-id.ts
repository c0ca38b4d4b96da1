import { randomFillSync } from 'node:crypto';

/** Every kind of record that callers may name, with the prefix of its public ids. */
export const prefixes = {
  organization: 'org',
  team: 'team',
  membership: 'mem',
  token: 'tok',
  status: 'sts',
  source: 'src',
  customField: 'fld',
  lead: 'lead',
  activity: 'act',
  note: 'note',
  transition: 'trn',
  auditEntry: 'aud',
  event: 'evt',
  distributionRule: 'rule',
  form: 'form',
  import: 'imp',
  webhook: 'whk',
  delivery: 'dlv',
  view: 'view',
  job: 'job',
  request: 'req',
} as const;

export type IdKind = keyof typeof prefixes;

/** Crockford's base32: no i, l, o, u. */
export const BASE32 = '0123456789abcdefghjkmnpqrstvwxyz';
const TIME_CHARACTERS = 10;
/** Random characters are drawn in pairs, 10 bits each. */
const RANDOM_PAIRS = 8;
const PAIRS = Array.from({ length: 1_024 }, (_, n) => `${BASE32[n >> 5]}${BASE32[n & 31]}`);
const pool = new Uint16Array(RANDOM_PAIRS * 256);
let used = pool.length;
let [latestMs, latestTime] = [Number.NaN, ''];

/** A whole number in the base of these digits, left-padded with 0. */
export function encodeNumber(number: number, digits: string, length: number): string {
  let text = '';
  for (let rest = number; text.length < length; rest = Math.floor(rest / digits.length)) {
    text = digits[rest % digits.length] + text;
  }
  return text;
}

export function decodeNumber(text: string, digits: string): number {
  let number = 0;
  for (const digit of text) number = number * digits.length + digits.indexOf(digit);
  return number;
}

/** A new public id: milliseconds since 1970, then 80 random bits, so that ids made later sort later. */
export function newPublicId(kind: IdKind, now = Date.now()): string {
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  if (now !== latestMs) [latestMs, latestTime] = [now, encodeNumber(now, BASE32, TIME_CHARACTERS)];
  let id = `${prefixes[kind]}_${latestTime}`;
  for (const end = used + RANDOM_PAIRS; used < end; used++) id += PAIRS[(pool[used] as number) & 1_023];
  return id;
}

export const publicIdPattern = (kind: IdKind) => `^${prefixes[kind]}_[0-9a-hjkmnp-tv-z]{26}$`;

const patterns = Object.fromEntries(
  Object.keys(prefixes).map((kind) => [kind, new RegExp(publicIdPattern(kind as IdKind))]),
) as Record<IdKind, RegExp>;

export const isPublicId = (kind: IdKind, text: string): boolean => patterns[kind].test(text);
