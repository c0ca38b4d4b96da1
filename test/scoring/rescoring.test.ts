import { setTimeout } from 'node:timers/promises';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Database } from '../../src/db/sql.ts';
import { Rescoring } from '../../src/leads/scores/rescoring.ts';
import { verifyLeads } from '../../src/leads/verify.ts';
import { LeadChanges } from '../../src/leads/writing/change.ts';
import { audit } from '../../src/leads/writing/events.ts';
import { systemAuthor } from '../../src/organization/organizations.ts';
import type { Settings } from '../../src/settings/snapshot.ts';
import { createGate } from '../support/counting.ts';
import { LeadDesk, type Shown } from '../support/leads.ts';
import { followRecency } from '../support/recency.ts';
import { eventually } from '../support/workplace.ts';
import { act, replaceModel, scoring } from './desk.ts';

const LEADS = 1_203;
const all = (points: number, signals: object[] = []) => ({ rules: [{ name: 'All', points }], signals });
const calls = (points: number) => [{ activity: 'call', points }];

let desk: LeadDesk;
let database: Database;
let leads: string[];

beforeAll(async () => {
  desk = await LeadDesk.open({ isPatient: true });
  database = desk.app.services.database;
  const first = (await desk.make()).public_id;
  await act(desk, first, 'call');
  await copyLead(first, LEADS - 1);
  leads = (await desk.rows('select public_id from leads order by id')).map(({ public_id }) => public_id);
});
afterAll(() => desk.close());
afterEach(() => void vi.useRealTimers());

/** Many leads like one, with one call each, without a request for each. */
async function copyLead(lead: string, times: number) {
  await desk.rows(
    `with made as (
       insert into leads (organization_id, public_id, phone, status_id, status_since, custom_fields, score, scored_with,
                          signals, last_activity_at, created_at, updated_at, rendered, rendered_shape)
       select organization_id, 'lead_' || lpad(n::text, 26, '0'), '+91' || (8000000000 + n), status_id, status_since,
              custom_fields, score, scored_with, signals, last_activity_at, created_at, updated_at,
              replace(replace(rendered, public_id, 'lead_' || lpad(n::text, 26, '0')), phone, '+91' || (8000000000 + n)),
              rendered_shape
         from leads, generate_series(1, $2::int) as n where leads.public_id = $1
       returning organization_id, id, created_at)
     insert into activities (organization_id, public_id, lead_id, kind, occurred_at)
     select organization_id, 'act_' || lpad(id::text, 26, '0'), id, 'call', created_at from made`,
    [lead, times],
  );
  await followRecency(desk);
}

const scores = async (): Promise<number[]> =>
  (await desk.rows('select distinct score from leads order by score')).map(({ score }) => score);
const versions = async (): Promise<number[]> =>
  (await desk.rows('select distinct scored_with from leads order by scored_with')).map((row) => row.scored_with);
const progress = async (): Promise<Shown> =>
  (await desk.rows('select * from rescorings where organization_id = $1', [desk.cast.organizationId]))[0];
const put = async (body: unknown): Promise<Shown> =>
  (await desk.app.call('PUT', '/scoring', { token: desk.admin, body })).body.data;
const later = (ms: number) => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + ms });
const another = (on: Database = database) => new Rescoring(on, pino({ level: 'silent' }));
const lease = (until: string) => desk.rows('update rescorings set leased_until = $1::timestamptz', [until]);

/** The same database, with something that happens before the n-th statement of a kind. */
function before(statement: RegExp, nth: number, happen: () => Promise<unknown>, on = database): Database {
  let count = 0;
  const rows: Database['rows'] = async (text, values, planning) => {
    if (statement.test(text) && ++count === nth) await happen();
    return on.rows(text, values, planning);
  };
  return { ...on, rows, row: async (text, values) => (await rows<never>(text, values))[0] };
}

/** As a process acts that has not heard of a change yet. */
async function withSettings(old: Settings, act: () => Promise<unknown>) {
  const stale = vi.spyOn(desk.app.services.settings, 'get').mockResolvedValue(old);
  await act();
  stale.mockRestore();
}

/** Nobody nudges: the test says who works, and when. */
function quietly() {
  const nudge = vi.spyOn(desk.app.services.rescoring, 'nudge').mockImplementation(() => {});
  return () => nudge.mockRestore();
}

it('after a change of the model every lead has the new score, counted from its activities', async () => {
  const model = await replaceModel(desk, all(20, calls(7)));
  expect([await scores(), await versions()]).toEqual([[27], [model.version]]);
});

it('it begins right after the change, without anybody asking again', async () => {
  await put(all(33));
  await desk.app.services.rescoring.run(desk.cast.organizationId);
  expect(await scores()).toEqual([33]);
});

