import { useQuery } from '@tanstack/react-query';
import { countsQuery } from '../../../api/leads.ts';
import { useMay } from '../../../api/me.ts';

/** Above so many leads, counting those without a value is not cheap, and may be refused. */
const MOST = 10_000;

/** Leads in a stage that lack a field, for the fields of which it can be counted cheaply. */
export function useLacking(stage: string, fields: readonly string[], leads: number | undefined): Map<string, number> {
  const mayRead = useMay()('leads:read');
  const isFew = mayRead && leads !== undefined && leads > 0 && leads <= MOST;
  const asks = (field: string) => ({ enabled: isFew && fields.includes(field) });
  const bySource = useQuery({ ...countsQuery('source', { status: stage }), ...asks('source') });
  const valued = useQuery({
    ...countsQuery('status', { status: stage, estimated_value: '0..' }),
    ...asks('estimated_value'),
  });
  const lacking = new Map<string, number>();
  if (!isFew) return lacking;
  if (bySource.data && fields.includes('source')) {
    lacking.set('source', bySource.data.find(({ group }) => group === null)?.count ?? 0);
  }
  if (valued.data && fields.includes('estimated_value')) {
    const having = valued.data.reduce((sum, { count }) => sum + count, 0);
    lacking.set('estimated_value', Math.max(0, leads - having));
  }
  return lacking;
}
