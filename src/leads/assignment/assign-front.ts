import type { Transaction } from '../../db/sql.ts';
import type { Rotation } from '../../distribution/rotation.ts';
import type { Settings } from '../../settings/snapshot.ts';
import { findVersion } from '../../settings/store.ts';
import { leadOf } from '../queries.ts';
import type { LeadWrite } from '../writing/events.ts';
import { assignWaiting } from './assign-waiting.ts';
import { listQueue, QUEUE_PAGE, type QueueStart } from './queries.ts';

/** Of a queue that does not move, a capture reads so many pages. */
const MOST_PAGES = 10;
/** Others of the organization wait meanwhile; where many rules are matched to leads, it can take so long. */
const MOST_MS = 1_000;

export interface Front {
  readonly writes: readonly LeadWrite[];
  /** Leads that wait no more. */
  readonly settled: readonly string[];
  /** More may be assignable behind it, so new leads join the queue. */
  readonly isLong: boolean;
}

/** Where the worker decides, about the new leads as well. */
export const untouched: Front = { writes: [], settled: [], isLong: true };

/** Assigns the first waiting leads that somebody can take, before new ones are. */
export async function assignFront(
  sql: Transaction,
  settings: Settings,
  rotation: Rotation,
  isAside: (leadId: string) => boolean,
): Promise<Front> {
  const { id } = settings.organization;
  const readPage = (from: QueueStart) => sql.together([listQueue(id, from, QUEUE_PAGE), findVersion(id)]);
  const blocked = new Set<string>();
  const settled: string[] = [];
  let from: QueueStart = 'front';
  const begun = performance.now();
  for (let page = 0; page < MOST_PAGES && performance.now() - begun < MOST_MS; page++) {
    const [queue, [{ version } = settings]] = await readPage(from);
    // Leads may wait since a change that these settings do not know.
    if (version !== settings.version) return untouched;
    const leads = queue.filter((lead) => !isAside(lead.id)).map(leadOf);
    const assigned = await assignWaiting(sql, settings, rotation, leads, blocked);
    settled.push(...assigned.settled);
    for (const route of assigned.blocked) blocked.add(route);
    const last = queue.at(-1);
    const isEnd = queue.length < QUEUE_PAGE || last === undefined;
    if (isEnd || assigned.writes.length > 0) return { writes: assigned.writes, settled, isLong: !isEnd };
    from = last;
  }
  return { writes: [], settled, isLong: true };
}
