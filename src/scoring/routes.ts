import { One } from '../http/schema.ts';
import { operation } from '../operation.ts';
import { Scoring, ScoringReplacement } from './schemas.ts';
import { checkModel, presentScoring, replaceModel } from './scoring.ts';

const common = { tag: 'Scoring', scope: 'organization', path: '/scoring' } as const;

export const scoringOperations = ({ rescoring }: { rescoring: { nudge(organizationId: string): void } }) => [
  operation({
    ...common,
    id: 'getScoring',
    method: 'GET',
    summary: 'Read the scoring model',
    description:
      'A lead’s score is the sum of the points of every rule whose conditions it meets and of what its activities still count, kept from 0 to 100 and rounded.',
    ability: 'settings:read',
    answers: { 200: { description: 'The model, and how far leads have been scored with it', schema: One(Scoring) } },
    handle: async ({ sql, settings }) => ({ body: { data: await presentScoring(sql, settings, settings.scoring) } }),
  }),
  operation({
    ...common,
    id: 'replaceScoring',
    method: 'PUT',
    summary: 'Replace the scoring model',
    description:
      'Replaces the whole model: a part that is not sent is empty, bands are 70 and 40 unless sent. Leads that are there already are scored anew in the background; `rescoring` says how far that is. The same model again changes nothing.',
    ability: 'settings:write',
    body: ScoringReplacement,
    check: checkModel,
    answers: { 200: { description: 'The new model', schema: One(Scoring) } },
    changesSettings: true,
    handle: async (call) => {
      const { sql, author, settings } = call;
      const model = await replaceModel(sql, author, call.body, call);
      const data = await presentScoring(sql, settings, model);
      rescoring.nudge(author.organizationId);
      return { body: { data } };
    },
  }),
];
