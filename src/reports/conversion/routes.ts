import { Type } from 'typebox';
import { operation } from '../../http/operation.ts';
import { OneOf, Shape } from '../../http/schema.ts';
import { cohortFaults, cohortParameters, readCohort } from '../cohort.ts';
import { reportReply } from '../csv.ts';
import { leadsLink, metaOf } from '../meta.ts';
import { idsOfKind } from '../stages.ts';
import { countConversion } from './conversion.ts';
import { type GroupBy, groupings } from './groups.ts';
import { countGroups } from './queries.ts';
import { type Conversion, ConversionReport } from './schemas.ts';

const DEFAULT_GROUPING = 'source';
const DEFINITION =
  'Leads created in the range, by group. won, lost and open by the last recorded transition. conversion: won by leads. win_rate: won by won and lost. won_value: estimated values of the won leads. median_days_to_win: from creation to the transition that won them. Source, owner and team are those that the lead has now; weeks (from Monday) and months are those of its creation in the organization’s time zone; status is that of the last recorded transition. The groups sum to the total.';

const figures = ['leads', 'won', 'lost', 'open', 'conversion', 'win_rate', 'won_value', 'median_days_to_win'] as const;

export const conversionOperations = [
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
    handle: async ({ services, actor, settings, query, headers }) => {
      const cohort = readCohort(settings, query);
      const groupBy: GroupBy = query.group_by ?? DEFAULT_GROUPING;
      const [won, lost] = [idsOfKind(settings, 'won'), idsOfKind(settings, 'lost')];
      const { timeZone } = settings.organization;
      const rows = await services.reports.read((sql) =>
        countGroups(sql, actor, cohort, { groupBy, timeZone }, won, lost),
      );
      const { size, unrecorded, groups, total } = countConversion(settings, groupBy, rows);
      const links = (group?: string) => {
        const of = (figure: string) =>
          leadsLink(query, cohort, { figure, ...(group !== undefined && { group_by: groupBy, group }) });
        return { leads: of('leads'), won: of('won'), lost: of('lost'), open: of('open') };
      };
      const data: Conversion = {
        groups: groups.map(({ key, group, figures: counted }) => ({ group, ...counted, links: links(key) })),
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
