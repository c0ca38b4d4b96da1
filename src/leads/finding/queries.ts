import type { Sql } from '../../db/sql.ts';

interface TermOfLead {
  readonly term: string;
  readonly lead: { readonly id: string; readonly created_at: Date };
}

/** How many of these terms are there, by the lead's id. */
export async function countTerms(sql: Sql, organizationId: string, rows: readonly TermOfLead[]) {
  const counted = await sql.rows<{ lead_id: string; count: number }>(
    `select stored.lead_id, count(*)::integer as count
       from unnest($2::text[], $3::timestamptz[], $4::bigint[]) as wanted (term, created_at, lead_id)
       join lead_terms as stored
         on stored.organization_id = $1 and stored.term = wanted.term and stored.created_at = wanted.created_at
        and stored.lead_id = wanted.lead_id
      group by stored.lead_id`,
    [
      organizationId,
      rows.map(({ term }) => term),
      rows.map(({ lead }) => lead.created_at.toISOString()),
      rows.map(({ lead }) => lead.id),
    ],
  );
  return new Map(counted.map(({ lead_id, count }) => [lead_id, count]));
}
