import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { ImportWorker } from '../../src/imports/process/worker.ts';
import { countsOf, csv, ImportDesk } from '../support/import-desk.ts';
import { freshPhone, LeadDesk, type Shown } from '../support/leads.ts';
import { movedTime } from '../support/moved-time.ts';
import { openedForFile } from '../support/opened.ts';

const desk = openedForFile(() => LeadDesk.open(), Object.create(LeadDesk.prototype) as LeadDesk);
let imports: ImportDesk;
const phones = (count: number) => Array.from({ length: count }, freshPhone);
const pause = () => desk.app.services.imports.stop();
const resume = () => Object.assign(desk.app.services.imports, { isStopped: false });
const remove = (id: string, token = desk.admin) => desk.app.call('DELETE', `/imports/${id}`, { token });

beforeAll(() => {
  imports = new ImportDesk(desk);
});
afterEach(() => resume());

/** An import that waits: the worker is stopped. */
async function waiting(count: number, token = desk.admin): Promise<Shown> {
  await pause();
  const { status, body } = await imports.send(csv('phone', ...phones(count)), {}, token);
  expect(status, JSON.stringify(body)).toBe(202);
  return body.data;
}

/** Another process on the same database. */
const otherWorker = () => new ImportWorker(desk.app.services.database, desk.app.services, desk.app.services.log);

describe('DELETE', () => {
  it('stops an import before it begins, and again is 204', async () => {
    const { public_id } = await waiting(5);
    expect((await remove(public_id)).status).toBe(204);
    resume();
    expect(await imports.settled(public_id)).toMatchObject({ state: 'cancelled', processed: 0 });
    expect((await remove(public_id)).status).toBe(204);
    expect(await desk.rows('select from import_rows')).toEqual([]);
    const { body } = await desk.app.call('GET', '/audit', { token: desk.admin });
    const entries = body.data.filter(({ subject }: Shown) => subject.public_id === public_id);
    expect(entries.map(({ action }: Shown) => action)).toEqual(['import.cancelled', 'import.created']);
  });

  it('stops one in the middle: what is in stays, and nothing comes after it', async () => {
    const { public_id } = await waiting(3_000);
    resume();
    const run = desk.app.services.imports.run(desk.cast.organizationId);
    await vi.waitFor(async () => expect((await imports.get(public_id)).body.data.processed).toBeGreaterThan(0), 10_000);
    expect((await remove(public_id)).status).toBe(204);
    await run;
    const { body } = await imports.get(public_id);
    expect(body.data.state).toBe('cancelled');
    expect(body.data.processed).toBeLessThan(3_000);
    const [{ n }] = await desk.rows(
      'select count(distinct lead_id)::integer as n from audit_entries where actor_import_id = (select id from imports where public_id = $1)',
      [public_id],
    );
    expect(n).toBe(body.data.created);
    expect(await desk.rows('select from import_rows')).toEqual([]);
  });

  it('leaves one that is done as it is', async () => {
    const done = await imports.import(csv('phone', ...phones(2)));
    expect((await remove(done.public_id)).status).toBe(204);
    expect((await imports.get(done.public_id)).body.data).toEqual(done);
  });
});

describe('who sees imports', () => {
  it('an admin all, a manager its own, others none', async () => {
    const meera = await imports.import(csv('phone', freshPhone()), {}, desk.cast.meera.token);
    const seen = async (token: string) => {
      const { body } = await desk.app.call('GET', '/imports?page[size]=200', { token });
      return body.data.map(({ public_id }: Shown) => public_id);
    };
    expect(await seen(desk.admin)).toContain(meera.public_id);
    expect(await seen(desk.cast.meera.token)).toEqual([meera.public_id]);
    expect(await seen(desk.cast.tara.token)).toEqual([]);
    for (const token of [desk.cast.tara.token, desk.cast.zenith.admin.token]) {
      expect((await imports.get(meera.public_id, token)).status).toBe(404);
      expect((await remove(meera.public_id, token)).status).toBe(404);
      const url = `/imports/${meera.public_id}/failures`;
      expect((await desk.app.call('GET', url, { token })).status).toBe(404);
    }
    const agent = desk.cast.ravi.token;
    expect((await imports.send('phone\n', {}, agent)).status).toBe(403);
    expect((await imports.get(meera.public_id, agent)).status).toBe(403);
  });
});

