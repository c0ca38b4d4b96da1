import type { DueDelivery } from './queries.ts';
import type { ExtraSlots } from './slots.ts';

/** A delivery that has a slot. */
export interface Slotted {
  readonly delivery: DueDelivery;
  /** Whether the slot is one of those that webhooks share. */
  readonly isExtra: boolean;
}

/** The deliveries of a webhook that are due. Those of a lead follow each other; those of several leads are sent at once. */
export class DeliveryQueue {
  readonly #organizationId: string;
  readonly #extraSlots: ExtraSlots;
  /** Not sent yet, oldest first. */
  #waiting: DueDelivery[] = [];
  /** Positions of those that wait, are being sent, or whose results are not written yet. */
  readonly #known = new Set<string>();
  readonly #busyLeads = new Set<string>();
  #inFlight = 0;
  #extra = 0;

  constructor(organizationId: string, extraSlots: ExtraSlots) {
    this.#organizationId = organizationId;
    this.#extraSlots = extraSlots;
  }

  /** All that are not written down yet. */
  get size(): number {
    return this.#known.size;
  }

  get waiting(): number {
    return this.#waiting.length;
  }

  /** None waits or is being sent. */
  get isEmpty(): boolean {
    return this.#waiting.length === 0 && this.#inFlight === 0;
  }

  get inFlight(): number {
    return this.#inFlight;
  }

  add(due: readonly DueDelivery[]): void {
    const added = due.filter(({ position }) => !this.#known.has(position));
    for (const { position } of added) this.#known.add(position);
    this.#waiting.push(...added);
  }

  /** Positions of those whose turn comes next. */
  next(count: number): string[] {
    return this.#waiting.slice(0, count).map(({ position }) => position);
  }

  /** Those that can be sent now: as many as there are slots for, or one at a time. */
  take(isOneAtATime: boolean): Slotted[] {
    const taken: Slotted[] = [];
    for (let next = this.#next(); next !== -1; next = this.#next()) {
      const isExtra = this.#inFlight > 0;
      if (isExtra && (isOneAtATime || !this.#extraSlots.take(this.#organizationId, this.#extra))) break;
      const [delivery] = this.#waiting.splice(next, 1) as [DueDelivery];
      this.#busyLeads.add(delivery.lead_id);
      this.#inFlight++;
      if (isExtra) this.#extra++;
      taken.push({ delivery, isExtra });
    }
    return taken;
  }

  /** It is not being sent any more. */
  giveBack({ delivery, isExtra }: Slotted): void {
    this.#inFlight--;
    this.#busyLeads.delete(delivery.lead_id);
    if (!isExtra) return;
    this.#extra--;
    this.#extraSlots.giveBack(this.#organizationId);
  }

  /** Its result is written down. */
  forget({ position }: DueDelivery): void {
    this.#known.delete(position);
  }

  #next(): number {
    return this.#waiting.findIndex(({ lead_id }) => !this.#busyLeads.has(lead_id));
  }
}
