import { useEffect, useMemo } from 'react';
import { isWhole, type Lead } from '../../api/leads.ts';
import { useLeadEvents } from '../../live/live.tsx';
import { bringLead, findOnBoard, isReadWhenShown, loadedPages, onLongBehind, readFirstPage } from './columns.ts';
import { type Column, isBeyond, matches } from './placing.ts';

/** What comes within this time is asked for together: many boards may be open while leads pour in. */
const COLLECT_MS = 2_000;
/** More leads than these are not asked for one by one. */
const MOST_SINGLY = 5;

type Board = Pick<Column, 'filters' | 'sort'>;

/** Brings leads to the board that it did not show before: new ones, and those that were given to somebody or woke up. */
export function useArrivals({ filters, sort }: Board): void {
  const arrivals = useMemo(() => new Arrivals({ filters, sort }), [filters, sort]);
  useEffect(() => arrivals.follow(), [arrivals]);
  useLeadEvents(({ lead }) => {
    if (lead !== null && isWhole(lead)) arrivals.hear(lead);
  });
}

class Arrivals {
  readonly #board: Board;
  /** At most one more than are asked for singly, however many come. */
  #leads = new Map<string, Lead>();
  #statuses = new Set<string>();
  /** Columns that are read from their beginning in any case. */
  #behind = new Set<string>();
  #timer: ReturnType<typeof setTimeout> | undefined;

  #isEnded = true;

  constructor(board: Board) {
    this.#board = board;
  }

  follow(): () => void {
    this.#isEnded = false;
    const shown = () => this.#schedule();
    document.addEventListener('visibilitychange', shown);
    const unsubscribe = onLongBehind(this.#board, (status) => this.#isBehind(status));
    return () => {
      document.removeEventListener('visibilitychange', shown);
      unsubscribe();
      this.#isEnded = true;
      clearTimeout(this.#timer);
      this.#timer = undefined;
    };
  }

  hear(lead: Lead): void {
    const { filters, sort } = this.#board;
    if (!matches(filters, lead) || findOnBoard(this.#board, lead.public_id) !== undefined) return;
    const column = this.#column(lead.status.public_id);
    const kept = loadedPages(column);
    if (kept !== undefined && isBeyond(kept, sort, lead)) return;
    if (isHidden() && isReadWhenShown(column)) return;
    this.#statuses.add(column.status);
    if (this.#leads.size <= MOST_SINGLY) this.#leads.set(lead.public_id, lead);
    this.#schedule();
  }

  #isBehind(status: string): void {
    this.#behind.add(status);
    this.#schedule();
  }

  #column(status: string): Column {
    return { status, ...this.#board };
  }

  /** Nobody looks at a hidden tab: what came meanwhile is read when it is shown. */
  #schedule(): void {
    if (this.#isEnded || isHidden() || this.#leads.size + this.#behind.size === 0) return;
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      if (!isHidden()) this.#read();
    }, COLLECT_MS);
  }

  #read(): void {
    const leads = [...this.#leads.values()];
    const isMany = leads.length > MOST_SINGLY;
    const columns = new Set([...this.#behind, ...(isMany ? this.#statuses : [])]);
    this.#leads.clear();
    this.#statuses.clear();
    this.#behind.clear();
    // What fails now is made up for when the column is read the next time.
    const ignore = () => {};
    for (const status of columns) {
      readFirstPage(this.#column(status)).then((isRead) => isRead || this.#isBehind(status), ignore);
    }
    if (isMany) return;
    for (const lead of leads) {
      const { public_id: status } = lead.status;
      if (columns.has(status) || findOnBoard(this.#board, lead.public_id) !== undefined) continue;
      bringLead(this.#column(status), lead).catch(ignore);
    }
  }
}

const isHidden = (): boolean => document.visibilityState === 'hidden';
