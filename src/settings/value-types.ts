import type { Sql } from '../db/sql.ts';
import { conflict } from '../problems.ts';

/**
 * Lets the type of a custom field or the currency change, if `isUsed` finds no lead with a value. It waits for leads that are being
 * written; those written after it by settings from before are refused.
 */
export async function changeValueTypes(
  sql: Sql,
  organizationId: string,
  isUsed: () => Promise<boolean>,
  detail: string,
): Promise<void> {
  if (await isUsed()) throw conflict(detail); // while nobody has to wait
  await sql.rows('update event_feeds set value_types = value_types + 1 where organization_id = $1', [organizationId]);
  if (await isUsed()) throw conflict(detail);
}
