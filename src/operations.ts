import { auditOperations } from './audit/routes.ts';
import { distributionRuleOperations } from './distribution/rules/routes.ts';
import { eventOperations } from './events/routes.ts';
import { formOperations } from './forms/routes.ts';
import type { AnyOperation } from './http/public-operation.ts';
import { importOperations } from './imports/routes.ts';
import { jobOperations } from './jobs/routes.ts';
import { assignmentOperations } from './leads/assignment/routes.ts';
import { batchOperations } from './leads/batch/routes.ts';
import { leadOptionOperations } from './leads/options/routes.ts';
import { leadOperations } from './leads/routes.ts';
import { scoreOperations } from './leads/scores/routes.ts';
import { leadTimelineOperations } from './leads/timeline/routes.ts';
import type { Context } from './operation.ts';
import { meOperations } from './organization/me/routes.ts';
import { membershipOperations } from './organization/memberships/routes.ts';
import { organizationOperations } from './organization/routes.ts';
import { signInOperations } from './organization/sign-in/routes.ts';
import { teamOperations } from './organization/teams/routes.ts';
import { tokenOperations } from './organization/tokens/routes.ts';
import type { Parts } from './parts.ts';
import { statusOperations } from './pipeline/statuses/routes.ts';
import { reportOperations } from './reports/routes.ts';
import { scoringOperations } from './scoring/routes.ts';
import { customFieldOperations } from './settings/custom-fields/routes.ts';
import { sourceOperations } from './settings/sources/routes.ts';
import { simulationOperations } from './simulation/routes.ts';
import { scoringSimulationOperations } from './simulation/scoring-routes.ts';
import { viewOperations } from './views/routes.ts';
import { webhookOperations } from './webhooks/routes.ts';

/** Every operation of the API, in the order of the reference. What is not listed here does not exist. */
export const operationsOf = (parts: Parts): readonly AnyOperation<Context>[] => {
  const { keys, leads, exports, rescoring, reports, simulations, previews } = parts;
  return [
    ...leadOperations(leads, exports),
    ...batchOperations(parts),
    ...leadOptionOperations,
    ...leadTimelineOperations(leads),
    ...assignmentOperations,
    ...scoreOperations,
    ...meOperations,
    ...signInOperations(parts),
    ...organizationOperations,
    ...teamOperations,
    ...membershipOperations,
    ...tokenOperations({ keys }),
    ...statusOperations,
    ...sourceOperations,
    ...customFieldOperations,
    ...distributionRuleOperations,
    ...simulationOperations({ simulations, previews }),
    ...scoringOperations({ rescoring }),
    ...scoringSimulationOperations({ simulations, reports }),
    ...reportOperations({ reports }),
    ...viewOperations,
    ...jobOperations(parts),
    ...importOperations(parts),
    ...formOperations(parts),
    ...eventOperations(parts),
    ...webhookOperations(parts),
    ...auditOperations,
  ];
};
