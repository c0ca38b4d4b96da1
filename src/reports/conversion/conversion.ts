import { OneOf } from '../../http/schema.ts';
import { Type } from '../../http/type.ts';
import { invalid } from '../../problems.ts';
import type { Settings } from '../../settings/snapshot.ts';
import { days, money, ratio } from '../meta.ts';
import { report } from '../report.ts';
import { type Group, type GroupBy, groupings, groupOf } from './groups.ts';
import { countGroups, type GroupRow } from './queries.ts';
import { Conversion } from './schemas.ts';

const DEFAULT_GROUPING = 'source';

const MOST_GROUPS = 2_000;
/** A row of CSV has no links. */
const MOST_ROWS = 20_000;
/** Of the links of all groups together, each of which repeats the filters of the request. */
const MOST_LINK_BYTES = 4_000_000;

const mostGroups = (isTable: boolean, linkBytes: number): number =>
  isTable ? MOST_ROWS : Math.min(MOST_GROUPS, Math.floor(MOST_LINK_BYTES / (4 * (linkBytes + 100))));

export const conversionReport = report({
  name: 'Conversion',
  summary: 'What leads come to, by group',
  description: '`Accept: text/csv` gives the groups as CSV.',
  definition:
    'Leads created in the range, by group. won, lost and open by the last recorded transition. conversion: won by leads. win_rate: won by won and lost. won_value: estimated values of the won leads. median_days_to_win: from creation to the transition that won them. Source, owner and team are those that the lead has now; weeks (from Monday) and months are those of its creation in the organization’s time zone; status is that of the last recorded transition. The groups sum to the total.',
  parameters: {
    group_by: Type.Optional(OneOf(groupings, { description: `What to group by; \`${DEFAULT_GROUPING}\` unless set` })),
  },
  data: Conversion,
  columns: [
    ...['group', 'public_id', 'leads', 'won', 'lost', 'open'],
    ...['conversion', 'win_rate', 'won_value', 'median_days_to_win'],
  ],
  count: async ({ settings, actor, query, cohort, won, lost, isTable, read, link }) => {
    const groupBy: GroupBy = query.group_by ?? DEFAULT_GROUPING;
    const { timeZone } = settings.organization;
    const most = mostGroups(isTable, link({}).length);
    const counted = await read((sql) =>
      countGroups(sql, actor, cohort, { groupBy, timeZone, limit: most + 2 }, won, lost),
    );
    if (counted.length > most + 1) throw tooManyGroups(most);
    const { size, unrecorded, groups, total } = countConversion(settings, groupBy, counted);
    const links = (group: Record<string, string> = {}) => {
      const of = (figure: string) => link({ figure, ...group });
      return { leads: of('leads'), won: of('won'), lost: of('lost'), open: of('open') };
    };
    const linkedGroups = (isTable ? [] : groups).map(({ key, group, figures }) => ({
      group,
      ...figures,
      links: links({ group_by: groupBy, group: key }),
    }));
    const rows = groups.map(({ group, figures }) => ({ ...figures, group: group.name, public_id: group.public_id }));
    return { data: { groups: linkedGroups, total: { ...total, links: links() } }, rows, size, unrecorded };
  },
});

const tooManyGroups = (most: number) =>
  invalid({
    group_by: [`gives more than ${most} groups: choose a shorter range, or filter by fewer sources, owners and teams`],
  });

const none = { leads: 0, won: 0, lost: 0, won_value: 0, median: null, unrecorded: 0 };

function countConversion(settings: Settings, groupBy: GroupBy, rows: readonly GroupRow[]) {
  const total = rows.find((row) => row.is_total) ?? { ...none, key: null, is_total: true };
  const groups = rows
    .filter((row) => !row.is_total)
    .map((row) => ({ ...groupOf(settings, groupBy, row.key), figures: figuresOf(row) }))
    .sort(inOrder);
  return { size: total.leads, unrecorded: total.unrecorded, groups, total: figuresOf(total) };
}

function figuresOf({ leads, won, lost, won_value, median }: GroupRow) {
  return {
    leads,
    won,
    lost,
    open: leads - won - lost,
    conversion: ratio(won, leads),
    win_rate: ratio(won, won + lost),
    won_value: money(won_value),
    median_days_to_win: days(median),
  };
}

type Counted = Group & { figures: ReturnType<typeof figuresOf> };

/** Statuses by the pipeline, weeks and months by the calendar, everything else the largest first; those without one last. */
function inOrder(one: Counted, other: Counted): number {
  if ((one.group.public_id === undefined) !== (other.group.public_id === undefined)) {
    return one.group.public_id === undefined ? 1 : -1;
  }
  if (one.order !== null && other.order !== null) return one.order < other.order ? -1 : 1;
  return other.figures.leads - one.figures.leads || (one.group.name < other.group.name ? -1 : 1);
}
