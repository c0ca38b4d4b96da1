import { afterAll, beforeAll, expect, it } from 'vitest';
import { migrate, readMigrations } from '../../src/db/migrate.ts';
import { ask } from '../support/catalog.ts';
import { createTestDatabase, type TestDatabase } from '../support/databases.ts';

// Databases in which leads keep nothing of the decisions about them.

let own: TestDatabase;
beforeAll(async () => {
  own = await createTestDatabase({ empty: true });
});
afterAll(() => own.drop());

const decisions = [
  [1, 'round_robin', '7 8 9', 'Cni', null, null, null],
  [1, 'round_robin', '7 8 9', 'nCi', null, null, null],
  [1, 'round_robin', '7 8 9', 'Cnp', null, null, null],
  [1, 'least_open', '7 8 9', 'Cni', null, null, null],
  [2, 'round_robin', '7 8 9', 'Cni', null, null, null],
  [null, 'round_robin', '7 8 9', 'Cni', null, null, null],
  [1, 'round_robin', '7 8 10', 'Cni', null, null, null],
  [1, 'weighted', '7 8 9', 'Cni', null, null, '1 2 -'],
  [1, 'weighted', '7 8 9', 'Cni', null, null, '2 1 -'],
  [1, 'round_robin', '7 8 9', 'oCi', '{3}', '{1}', null],
  [1, 'round_robin', '7 8 9', 'oCi', '{4}', '{1}', null],
  [1, 'round_robin', '7 8 9', 'oCi', '{3}', '{2}', null],
  [null, null, '', '', null, null, null],
];

it('decisions that were alike get one hash, and leads that nothing was decided about get none', async () => {
  const released = await readMigrations();
  await migrate(own.target, released.slice(0, 11));
  await ask(own.target, `insert into organizations (id, public_id, name) values (1, 'org_1', 'A')`);
  await ask(
    own.target,
    `insert into leads (organization_id, id, public_id, phone, status_id, status_since, score, last_activity_at, updated_at,
                        rendered, rendered_shape)
     select 1, n, 'lead_' || n, n::text, 1, now(), 0, now(), now(), '', 3 from generate_series(0, $1::integer) as n`,
    [decisions.length],
  );
  for (const [n, decision] of decisions.entries()) {
    await ask(
      own.target,
      `insert into assignments (organization_id, lead_id, rule_id, strategy, candidate_ids, outcomes, passed_rule_ids,
                                passed_until, weights, waiting, assigned_at)
       values (1, $1, $2, $3, $4, $5, $6, $7, $8, false, now())`,
      [n, ...decision],
    );
  }
  await migrate(own.target, released);
  const rows = await ask<{ decision_hash: string | null; chosen_candidate: number | null }>(
    own.target,
    'select decision_hash, chosen_candidate from leads order by id',
  );
  const hashes = rows.map(({ decision_hash }) => decision_hash);
  expect(hashes.pop()).toBeNull();
  expect(hashes[1]).toBe(hashes[0]);
  expect(new Set(hashes).size).toBe(decisions.length - 1);
  expect(hashes).not.toContain(null);
  const chosen = decisions.map(([, , , outcomes]) => String(outcomes).indexOf('C') + 1 || null);
  expect(rows.map(({ chosen_candidate }) => chosen_candidate)).toEqual([...chosen, null]);
});
