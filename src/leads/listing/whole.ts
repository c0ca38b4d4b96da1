import type { Actor } from '../../access/actor.ts';
import type { Sql } from '../../db/sql.ts';
import type { Values } from '../../db/values.ts';
import type { Settings } from '../../settings/snapshot.ts';
import { walkedConditions } from './conditions.ts';
import type { LeadFilter } from './filter.ts';
import { type Narrowing, narrowingsOf } from './narrowings.ts';
import { measure } from './sizes.ts';

/** The conditions on `leads` of a whole list, for what reads all of it. What few leads have is found by its index. */
export async function wholeConditions(
  sql: Sql,
  settings: Settings,
  { actor, filter }: { actor: Actor; filter: LeadFilter },
  values: Values,
): Promise<string> {
  const { narrowings } = await measure(sql, settings, { actor, filter }, narrowingsOf(filter));
  const where = walkedConditions(actor, filter, 'leads', values);
  for (const { narrowing, isExact } of narrowings) {
    if (isExact) where.push(isAmongFound(narrowing, values));
    if (!isExact || narrowing.isRough) where.push(narrowing.check(values));
  }
  return where.join(' and ');
}

const isAmongFound = ({ find }: Narrowing, values: Values): string =>
  `leads.id in (select lead_id from (${find?.(values)}) as found)`;
