import { answerOf } from '@leadline/client';
import { readClientConfig } from '../../config.ts';
import type { Sql } from '../../db/sql.ts';
import { presentMembership } from '../../organization/memberships/memberships.ts';
import { listMemberships } from '../../organization/memberships/queries.ts';
import { presentStatus } from '../../pipeline/statuses/statuses.ts';
import { loadSettings } from '../../settings/snapshot.ts';
import { presentSource } from '../../settings/sources/sources.ts';
import { ask, listFromApi } from '../api-client.ts';
import { type Command, command, UsageError } from '../command.ts';
import { tableOf } from '../formats.ts';
import { ALL, chooseOrganization, withDatabase } from '../with-database.ts';

interface Listing<Record> {
  name: string;
  summary: string;
  /** The collection of the API, and the property of the printed object. */
  of: string;
  /** From the database itself, in the order of the API. */
  read(sql: Sql, organizationId: string): Promise<Record[]>;
  headings: readonly string[];
  rowOf(record: Record): string[];
}

/** A command that lists settings whose names other commands take. */
function settingsList<Record>({ name, summary, of, read, headings, rowOf }: Listing<Record>): Command {
  return command({
    summary,
    usage: `Usage: leadline ${name} [--organization org_…] [--json]

Where LEADLINE_TOKEN is set, asks the service at LEADLINE_URL; else reads the database
that DATABASE_URL or LEADLINE_DATA names.

  --organization ID   needed where there are several organizations, and no token
  --json              print one JSON object: { "${of}": […] }
  --help              show this text`,
    options: { organization: 'text' },
    async run({ organization }) {
      const hasToken = readClientConfig().token !== null;
      if (hasToken && organization !== undefined) await requireToken(organization);
      const records = hasToken
        ? await listFromApi<Record>(of)
        : await withDatabase(async (sql) => read(sql, (await chooseOrganization(sql, organization)).id));
      return { json: { [of]: records }, text: () => tableOf(headings, records.map(rowOf)) };
    },
  });
}

/** The token decides whose settings are listed; those of another organization would pass for them. */
async function requireToken(organization: string): Promise<void> {
  const { data: me } = await ask((api) => answerOf(api.GET('/api/v1/me')));
  if (me.data.organization.public_id === organization) return;
  throw new UsageError(
    `LEADLINE_TOKEN is of ${me.data.organization.public_id}: unset it to list ${organization} from the database.`,
  );
}

const yes = (is: boolean): string => (is ? 'yes' : '–');

export const statusList = settingsList({
  name: 'status list',
  summary: 'List the statuses of the pipeline, in order',
  of: 'statuses',
  read: async (sql, id) => [...((await loadSettings(sql, id))?.statuses.byId.values() ?? [])].map(presentStatus),
  headings: ['PUBLIC ID', 'NAME', 'KIND', 'INITIAL', 'NOTE REQUIRED', 'ARCHIVED'],
  rowOf: (one) => [one.public_id, one.name, one.kind, yes(one.initial), yes(one.note_required), yes(one.archived)],
});

export const sourceList = settingsList({
  name: 'source list',
  summary: 'List the sources of leads, by name',
  of: 'sources',
  read: async (sql, id) => [...((await loadSettings(sql, id))?.sources.byId.values() ?? [])].map(presentSource),
  headings: ['PUBLIC ID', 'NAME', 'ARCHIVED'],
  rowOf: (one) => [one.public_id, one.name, yes(one.archived)],
});

export const membershipList = settingsList({
  name: 'membership list',
  summary: 'List the members, newest first',
  of: 'memberships',
  read: async (sql, id) => (await listMemberships(sql, id, null, ALL)).map(presentMembership),
  headings: ['PUBLIC ID', 'NAME', 'ROLE', 'TEAM', 'ACTIVE', 'ACCEPTING LEADS'],
  rowOf: (one) => [one.public_id, one.name, one.role, one.team?.name ?? '–', yes(one.active), yes(one.accepting_leads)],
});
