import type { Sql } from '../../src/db/sql.ts';

/** After leads were put in by SQL: what the service writes beside each of them. */
export const followRecency = (sql: Pick<Sql, 'rows'>) => sql.rows(FOLLOW);

export const FOLLOW = `
  insert into lead_recency (organization_id, lead_id, last_activity_at, created_at, status_id, source_id, owner_id, team_id,
                            score)
  select organization_id, id, last_activity_at, created_at, status_id, source_id, owner_id, team_id, score from leads
  on conflict (organization_id, lead_id) do nothing`;
