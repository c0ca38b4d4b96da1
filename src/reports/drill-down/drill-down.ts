import { Values } from '../../db/values.ts';
import { pageParameters, readPage } from '../../http/pagination.ts';
import { List, OneOf, PublicId, Shape } from '../../http/schema.ts';
import { Type } from '../../http/type.ts';
import { leadsReply } from '../../leads/answers.ts';
import { withFreshScores } from '../../leads/listing/list.ts';
import { Lead } from '../../leads/schemas.ts';
import { operation } from '../../operation.ts';
import { faultsOf, readAll } from '../../problems.ts';
import { cohortFaults, cohortParameters, readCohort } from '../cohort.ts';
import { groupings } from '../conversion/groups.ts';
import { replicaMeta, replicaMetaOf } from '../meta.ts';
import type { Reports } from '../reading.ts';
import { figureCondition, figures, requireSense } from './figures.ts';
import { listFigureLeads } from './queries.ts';

export const reportLeads = (reports: Reports) =>
  operation({
    id: 'listReportLeads',
    method: 'GET',
    path: '/reports/leads',
    tag: 'Reports',
    summary: 'List the leads behind a figure of a report, newest first',
    description:
      'Take the address from the report’s `links`. It lists exactly the leads that the figure counted, as far as the token may see them, as they are now. Of the distribution report, `assigned` lists the leads that a `rule` assigned (to a `member`), `open_cap` and `daily_cap` those that a member did not get because of its cap, `waiting` those that wait for somebody, `decided` all of them.',
    ability: 'leads:read',
    scope: 'leads',
    query: Shape({
      ...cohortParameters,
      figure: Type.Optional(OneOf(figures, { description: 'What the report counted; all its leads unless set' })),
      stage: Type.Optional(PublicId('status', 'Of this stage')),
      group_by: Type.Optional(OneOf(groupings)),
      group: Type.Optional(
        Type.String({
          maxLength: 100,
          description: 'Of this group: a public id, the first day of a week or month, or `none`',
        }),
      ),
      rule: Type.Optional(
        Type.String({
          maxLength: 100,
          description: 'Of this distribution rule: a public id, or `none` for leads that no rule assigned',
        }),
      ),
      member: Type.Optional(PublicId('membership', 'Of this member')),
      ...pageParameters,
    }),
    answers: { 200: { description: 'A page of leads', schema: List(Lead, replicaMeta) } },
    checkQuery: (query, settings, found) => ({
      ...cohortFaults(query, settings),
      // Whether these make sense together cannot be said where one of them is refused.
      ...(!asked.some((name) => name in found) && faultsOf(() => requireSense({ figure: 'leads', ...query }))),
    }),
    handle: async (call) => {
      const { actor, settings, query } = call;
      const values = new Values();
      const [page, cohort, condition] = readAll(
        () => readPage(call),
        () => readCohort(settings, query),
        () => figureCondition(settings, { ...query, figure: query.figure ?? 'leads' }, actor.organizationId, values),
      );
      if (condition === null) return leadsReply(call, page, undefined);
      const now = new Date();
      let meta: Readonly<Record<string, string>> = {};
      const read = (isCut: boolean) =>
        reports.read(call, (sql, knownUntil) => {
          meta = replicaMetaOf(knownUntil) ?? {};
          return listFigureLeads(sql, actor, cohort, condition, copyOf(values), { page, now, isCut });
        });
      const rows = await withFreshScores(call, now, read);
      return leadsReply(call, page, rows, { meta });
    },
  });

const asked = ['figure', 'stage', 'group_by', 'group', 'rule', 'member'];

/** The statement adds values of its own, each time it is read. */
const copyOf = (values: Values) => new Values(...values.list);
