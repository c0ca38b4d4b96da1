import type { Static } from 'typebox';
import { JudgedLater, ProblemDocument, Shape } from '../../http/schema.ts';
import { Type } from '../../http/type.ts';
import { duplicateMeta } from '../created.ts';
import { HiddenLead, Lead, LeadCreate } from '../schemas.ts';

const MOST_LEADS = 100;

export const LeadBatch = Shape(
  { leads: Type.Array(JudgedLater(LeadCreate), { minItems: 1, maxItems: MOST_LEADS }) },
  {
    title: 'LeadBatch',
    examples: [{ leads: [{ first_name: 'Asha', phone: '98765 43210' }, { email: 'ravi@example.in' }] }],
  },
);
export type LeadBatch = Static<typeof LeadBatch>;

export const BatchOutcome = Shape(
  {
    status: Type.Integer({
      description: 'What this create would have been answered alone: 201, 200, 409 or 422',
      examples: [201],
    }),
    data: Type.Optional(Type.Union([Lead, HiddenLead])),
    duplicate: Type.Optional(Type.Boolean({ examples: [false] })),
    meta: Type.Optional(duplicateMeta),
    problem: Type.Optional(ProblemDocument),
  },
  { title: 'BatchOutcome' },
);

export const BatchMeta = Shape({ created: Type.Integer(), duplicates: Type.Integer(), failed: Type.Integer() });
export type BatchMeta = Static<typeof BatchMeta>;
