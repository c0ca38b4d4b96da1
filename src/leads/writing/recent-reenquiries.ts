import type { Sql } from '../../db/sql.ts';
import type { StoredDetails } from '../../timeline/details.ts';

/** What is left to compare of a re-enquiry: its email, and its lists of options. */
export interface Similar {
  readonly email: string | null;
  readonly lists: Readonly<Record<string, unknown>>;
}

/**
 * Re-enquiries of a lead since a time: how many were kept, and which hold all that these details hold, emails aside, and lists as
 * parts of each other. No more of them is read than is left to compare: there can be 20 of up to 64 kB each.
 */
export async function readRecentReenquiries(
  sql: Sql,
  organizationId: string,
  { leadId, since, details }: { leadId: string; since: Date; details: StoredDetails },
): Promise<{ kept: number; similar: Similar[] }> {
  const row = await sql.row<{ kept: number; similar: Similar[] }>(
    `select count(*)::integer as kept,
            coalesce(jsonb_agg(jsonb_build_object('email', details -> 'email', 'lists', (
              select coalesce(jsonb_object_agg(key, value), '{}')
                from jsonb_each(details -> 'custom_fields') where key = any($5::text[])
            ))) filter (where details @> ($4::jsonb - 'email')), '[]') as similar
       from activities
      where organization_id = $1 and lead_id = $2 and occurred_at > $3 and kind = 'reenquiry'`,
    [organizationId, leadId, since.toISOString(), JSON.stringify(details), Object.keys(listsOf(details))],
  );
  return row ?? { kept: 0, similar: [] };
}

export const listsOf = ({ custom_fields = {} }: StoredDetails): Record<string, unknown> =>
  Object.fromEntries(Object.entries(custom_fields).filter(([, value]) => Array.isArray(value)));
