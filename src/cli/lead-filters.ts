import { namingOptions, queryOf } from './names.ts';

const leadParameters = {
  status: 'filter[status]',
  owner: 'filter[owner]',
  source: 'filter[source]',
  team: 'filter[team]',
  kind: 'filter[kind]',
  search: 'filter[search]',
  created: 'filter[created_at]',
  updated: 'filter[updated_at]',
  active: 'filter[last_activity_at]',
  value: 'filter[estimated_value]',
  band: 'filter[score_band]',
  sort: 'sort',
  size: 'page[size]',
} as const;

/** The options by which commands choose and sort leads. */
export const leadFilterOptions = {
  status: 'texts',
  owner: 'texts',
  source: 'texts',
  team: 'texts',
  kind: 'text',
  search: 'text',
  created: 'text',
  updated: 'text',
  active: 'text',
  value: 'text',
  band: 'text',
  sort: 'text',
} as const;

/** The help on them. */
export const leadFilterUsage = `\
  --status STATUS   only leads in this status, by name or public id (several separated by
                    commas, or the option again: in any of them)
  --owner MEMBER    only leads of this member; none: of nobody
  --source SOURCE   only leads from this source
  --team TEAM       only leads of this team
  --kind KIND       open, won or lost
  --search WORDS    only leads whose name, email or phone has these words
  --created RANGE   only leads created in this time: 2026-01-01..2026-01-31, last_30_days, …
  --updated RANGE   only leads changed in this time
  --active RANGE    only leads with their last activity in this time
  --value RANGE     only leads with an estimated value in this range: 1000..5000
  --band BAND       hot, warm or cold
  --sort SORT       -created_at (newest first, the default), -score (hottest first),
                    score (coldest first), or -last_activity_at`;

/** Asks for the list of leads that the options name. */
export async function askForLeads<T>(
  values: Readonly<Record<string, unknown>>,
  ask: (path: string) => Promise<T>,
): Promise<T> {
  const joined = Object.entries(values).map(([name, value]) => [name, Array.isArray(value) ? value.join() : value]);
  const query = await queryOf(leadParameters, Object.fromEntries(joined));
  return namingOptions(leadParameters, ask(`/leads?${query}`));
}