it('leaves the leads as they are but for the score: no version, no time, no trace', async () => {
  const rest = () => desk.rows('select id, version, updated_at, last_activity_at, rendered from leads order by id');
  const trail = () => desk.rows(`select count(*) as n from audit_entries where subject_type = 'lead'`);
  const [leadsBefore, trailBefore] = [await rest(), await trail()];
  await replaceModel(desk, all(34));
  expect([await rest(), await trail()]).toEqual([leadsBefore, trailBefore]);
});

it('shows how far it is, and that it is finished when no lead of the old model can come any more', async () => {
  await replaceModel(desk, all(35));
  expect((await scoring(desk)).rescoring).toMatchObject({ leads: LEADS, rescored: LEADS, finished_at: null });
  await desk.app.services.rescoring.sweep();
  expect((await scoring(desk)).rescoring.finished_at).toBeNull();
  later(16_000);
  await desk.app.services.rescoring.sweep();
  const { rescoring, version } = await scoring(desk);
  expect(rescoring).toMatchObject({ version, leads: LEADS, rescored: LEADS });
  expect(Date.parse(rescoring.finished_at)).toBeGreaterThan(Date.parse(rescoring.started_at));
});

it('`leadline verify` finds no fault with leads that the new model has yet to reach', async () => {
  const nudgeAgain = quietly();
  try {
    const { version } = await put(all(36));
    expect(await versions()).not.toContain(version);
    expect((await verifyLeads(database)).misscored).toEqual([]);
    await another().run(desk.cast.organizationId);
    expect(await versions()).toEqual([version]);
    expect((await verifyLeads(database)).misscored).toEqual([]);
  } finally {
    nudgeAgain();
  }
});

