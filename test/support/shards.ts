import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { inject } from 'vitest';
import { connectOnce, type Target } from '../../src/db/connect.ts';
import { reachOf } from '../../src/db/distributed/reach.ts';
import type { Database, Query } from '../../src/db/sql.ts';
import { observeStatements } from './counting.ts';
import { REACHED, type Reached } from './report-shards.ts';

/** Each text is looked at once in a worker of the tests. */
const looked = new Set<string>();

/**
 * On a cluster: the same database, and a function that asks the coordinator how many shards the statements reach that were run
 * on it. What it finds goes to a file, which the end of the run reads.
 */
export function watchShards(real: Database, target: Target): { database: Database; look: () => Promise<void> } {
  if (!target.distributed) return { database: real, look: async () => {} };
  const seen = new Map<string, Query>();
  const database = observeStatements(real, (queries) => {
    for (const query of queries) {
      if (looked.has(query.text) || seen.has(query.text) || !isOfService()) continue;
      seen.set(query.text, query);
    }
  });
  return { database, look: () => lookAt(target, [...seen.values()]) };
}

/** Tests have statements of their own. */
function isOfService(): boolean {
  const frames = new Error().stack?.split('\n').slice(1) ?? [];
  const caller = frames.find((frame) => !/\/test\/support\/(shards|counting|no-nesting)\.ts/.test(frame));
  return caller?.includes('/src/') ?? false;
}

async function lookAt(target: Target, queries: readonly Query[]): Promise<void> {
  const client = await connectOnce(target, 60_000);
  try {
    for (const { text, values } of queries) {
      const words = text.replace(/\s+/g, ' ').trim();
      const statement = words.replace(/^declare \w+ (no scroll )?cursor (with(out)? hold )?for /, '');
      if (looked.has(text) || !/^(select|insert|update|delete|with)\b/.test(statement)) continue;
      looked.add(text);
      const plan = `explain (costs off, format json) ${statement}`;
      const { rows } = await client.query(plan, [...values]).catch((error: Error) => {
        throw new Error(`${error.message}: ${plan}`);
      });
      const tasks = [...JSON.stringify(rows[0]).matchAll(/"Task Count":\s*(\d+)/g)].map((match) => Number(match[1]));
      const reach = reachOf([{ text, values }]);
      const takenFor = typeof reach === 'string' ? reach : 'one shard';
      const reached: Reached = { text: words, tasks: Math.max(0, ...tasks), takenFor };
      appendFileSync(join(inject('directory'), REACHED), `${JSON.stringify(reached)}\n`);
    }
  } finally {
    await client.end();
  }
}
