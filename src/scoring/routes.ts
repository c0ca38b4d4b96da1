import { etagHeader, etagOf, ifMatchHeader, requireSeenBy } from '../http/etag.ts';
import { One } from '../http/schema.ts';
import { operation } from '../operation.ts';
import { Scoring, ScoringReplacement } from './schemas.ts';
import { checkModel, checkModelReferences, presentScoring, replaceModel } from './scoring.ts';

const common = { tag: 'Scoring', scope: 'organization', path: '/scoring' } as const;

/** Of the version alone: how far leads have been scored anew is no change of the model. */
const tagged = ({ version }: Pick<Scoring, 'version'>) => ({ version });
const shown = (data: Scoring) => ({ headers: { etag: etagOf(tagged(data)) }, body: { data } });

export const scoringOperations = ({ rescoring }: { rescoring: { nudge(organizationId: string): void } }) => [
  operation({
    ...common,
    id: 'getScoring',
    method: 'GET',
    summary: 'Read the scoring model',
    description:
      'A lead’s score is the sum of the points of every rule whose conditions it meets and of what its activities still count, kept from 0 to 100 and rounded.',
    ability: 'settings:read',
    answers: {
      200: {
        description: 'The model, and how far leads have been scored with it',
        schema: One(Scoring),
        headers: etagHeader,
      },
    },
    handle: async ({ sql, actor, settings }) => shown(await presentScoring(sql, actor, settings, settings.scoring)),
  }),
  operation({
    ...common,
    id: 'replaceScoring',
    method: 'PUT',
    summary: 'Replace the scoring model',
    description:
      'Replaces the whole model: a part that is not sent is empty, bands are 70 and 40 unless sent. Leads that are there already are scored anew in the background; `rescoring` says how far that is. The same model again changes nothing.',
    ability: 'settings:write',
    headers: ifMatchHeader,
    body: ScoringReplacement,
    check: checkModel,
    checkReferences: checkModelReferences,
    answers: { 200: { description: 'The new model', schema: One(Scoring), headers: etagHeader } },
    errors: ['precondition_failed'],
    changesSettings: true,
    handle: async (call) => {
      const { sql, actor, author, settings } = call;
      const requireSeen = requireSeenBy(call.headers);
      const model = await replaceModel(sql, author, call.body, Object.assign(call, { requireSeen }));
      const data = await presentScoring(sql, actor, settings, model);
      rescoring.nudge(author.organizationId);
      return shown(data);
    },
  }),
];
