import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { forgetOldJobs } from '../../src/jobs/jobs.ts';
import { JobWorker } from '../../src/jobs/process/worker.ts';
import { countsOf, JobDesk } from '../support/job-desk.ts';
import type { Shown } from '../support/leads.ts';
import { movedTime } from '../support/moved-time.ts';
import { useLeadDesk } from '../support/opened.ts';

const desk = useLeadDesk();
let jobs: JobDesk;
let many: string[];

beforeAll(async () => {
  jobs = new JobDesk(desk);
  many = [];
  for (let n = 0; n < 10; n++) many.push(...(await jobs.leads(80)));
}, 120_000);
afterEach(() => jobs.resume());

/** A job that waits: the worker is stopped. */
async function waiting(body: object, token = desk.admin): Promise<Shown> {
  await jobs.pause();
  return jobs.start({ change: { note: 'Waiting' }, ...body }, token);
}

const resumed = (id: string): Promise<Shown> => {
  jobs.resume();
  return jobs.settled(id);
};

/** How many leads have a note with this text. */
const noted = async (body: string): Promise<[number, number]> => {
  const [row] = await desk.rows(
    'select count(*)::integer as n, count(distinct lead_id)::integer as leads from notes where body = $1',
    [body],
  );
  return [row.n, row.leads];
};

/** Another process on the same database. */
const otherWorker = () => new JobWorker(desk.app.services.database, desk.app.services, desk.app.services.log);

describe('DELETE', () => {
  it('stops a job before it begins, and again is 204', async () => {
    const { public_id } = await waiting({ ids: many.slice(0, 5) });
    expect((await jobs.stop(public_id)).status).toBe(204);
    expect(await resumed(public_id)).toMatchObject({ state: 'stopped', reason: null, processed: 0 });
    expect((await jobs.stop(public_id)).status).toBe(204);
    expect(await desk.rows('select from job_leads')).toEqual([]);
    const { body } = await desk.app.call('GET', '/audit', { token: desk.admin });
    const entries = body.data.filter(({ subject }: Shown) => subject.public_id === public_id);
    expect(entries.map(({ action }: Shown) => action)).toEqual(['job.stopped', 'job.created']);
  });

  it('stops one in the middle: what is done stays, and nothing comes after it', async () => {
    const { public_id } = await waiting({ ids: many, change: { note: 'Middle' } });
    jobs.resume();
    const run = desk.app.services.jobs.run(desk.cast.organizationId);
    await vi.waitFor(async () => expect((await jobs.get(public_id)).body.data.processed).toBeGreaterThan(0), 10_000);
    expect((await jobs.stop(public_id)).status).toBe(204);
    await run;
    const { data } = (await jobs.get(public_id)).body;
    expect(data.state).toBe('stopped');
    expect(data.processed).toBeLessThan(many.length);
    expect(await noted('Middle')).toEqual([data.changed, data.changed]);
    expect(await desk.rows('select from job_leads')).toEqual([]);
  });

  it('leaves one that is done as it is', async () => {
    const done = await jobs.change({ ids: many.slice(0, 2), change: { note: 'Done' } });
    expect((await jobs.stop(done.public_id)).status).toBe(204);
    expect((await jobs.get(done.public_id)).body.data).toEqual(done);
  });
});

