import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { buildApp } from '../../src/app.ts';
import { settleDue, settleLeads, sweepDue } from '../../src/leads/scores/settle.ts';
import { loadSettings } from '../../src/settings/snapshot.ts';
import { countStatements } from '../support/counting.ts';
import { LeadDesk, type Shown } from '../support/leads.ts';
import { Random } from '../support/random.ts';
import { act, explain, replaceModel } from './desk.ts';

const DAY = 86_400_000;
const model = {
  bands: { hot: 60, warm: 30 },
  rules: [
    { name: 'Reachable by mail', when: { all: [{ field: 'email', op: 'present' }] }, points: 12.5 },
    { name: 'Known', points: 4 },
  ],
  signals: [
    { activity: 'meeting', points: 30, half_life_days: 3, cap: 70 },
    { activity: 'call', points: 9, half_life_days: 0.5, cap: null },
    { activity: 'sms', points: -12, half_life_days: 2, cap: 30 },
    { activity: 'visit', points: 3, half_life_days: null, cap: 6 },
  ],
};

let desk: LeadDesk;
const random = new Random(Number(process.env.LEADLINE_SEED ?? 11));

beforeAll(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
  desk = await LeadDesk.open();
  await replaceModel(desk, model);
});
afterAll(async () => {
  await desk.close();
  vi.useRealTimers();
});

const move = (ms: number) => vi.setSystemTime(Date.now() + ms);

/** Each lead's score by the definition alone: from its row and its activities, one by one, as of now. */
async function slowScores(): Promise<Map<string, number>> {
  const leads = await desk.rows<{ public_id: string; email: string | null }>(
    'select public_id, email from leads order by id',
  );
  const done = await desk.rows<{ lead: string; kind: string; occurred_at: Date }>(
    `select l.public_id as lead, a.kind, a.occurred_at
       from activities as a join leads as l on l.organization_id = a.organization_id and l.id = a.lead_id`,
  );
  return new Map(
    leads.map(({ public_id, email }) => {
      let total = 4 + (email === null ? 0 : 12.5);
      for (const { activity, points, half_life_days, cap } of model.signals) {
        const sum = done
          .filter(({ lead, kind }) => lead === public_id && kind === activity)
          .map(({ occurred_at }) => (Date.now() - occurred_at.getTime()) / DAY)
          .reduce((all, days) => all + points * (half_life_days === null ? 1 : 0.5 ** (days / half_life_days)), 0);
        total += cap === null ? sum : Math.max(-cap, Math.min(cap, sum));
      }
      return [public_id, Math.round(Math.min(100, Math.max(0, total)))];
    }),
  );
}

const bandOf = (score: number) => (score >= 60 ? 'hot' : score >= 30 ? 'warm' : 'cold');

async function pages(query: string): Promise<Shown[]> {
  const all: Shown[] = [];
  for (let next: string | null = `/leads?${query}&page[size]=7`; next !== null; ) {
    const { status, body } = await desk.app.call('GET', next, { token: desk.admin });
    expect(status).toBe(200);
    all.push(...body.data);
    next = body.links.next;
  }
  return all;
}

const shown = (leads: Shown[]) => leads.map(({ public_id, score, score_band }) => [public_id, score, score_band]);
const said = (scores: Map<string, number>) => [...scores].map(([id, score]) => [id, score, bandOf(score)]);

async function makeLeads(count: number) {
  for (let n = 0; n < count; n++) {
    const lead = await desk.make(random.chance(0.5) ? { email: `fading${n}.${random.below(1e9)}@example.in` } : {});
    for (let done = random.below(5); done > 0; done--) {
      const occurred_at = new Date(Date.now() - random.below(3 * DAY)).toISOString();
      await act(desk, lead.public_id, random.pick(['meeting', 'call', 'sms', 'visit', 'other']), { occurred_at });
      move(random.below(DAY / 4));
    }
  }
}

describe('as time goes by', () => {
  beforeAll(() => makeLeads(25));

  const checks: [string, (scores: Map<string, number>) => Promise<void>][] = [
    [
      'every band',
      async (scores) => {
        // Cold first: reading the hot ones would put right those that have cooled down.
        for (const band of ['cold', 'warm', 'hot']) {
          const expected = said(scores).filter(([, , its]) => its === band);
          expect(shown(await pages(`filter[score_band]=${band}`)).sort()).toEqual(expected.sort());
        }
      },
    ],
    [
      'the order by score',
      async (scores) => {
        const ids = [...scores.keys()];
        const expected = [...scores].sort(
          ([one, low], [other, high]) => low - high || ids.indexOf(one) - ids.indexOf(other),
        );
        expect((await pages('sort=score')).map(({ public_id, score }) => [public_id, score])).toEqual(expected);
      },
    ],
    [
      'every other list',
      async (scores) => expect(shown(await pages('sort=-created_at')).sort()).toEqual(said(scores).sort()),
    ],
    [
      'every lead read by itself',
      async (scores) => {
        const read = [...scores.keys()].map(async (id) => (await desk.get(id)).body.data);
        expect(shown(await Promise.all(read))).toEqual(said(scores));
      },
    ],
    [
      'every explanation',
      async (scores) => {
        for (const [id, score, band] of said(scores)) {
          const explained = await explain(desk, String(id));
          expect([explained.score, explained.score_band]).toEqual([score, band]);
        }
      },
    ],
  ];
  it.each(checks)('%s shows the scores that activities give at that moment', async (_, check) => {
    for (let round = 0; round < 4; round++) {
      move(random.below(random.pick([1_000, DAY / 10, 2 * DAY])));
      const scores = await slowScores();
      await check(scores);
      expect(await slowScores()).toEqual(scores);
    }
  });
});

