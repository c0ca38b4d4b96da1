import { type Command, readArguments } from '../command.ts';
import { printJson, printTable } from '../print.ts';
import { type Collection, listSettings, type RecordOf } from '../settings-lists.ts';

interface Listing<C extends Collection> {
  name: string;
  summary: string;
  of: C;
  headings: readonly string[];
  rowOf: (record: RecordOf<C>) => string[];
}

/** A command that lists settings whose names other commands take. */
function settingsList<C extends Collection>({ name, summary, of, headings, rowOf }: Listing<C>): Command {
  return {
    summary,
    usage: `Usage: leadline ${name} [--organization org_…] [--json]

Where LEADLINE_TOKEN is set, asks the service at LEADLINE_URL; else reads the database
that DATABASE_URL or LEADLINE_DATA names.

  --organization ID   needed where there are several organizations, and no token
  --json              print one JSON object: { "${of}": […] }
  --help              show this text`,
    async run(args) {
      const options = { organization: { type: 'string' }, json: { type: 'boolean' } } as const;
      const { values } = readArguments(args, options, { least: 0, most: 0 });
      const records = await listSettings(of, values.organization);
      if (values.json) printJson({ [of]: records });
      else printTable(headings, records.map(rowOf));
    },
  };
}

const yes = (is: boolean): string => (is ? 'yes' : '–');

export const statusList = settingsList({
  name: 'status list',
  summary: 'List the statuses of the pipeline, in order',
  of: 'statuses',
  headings: ['PUBLIC ID', 'NAME', 'KIND', 'INITIAL', 'NOTE REQUIRED', 'ARCHIVED'],
  rowOf: (one) => [one.public_id, one.name, one.kind, yes(one.initial), yes(one.note_required), yes(one.archived)],
});

export const sourceList = settingsList({
  name: 'source list',
  summary: 'List the sources of leads, by name',
  of: 'sources',
  headings: ['PUBLIC ID', 'NAME', 'ARCHIVED'],
  rowOf: (one) => [one.public_id, one.name, yes(one.archived)],
});

export const membershipList = settingsList({
  name: 'membership list',
  summary: 'List the members, newest first',
  of: 'memberships',
  headings: ['PUBLIC ID', 'NAME', 'ROLE', 'TEAM', 'ACTIVE', 'ACCEPTING LEADS'],
  rowOf: (one) => [one.public_id, one.name, one.role, one.team?.name ?? '–', yes(one.active), yes(one.accepting_leads)],
});
