import type pg from 'pg';
import { FairSlots } from '../slots/fair-slots.ts';
import { DatabaseUnavailable, type Query } from './sql.ts';

interface PoolLimits {
  readonly connections: number;
  readonly waiting: number;
  readonly acquireMs: number;
}

export interface Taken {
  readonly client: pg.PoolClient;
  release(isLost: boolean): void;
}

/** The pool itself gives its connections in the order of asking: all others would wait behind an organization that asks for many. */
export function openFairPool(pool: pg.Pool, { connections, waiting, acquireMs }: PoolLimits) {
  const slots = new FairSlots('connections', {
    slots: connections,
    slotsEach: connections,
    waiting,
    waitingEach: waiting,
    acquireMs,
  });
  return {
    waiting: () => slots.load().waiting,
    async take(statements: readonly Query[]): Promise<Taken> {
      const leave = await slots.take({ organizationId: ownerOf(statements), tokenId: '' }).catch((cause: Error) => {
        throw new DatabaseUnavailable('too many requests wait for a connection', { cause });
      });
      try {
        const client = await pool.connect();
        const release = (isLost: boolean) => {
          client.release(isLost);
          leave();
        };
        return { client, release };
      } catch (error) {
        leave();
        throw error;
      }
    },
  };
}

/** Whose statements these are: where one names an organization, it is the first value. */
const ownerOf = (statements: readonly Query[]): string =>
  String(statements.find(({ values }) => values.length > 0)?.values[0]);