describe('when something comes in between', () => {
  let restore: () => void;
  beforeEach(async () => {
    await desk.app.services.rescoring.run(desk.cast.organizationId);
    restore = quietly();
  });
  afterEach(() => restore());

  it('a process that dies in the middle is followed by another, which goes on where it stopped', async () => {
    await put(all(41, calls(2)));
    const dying = before(/^update rescorings\s.*\btotal = /s, 2, async () => {
      throw new Error('killed');
    });
    await expect(another(dying).run(desk.cast.organizationId)).rejects.toThrow('killed');
    expect(await progress()).toMatchObject({ done: '500', walked_at: null });
    // Its lease still stands: nobody else begins.
    await another().run(desk.cast.organizationId);
    expect(await progress()).toMatchObject({ done: '500', walked_at: null });
    await lease('yesterday');
    await another().run(desk.cast.organizationId);
    expect(await progress()).toMatchObject({ done: String(LEADS), total: String(LEADS) });
    expect(await scores()).toEqual([43]);
  });

  it('several processes at once do the work once', async () => {
    await put(all(42));
    const writes: string[] = [];
    const noting = (): Database => before(/leadline_write_scores/, 0, async () => {});
    const counted = Array.from({ length: 4 }, () => {
      const on = noting();
      const rows: Database['rows'] = (text, values, planning) => {
        if (text.includes('leadline_write_scores')) writes.push(text);
        return on.rows(text, values, planning);
      };
      return another({ ...on, rows });
    });
    await Promise.all(counted.map((one) => one.run(desk.cast.organizationId)));
    expect(await scores()).toEqual([42]);
    expect(writes).toHaveLength(Math.ceil(LEADS / 500));
  });

  it('a second change during the first begins anew, with the newest model', async () => {
    await put(all(43));
    const interrupted = before(/leadline_write_scores/, 2, () => put(all(44, calls(1))));
    await another(interrupted).run(desk.cast.organizationId); // ends there, and asks for another run
    const { version } = await scoring(desk);
    await eventually(async () => (await progress()).walked_at !== null && (await progress()).version === version);
    expect([await scores(), await versions()]).toEqual([[45], [version]]);
    expect(await progress()).toMatchObject({ version, done: String(LEADS), total: String(LEADS) });
  });

  it('who has lost the lease goes no further, and writes no progress over that of the next', async () => {
    await put(all(46));
    let wentOn = false;
    const slow = before(/leadline_write_scores/, 2, async () => {
      await lease('yesterday');
      await another().run(desk.cast.organizationId);
    });
    const watched = before(
      /as behind/,
      3,
      async () => {
        wentOn = true;
      },
      slow,
    );
    await another(watched).run(desk.cast.organizationId);
    expect(await progress()).toMatchObject({ done: String(LEADS), total: String(LEADS) });
    expect([await scores(), wentOn]).toEqual([[46], false]);
  });

  it('it stops after the batch in hand, and leaves the rest to whoever comes next', async () => {
    await put(all(47));
    const gate = createGate();
    let stopping: Promise<void> | undefined;
    const worker: Rescoring = another(
      before(/leadline_write_scores/, 1, async () => {
        stopping = worker.stop();
        gate.open();
      }),
    );
    await worker.run(desk.cast.organizationId);
    await gate.opened;
    await stopping;
    expect(await progress()).toMatchObject({ done: '500', walked_at: null });
    await another().run(desk.cast.organizationId); // at once: the lease was given back
    expect(await scores()).toEqual([47]);
  });

  it('a change of a lead is not lost, and is scored by the new model', async () => {
    await put(all(48, calls(5)));
    const [lead = ''] = leads;
    const busy = before(/leadline_write_scores/, 1, async () => {
      await desk.patch(lead, { first_name: 'Changed' });
      await act(desk, lead, 'call');
    });
    await another(busy).run(desk.cast.organizationId);
    const { body } = await desk.get(lead);
    expect(body.data).toMatchObject({ contact: { first_name: 'Changed' }, score: 58 });
    expect(await scores()).toEqual([53, 58]);
  });

  it('a score that is written while a change is being decided is not mixed with that of the change', async () => {
    const [lead = ''] = leads;
    const { organizationId } = desk.cast;
    const stored = async () =>
      (
        await desk.rows(
          `select leads.id, leads.version, leads.score, leads.scored_with, lead_recency.score as recent
             from leads join lead_recency
               on lead_recency.organization_id = leads.organization_id and lead_recency.lead_id = leads.id
            where leads.public_id = $1`,
          [lead],
        )
      )[0];
    const first = await stored();
    const settings = await desk.app.services.settings.get(organizationId, '0');
    const old = { ...settings, scoring: { ...settings.scoring, version: first.scored_with } };
    const held = createGate();
    // Rescoring has read the lead as it was, and writes while the change holds it.
    const written = held.opened.then(() =>
      desk.rows(
        'select leadline_write_scores($1, $2, now(), array[$3::bigint], array[$4::integer], array[3::smallint], array[null::jsonb], array[null::timestamptz])',
        [organizationId, first.scored_with + 7, first.id, first.version],
      ),
    );
    await new LeadChanges(database).change(database, {
      author: systemAuthor(organizationId),
      settings: old,
      leadId: lead,
      actor: null,
      decide: async (before, now) => {
        held.open();
        await setTimeout(50);
        return {
          lead: { ...before, first_name: 'Mixed', updated_at: now },
          events: { audit: audit('updated', []) },
        };
      },
    });
    await written;
    expect(await stored()).toEqual({ ...first, version: first.version + 1, recent: first.score });
  });

  it('a change by a process that did not know the new model yet is not scored as if it had not been', async () => {
    const named = { name: 'Named', when: { all: [{ field: 'last_name', op: 'eq', value: 'Rao' }] }, points: 9 };
    await replaceModel(desk, all(50));
    const old = await desk.app.services.settings.get(desk.cast.organizationId, '0');
    await put({ rules: [{ name: 'All', points: 51 }, named] });
    const [, lead = ''] = leads;
    const busy = before(/leadline_write_scores/, 1, () =>
      withSettings(old, () => desk.patch(lead, { last_name: 'Rao' })),
    );
    await another(busy).run(desk.cast.organizationId);
    expect((await desk.get(lead)).body.data.score).toBe(60);
  });

  it('a lead that goes to another team meanwhile, which scores nothing, is scored all the same', async () => {
    await put(all(49));
    const busy = before(/leadline_write_scores/, 1, () =>
      desk.rows('update leads set version = version + 1 where public_id = any($1)', [leads.slice(0, 10)]),
    );
    await another(busy).run(desk.cast.organizationId);
    expect(await scores()).toEqual([49]);
  });

  it.each([
    ['a change', (lead: string) => desk.patch(lead, { last_name: 'Late' })],
    [
      'a note',
      (lead: string) => desk.app.call('POST', `/leads/${lead}/notes`, { token: desk.admin, body: { body: 'Hm' } }),
    ],
    ['an activity of long ago', (lead: string) => act(desk, lead, 'call', { occurred_at: '2020-01-01T00:00:00Z' })],
    ['a new lead', () => desk.make()],
  ])('%s by a process that did not know the new model yet is found before it is finished', async (_, write) => {
    await replaceModel(desk, all(50));
    const old = await desk.app.services.settings.get(desk.cast.organizationId, '0');
    await put(all(51));
    await another().run(desk.cast.organizationId);
    await withSettings(old, () => write(leads[700] ?? ''));
    expect(await versions()).toHaveLength(2);
    await another().sweep();
    expect((await progress()).finished_at).toBeNull();
    later(20_000);
    await another().sweep();
    expect([await scores(), await versions()]).toEqual([[51], [old.scoring.version + 1]]);
    expect((await progress()).finished_at).not.toBeNull();
  });
});
