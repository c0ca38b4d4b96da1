import { Shape } from '../../http/schema.ts';
import { Type } from '../../http/type.ts';
import { operation } from '../../operation.ts';
import { type BatchParts, createBatch } from './batch.ts';
import { BatchMeta, BatchOutcome, LeadBatch } from './schemas.ts';

export const batchOperations = (parts: BatchParts) => [
  operation({
    id: 'createLeads',
    method: 'POST',
    path: '/leads/batch',
    tag: 'Leads',
    scope: 'leads',
    summary: 'Create up to 100 leads',
    description:
      'Each create is answered in its place as if it had been sent alone, duplicates among them included: one that is refused holds its problem, and does not keep the others from being created. Once 1,000 faults are told, further creates tell 10 of theirs each. To repeat the call is safe, as it is for one lead.',
    ability: 'leads:create',
    body: LeadBatch,
    answers: {
      200: {
        description: 'What became of each, in the order sent',
        schema: Shape({ data: Type.Array(BatchOutcome), meta: BatchMeta }),
      },
    },
    handle: (call) => createBatch(parts, call, call.body.leads),
  }),
];
