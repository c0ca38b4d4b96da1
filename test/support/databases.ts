import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { inject } from 'vitest';
import { connectOnce, type Target } from '../../src/db/connect.ts';
import { isDistributed } from '../../src/db/sessions.ts';
import { sqlState } from '../../src/db/sql.ts';

export const TEMPLATE = 'leadline_template';

export function inDatabase(server: Target, database: string): Target {
  if (!('url' in server)) return { ...server, database };
  const url = new URL(server.url);
  url.pathname = `/${database}`;
  return { ...server, url: url.href };
}

/** The target as the service would know it, which asks whether it is a cluster. */
export async function asServed<T extends Target>(target: T): Promise<T> {
  if (inject('nodes').length === 1) return target;
  const client = await connectOnce(target);
  try {
    return { ...target, distributed: await isDistributed(client) };
  } finally {
    await client.end();
  }
}

export interface TestDatabase {
  target: Target;
  drop(): Promise<void>;
}

/** A separate database: a copy of the migrated template, or an empty one. */
export async function createTestDatabase({ empty = false, options = '' } = {}): Promise<TestDatabase> {
  const nodes = inject('nodes');
  const name = `leadline_test_${randomBytes(6).toString('hex')}`;
  const onNode = async (node: Target, statement: string) => {
    const client = await connectOnce(node, 60_000);
    try {
      // Two files that copy the template at the same time would fail each other.
      await client.query('select pg_advisory_lock(42)');
      await client.query(statement);
    } finally {
      await client.end();
    }
  };
  const onNodes = async (statement: string) => {
    await Promise.all(nodes.map((node) => onNode(node, statement)));
  };
  await onNodes(`create database ${name} template ${empty ? 'template0' : TEMPLATE} ${options}`);
  return {
    target: inDatabase(inject('pooler') ?? nodes[0], name),
    drop: () => withPatience(() => onNodes(`drop database if exists ${name} with (force)`)),
  };
}

const NOT_ALLOWED = '42501';
const IN_USE = '55006';
const ATTEMPTS = 50;

/** Only a superuser may end an autovacuum that runs in the database, and Citus may look into it; both end by themselves soon. */
async function withPatience(drop: () => Promise<void>): Promise<void> {
  for (let n = 1; ; n++) {
    try {
      return await drop();
    } catch (error) {
      if (![NOT_ALLOWED, IN_USE].includes(sqlState(error) ?? '') || n === ATTEMPTS) throw error;
      await sleep(200);
    }
  }
}
