import type { Sql } from '../../src/db/sql.ts';

/** Writes the rows of lead_recency for leads that were inserted by SQL. */
export const followRecency = (sql: Pick<Sql, 'rows'>) => sql.rows(FOLLOW);

export const FOLLOW = `
  insert into lead_recency (organization_id, lead_id, last_activity_at, updated_at, created_at, status_id, source_id,
                            owner_id, team_id, score)
  select organization_id, id, last_activity_at, updated_at, created_at, status_id, source_id, owner_id, team_id, score from leads
  on conflict (organization_id, lead_id) do nothing`;
