import type { LeadFilter, Sort } from './filter.ts';

interface Order {
  readonly column: string;
  readonly direction: 'asc' | 'desc';
  /** Whose index has that order, with everything that most filters ask for. */
  readonly table: 'leads' | 'lead_recency';
}

const orders: Readonly<Record<Sort, Order>> = {
  '-created_at': { column: 'created_at', direction: 'desc', table: 'leads' },
  score: { column: 'score', direction: 'asc', table: 'leads' },
  '-score': { column: 'score', direction: 'desc', table: 'leads' },
  '-last_activity_at': { column: 'last_activity_at', direction: 'desc', table: 'lead_recency' },
};

export const orderOf = ({ sort }: Pick<LeadFilter, 'sort'>): Order => orders[sort];
