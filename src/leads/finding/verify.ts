import type { Sql } from '../../db/sql.ts';
import type { Settings } from '../../settings/snapshot.ts';
import { listLeadsById } from '../queries.ts';
import type { LeadRow } from '../row.ts';
import { countTerms } from './queries.ts';
import { termsOf } from './terms.ts';

const LOOKS = 3;

/** Public ids of leads that a search would miss. A lead may be written meanwhile: look again. */
export async function findUnfindable(sql: Sql, settings: Settings, leads: readonly LeadRow[]): Promise<string[]> {
  const organizationId = settings.organization.id;
  let suspects = leads;
  for (let look = 0; look < LOOKS && suspects.length > 0; look++) {
    if (look > 0)
      suspects = await listLeadsById(
        sql,
        organizationId,
        suspects.map(({ id }) => id),
      );
    const wanted = suspects.map((lead) => ({ lead, terms: termsOf(settings, lead) }));
    const rows = wanted.flatMap(({ lead, terms }) => terms.map((term) => ({ term, lead })));
    const found = await countTerms(sql, organizationId, rows);
    suspects = wanted.filter(({ lead, terms }) => (found.get(lead.id) ?? 0) !== terms.length).map(({ lead }) => lead);
  }
  return suspects.map(({ public_id }) => public_id);
}
