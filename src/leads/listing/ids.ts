import type { Actor } from '../../access/actor.ts';
import type { Sql } from '../../db/sql.ts';
import { Values } from '../../db/values.ts';
import type { Settings } from '../../settings/snapshot.ts';
import type { LeadFilter } from './filter.ts';
import { isOfOthers } from './list.ts';
import { wholeConditions } from './whole.ts';

/** Read at a time, so that no statement takes long. */
const STEP = 2_000;

/** Public ids of the leads that match at one moment, newest first, `most` at most. `sql` is a transaction. */
export async function listMatching(
  sql: Sql,
  settings: Settings,
  { actor, filter, most }: { actor: Actor; filter: LeadFilter; most: number },
): Promise<string[]> {
  if (isOfOthers(settings, actor, filter)) return [];
  const values = new Values();
  const where = await wholeConditions(sql, settings, { actor, filter }, values);
  const text = `select leads.public_id from leads where ${where} order by leads.created_at desc, leads.id desc`;
  await sql.rows(`declare matching no scroll cursor for ${text} limit ${values.add(most)}`, values.list, 'replan');
  const ids: string[] = [];
  for (let found = STEP; found === STEP; ) {
    const rows = await sql.rows<{ public_id: string }>(`fetch ${STEP} from matching`, [], 'replan');
    for (const { public_id } of rows) ids.push(public_id);
    found = rows.length;
  }
  await sql.rows('close matching', [], 'replan');
  return ids;
}
