import type { Sql } from '../db/sql.ts';
import type { ScoringModel } from '../settings/scoring-model.ts';

export async function insertModel(sql: Sql, organizationId: string, { version, ...model }: ScoringModel, at: Date) {
  await sql.rows('insert into scoring_models (organization_id, version, model, created_at) values ($1, $2, $3, $4)', [
    organizationId,
    version,
    JSON.stringify(model),
    at.toISOString(),
  ]);
}

/** Whoever is at work for the model before finds that the row is no longer its own. */
export async function restartRescoring(sql: Sql, organizationId: string, version: number, at: Date): Promise<void> {
  await sql.rows(
    `insert into rescorings (organization_id, version, started_at) values ($1, $2, $3)
     on conflict (organization_id)
     do update set version = excluded.version, total = null, done = 0, after_id = 0, started_at = excluded.started_at,
                   leased_until = '-infinity', walked_at = null, finished_at = null`,
    [organizationId, version, at.toISOString()],
  );
}

export interface RescoringRow {
  version: number;
  total: string | null;
  done: string;
  started_at: Date;
  finished_at: Date | null;
}

export const findRescoring = (sql: Sql, organizationId: string) =>
  sql.row<RescoringRow>(
    'select version, total, done, started_at, finished_at from rescorings where organization_id = $1',
    [organizationId],
  );
