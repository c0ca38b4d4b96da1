import { One } from '../../http/schema.ts';
import { operation } from '../../operation.ts';
import { explainLead } from './explain.ts';
import { LeadScore } from './schemas.ts';

export const scoreOperations = [
  operation({
    id: 'getLeadScore',
    method: 'GET',
    path: '/leads/{public_id}/score',
    ids: { public_id: 'lead' },
    tag: 'Around a lead',
    summary: 'Explain a lead’s score',
    description:
      'Which rules and which activities gave which points, as they count now. The points sum to `total`; the score is that, kept from 0 to 100 and rounded.',
    ability: 'leads:read',
    scope: 'leads',
    answers: { 200: { description: 'The score and what it is made of', schema: One(LeadScore) } },
    handle: async (call) => ({ body: { data: await explainLead(call) } }),
  }),
];
