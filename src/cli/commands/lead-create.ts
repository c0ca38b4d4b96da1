import type { Lead } from '../../leads/schemas.ts';
import { callApi } from '../api-client.ts';
import { resolveName } from '../api-names.ts';
import { type Command, readArguments, UsageError } from '../command.ts';
import { readCustoms } from '../customs.ts';
import { printLeads } from '../lead-table.ts';
import { print, printJson } from '../print.ts';

interface Created {
  data: Partial<Lead> & { public_id: string };
  duplicate: boolean;
}

export const leadCreate: Command = {
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
  async run(args) {
    const text = { type: 'string' } as const;
    const { values } = readArguments(
      args,
      {
        'first-name': text,
        'last-name': text,
        phone: text,
        email: text,
        source: text,
        value: text,
        field: { type: 'string', multiple: true },
        json: { type: 'boolean' },
      },
      { least: 0, most: 0 },
    );
    const fields = {
      first_name: values['first-name'],
      last_name: values['last-name'],
      phone: values.phone,
      email: values.email,
      source: values.source === undefined ? undefined : await resolveName('source', values.source),
      estimated_value: values.value === undefined ? undefined : readAmount(values.value),
      custom_fields: values.field === undefined ? undefined : Object.fromEntries(values.field.map(readField)),
    };
    const { data, duplicate } = await callApi<Created>('POST', '/leads', fields);
    if (values.json) return printJson({ lead: data, duplicate });
    print(duplicate ? 'There is a lead with this phone or email already:\n' : 'Created:\n');
    if (data.status === undefined) print(`${data.public_id}  (outside what this token may see)`);
    else printLeads([data as Lead], await readCustoms());
  },
};

function readAmount(text: string): number {
  const amount = text.trim() === '' ? Number.NaN : Number(text);
  if (!Number.isFinite(amount)) throw new UsageError('--value must be a number.');
  return amount;
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