describe('abilities are checked again when it runs', () => {
  const change = () => ({ owner: desk.cast.asha.membership });

  it('a token that was revoked meanwhile ends it', async () => {
    const body = { name: 'Short', membership: desk.cast.meera.membership, abilities: ['*'] };
    const made = (await desk.app.call('POST', '/tokens', { token: desk.admin, body })).body.data;
    const job = await waiting({ ids: many.slice(0, 3), change: change() }, made.secret);
    await desk.app.call('DELETE', `/tokens/${made.public_id}`, { token: desk.admin });
    const ended = await resumed(job.public_id);
    expect(ended).toMatchObject({ state: 'stopped', processed: 0, reason: expect.stringContaining('revoked') });
    expect(ended.finished_at).not.toBeNull();
  });

  it('a token that has expired meanwhile ends it', async () => {
    const expires_at = new Date(Date.now() + 60_000).toISOString();
    const body = { name: 'Soon', membership: desk.cast.meera.membership, abilities: ['*'], expires_at };
    const made = (await desk.app.call('POST', '/tokens', { token: desk.admin, body })).body.data;
    const job = await waiting({ ids: many.slice(0, 3), change: change() }, made.secret);
    await desk.rows(`update tokens set expires_at = now() where public_id = $1`, [made.public_id]);
    expect(await resumed(job.public_id)).toMatchObject({ state: 'stopped', processed: 0 });
  });

  it('a membership that was deactivated meanwhile ends it', async () => {
    const job = await waiting({ ids: many.slice(0, 3) }, desk.cast.tara.token);
    await desk.change(`memberships/${desk.cast.tara.membership}`, { active: false });
    expect(await resumed(job.public_id)).toMatchObject({ state: 'stopped', processed: 0 });
    await desk.change(`memberships/${desk.cast.tara.membership}`, { active: true });
  });

  it('a role that lost the ability meanwhile ends it', async () => {
    const job = await waiting({ ids: many.slice(0, 3), change: change() }, desk.cast.meera.token);
    await desk.change(`memberships/${desk.cast.meera.membership}`, { role: 'agent' });
    const ended = await resumed(job.public_id);
    expect(ended).toMatchObject({ state: 'stopped', processed: 0, reason: expect.stringContaining('leads:assign') });
    await desk.change(`memberships/${desk.cast.meera.membership}`, { role: 'manager' });
  });

  it('what is out of scope, archived or inactive meanwhile fails, lead by lead', async () => {
    const { meera, asha } = desk.cast;
    const parked = await desk.add('statuses', { name: 'Soon gone', kind: 'open' });
    const moves = await waiting({ ids: many.slice(0, 2), change: { status: parked.public_id } });
    const gives = await waiting({ ids: many.slice(0, 2), change: change() });
    const scoped = await waiting({ ids: many.slice(0, 2) }, meera.token);
    await desk.change(`statuses/${parked.public_id}`, { archived: true });
    await desk.change(`memberships/${asha.membership}`, { active: false });
    await desk.change(`memberships/${meera.membership}`, { team: desk.cast.teams.east });
    const codes = (job: Shown) =>
      job.failures.map(({ problem }: Shown) => Object.keys(problem.errors ?? {})[0] ?? problem.code);
    expect(codes(await resumed(moves.public_id))).toEqual(['status', 'status']);
    expect(codes(await resumed(gives.public_id))).toEqual(['owner', 'owner']);
    expect(codes(await resumed(scoped.public_id))).toEqual(['not_found', 'not_found']);
    await desk.change(`memberships/${asha.membership}`, { active: true });
    await desk.change(`memberships/${meera.membership}`, { team: desk.cast.teams.west });
  });
});

describe('one at a time', () => {
  it('jobs of an organization follow each other in the order in which they came', async () => {
    const [one, two] = [await waiting({ ids: many.slice(0, 100) }), await waiting({ ids: many.slice(0, 100) })];
    const second = await resumed(two.public_id);
    const first = (await jobs.get(one.public_id)).body.data;
    expect([first.state, second.state]).toEqual(['done', 'done']);
    expect(Date.parse(second.started_at)).toBeGreaterThanOrEqual(Date.parse(first.finished_at));
  });

  it('two processes at once change every lead once', async () => {
    const job = await waiting({ ids: many, change: { note: 'Twice' } });
    jobs.resume();
    const [mine, other] = [desk.app.services.jobs, otherWorker()];
    const { organizationId } = desk.cast;
    let isOver = false;
    // Leases that run out all the time: each takes from the other what it has in hand.
    const expiring = (async () => {
      while (!isOver) {
        await desk.rows(`update jobs set leased_until = '-infinity' where organization_id = $1`, [organizationId]);
        await sleep(15);
      }
    })();
    const working = async (worker: JobWorker) => {
      while ((await jobs.get(job.public_id)).body.data.state !== 'done') {
        await worker.run(organizationId);
        await sleep(1);
      }
    };
    try {
      await Promise.all([working(mine), working(other)]);
    } finally {
      isOver = true;
      await expiring;
      await other.stop();
    }
    const { data } = (await jobs.get(job.public_id)).body;
    expect(countsOf(data)).toMatchObject({ processed: many.length, changed: many.length, failed: 0 });
    expect(await noted('Twice')).toEqual([many.length, many.length]);
  });

  it('another process goes on where one has died', async () => {
    const { public_id } = await waiting({ ids: many.slice(0, 50), change: { note: 'Died' } });
    jobs.resume();
    // The process that began on it is gone, and its lease has not run out yet.
    const started_at = '2026-01-02T03:04:05.678Z';
    await desk.rows(
      `update jobs set state = 'running', started_at = $2, leased_until = now() + interval '1 hour' where public_id = $1`,
      [public_id, started_at],
    );
    expect(await jobs.settled(public_id)).toMatchObject({ state: 'running', processed: 0 });
    await desk.rows(`update jobs set leased_until = now() - interval '1 second' where public_id = $1`, [public_id]);
    expect(await jobs.settled(public_id)).toMatchObject({ state: 'done', changed: 50, started_at });
  });

  it('an organization has 10 unfinished jobs at most, however many are asked for at once', async () => {
    await jobs.pause();
    const body = { ids: many.slice(0, 1), change: { note: 'x' } };
    const answers = await Promise.all(Array.from({ length: 13 }, () => jobs.ask(body)));
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array(10).fill(202), ...Array(3).fill(409)]);
    expect(answers.find(({ status }) => status === 409)?.body.detail).toContain('10 unfinished');
    const last = answers.find(({ status }) => status === 202)?.body.data;
    expect(await resumed(last.public_id)).toMatchObject({ state: 'done' });
    expect((await jobs.ask(body)).status).toBe(202);
  });

  it('a repeated request with an Idempotency-Key makes one job, also by a filter', async () => {
    for (const which of [{ ids: many.slice(0, 1) }, { filter: { owner: desk.cast.ravi.membership } }]) {
      const body = { ...which, change: { note: 'Keyed' } };
      const headers = { 'idempotency-key': `bulk-${Object.keys(which)}` };
      const [one, two] = [await jobs.ask(body, desk.admin, headers), await jobs.ask(body, desk.admin, headers)];
      expect([one.status, two.status]).toEqual([202, 202]);
      expect(two.body.data.public_id).toBe(one.body.data.public_id);
      expect(await jobs.settled(one.body.data.public_id)).toMatchObject({ state: 'done' });
    }
  });
});

