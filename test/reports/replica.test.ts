import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectOnce, openDatabase } from '../../src/db/connect.ts';
import { migrate } from '../../src/db/migrate.ts';
import type { Database } from '../../src/db/sql.ts';
import { Replica } from '../../src/reports/replica.ts';
import { type Cast, createCast } from '../support/cast.ts';
import { timestamp } from '../support/collections.ts';
import { openTestApp, type TestApp } from '../support/harness.ts';
import { canReplicate, ReplicatedServer } from '../support/replica.ts';
import { eventually } from '../support/workplace.ts';

describe.skipIf(!canReplicate)('reports on a replica', () => {
  let servers: ReplicatedServer;
  let databases: Database[];
  let replica: Replica;
  let app: TestApp;
  let cast: Cast;
  let n = 0;

  beforeAll(async () => {
    servers = new ReplicatedServer();
    await migrate(servers.target('primary'));
    databases = [
      openDatabase(servers.target('replica'), { connections: 2 }),
      openDatabase(servers.target('primary'), { connections: 2 }),
    ];
    const [elsewhere, main] = databases as [Database, Database];
    replica = new Replica(elsewhere, main, 'off');
    app = await openTestApp({ on: { target: servers.target('primary'), drop: async () => {} }, replica });
    cast = await createCast(app);
  });
  afterAll(async () => {
    await app?.close();
    await Promise.all(databases?.map((one) => one.close()) ?? []);
    servers?.close();
  });

  const funnel = (at = app) => at.call('GET', '/reports/funnel', { token: cast.admin.token });
  const metricsOf = (of: TestApp) => of.services.metrics.registry.metrics();
  const create = async () => {
    const body = { phone: `98765${String(++n).padStart(5, '0')}` };
    expect((await app.call('POST', '/leads', { token: cast.admin.token, body })).status).toBe(201);
  };
  const onReplica = async (statement: string) => {
    const client = await connectOnce(servers.target('replica'));
    await client.query(statement);
    await client.end();
  };

  it('a report says how far the replica is, and counts no later lead', async () => {
    await create();
    await eventually(async () => (await funnel()).body.meta.cohort_size === 1);
    await onReplica('select pg_wal_replay_pause()');
    const pausedAt = new Date();
    await create();
    await new Promise((resolve) => setTimeout(resolve, 1_100)); // the last look is no longer good
    const { body } = await funnel();
    expect(body.meta.cohort_size).toBe(1);
    expect(new Date(body.meta.as_of).getTime()).toBeLessThanOrEqual(pausedAt.getTime());
    expect(replica.state).toMatchObject({ isUp: true });
    expect(replica.state.lagSeconds).toBeGreaterThan(0);
    const metrics = await app.services.metrics.registry.metrics();
    expect(metrics).toMatch(/^leadline_reports_replica_up 1$/m);
    expect(metrics).toMatch(/^leadline_reports_replica_lag_seconds \d/m);
    await onReplica('select pg_wal_replay_resume()');
    await eventually(async () => (await funnel()).body.meta.cohort_size === 2);
    expect(new Date((await funnel()).body.meta.as_of).getTime()).toBeGreaterThan(pausedAt.getTime());
  });

  it('what is counted or listed as it is now says how far the replica is, and nothing of it where there is none', async () => {
    await onReplica('select pg_wal_replay_pause()');
    try {
      const pausedAt = Date.now();
      await create();
      await new Promise((resolve) => setTimeout(resolve, 1_100)); // the last look is no longer good
      const mine = { on: { target: servers.target('primary'), drop: async () => {} } };
      const alone = await openTestApp(mine);
      for (const path of ['/leads/counts?group_by=status', '/reports/leads', '/reports/distribution']) {
        const there = await app.call('GET', path, { token: cast.admin.token });
        expect(there.status, path).toBe(200);
        expect(there.body.meta.as_of, path).toMatch(timestamp);
        expect(Date.parse(there.body.meta.as_of), path).toBeLessThanOrEqual(pausedAt);
        const here = await alone.call('GET', path, { token: cast.admin.token });
        expect([here.status, here.body.meta?.as_of], path).toEqual([200, undefined]);
      }
      await alone.close();
    } finally {
      await onReplica('select pg_wal_replay_resume()');
    }
    await eventually(async () => (await funnel()).body.meta.cohort_size === n);
  });

  it('one that is further behind than it may be counts as away, until it has caught up', async () => {
    const [elsewhere, main] = databases as [Database, Database];
    const on = { target: servers.target('primary'), drop: async () => {} };
    const bounded = new Replica(elsewhere, main, 'off', 1);
    const strict = await openTestApp({ on, replica: bounded });
    const lenient = await openTestApp({ on, replica: new Replica(elsewhere, main, 'primary', 1) });
    const patient = await openTestApp({ on, replica: new Replica(elsewhere, main, 'off', 3_600) });
    const upTo = async (app: TestApp) => /^leadline_reports_replica_up (\d)$/m.exec(await metricsOf(app))?.[1];
    await eventually(async () => (await funnel(strict)).status === 200);
    await onReplica('select pg_wal_replay_pause()');
    try {
      await create();
      await eventually(async () => (await funnel(strict)).status === 503);
      const refused = await funnel(strict);
      expect(refused.body.detail).toBe('The database that serves reports is too far behind.');
      expect([bounded.state.isUp, await upTo(strict)]).toEqual([false, '0']);
      expect(bounded.state.lagSeconds).toBeGreaterThan(1);
      const [answered, late] = [await funnel(lenient), await funnel(patient)];
      expect([answered.status, answered.body.meta.cohort_size]).toEqual([200, n]);
      expect([late.status, late.body.meta.cohort_size]).toEqual([200, n - 1]);
    } finally {
      await onReplica('select pg_wal_replay_resume()');
    }
    await eventually(async () => (await funnel(strict)).status === 200);
    expect([bounded.state.isUp, await upTo(strict)]).toEqual([true, '1']);
    await Promise.all([strict, lenient, patient].map((one) => one.close()));
  });

  it('the metrics know whether it is up before the first report, and go on knowing without one', async () => {
    const [elsewhere, main] = databases as [Database, Database];
    const watched = new Replica(elsewhere, main, 'off');
    const on = { target: servers.target('primary'), drop: async () => {} };
    const quiet = await openTestApp({ on, replica: watched });
    expect(await metricsOf(quiet)).toMatch(/^leadline_reports_replica_up 1$/m);
    const watching = watched.watch(100);
    servers.stopReplica();
    try {
      await eventually(async () => /^leadline_reports_replica_up 0$/m.test(await metricsOf(quiet)));
    } finally {
      servers.startReplica();
    }
    await eventually(async () => /^leadline_reports_replica_up 1$/m.test(await metricsOf(quiet)));
    watching.stop();
    await quiet.close();
    await eventually(async () => (await funnel()).status === 200);
  });

  it('a later moment than the replica knows is asked for in vain', async () => {
    const as_of = new Date().toISOString();
    const { status, body } = await app.call('GET', `/reports/funnel?as_of=${as_of}`, { token: cast.admin.token });
    expect(status).toBe(200);
    expect(body.meta.as_of <= as_of).toBe(true);
  });

  it.each([
    ['frozen', () => servers.signalReplica('STOP'), () => servers.signalReplica('CONT')],
    ['stopped', () => servers.stopReplica(), () => servers.startReplica()],
  ])('a replica that is %s gives 503, or the main database answers where that is wanted', async (_, away, back) => {
    away();
    try {
      const [elsewhere, main] = databases as [Database, Database];
      const lenient = await openTestApp({
        on: { target: servers.target('primary'), drop: async () => {} },
        replica: new Replica(elsewhere, main, 'primary'),
      });
      const [refused, answered] = await Promise.all([eventuallyRefused(), funnel(lenient)]);
      expect(refused.headers['retry-after']).toMatch(/^\d+$/);
      expect([answered.status, answered.body.meta?.cohort_size]).toEqual([200, n]);
      expect((await app.call('GET', '/leads', { token: cast.admin.token })).status).toBe(200);
      await lenient.close();
    } finally {
      back();
    }
    await eventually(async () => (await funnel()).status === 200);
  });

  /** What was asked a moment ago may still be good. */
  async function eventuallyRefused() {
    let answer = await funnel();
    await eventually(async () => {
      answer = await funnel();
      return answer.status === 503;
    });
    return answer;
  }
});
