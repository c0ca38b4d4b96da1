import { setImmediate as tick } from 'node:timers/promises';
import { afterEach, expect, it } from 'vitest';
import { type Leave, NodeGuard, type Probe } from '../../src/db/distributed/node-guard.ts';
import type { Placement } from '../../src/db/distributed/placement.ts';
import { reachOf } from '../../src/db/distributed/reach.ts';
import { isNodeAway } from '../../src/db/errors.ts';
import { type Database, DatabaseUnavailable, Outdated } from '../../src/db/sql.ts';
import { createMetrics } from '../../src/metrics.ts';
import { eventually } from '../support/workplace.ts';

/** Organizations 1 and 2 are on node A, 3 is on node B. */
const placement = { nodeOf: (id: string) => (id === '3' ? 'B' : 'A') } as unknown as Placement;
const of = (organizationId: string) => [
  { text: 'select 1 from leads where organization_id = $1', values: [organizationId] },
];
const everywhere = [{ text: 'select organization_id from jobs limit 10', values: [] }];
const refusal = Object.assign(new Error('could not establish any connections'), { code: '08006', severity: 'ERROR' });
const timeout = Object.assign(new Error('canceling statement'), { code: '57014', severity: 'ERROR' });

let guard: NodeGuard;
let probed: string[] = [];
let isDown = false;
function open(connections = 4, acquireMs = 50): NodeGuard {
  probed = [];
  isDown = false;
  const probe: Probe = async (reach) => {
    probed.push(reach === 'every shard' ? reach : reach.organizationId);
    await tick();
    if (isDown) throw new DatabaseUnavailable('away', { cause: refusal });
  };
  guard = new NodeGuard(placement, probe, { connections, waiting: 10, acquireMs });
  return guard;
}
afterEach(() => guard.close());

it('statements that wait for one node hold half of the connections at most, and those of another go on', async () => {
  open();
  const held = [await guard.enter(of('1')), await guard.enter(of('2'))];
  await expect(guard.enter(of('1'))).rejects.toBeInstanceOf(DatabaseUnavailable);
  const other = await guard.enter(of('3'));
  held[0]?.();
  const next = await guard.enter(of('1'));
  for (const leave of [held[1], other, next]) leave?.();
});

it('what reaches no shard waits for nobody', async () => {
  open();
  const entered: Leave[] = [];
  for (let n = 0; n < 20; n++) entered.push(await guard.enter([{ text: 'select 1', values: [] }]));
  expect(entered).toHaveLength(20);
});

it('a node that does not answer after a timeout is refused at once until it does; another is not', async () => {
  open();
  isDown = true;
  (await guard.enter(of('1')))(timeout);
  await eventually(() => probed.length > 0);
  await tick();
  await tick();
  const refused = await guard.enter(of('2')).catch((error: unknown) => error);
  expect(isNodeAway(refused)).toBe(true);
  (await guard.enter(of('3')))();
  (await guard.enter(everywhere))();
  isDown = false;
  await eventually(() => probed.length > 1, 5_000);
  await eventually(async () =>
    guard.enter(of('2')).then(
      () => true,
      () => false,
    ),
  );
  expect(new Set(probed)).toEqual(new Set(['1']));
});

it('says which nodes are away, and how many statements wait for each, to whoever watches', async () => {
  open(2, 20_000); // whoever waits still waits when it is counted
  const held = await guard.enter(of('3'));
  const waiting = guard.enter(of('3')).catch(() => {});
  isDown = true;
  (await guard.enter(of('1')))(timeout);
  await eventually(() => guard.load().some(({ isAway }) => isAway));
  expect(guard.load()).toEqual([
    { node: 'B', isAway: false, waiting: 1 },
    { node: 'A', isAway: true, waiting: 0 },
  ]);
  const database = { load: () => ({ connections: 0, idle: 0, waiting: 0, nodes: guard.load() }) };
  const { registry } = createMetrics(database as unknown as Database, false, () => 0);
  const text = await registry.metrics();
  expect(text).toContain('leadline_database_node_up{node="A"} 0');
  expect(text).toContain('leadline_database_node_up{node="B"} 1');
  expect(text).toContain('leadline_database_node_waiting{node="B"} 1');
  held();
  await waiting;
});

it('whoever waits when a node is found to be away is refused as well', async () => {
  open(2);
  isDown = true;
  const first = await guard.enter(of('1'));
  const second = guard.enter(of('2'));
  first(timeout);
  const entered = await second.then(
    (leave) => leave,
    () => null,
  );
  entered?.(timeout);
  await eventually(() =>
    guard
      .enter(of('1'))
      .then(
        (leave) => void leave(),
        () => true,
      )
      .then(Boolean),
  );
  await expect(guard.enter(of('2'))).rejects.toThrow('does not answer');
});

it('a timeout of a node that answers its probe, or a refused statement, closes nothing', async () => {
  open();
  (await guard.enter(of('1')))(timeout);
  await eventually(() => probed.length === 1);
  await tick();
  (await guard.enter(of('1')))(Object.assign(new Error('duplicate'), { code: '23505', severity: 'ERROR' }));
  (await guard.enter(of('1')))(new Outdated('the settings have changed'));
  (await guard.enter(of('1')))();
  expect(probed).toEqual(['1']);
});

it('statements to all shards have a gate of their own', async () => {
  open();
  isDown = true;
  (await guard.enter(everywhere))(timeout);
  await eventually(() =>
    guard
      .enter(everywhere)
      .then(
        (leave) => void leave(),
        () => true,
      )
      .then(Boolean),
  );
  expect(new Set(probed)).toEqual(new Set(['every shard']));
  (await guard.enter(of('1')))();
});

it.each([
  ['select id from leads where organization_id = $1', ['7'], { organizationId: '7' }],
  ['update leads set version = $1 where organization_id = $2', [1, '7'], { organizationId: '7' }],
  ['insert into notes (organization_id, body) values ($1, $2)', ['7', 'x'], { organizationId: '7' }],
  ['insert into notes as n (organization_id, body) select $1, body from x', ['7'], { organizationId: '7' }],
  ['select granted from leadline_take_calls($1, $2)', ['7', 1], { organizationId: '7' }],
  ['select name from organizations where id = $1 for update', ['7'], { organizationId: '7' }],
  ['select o.name\n  from organizations as o\n where o.id = $1', ['7'], { organizationId: '7' }],
  ['update organizations set settings_version = settings_version + 1 where id = $1', ['7'], { organizationId: '7' }],
  ['select id from organizations where public_id = $1', ['org_x'], 'every shard'],
  ['select organization_id from assignments where waiting and organization_id > $1', ['7'], 'every shard'],
  ['insert into notes (organization_id, body) select organization_id, $1 from leads', ['x'], 'every shard'],
  ['insert into organizations (public_id, name) values ($1, $2)', ['org_x', 'Acme'], 'no shard'],
  ['begin', [], 'no shard'],
  ['fetch 200 from exported', [], 'no shard'],
  ["select nextval('leads_id_seq') as id from generate_series(1, $1::integer)", [2], 'no shard'],
  ['select pg_notify($1, $2)', ['a', 'b'], 'no shard'],
  ['select secret from installation where id = 1', [], 'no shard'],
])('knows whom a statement is about: %s', (text, values, reach) => {
  expect(
    reachOf([
      { text: 'begin', values: [] },
      { text, values },
    ]),
  ).toEqual(reach);
});
