import { createLead, type LeadCreate } from '@leadline/client';
import { ask } from '../api-client.ts';
import { command, UsageError } from '../command.ts';
import { leadTable } from '../lead-table.ts';
import { idOf } from '../names.ts';

export const leadCreate = command({
  summary: 'Create a lead, or find the one with this phone or email',
  usage: `Usage: leadline lead create [options]

A lead needs a phone or an email. Calls the service at LEADLINE_URL with the token in
LEADLINE_TOKEN.

  --first-name NAME   --last-name NAME
  --phone NUMBER      an Indian mobile number, however it is typed
  --email ADDRESS
  --source SOURCE     name or public id of a source
  --value AMOUNT      estimated value, in the organization's currency
  --field KEY=VALUE   a custom field; VALUE is JSON, or else text; may be repeated
  --json              print one JSON object: { "lead": {…}, "duplicate": … }
  --help              show this text`,
  options: {
    'first-name': 'text',
    'last-name': 'text',
    phone: 'text',
    email: 'text',
    source: 'text',
    value: 'text',
    field: 'texts',
  },
  async run(values) {
    const fields = {
      first_name: values['first-name'],
      last_name: values['last-name'],
      phone: values.phone,
      email: values.email,
      source: values.source === undefined ? undefined : await idOf('source', values.source),
      estimated_value: values.value === undefined ? undefined : readAmount(values.value),
      custom_fields: values.field === undefined ? undefined : readFields(values.field),
    };
    const { lead, duplicate } = await ask((api) => createLead(api, fields as LeadCreate));
    const heading = duplicate ? 'There is a lead with this phone or email already:' : 'Created:';
    const describe = async () =>
      'status' in lead ? leadTable([lead]) : `${lead.public_id}  (outside what this token may see)`;
    return { json: { lead, duplicate }, text: async () => `${heading}\n\n${await describe()}` };
  },
});

function readAmount(text: string): number {
  const amount = text.trim() === '' ? Number.NaN : Number(text);
  if (!Number.isFinite(amount)) throw new UsageError('--value must be a number.');
  return amount;
}

function readFields(texts: string[]): Record<string, unknown> {
  const fields = texts.map(readField);
  const keys = fields.map(([key]) => key);
  const again = keys.find((key, n) => keys.indexOf(key) < n);
  if (again !== undefined) throw new UsageError(`--field ${again} must be given once`);
  return Object.fromEntries(fields);
}

function readField(text: string): [string, unknown] {
  const equals = text.indexOf('=');
  if (equals < 1) throw new UsageError(`--field must be KEY=VALUE, not ${text}`);
  const value = text.slice(equals + 1);
  try {
    return [text.slice(0, equals), JSON.parse(value)];
  } catch {
    return [text.slice(0, equals), value];
  }
}
