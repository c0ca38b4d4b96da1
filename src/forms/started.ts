import { createHmac, timingSafeEqual } from 'node:crypto';

/** Nobody fills in a form faster than this. */
export const LEAST_MS = 2_000;
const VALID_MS = 24 * 60 * 60 * 1_000;
/** The clock of the process that made the page may be ahead of ours. */
const SKEW_MS = 60_000;

/** When a form's page was opened, signed and bound to the form. The page sends it as `started`. */
export function signStarted(key: Buffer, formId: string, now = Date.now()): string {
  const time = now.toString(36);
  return `${time}.${signature(key, formId, time).toString('base64url')}`;
}

export const STARTED_FAULTS = {
  early: 'is less than 2 seconds old: send the form again in a moment',
  bad: 'is not a token of this form’s page, or is older than 24 hours: open the page again, or leave it out',
} as const;

export type Started = 'good' | 'early' | 'bad';

export function judgeStarted(key: Buffer, formId: string, text: unknown, now = Date.now()): Started {
  const [, time = '', sign = ''] = typeof text === 'string' ? (/^([0-9a-z]{1,9})\.([\w-]{22})$/.exec(text) ?? []) : [];
  const given = Buffer.from(sign, 'base64url');
  const right = signature(key, formId, time);
  if (given.length !== right.length || !timingSafeEqual(given, right)) return 'bad';
  const age = now - Number.parseInt(time, 36);
  if (age > VALID_MS || age < -SKEW_MS) return 'bad';
  return age < LEAST_MS ? 'early' : 'good';
}

const signature = (key: Buffer, formId: string, time: string) =>
  createHmac('sha256', key).update(`${formId} ${time}`).digest().subarray(0, 16);
