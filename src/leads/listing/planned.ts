import { scopeKey } from '../../access/scope.ts';
import type { Sql } from '../../db/sql.ts';
import { invalid } from '../../problems.ts';
import type { Settings } from '../../settings/snapshot.ts';
import { accessPathOf } from './access-path.ts';
import { type CheckPath, type NarrowedPath, narrowedPathsOf } from './narrowed-paths.ts';
import { type Narrowing, narrowingsOf } from './narrowings.ts';
import { orderOf } from './orders.ts';
import type { PageRow } from './page.ts';
import { remembered } from './remembered.ts';
import { measure } from './sizes.ts';
import {
  foundStatement,
  gatherStatement,
  type PageRequest,
  rangeCheckedStatement,
  timesStatement,
  walkCheckedStatement,
  walkEndsEarly,
  walkFoundStatement,
  walkStatement,
} from './statements.ts';

/** Reads a page by the cheapest access path; refuses where none is cheap. */
export async function readPlanned(sql: Sql, settings: Settings, request: PageRequest): Promise<PageRow | undefined> {
  const narrowings = narrowingsOf(request.filter);
  const read = ({ text, values }: { text: string; values: readonly unknown[] }) =>
    sql.row<PageRow>(text, values, 'replan');
  const { phone, emailKey } = request.filter;
  if (phone !== null || emailKey !== null) return read(gatherStatement(request, narrowings)); // one lead at most
  if (narrowings.length === 0) return readListed(sql, settings, request);
  const sizes = await measure(sql, settings, request, narrowings);
  for (const path of narrowedPathsOf(request, sizes)) {
    if (path.kind !== 'check') return read(statementOf(request, path, narrowings));
    const page = await readChecked(sql, settings, request, narrowings, path);
    if (page !== null) return page;
  }
  throw tooExpensive(request, narrowings);
}

/** A page of a list whose filters an index of its order knows. */
async function readListed(sql: Sql, settings: Settings, request: PageRequest): Promise<PageRow | undefined> {
  const { text, values } = walkStatement(request);
  // Another index than that of the order may know the time of the last change.
  if (request.filter.updated !== null) return sql.row<PageRow>(text, values, 'replan');
  if ((await accessPathOf(sql, settings, request)) === 'walk') return sql.shortRow<PageRow>(text, values);
  const gather = gatherStatement(request);
  return sql.row<PageRow>(gather.text, gather.values, 'replan');
}

/** Null where it ends before the list does: what matches lies elsewhere than its number let expect. */
async function readChecked(
  sql: Sql,
  settings: Settings,
  request: PageRequest,
  narrowings: readonly Narrowing[],
  path: CheckPath,
) {
  const { actor, filter, page } = request;
  const key = `cut ${scopeKey(actor)} ${JSON.stringify([filter, page.after])}`;
  const statement = statementOf(request, path, narrowings);
  const found = await sql.row<PageRow>(statement.text, statement.values, 'replan');
  if (found !== undefined && found.found >= page.limit) return found;
  const isCut = await remembered(settings, key, async () => {
    const { text, values } = walkEndsEarly(request, path.most);
    return (await sql.row<{ is_cut: boolean }>(text, values, 'replan'))?.is_cut ?? false;
  });
  return isCut ? null : found;
}

export function statementOf(request: PageRequest, path: NarrowedPath, narrowings: readonly Narrowing[]) {
  switch (path.kind) {
    case 'check':
      return path.isRanged
        ? rangeCheckedStatement(request, narrowings, path.most)
        : walkCheckedStatement(request, narrowings, path.most);
    case 'walk':
      return walkFoundStatement(request, path.found, path.isGathered);
    case 'times':
      return timesStatement(request, path.times, path.found);
    case 'find':
      return foundStatement(request, path.found, path.checked, path.isWithin);
  }
}

/** Says what to add. */
function tooExpensive({ filter }: PageRequest, narrowings: readonly Narrowing[]) {
  const ideas = [
    ...(filter.search.length > 0 ? ['add a word, more letters or more digits to filter[search]'] : []),
    ...(filter.ownerIds === null ? ['add filter[owner]'] : []),
    ...(filter.from === null || filter.before === null ? ['add a range of filter[created_at]'] : []),
    ...(orderOf(filter).column === 'created_at' ? [] : ['sort by -created_at']),
  ];
  const sentence = `matches too many or too few leads to be listed quickly in this order, in an organization with so many leads: ${ideas.join(', or ') || 'add another filter'}`;
  return invalid({ [narrowings[0]?.name ?? 'filter']: [sentence] });
}
