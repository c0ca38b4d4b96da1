import type { Query } from '../../db/sql.ts';
import { eraseAnswersShowing } from '../../http/idempotency.ts';
import type { Settings } from '../../settings/snapshot.ts';
import { stopWaiting } from '../assignment/queries.ts';
import { termsOf } from '../finding/terms.ts';
import type { LeadRow } from '../row.ts';
import { deleteTerms } from '../writing/terms.ts';
import {
  type AllContacts,
  deleteImportRows,
  deleteNotes,
  deleteRecency,
  eraseActivities,
  eraseAuditValues,
  eraseFields,
  eraseReenquiriesBringing,
  eraseTransitionNotes,
} from './queries.ts';

/** What holds something personal of a lead, besides views of it. A table that comes to hold more of it is added here. */
export const clearLead = (
  organizationId: string,
  settings: Settings,
  lead: LeadRow,
  contacts: AllContacts,
): Query[] => [
  eraseFields(organizationId, lead),
  deleteRecency(organizationId, lead),
  ...deleteTerms(
    organizationId,
    termsOf(settings, lead).map((term) => ({ lead, term })),
  ),
  deleteImportRows(organizationId, contacts),
  stopWaiting(organizationId, [lead.id]),
  deleteNotes(organizationId, lead),
  eraseActivities(organizationId, lead),
  ...eraseReenquiriesBringing(organizationId, contacts),
  eraseTransitionNotes(organizationId, lead),
  eraseAuditValues(organizationId, lead),
  eraseAnswersShowing(organizationId, [lead.public_id, ...allOf(contacts)]),
];

const allOf = ({ phone, emailKey, former }: AllContacts): string[] =>
  [phone, emailKey, ...former.phones, ...former.emailKeys].filter((contact) => contact !== null);
