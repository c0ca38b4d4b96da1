import { LeadlineError } from '@leadline/client';
import type { Texts } from '../texts/texts.tsx';

export const isProblem = (error: unknown): error is LeadlineError => error instanceof LeadlineError;

export const hasCode = (error: unknown, ...codes: LeadlineError['code'][]): boolean =>
  isProblem(error) && codes.includes(error.code);

/** Messages by field; empty unless fields were refused. */
export const fieldErrors = (error: unknown): Readonly<Record<string, string[]>> =>
  isProblem(error) && error.code === 'validation_failed' ? error.errors : {};

/**
 * What to tell a person, in their language. Messages of fields that the form shows itself (`shown`) are left to it;
 * they are the service's own words, in English, as only it knows what is wrong with a value.
 */
export function sentenceOf(error: unknown, { common, problems }: Texts, shown: readonly string[] = []): string {
  if (!isProblem(error)) return common.problem;
  if (error.code === 'network_error' || error.code === 'timeout') return common.offline;
  const others = Object.entries(fieldErrors(error)).filter(([field]) => !shown.includes(field));
  if (error.code === 'validation_failed') {
    return others.map(([field, messages]) => `${field} ${messages.join(', ')}.`).join(' ');
  }
  return problems[error.code] ?? error.detail;
}
