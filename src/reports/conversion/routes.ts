import { CSV_TYPE, prefers } from '../../http/accept.ts';
import { OneOf, Shape } from '../../http/schema.ts';
import { Type } from '../../http/type.ts';
import { operation } from '../../operation.ts';
import { invalid } from '../../problems.ts';
import { cohortFaults, cohortParameters, readCohort } from '../cohort.ts';
import { reportReply } from '../csv.ts';
import { leadsLink, metaOf } from '../meta.ts';
import type { Reports } from '../reading.ts';
import { idsOfKind } from '../stages.ts';
import { countConversion } from './conversion.ts';
import { type GroupBy, groupings } from './groups.ts';
import { countGroups } from './queries.ts';
import { type Conversion, ConversionReport } from './schemas.ts';
import { inKnownZone } from './zone.ts';

const DEFAULT_GROUPING = 'source';
const DEFINITION =
  'Leads created in the range, by group. won, lost and open by the last recorded transition. conversion: won by leads. win_rate: won by won and lost. won_value: estimated values of the won leads. median_days_to_win: from creation to the transition that won them. Source, owner and team are those that the lead has now; weeks (from Monday) and months are those of its creation in the organization’s time zone; status is that of the last recorded transition. The groups sum to the total.';

const figures = ['leads', 'won', 'lost', 'open', 'conversion', 'win_rate', 'won_value', 'median_days_to_win'] as const;

const MOST_GROUPS = 2_000;
/** A row of CSV has no links. */
const MOST_ROWS = 20_000;
/** Of the links of all groups together, each of which repeats the filters of the request. */
const MOST_LINK_BYTES = 4_000_000;

const mostGroups = (isTable: boolean, linkBytes: number): number =>
  isTable ? MOST_ROWS : Math.min(MOST_GROUPS, Math.floor(MOST_LINK_BYTES / (4 * (linkBytes + 100))));

const tooManyGroups = (most: number) =>
  invalid({
    group_by: [`gives more than ${most} groups: choose a shorter range, or filter by fewer sources, owners and teams`],
  });

export const conversionOperations = ({ reports }: { reports: Reports }) => [
  operation({
    id: 'reportConversion',
    method: 'GET',
    path: '/reports/conversion',
    tag: 'Reports',
    summary: 'What leads come to, by group',
    description: '`Accept: text/csv` gives the groups as CSV.',
    ability: 'reports:read',
    scope: 'leads',
    query: Shape({
      ...cohortParameters,
      group_by: Type.Optional(
        OneOf(groupings, { description: `What to group by; \`${DEFAULT_GROUPING}\` unless set` }),
      ),
    }),
    csv: true,
    answers: { 200: { description: 'The conversion', schema: ConversionReport } },
    checkQuery: cohortFaults,
    handle: async (call) => {
      const { actor, settings, query, headers } = call;
      const cohort = readCohort(settings, query);
      const groupBy: GroupBy = query.group_by ?? DEFAULT_GROUPING;
      const [won, lost] = [idsOfKind(settings, 'won'), idsOfKind(settings, 'lost')];
      const { timeZone } = settings.organization;
      const isTable = prefers(headers.accept, CSV_TYPE);
      const most = mostGroups(isTable, leadsLink(query, cohort, {}).length);
      const rows = await reports.read(call, (sql) =>
        inKnownZone(timeZone, (zone) =>
          countGroups(sql, actor, cohort, { groupBy, timeZone: zone, limit: most + 2 }, won, lost),
        ),
      );
      if (rows.length > most + 1) throw tooManyGroups(most);
      const { size, unrecorded, groups, total } = countConversion(settings, groupBy, rows);
      const links = (group?: string) => {
        const of = (figure: string) =>
          leadsLink(query, cohort, { figure, ...(group !== undefined && { group_by: groupBy, group }) });
        return { leads: of('leads'), won: of('won'), lost: of('lost'), open: of('open') };
      };
      const data: Conversion = {
        groups: (isTable ? [] : groups).map(({ key, group, figures: counted }) => ({
          group,
          ...counted,
          links: links(key),
        })),
        total: { ...total, links: links() },
      };
      return reportReply(
        headers.accept,
        { data, meta: metaOf(DEFINITION, cohort, size, unrecorded) },
        {
          columns: ['group', 'public_id', ...figures],
          rows: groups.map(({ group, figures: counted }) => [
            group.name,
            group.public_id ?? '',
            ...figures.map((figure) => counted[figure]),
          ]),
        },
      );
    },
  }),
];
