import type { Static } from 'typebox';
import { type DateRange, parseDateRange, RANGE_HINT } from '../date-range.ts';
import { pageParameters } from '../http/pagination.ts';
import { OneOf, Shape } from '../http/schema.ts';
import { Type } from '../http/type.ts';
import { invalid } from '../problems.ts';
import { subjectTypes } from './audit.ts';

const MOST_ID = 100;

export const AuditQuery = Shape({
  'filter[action]': Type.Optional(
    Type.String({ maxLength: 100, description: 'What was done, by the name of the action', examples: ['lead.erased'] }),
  ),
  'filter[actor]': Type.Optional(
    Type.String({ maxLength: MOST_ID, description: 'Who did it: public id of a membership', examples: ['mem_…'] }),
  ),
  'filter[subject]': Type.Optional(
    Type.String({
      maxLength: MOST_ID,
      description: 'What it was done to: public id of a lead, a form, a token…',
      examples: ['lead_…'],
    }),
  ),
  'filter[subject_type]': Type.Optional(OneOf(subjectTypes, { description: 'Kind of what it was done to' })),
  'filter[occurred_at]': Type.Optional(
    Type.String({ description: `When it happened: ${RANGE_HINT}`, examples: ['last_7_days'] }),
  ),
  ...pageParameters,
});
export type AuditQuery = Static<typeof AuditQuery>;

export interface AuditFilter {
  readonly action: string | null;
  /** Public ids. */
  readonly actor: string | null;
  readonly subject: string | null;
  readonly subjectType: string | null;
  readonly occurred: DateRange | null;
}

/** Throws what is wrong with it. Ids and actions that do not exist match nothing. */
export function readFilter(query: Partial<AuditQuery>, timeZone: string): AuditFilter {
  const text = query['filter[occurred_at]'];
  const occurred = text === undefined ? null : parseDateRange(text, timeZone, new Date());
  if (typeof occurred === 'string') throw invalid({ 'filter[occurred_at]': [occurred] });
  return {
    action: matchable(query['filter[action]']),
    actor: matchable(query['filter[actor]']),
    subject: matchable(query['filter[subject]']),
    subjectType: query['filter[subject_type]'] ?? null,
    occurred,
  };
}

/** PostgreSQL takes no NUL; nothing is called so, or by no name at all. */
const matchable = (text: string | undefined): string | null => (text?.includes('\0') ? '' : (text ?? null));
