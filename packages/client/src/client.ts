import type { Api } from './api.ts';
import { type ClientOptions, createApi } from './api.ts';
import { cancelImport, createImport, getImport, importFailures, listImports, waitForImport } from './imports.ts';
import { createLead, eraseLead, getLead, listLeads, moveLead, updateLead } from './leads.ts';
import { type ItemOf, type List, type ListPath, list, type Rest } from './list.ts';
import { countLeads, createLeads, exportLeads } from './many-leads.ts';
import {
  addActivity,
  addNote,
  explainAssignment,
  explainScore,
  listActivities,
  listNotes,
  listTransitions,
} from './timeline.ts';

/** Everything in one object. To bundle less, use `createApi` with the functions that you need. */
export function createClient(options: ClientOptions) {
  const api = createApi(options);
  return {
    /** Every operation of the API, typed. */
    api,
    /** Any list of the API, by its path. */
    list: <Path extends ListPath>(path: Path, ...rest: Rest<Path>): List<ItemOf<Path>> => list(api, path, ...rest),
    leads: bind(api, {
      list: listLeads,
      create: createLead,
      get: getLead,
      update: updateLead,
      move: moveLead,
      erase: eraseLead,
      notes: listNotes,
      addNote,
      activities: listActivities,
      addActivity,
      transitions: listTransitions,
      assignment: explainAssignment,
      score: explainScore,
      batch: createLeads,
      counts: countLeads,
      export: exportLeads,
    }),
    imports: bind(api, {
      create: createImport,
      get: getImport,
      list: listImports,
      wait: waitForImport,
      cancel: cancelImport,
      failures: importFailures,
    }),
  };
}

export type LeadlineClient = ReturnType<typeof createClient>;

// biome-ignore lint/suspicious/noExplicitAny: arguments and results pass through as they are
type Verb = (api: Api, ...args: any[]) => unknown;
type Bound<Verbs> = {
  [Name in keyof Verbs]: Verbs[Name] extends (api: Api, ...args: infer Args) => infer Result
    ? (...args: Args) => Result
    : never;
};

/** The verbs without their first argument. */
function bind<const Verbs extends Record<string, Verb>>(api: Api, verbs: Verbs): Bound<Verbs> {
  const bound = Object.entries(verbs).map(([name, verb]) => [name, verb.bind(null, api)]);
  return Object.fromEntries(bound) as Bound<Verbs>;
}