describe('one at a time', () => {
  it('imports of an organization follow each other in the order in which they came', async () => {
    const [one, two] = [await waiting(200), await waiting(200)];
    resume();
    await desk.app.services.imports.run(desk.cast.organizationId);
    const [first, second] = [
      (await imports.get(one.public_id)).body.data,
      (await imports.get(two.public_id)).body.data,
    ];
    expect([first.state, second.state]).toEqual(['done', 'done']);
    expect(Date.parse(second.started_at)).toBeGreaterThanOrEqual(Date.parse(first.finished_at));
  });

  it('two processes at once process every row once', async () => {
    const { public_id } = await waiting(1_500);
    resume();
    const [mine, other] = [desk.app.services.imports, otherWorker()];
    const before = await desk.countLeads();
    const { organizationId } = desk.cast;
    const both = async () => Promise.all([mine.run(organizationId), other.run(organizationId)]);
    let isOver = false;
    // Leases that run out all the time: each takes from the other what it has in hand.
    const expiring = (async () => {
      while (!isOver) {
        await desk.rows(`update imports set leased_until = '-infinity' where organization_id = $1`, [organizationId]);
        await sleep(15);
      }
    })();
    try {
      for (let n = 0; n < 200; n++) {
        await both();
        if ((await imports.get(public_id)).body.data.state === 'done') break;
      }
    } finally {
      isOver = true;
      await expiring;
      await other.stop();
    }
    const done = await imports.settled(public_id);
    expect(countsOf(done)).toMatchObject({ processed: 1_500, created: 1_500, duplicates: 0, failed: 0 });
    expect(await desk.countLeads()).toBe(before + 1_500);
  });

  it('another process goes on where one has died', async () => {
    const { public_id } = await waiting(300);
    resume();
    // The process that began on it is gone, and its lease has not run out yet.
    const started_at = '2026-01-02T03:04:05.678Z';
    await desk.rows(
      `update imports set state = 'running', started_at = $2, leased_until = now() + interval '1 hour' where public_id = $1`,
      [public_id, started_at],
    );
    expect(await imports.settled(public_id)).toMatchObject({ state: 'running', processed: 0 });
    await desk.rows(`update imports set leased_until = now() - interval '1 second' where public_id = $1`, [public_id]);
    expect(await imports.settled(public_id)).toMatchObject({ state: 'done', created: 300, started_at });
  });

  it('more than ten that are not finished are refused', async () => {
    const made: Shown[] = [];
    for (let n = 0; n < 10; n++) made.push(await waiting(1));
    const { status, body } = await imports.send(csv('phone', freshPhone()));
    expect([status, body.code]).toEqual([409, 'conflict']);
    expect(body.detail).toContain('10 imports');
    for (const { public_id } of made) await remove(public_id);
    resume();
    await imports.import(csv('phone', freshPhone()));
  });
});

describe('what is left over', () => {
  it('an upload whose process died is failed when its lease has run out, and its rows go', async () => {
    const { public_id } = await waiting(5);
    resume();
    await desk.rows(
      `update imports set state = 'receiving', leased_until = now() - interval '1 second'
                      where public_id = $1`,
      [public_id],
    );
    await desk.app.services.imports.sweep(() => []);
    expect(await imports.settled(public_id)).toMatchObject({ state: 'failed', processed: 0 });
    expect(await desk.rows('select from import_rows')).toEqual([]);
  });

  it('failed rows go after 30 days', async () => {
    const done = await imports.import(csv('phone', '123'));
    expect(await imports.failures(done.public_id)).toHaveLength(2);
    const moved = ['finished_at', 'clean_at'].map((column) => `${column} = ${movedTime(column, '-31 days')}`);
    await desk.rows(`update imports set ${moved.join(', ')}`);
    const later = await imports.settled(done.public_id);
    expect(later).toMatchObject({ failed: 1, links: { failures: null } });
    expect(await imports.failures(done.public_id)).toHaveLength(1);
    expect(await desk.rows('select from import_rows')).toEqual([]);
  });
});
