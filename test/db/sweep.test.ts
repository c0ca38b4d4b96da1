import { expect, it } from 'vitest';
import { DatabaseUnavailable, type Sql } from '../../src/db/sql.ts';
import { sweepOrganizations } from '../../src/db/sweep.ts';

const away = () => Promise.reject(new DatabaseUnavailable('a node is away'));
const answering: Sql = { rows: async () => [], row: async () => undefined, shortRow: async () => undefined };
const silent: Sql = { rows: away, row: away, shortRow: away };

/** A sweep over these organizations, of which some are on a node that is away; answers those that were worked on. */
async function sweep({
  listed = ['1', '2', '3'],
  known = [] as string[],
  onAway = [] as string[],
  canList = true,
  sql = answering,
  isStopped = () => false,
}) {
  const done: string[] = [];
  let tried = 0;
  async function* list() {
    yield* listed;
    if (!canList) await away();
  }
  const ended = sweepOrganizations({ sql, list, known: () => known, isStopped }, async (id) => {
    tried++;
    if (onAway.includes(id)) await away();
    done.push(id);
  });
  const failure: unknown = await ended.then(
    () => null,
    (error) => error,
  );
  return { done, tried, failure };
}

it('a sweep works on every organization that is listed', async () => {
  expect(await sweep({ known: ['9'] })).toEqual({ done: ['1', '2', '3'], tried: 3, failure: null });
});

it('an organization on a node that is away does not stop the others, and the sweep says that it failed', async () => {
  const { done, failure } = await sweep({ onAway: ['1', '3'], listed: ['1', '2', '3', '4'] });
  expect(done).toEqual(['2', '4']);
  expect(failure).toBeInstanceOf(DatabaseUnavailable);
});

it('where organizations cannot all be listed, those that are known are worked on, each once', async () => {
  const { done, failure } = await sweep({ listed: ['1'], canList: false, known: ['1', '2', '3'], onAway: ['2'] });
  expect(done).toEqual(['1', '3']);
  expect(failure).toBeInstanceOf(DatabaseUnavailable);
});

it('a sweep ends at once where the whole database is away', async () => {
  const worked = await sweep({ onAway: ['1', '2', '3'], sql: silent });
  expect(worked).toMatchObject({ tried: 1, failure: expect.any(DatabaseUnavailable) });
  const listed = await sweep({ listed: [], canList: false, known: ['1'], sql: silent });
  expect(listed).toMatchObject({ tried: 0, failure: expect.any(DatabaseUnavailable) });
});

it('a sweep that is stopped takes on no other organization', async () => {
  let asked = 0;
  expect((await sweep({ isStopped: () => ++asked > 2 })).done).toEqual(['1', '2']);
});
