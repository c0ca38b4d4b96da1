import { setTimeout as sleep } from 'node:timers/promises';
import { FairSlots, type Release } from '../../slots/fair-slots.ts';
import { asUnavailable, isNodeAway, isSuspicious } from '../errors.ts';
import { DatabaseUnavailable, type NodeLoad, NodeUnavailable, type Query } from '../sql.ts';
import type { Placement } from './placement.ts';
import { type Reach, reachOf } from './reach.ts';

export interface GuardLimits {
  connections: number;
  waiting: number;
  acquireMs: number;
}

/** Asks one organization's node, or all nodes, on a new connection. Fails soon where one does not answer. */
export type Probe = (reach: Exclude<Reach, 'no shard'>) => Promise<void>;

/** To be called at the end of what was let in, with its error if it failed. */
export type Leave = (error?: unknown) => void;

interface Gate {
  readonly slots: FairSlots;
  isAway: boolean;
  isProbed: boolean;
}

const PROBE_EVERY_MS = 500;
const nothing: Leave = () => {};

/**
 * A bulkhead and a circuit breaker for each node, and for statements to all shards: those that wait for one hold half of the
 * connections at most. After a timeout the node is probed, and while the probe fails, its statements are refused at once.
 */
export class NodeGuard {
  readonly #placement: Placement;
  readonly #probe: Probe;
  readonly #limits: GuardLimits;
  readonly #gates = new Map<string, Gate>();
  #isClosed = false;

  constructor(placement: Placement, probe: Probe, limits: GuardLimits) {
    this.#placement = placement;
    this.#probe = probe;
    this.#limits = limits;
  }

  /** Waits until the statements may use a connection. */
  async enter(statements: readonly Pick<Query, 'text' | 'values'>[]): Promise<Leave> {
    const reach = reachOf(statements);
    if (reach === 'no shard') return nothing;
    const isEvery = reach === 'every shard';
    const node = isEvery ? reach : await this.#placement.nodeOf(reach.organizationId);
    const gate = this.#gateOf(node);
    if (gate.isAway) throw away();
    const release = await this.#take(gate, isEvery ? reach : reach.organizationId);
    if (gate.isAway) {
      release();
      throw away();
    }
    return (error) => {
      release();
      if (isSuspicious(asUnavailable(error))) void this.#watch(gate, reach);
    };
  }

  load(): NodeLoad[] {
    return [...this.#gates].map(([node, { slots, isAway }]) => ({ node, isAway, waiting: slots.load().waiting }));
  }

  close(): void {
    this.#isClosed = true;
  }

  #gateOf(node: string): Gate {
    const known = this.#gates.get(node);
    if (known !== undefined) return known;
    const { connections, waiting, acquireMs } = this.#limits;
    const slots = Math.ceil(connections / (node === 'every shard' ? 5 : 2));
    const limits = { slots, slotsEach: slots, waiting, waitingEach: waiting, acquireMs };
    const gate = { slots: new FairSlots('statements', limits), isAway: false, isProbed: false };
    this.#gates.set(node, gate);
    return gate;
  }

  #take({ slots }: Gate, organizationId: string): Promise<Release> {
    return slots.take({ organizationId, tokenId: '' }).catch((error: unknown) => {
      throw new DatabaseUnavailable('too many requests wait for a connection to this node', { cause: error });
    });
  }

  /** Until a probe is answered, or fails for another reason than the node. */
  async #watch(gate: Gate, reach: Exclude<Reach, 'no shard'>): Promise<void> {
    if (gate.isProbed) return;
    gate.isProbed = true;
    while (!this.#isClosed) {
      const error = await this.#probe(reach).then(
        () => null,
        (error: unknown) => error,
      );
      gate.isAway = isNodeAway(error);
      if (!gate.isAway) break;
      await sleep(PROBE_EVERY_MS, undefined, { ref: false });
    }
    gate.isProbed = false;
  }
}

const away = () => new NodeUnavailable('the node of this organization does not answer');
