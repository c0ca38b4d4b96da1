import type { Lead } from '../leads/schemas.ts';
import { printTable } from './print.ts';

export const nameOf = ({ contact }: Lead): string =>
  [contact.first_name, contact.last_name].filter(Boolean).join(' ') || '–';

export function printLeads(leads: readonly Lead[]): void {
  printTable(
    ['PUBLIC ID', 'NAME', 'PHONE', 'STATUS', 'OWNER', 'SCORE', 'CREATED'],
    leads.map((lead) => [
      lead.public_id,
      nameOf(lead),
      lead.contact.phone ?? lead.contact.email ?? '–',
      lead.status.name,
      lead.owner?.name ?? '–',
      `${lead.score} ${lead.score_band}`,
      lead.created_at.slice(0, 16).replace('T', ' '),
    ]),
  );
}