it('where the new owner has left before its turn, a lead is not changed at all', async () => {
  const { membership } = desk.cast.vikram;
  const ids = many.slice(0, 2);
  const change = { note: 'For Vikram', owner: membership };
  const { public_id } = await waiting({ ids, change });
  const patch = (active: boolean) =>
    desk.app.call('PATCH', `/memberships/${membership}`, { token: desk.admin, body: { active } });
  expect((await patch(false)).status).toBe(200);
  expect(countsOf(await resumed(public_id))).toMatchObject({ changed: 0, failed: 2 });
  expect(await noted('For Vikram')).toEqual([0, 0]);
  expect((await patch(true)).status).toBe(200);
});

it('a lead that somebody else holds is waited for, and changed', async () => {
  const ids = many.slice(0, 3);
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  let locked = () => {};
  const isLocked = new Promise<void>((resolve) => {
    locked = resolve;
  });
  const held = desk.app.services.database.begin(async (sql) => {
    const values = [desk.cast.organizationId, ids[1]];
    await sql.rows('select id from leads where organization_id = $1 and public_id = $2 for update', values);
    locked();
    await released;
  });
  await isLocked;
  const { public_id } = await jobs.start({ ids, change: { note: 'Held' } });
  await sleep(100);
  release();
  await held;
  expect(countsOf(await jobs.settled(public_id))).toMatchObject({ changed: 3, failed: 0 });
});

it('a lead that fails for an internal reason is counted as failed, and the others are not', async () => {
  const ids = many.slice(0, 3);
  const [{ id }] = await desk.rows('select id from leads where public_id = $1', [ids[1]]);
  await desk.rows(`alter table notes add constraint notes_poisoned check (body <> 'poison' or lead_id <> ${id})`);
  const done = await jobs.change({ ids, change: { note: 'poison' } });
  await desk.rows('alter table notes drop constraint notes_poisoned');
  expect(countsOf(done)).toMatchObject({ processed: 3, changed: 2, failed: 1 });
  expect(done.failures).toMatchObject([{ lead: ids[1], problem: { code: 'internal_error' } }]);
});

it('jobs are forgotten after 30 days', async () => {
  const old = await jobs.change({ ids: many.slice(0, 1), change: { note: 'Old' } });
  const fresh = await jobs.change({ ids: many.slice(0, 1), change: { note: 'Fresh' } });
  await desk.rows(`update jobs set created_at = ${movedTime('created_at', '-31 days')} where public_id = $1`, [
    old.public_id,
  ]);
  await forgetOldJobs({ sql: desk.app.services.database });
  expect((await jobs.get(old.public_id)).status).toBe(404);
  expect((await jobs.get(fresh.public_id)).status).toBe(200);
});
