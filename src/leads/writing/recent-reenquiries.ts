import type { Sql } from '../../db/sql.ts';
import type { StoredDetails } from '../../timeline/details.ts';

/**
 * Re-enquiries of a lead since a time: how many were kept, and the details of those that may hold what these hold. PostgreSQL leaves out
 * the others, as there can be 20 of up to 64 kB each. It compares lists as parts of each other, and no emails.
 */
export async function readRecentReenquiries(
  sql: Sql,
  organizationId: string,
  { leadId, since, details }: { leadId: string; since: Date; details: StoredDetails },
): Promise<{ kept: number; similar: StoredDetails[] }> {
  const row = await sql.row<{ kept: number; similar: StoredDetails[] }>(
    `select count(*)::integer as kept,
            coalesce(jsonb_agg(details) filter (where details @> ($4::jsonb - 'email')), '[]') as similar
       from activities
      where organization_id = $1 and lead_id = $2 and occurred_at > $3 and kind = 'reenquiry'`,
    [organizationId, leadId, since.toISOString(), JSON.stringify(details)],
  );
  return row ?? { kept: 0, similar: [] };
}
