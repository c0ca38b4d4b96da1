import { meOperations } from './access/me/routes.ts';
import { membershipOperations } from './access/memberships/routes.ts';
import { organizationOperations } from './access/organizations/routes.ts';
import { teamOperations } from './access/teams/routes.ts';
import { tokenOperations } from './access/tokens/routes.ts';
import { auditOperations } from './audit/routes.ts';
import type { Operation } from './http/operation.ts';
import { leadOperations } from './leads/routes.ts';
import { leadTimelineOperations } from './leads/timeline-routes.ts';
import { statusOperations } from './pipeline/statuses/routes.ts';
import { customFieldOperations } from './settings/custom-fields/routes.ts';
import { sourceOperations } from './settings/sources/routes.ts';

/** Every operation of the API, in the order of the reference. What is not listed here does not exist. */
export const operations: readonly Operation[] = [
  ...leadOperations,
  ...leadTimelineOperations,
  ...meOperations,
  ...organizationOperations,
  ...teamOperations,
  ...membershipOperations,
  ...tokenOperations,
  ...statusOperations,
  ...sourceOperations,
  ...customFieldOperations,
  ...auditOperations,
];
