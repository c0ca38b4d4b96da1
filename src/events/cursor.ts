import { openCursor, sealCursor } from '../db/cursor.ts';
import { Problem } from '../problems.ts';

/** A place in an organization's feed. It is bound to no filter. */
export interface FeedCursors {
  readonly key: Buffer;
  readonly organizationId: string;
  /** How long events are kept. */
  readonly keptMs: number;
}

const bindingOf = ({ organizationId }: FeedCursors): string => `events ${organizationId}`;

/** With the time at which it is given out: what happens after that is kept for so long. */
export const sealPosition = (cursors: FeedCursors, position: string, now = Date.now()): string =>
  sealCursor(cursors.key, bindingOf(cursors), [position, Math.floor(now / HOUR_MS)]);

/** Cursors of an hour are equal, so that a page that is read twice has the same one. */
const HOUR_MS = 3_600_000;

/** The position; null if it is no cursor of this feed. Throws 410 if it is too old. */
export function openPosition(cursors: FeedCursors, text: string): string | null {
  const [position, hour] = openCursor(cursors.key, bindingOf(cursors), text) ?? [];
  if (typeof position !== 'string' || typeof hour !== 'number') return null;
  if (Date.now() - (hour + 1) * HOUR_MS > cursors.keptMs) throw new Problem('gone');
  return position;
}
