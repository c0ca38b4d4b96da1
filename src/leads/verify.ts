import type { Database } from '../db/sql.ts';
import { listOrganizationIds } from '../organization/organizations.ts';
import { bitsOf } from '../pipeline/entered.ts';
import { findUnfindable } from './finding/verify.ts';
import { type KeptAndRecorded, listKeptAndRecorded, listLeadsForVerification } from './queries.ts';
import { renderLead } from './render.ts';
import type { LeadRow } from './row.ts';
import { findMisscored, openScoreCheck } from './scores/verify.ts';

const BATCH = 1_000;

export interface Verification {
  leads: number;
  /** Public ids of leads whose rendered text is not what their columns say, and of erased ones that still have some. */
  faulty: string[];
  /** Public ids of leads whose score is not what their fields and activities say. */
  misscored: string[];
  /** Public ids of leads that keep something else of their transitions than was recorded; reports count by what is kept. */
  misrecorded: string[];
  /** Public ids of leads that refer to something that is not there, stand elsewhere in the order by activity, or cannot be found. */
  broken: string[];
}

/** Compares each lead's rendered text, score and recorded transitions with what they are derived from. */
export async function verifyLeads(database: Database): Promise<Verification> {
  const result: Verification = { leads: 0, faulty: [], misscored: [], misrecorded: [], broken: [] };
  for (const organizationId of await listOrganizationIds(database)) {
    const check = await openScoreCheck(database, organizationId);
    let after = '0';
    for (;;) {
      const batch = await listLeadsForVerification(database, organizationId, after, BATCH);
      result.leads += batch.length;
      const [erased, present] = [batch.filter((lead) => lead.erased), batch.filter((lead) => !lead.erased)];
      result.faulty.push(...present.filter((lead) => renderLead(lead) !== lead.rendered).map(publicIdOf));
      result.faulty.push(...erased.filter(isLeftOver).map(publicIdOf));
      if (check !== null) result.misscored.push(...(await findMisscored(database, check, present)));
      const ids = batch.map(({ id }) => id);
      const kept = await listKeptAndRecorded(database, organizationId, ids);
      result.misrecorded.push(...kept.filter(isMisrecorded).map(publicIdOf));
      result.broken.push(...kept.filter(({ is_whole }) => !is_whole).map(publicIdOf));
      if (check !== null) result.broken.push(...(await findUnfindable(database, check.settings, present)));
      const last = batch.at(-1);
      if (batch.length < BATCH || last === undefined) break;
      after = last.id;
    }
  }
  return result;
}

/** An erased lead has nothing personal. */
const isLeftOver = ({ first_name, last_name, phone, email, custom_fields, signals, rendered }: LeadRow): boolean =>
  [first_name, last_name, phone, email, signals].some((value) => value !== null) ||
  Object.keys(custom_fields).length > 0 ||
  rendered !== '';

const publicIdOf = ({ public_id }: { public_id: string }): string => public_id;

function isMisrecorded({ entered, entered_numbers, ...lead }: KeptAndRecorded): boolean {
  return (
    !entered.equals(bitsOf(entered_numbers ?? [])) ||
    lead.recorded_status_id !== lead.last_status_id ||
    lead.recorded_at?.getTime() !== lead.last_at?.getTime()
  );
}
