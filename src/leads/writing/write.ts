import type { Query } from '../../db/sql.ts';
import type { LeadWrite } from './events.ts';
import { insertLeads } from './insert.ts';
import { insertTraces } from './traces.ts';
import { updateLead } from './update.ts';

/** Everything that these leads leave behind, in plain statements of one organization. */
export const writeLeads = (organizationId: string, writes: readonly LeadWrite[]): Query[] => {
  const created = writes.filter(({ before }) => before === null);
  return [
    ...(created.length === 0 ? [] : insertLeads(organizationId, created)),
    ...writes.flatMap(({ before, lead, events }) =>
      before === null ? [] : updateLead(organizationId, before, lead, events),
    ),
    ...insertTraces(organizationId, writes),
  ];
};
