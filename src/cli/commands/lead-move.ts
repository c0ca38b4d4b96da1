import type { Lead, Transition } from '../../leads/schemas.ts';
import { callApi } from '../api-client.ts';
import { resolveName } from '../api-names.ts';
import { type Command, readArguments, UsageError } from '../command.ts';
import { print, printJson } from '../print.ts';

interface Moved {
  data: Lead;
  transition: Transition | null;
  meta?: { warning: string };
}

export const leadMove: Command = {
  summary: 'Move a lead to another status',
  usage: `Usage: leadline lead move lead_… --status STATUS [--note TEXT] [--json]

Records the transition, which reports read. Calls the service at LEADLINE_URL with the
token in LEADLINE_TOKEN.

  --status STATUS   name or public id of the status
  --note TEXT       kept with the transition
  --json            print one JSON object: { "lead": {…}, "transition": {…} or null }
  --help            show this text`,
  async run(args) {
    const options = { status: { type: 'string' }, note: { type: 'string' }, json: { type: 'boolean' } } as const;
    const { values, positionals } = readArguments(args, options, { least: 1, most: 1 });
    if (values.status === undefined) throw new UsageError('--status is needed.');
    const path = `/leads/${encodeURIComponent(positionals[0] ?? '')}/status`;
    const status = await resolveName('status', values.status);
    const { data, transition, meta } = await callApi<Moved>('POST', path, { status, note: values.note });
    if (values.json) return printJson({ lead: data, transition, ...(meta && { meta }) });
    if (transition === null) print(`${data.public_id} is in ${data.status.name} already.`);
    else print(`Moved ${data.public_id} from ${transition.from?.name} to ${transition.to.name}.`);
    if (meta) print(meta.warning);
  },
};
