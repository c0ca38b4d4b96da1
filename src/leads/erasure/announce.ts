import { type Query, query } from '../../db/sql.ts';
import { CHANGES } from '../../settings/change.ts';

/** How the message about an erasure begins; processes have one channel for all messages. */
const ERASED = 'erased ';

/** Tells every process, with the commit, that what it holds of an organization's leads may be of one that was erased. */
export const announceErasure = (organizationId: string): Query =>
  query('select pg_notify($1, $2)', [CHANGES, ERASED + organizationId]);

/** The organization that a message is about; null: it is about something else. */
export const erasureIn = (payload: string): string | null =>
  payload.startsWith(ERASED) ? payload.slice(ERASED.length) : null;
