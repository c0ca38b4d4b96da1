import type { PresentedEvent } from '../../events/read.ts';

/** An event that was read is sent within so long, or read again: what is sent is the lead as it is now. */
const FRESH_MS = 1_000;
/** What is kept of an organization's events, in characters. */
const MOST_KEPT = 524_288;
/** Events of one statement. */
const MOST_READ = 100;

/** While leads are erased one after the other, deliveries must go on. */
const MOST_TRIES = 3;

type Read = (positions: readonly string[]) => Promise<Map<string, PresentedEvent>>;

interface Kept {
  /** Null: it is no longer kept in the feed. */
  readonly event: PresentedEvent | null;
  readonly readAt: number;
}

/**
 * The events that the webhooks of an organization send, whole and reduced: read a few at a time, and once for all of them. One
 * statement for each delivery would cost more than sending it.
 */
export class EventTexts {
  readonly #read: Read;
  readonly #kept = new Map<string, Kept>();
  #characters = 0;
  #wanted = new Set<string>();
  #reading: Promise<Map<string, Kept>> | null = null;
  #forgotten = 0;

  constructor(read: Read) {
    this.#read = read;
  }

  /** The events at these positions; those of `ahead` are wanted next. */
  async take(positions: readonly string[], ahead: readonly string[]): Promise<Map<string, PresentedEvent>> {
    const taken = new Map<string, PresentedEvent>();
    let missing = positions;
    for (let found: ReadonlyMap<string, Kept> = this.#kept; ; found = await this.#next()) {
      const isOld = ({ readAt }: Kept) => found === this.#kept && performance.now() - readAt > FRESH_MS;
      missing = missing.filter((position) => {
        const kept = found.get(position);
        if (kept === undefined || isOld(kept)) return true;
        if (kept.event !== null) taken.set(position, kept.event);
        return false;
      });
      if (missing.length === 0) return taken;
      for (const position of [...missing, ...ahead]) this.#wanted.add(position);
    }
  }

  /** What was read, or is being read, is read again. */
  forget(): void {
    this.#forgotten++;
    this.#kept.clear();
    this.#characters = 0;
  }

  /** Waits for the reading that is under way, which may have begun before something was wanted, or begins the next one. */
  #next(): Promise<Map<string, Kept>> {
    this.#reading ??= this.#readWanted().finally(() => {
      this.#reading = null;
    });
    return this.#reading;
  }

  async #readWanted(): Promise<Map<string, Kept>> {
    const positions = [...this.#wanted].slice(0, MOST_READ);
    for (const position of positions) this.#wanted.delete(position);
    for (let tries = 1; ; tries++) {
      const [readAt, forgotten] = [performance.now(), this.#forgotten];
      const events = await this.#read(positions);
      const isCurrent = forgotten === this.#forgotten;
      if (!isCurrent && tries < MOST_TRIES) continue;
      const read = new Map(positions.map((position) => [position, { event: events.get(position) ?? null, readAt }]));
      if (isCurrent) for (const [position, kept] of read) this.#keep(position, kept);
      return read;
    }
  }

  /** The oldest make room. */
  #keep(position: string, kept: Kept): void {
    this.#drop(position);
    this.#kept.set(position, kept);
    this.#characters += sizeOf(kept);
    for (const [oldest, { readAt }] of this.#kept) {
      if (this.#characters <= MOST_KEPT && performance.now() - readAt <= FRESH_MS) break;
      this.#drop(oldest);
    }
  }

  #drop(position: string): void {
    const kept = this.#kept.get(position);
    if (kept === undefined) return;
    this.#kept.delete(position);
    this.#characters -= sizeOf(kept);
  }
}

const sizeOf = ({ event }: Kept): number => (event === null ? 0 : event.whole.length + event.reduced.length);
