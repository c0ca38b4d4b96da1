import { LeadlineError } from '@leadline/client';
import { said } from '../texts/said.ts';
import type { Texts } from '../texts/texts.tsx';

export const isProblem = (error: unknown): error is LeadlineError => error instanceof LeadlineError;

export const hasCode = (error: unknown, ...codes: LeadlineError['code'][]): boolean =>
  isProblem(error) && codes.includes(error.code);

/** Messages by field, in the person's language; empty unless fields were refused. */
export const fieldErrors = (error: unknown): Readonly<Record<string, string[]>> =>
  isProblem(error) && error.code === 'validation_failed' ? saidOf(error.errors) : {};

const saidOf = (errors: Readonly<Record<string, string[]>>): Record<string, string[]> =>
  Object.fromEntries(Object.entries(errors).map(([field, messages]) => [field, messages.map(said)]));

/** What to tell a person, in their language. Messages of fields that the form shows itself (`shown`) are left to it. */
export function sentenceOf(error: unknown, { common, problems }: Texts, shown: readonly string[] = []): string {
  if (!isProblem(error)) return common.problem;
  if (error.code === 'network_error' || error.code === 'timeout') return common.offline;
  if (error.code === 'validation_failed') return sentenceOfFields(error.errors, common, shown);
  return problems[error.code] ?? said(error.detail);
}

/** What is wrong with each field, in one line. */
export const sentenceOfFields = (
  errors: Readonly<Record<string, string[]>>,
  { fields, refused }: Texts['common'],
  shown: readonly string[] = [],
): string =>
  Object.entries(errors)
    .filter(([field]) => !shown.includes(field))
    .map(([field, messages]) => {
      const label = (fields as Readonly<Record<string, string>>)[field] ?? field;
      return refused(label, messages.map(said).join(', '));
    })
    .join(' ');