describe('a lead whose score has faded', () => {
  let lead: string;
  beforeEach(async () => {
    lead = (await desk.make({ email: `one.${random.below(1e9)}@example.in` })).public_id;
    await act(desk, lead, 'meeting');
    await act(desk, lead, 'meeting');
  });
  const row = async () =>
    (
      await desk.rows('select score, version, updated_at, rescore_at, rendered from leads where public_id = $1', [lead])
    )[0];

  it('has another ETag, and may still be changed with the one from before', async () => {
    const before = await desk.get(lead);
    move(3 * DAY);
    const after = await desk.get(lead, desk.admin, '', { 'if-none-match': before.headers.etag ?? '' });
    expect([after.status, before.body.data.score, after.body.data.score]).toEqual([200, 77, 47]);
    expect(after.headers.etag).not.toBe(before.headers.etag);
    const again = await desk.get(lead, desk.admin, '', { 'if-none-match': after.headers.etag ?? '' });
    expect(again.status).toBe(304);
    const patched = await desk.patch(lead, { first_name: 'Asha' }, desk.admin, {
      'if-match': before.headers.etag ?? '',
    });
    expect(patched.status).toBe(200);
    expect(patched.body.data.score).toBe(47);
  });

  it('is put right without being changed: no version, no time, no trace', async () => {
    const before = await row();
    const trail = await desk.around(lead, 'audit');
    move(3 * DAY);
    await sweepDue({ sql: desk.app.services.database });
    const after = await row();
    expect(after).toMatchObject({ score: 47, version: before.version, updated_at: before.updated_at });
    expect(after.rendered).toBe(before.rendered);
    expect(after.rescore_at.getTime()).toBeGreaterThan(Date.now());
    expect(await desk.around(lead, 'audit')).toEqual(trail);
  });

  it('is found by the sweep, whichever organization it is in, and only once', async () => {
    move(3 * DAY);
    await sweepDue({ sql: desk.app.services.database });
    const counting = countStatements(desk.app.services.database);
    await sweepDue({ sql: counting.database });
    expect(counting.statements).toHaveLength(1);
  });

  it('is put right even where many are due, batch by batch', async () => {
    move(30 * DAY);
    const settings = await loadSettings(desk.app.services.database, desk.cast.organizationId);
    if (settings === null) throw new Error('there are no settings');
    const due = async () =>
      Number((await desk.rows('select count(*) as n from leads where rescore_at <= $1', [new Date()]))[0].n);
    const before = await due();
    expect(before).toBeGreaterThan(3);
    expect(await settleDue(desk.app.services.database, settings, new Date(), 3)).toEqual({ due: 3, written: 3 });
    expect(await due()).toBe(before - 3);
  });

  it('is not given a score by who still has an older model in hand', async () => {
    const database = desk.app.services.database;
    const settings = await loadSettings(database, desk.cast.organizationId);
    if (settings === null) throw new Error('there are no settings');
    move(3 * DAY);
    const older = { ...settings, scoring: { ...settings.scoring, rules: [], version: settings.scoring.version - 1 } };
    const [{ id }] = await desk.rows('select id from leads where public_id = $1', [lead]);
    expect(await settleLeads(database, older, [id], new Date())).toEqual([]);
    expect((await settleDue(database, older, new Date())).written).toBe(0);
    expect(await settleLeads(database, settings, [id], new Date())).toEqual([id]);
  });

  it('is in its band for every one of many who ask at the same moment', async () => {
    move(3 * DAY);
    const scores = await slowScores();
    const warm = said(scores).filter(([, , band]) => band === 'warm');
    const asked = await Promise.all(
      Array.from({ length: 8 }, () =>
        desk.app.call('GET', '/leads?filter[score_band]=warm&page[size]=200', { token: desk.admin }),
      ),
    );
    for (const { body } of asked) expect(shown(body.data).sort()).toEqual(warm.sort());
    move(3 * DAY);
    const all = said(await slowScores()).sort();
    const read = Array.from({ length: 8 }, () => desk.app.call('GET', '/leads?page[size]=200', { token: desk.admin }));
    for (const { body } of await Promise.all(read)) expect(shown(body.data).sort()).toEqual(all);
  });

  it('is never given a score from before a change that came in between', async () => {
    move(3 * DAY);
    const settings = await loadSettings(desk.app.services.database, desk.cast.organizationId);
    if (settings === null) throw new Error('there are no settings');
    const real = desk.app.services.database;
    // Just before the faded score is written, somebody meets the lead again.
    const rows: typeof real.rows = async (text, values, planning) => {
      if (text.includes('leadline_write_scores')) await act(desk, lead, 'meeting');
      return real.rows(text, values, planning);
    };
    const now = new Date();
    await settleDue({ ...real, rows }, settings, now);
    const { body } = await desk.get(lead);
    expect(body.data.score).toBe(77);
  });
});

it('a list that scores do not decide asks nothing more than the page, while none on it is due', async () => {
  await sweepDue({ sql: desk.app.services.database });
  const { services } = desk.app;
  const counting = countStatements(services.database);
  const { http } = buildApp({ ...services, database: counting.database });
  const countReads = async (query = '') => {
    counting.statements.length = 0;
    const headers = { authorization: `Bearer ${desk.admin}` };
    expect((await http.inject({ url: `/api/v1/leads${query}`, headers })).statusCode).toBe(200);
    return counting.statements.filter((text) => text.includes('from leads')).length;
  };
  try {
    expect(await countReads()).toBe(1);
    expect(await countReads('?sort=score')).toBe(2);
  } finally {
    await http.close();
  }
});
