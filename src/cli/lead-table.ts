import type { Lead } from '../leads/schemas.ts';
import { momentOf, moneyOf, readFormats, tableOf } from './formats.ts';

export const nameOf = ({ contact }: Lead): string =>
  [contact.first_name, contact.last_name].filter(Boolean).join(' ') || '–';

export async function leadTable(leads: readonly Lead[]): Promise<string> {
  const { timeZone, currency } = await readFormats();
  return tableOf(
    ['PUBLIC ID', 'NAME', 'PHONE', 'STATUS', 'OWNER', 'SCORE', 'VALUE', `CREATED (${timeZone})`],
    leads.map((lead) => [
      lead.public_id,
      nameOf(lead),
      lead.contact.phone ?? lead.contact.email ?? '–',
      lead.status.name,
      lead.owner?.name ?? '–',
      `${lead.score} ${lead.score_band}`,
      moneyOf(lead.estimated_value, currency),
      momentOf(lead.created_at, timeZone),
    ]),
  );
}
