import { afterAll, beforeAll, expect, it } from 'vitest';
import { migrate, readMigrations } from '../../src/db/migrate.ts';
import { ask } from '../support/catalog.ts';
import { createTestDatabase, type TestDatabase } from '../support/databases.ts';

// Databases in which leads keep the statuses that they entered as ids.

let own: TestDatabase;
beforeAll(async () => {
  own = await createTestDatabase({ empty: true });
});
afterAll(() => own.drop());

it('what leads have entered is kept when statuses get their numbers', async () => {
  const released = await readMigrations();
  await migrate(own.target, released.slice(0, 8));
  await ask(own.target, `insert into organizations (id, public_id, name) values (1, 'org_1', 'A'), (2, 'org_2', 'B')`);
  await ask(
    own.target,
    `insert into statuses (organization_id, id, public_id, name, kind, position)
     select 1 + n % 2, n, 'sts_' || n, 'Status ' || n, 'open', 1000 - n from generate_series(1, 600) as n`,
  );
  const paths: readonly (readonly [number, number[]])[] = [
    [1, [2]],
    [1, [4, 2, 20]],
    [1, [18]],
    [1, Array.from({ length: 240 }, (_, n) => 2 * n + 2)],
    [2, [1, 3]],
    [2, [599]],
    [2, []],
  ];
  for (const [n, [organization, path]] of paths.entries()) {
    const entered = path.length === 0 ? ' ' : ` ${path.join(' ')} `;
    await ask(
      own.target,
      `insert into leads (organization_id, public_id, phone, status_id, status_since, score, last_activity_at, updated_at,
                          rendered, rendered_shape, entered)
       values ($1, $2, $2, 1, now(), 0, now(), now(), '', 3, $3)`,
      [organization, `lead_${n}`, entered],
    );
  }
  await migrate(own.target, released);
  const rows = await ask<{ public_id: string; ids: string[]; bytes: number }>(
    own.target,
    `select leads.public_id, length(leads.entered) as bytes,
            array(select statuses.id::text from statuses
                   where statuses.organization_id = leads.organization_id and statuses.number < 8 * length(leads.entered)
                     and get_bit(leads.entered, statuses.number) = 1 order by statuses.id) as ids
       from leads order by leads.id`,
  );
  const ascending = (one: number, other: number) => one - other;
  expect(rows.map(({ ids }) => ids)).toEqual(paths.map(([, path]) => [...path].sort(ascending).map(String)));
  expect(rows.map(({ bytes }) => bytes)).toEqual([1, 2, 2, 30, 1, 38, 0]);
  const counted = await ask(
    own.target,
    `select organization_id::text, min(number), max(number), count(distinct number)::integer as numbers
       from statuses group by 1 order by 1`,
  );
  expect(counted).toEqual(['1', '2'].map((organization_id) => ({ organization_id, min: 0, max: 299, numbers: 300 })));
});
