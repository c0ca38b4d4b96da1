import { One } from '../../http/schema.ts';
import { operation } from '../../operation.ts';
import { Me, presentMe } from './me.ts';

export const meOperations = [
  operation({
    id: 'getMe',
    method: 'GET',
    path: '/me',
    tag: 'Me',
    summary: 'Who am I, and what may I do?',
    ability: null,
    scope: 'caller',
    answers: { 200: { description: 'The token’s membership and abilities', schema: One(Me) } },
    handle: async ({ actor, settings }) => ({ body: { data: presentMe(actor, settings) } }),
  }),
];
