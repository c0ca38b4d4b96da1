import type { Actor } from '../../access/actor.ts';
import type { Query, Sql } from '../../db/sql.ts';
import { Values } from '../../db/values.ts';
import type { Settings } from '../../settings/snapshot.ts';
import { idOf, walkedConditions } from '../listing/conditions.ts';
import type { LeadFilter } from '../listing/filter.ts';
import { narrowingsOf } from '../listing/narrowings.ts';
import { orderOf } from '../listing/orders.ts';
import { wholeConditions } from '../listing/whole.ts';
import type { Rendered } from '../render.ts';
import { freshlyScored } from '../scores/settle.ts';

/** What is read at a time: as many leads as come to this, so that memory does not depend on the size of leads. */
const CHUNK_BYTES = 262_144;
const FIRST_LEADS = 50;
const MOST_LEADS = 200;

interface FoundLead extends Rendered {
  id: string;
  is_due: boolean | null;
}

/** Every lead of the list in its order, in chunks, by a cursor of the transaction that `sql` is. */
export async function* readWholeList(
  sql: Sql,
  settings: Settings,
  { actor, filter, now }: { actor: Actor; filter: LeadFilter; now: Date },
): AsyncGenerator<Rendered[]> {
  const { text, values } = await wholeListStatement(sql, settings, { actor, filter, now });
  await sql.rows(`declare exported no scroll cursor for ${text}`, values, 'replan');
  for (let wanted = FIRST_LEADS; ; ) {
    const found = await sql.rows<FoundLead>(`fetch ${wanted} from exported`, [], 'replan');
    if (found.length > 0) yield withScores(sql, settings, found, now);
    if (found.length < wanted) return;
    const bytes = found.reduce((sum, { rendered }) => sum + rendered.length, 0);
    wanted = Math.max(1, Math.min(MOST_LEADS, Math.floor((CHUNK_BYTES * found.length) / bytes)));
  }
}

/** Scores that have faded since they were written are shown as of now, and left to the sweep to write. */
async function withScores(sql: Sql, settings: Settings, found: FoundLead[], now: Date): Promise<Rendered[]> {
  const due = found.filter(({ is_due }) => is_due).map(({ id }) => id);
  if (due.length === 0) return found;
  const scores = new Map((await freshlyScored(sql, settings, due, now)).map(({ id, score }) => [id, score]));
  return found.map(({ id, rendered, score }) => ({ rendered, score: scores.get(id) ?? score }));
}

async function wholeListStatement(
  sql: Sql,
  settings: Settings,
  { actor, filter, now }: { actor: Actor; filter: LeadFilter; now: Date },
): Promise<Query> {
  const { column, direction } = orderOf(filter);
  const values = new Values();
  const table = isWalked(filter) ? orderOf(filter).table : 'leads';
  const where = isWalked(filter)
    ? walkedConditions(actor, filter, table, values).join(' and ')
    : await wholeConditions(sql, settings, { actor, filter }, values);
  const id = idOf(table);
  const shown = table === 'leads' ? 'leads' : 'shown';
  const join = table === 'leads' ? '' : `join leads as shown on shown.organization_id = $1 and shown.id = leads.${id}`;
  const text = `select ${shown}.id, ${shown}.score, ${shown}.rendered, ${shown}.rescore_at <= ${values.add(now.toISOString())} as is_due
      from ${table} as leads ${join}
     where ${where}
     order by leads.${column} ${direction}, leads.${id} ${direction}`;
  return { text, values: values.list };
}

/** The indexes of lists know all that the filter asks for. */
const isWalked = (filter: LeadFilter): boolean =>
  narrowingsOf(filter).length === 0 && filter.phone === null && filter.emailKey === null;
