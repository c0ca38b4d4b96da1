import { moveLead } from '@leadline/client';
import { ask } from '../api-client.ts';
import { command, UsageError } from '../command.ts';
import { idOf } from '../names.ts';

export const leadMove = command({
  summary: 'Move a lead to another status',
  usage: `Usage: leadline lead move lead_… --status STATUS [--note TEXT] [--json]

Records the transition, which reports read. Calls the service at LEADLINE_URL with the
token in LEADLINE_TOKEN.

  --status STATUS   name or public id of the status
  --note TEXT       kept with the transition
  --json            print one JSON object: { "lead": {…}, "transition": {…} or null }
  --help            show this text`,
  options: { status: 'text', note: 'text' },
  takes: 1,
  async run({ status: to, note }, publicId = '') {
    if (to === undefined) throw new UsageError('--status is needed.');
    const body = { status: await idOf('status', to), ...(note !== undefined && { note }) };
    const { lead, transition, warning } = await ask((api) => moveLead(api, publicId, body));
    const from = transition !== null && 'from' in transition ? ` from ${transition.from?.name}` : '';
    const sentence =
      transition === null
        ? `${lead.public_id} is in ${lead.status.name} already.`
        : `Moved ${lead.public_id}${from} to ${transition.to.name}.`;
    return {
      json: { lead, transition, ...(warning && { meta: { warning } }) },
      text: () => (warning ? `${sentence}\n${warning}` : sentence),
    };
  },
});
