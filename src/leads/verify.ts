import { listOrganizationIds } from '../access/organizations/organizations.ts';
import type { Database } from '../db/sql.ts';
import { listLeadsForVerification } from './queries.ts';
import { renderLead } from './render.ts';

const BATCH = 1_000;

export interface Verification {
  leads: number;
  /** Public ids of leads whose rendered text is not what their columns say. */
  faulty: string[];
}

/** Renders every lead anew and compares: the rendered text is a second form of the data, and must never differ. */
export async function verifyLeads(database: Database): Promise<Verification> {
  const result: Verification = { leads: 0, faulty: [] };
  for (const organizationId of await listOrganizationIds(database)) {
    let after = '0';
    for (;;) {
      const batch = await listLeadsForVerification(database, organizationId, after, BATCH);
      for (const lead of batch) {
        result.leads++;
        if (renderLead(lead) !== lead.rendered) result.faulty.push(lead.public_id);
      }
      const last = batch.at(-1);
      if (batch.length < BATCH || last === undefined) break;
      after = last.id;
    }
  }
  return result;
}
