import { One } from '../../http/schema.ts';
import { operation } from '../../operation.ts';
import { found } from '../../problems.ts';
import { withNames } from '../answers.ts';
import { presentAssignment } from './present.ts';
import { findAssignment } from './queries.ts';
import { Assignment } from './schemas.ts';

export const assignmentOperations = [
  operation({
    id: 'getLeadAssignment',
    method: 'GET',
    path: '/leads/{public_id}/assignment',
    ids: { public_id: 'lead' },
    tag: 'Leads',
    summary: 'Explain how a lead came to its owner',
    description: 'As it was decided when the lead was assigned: which rule, by which strategy, and why not the others.',
    ability: 'leads:read',
    scope: 'leads',
    answers: { 200: { description: 'The assignment', schema: One(Assignment) } },
    handle: async (call) => {
      const row = found(await findAssignment(call.sql, call.actor, call.ids.public_id));
      return withNames(call, (settings) => ({ body: { data: presentAssignment(settings, row) } }));
    },
  }),
];
