import type { Static, TObject, TProperties, TSchema } from 'typebox';
import type { Actor } from '../access/actor.ts';
import type { Sql } from '../db/sql.ts';
import { CSV_TYPE, prefers } from '../http/accept.ts';
import { type Cell, csvOf } from '../http/csv.ts';
import { Shape } from '../http/schema.ts';
import { type Call, operation } from '../operation.ts';
import { type Settings, statusIdsOf } from '../settings/snapshot.ts';
import { type Cohort, cohortFaults, cohortParameters, type ReportQuery, readCohort } from './cohort.ts';
import { leadsLink, metaOf, ReportMeta } from './meta.ts';
import type { Reports } from './reading.ts';

/** What a report is asked for, and what it is made with. */
export interface Asked<Query = unknown> {
  readonly actor: Actor;
  readonly settings: Settings;
  readonly query: Query;
  readonly cohort: Cohort;
  /** Ids of the statuses that end a lead. */
  readonly won: readonly string[];
  readonly lost: readonly string[];
  /** CSV, which has no links. */
  readonly isTable: boolean;
  read<T>(work: (sql: Sql) => Promise<T>): Promise<T>;
  /** The address that lists the leads behind a figure. */
  link(figure: Readonly<Record<string, string>>): string;
}

interface Definition<Data extends TSchema, Parameters extends TProperties> {
  /** As in the operation's id; its path is the same in small letters. */
  name: string;
  summary: string;
  description: string;
  /** What the figures mean. */
  definition: string;
  parameters?: Parameters;
  data: Data;
  /** Of the CSV, whose rows are found by them. */
  columns: readonly string[];
  count(asked: Asked<Static<TObject<Parameters>>>): Promise<{
    data: Static<Data>;
    rows: readonly Readonly<Record<string, unknown>>[];
    size: number;
    unrecorded: number;
  }>;
}

/** A report on a cohort of leads, as JSON and as CSV. */
export const report =
  <Data extends TSchema, Parameters extends TProperties>(of: Definition<Data, Parameters>) =>
  (reports: Reports) =>
    operation({
      id: `report${of.name}`,
      method: 'GET',
      path: `/reports/${of.name.toLowerCase()}`,
      tag: 'Reports',
      summary: of.summary,
      description: of.description,
      ability: 'reports:read',
      scope: 'leads',
      query: Shape({ ...cohortParameters, ...of.parameters }),
      csv: true,
      answers: {
        200: { description: `The ${of.name.toLowerCase()}`, schema: Shape({ data: of.data, meta: ReportMeta }) },
      },
      checkQuery: cohortFaults,
      handle: async (call) => {
        readCohort(call.settings, call.query as ReportQuery); // what is wrong with it is told first
        const asked = askedBy(call as Call<ReportQuery>, reports, await reports.knownUntil());
        const { data, rows, size, unrecorded } = await of.count(asked as never);
        const { columns } = of;
        if (!asked.isTable) {
          const meta = metaOf(of.definition, asked.cohort, size, unrecorded);
          return { body: { data, meta }, headers: { vary: 'accept' } };
        }
        return {
          body: csvOf({ columns, rows: rows.map((row) => columns.map((name) => row[name] as Cell)) }),
          headers: { 'content-type': `${CSV_TYPE}; charset=utf-8; header=present`, vary: 'accept' },
        };
      },
    });

function askedBy(call: Call<ReportQuery>, reports: Reports, knownUntil: Date | undefined): Asked<ReportQuery> {
  const { actor, settings, query } = call;
  const cohort = readCohort(settings, query, knownUntil);
  return {
    actor,
    settings,
    query,
    cohort,
    won: statusIdsOf(settings, 'won'),
    lost: statusIdsOf(settings, 'lost'),
    isTable: prefers(call.headers.accept, CSV_TYPE),
    read: (work) => reports.read(call, work),
    link: (figure) => leadsLink(query, cohort, figure),
  };
}
