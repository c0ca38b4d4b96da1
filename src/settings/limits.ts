import type { Sql } from '../db/sql.ts';
import { conflict } from '../problems.ts';

/** Settings are held in memory as a whole, so their size is bounded. Archived records count: leads refer to them. */
const limits = {
  statuses: { most: 100, sentence: 'An organization has 100 statuses at most, archived ones included.' },
  customFields: { most: 200, sentence: 'An organization has 200 custom fields at most, archived ones included.' },
  sources: { most: 1_000, sentence: 'An organization has 1,000 sources at most, archived ones included.' },
  teams: { most: 1_000, sentence: 'An organization has 1,000 teams at most.' },
  memberships: { most: 10_000, sentence: 'An organization has 10,000 memberships at most, inactive ones included.' },
  forms: { most: 1_000, sentence: 'An organization has 1,000 forms at most, inactive ones included.' },
  webhooks: {
    most: 50,
    sentence: 'An organization has 50 webhooks at most, inactive ones included: delete one first.',
  },
  rules: { most: 200, sentence: 'An organization has 200 distribution rules at most: delete one first.' },
  views: { most: 100, sentence: 'A membership has 100 views at most: delete one first.' },
  jobs: {
    most: 10,
    sentence: 'An organization has 10 unfinished bulk changes at most: wait for one of them, or stop it.',
  },
  tokens: { most: 100, sentence: 'A membership has 100 live tokens at most: revoke one first.' },
} as const;

/** Refuses one more than there may be. Exact only under a lock that is held until the transaction ends. */
export function requireRoom(of: keyof typeof limits, count: number): void {
  if (count >= limits[of].most) throw conflict(limits[of].sentence);
}

type Counted = 'teams' | 'memberships' | 'forms' | 'webhooks';

export async function requireRoomIn(sql: Sql, organizationId: string, table: Counted): Promise<void> {
  const row = await sql.row<{ count: number }>(
    `select count(*)::integer as count from ${table} where organization_id = $1`,
    [organizationId],
  );
  requireRoom(table, row?.count ?? 0);
}
