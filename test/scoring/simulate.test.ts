import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Actor } from '../../src/access/actor.ts';
import type { Sql } from '../../src/db/sql.ts';
import { countSignals } from '../../src/leads/scores/signals.ts';
import { withActivities } from '../../src/scoring/signals.ts';
import { defaultModel } from '../../src/settings/scoring-model.ts';
import type { Settings } from '../../src/settings/snapshot.ts';
import { simulateScoring } from '../../src/simulation/scoring.ts';
import { LeadDesk, type Shown } from '../support/leads.ts';
import { act, replaceModel } from './desk.ts';

let desk: LeadDesk;
const DAY = 86_400_000;
const daysAgo = (days: number) => ({ occurred_at: new Date(Date.now() - days * DAY).toISOString() });

/** Points by fields, custom fields and activities, some fading, some against. */
const draft = {
  bands: { hot: 60, warm: 25 },
  rules: [
    {
      name: 'Worth much',
      points: 40,
      when: { all: [{ field: 'estimated_value', op: 'gte', value: 500_000 }] },
    },
    { name: 'In Pune', points: 15, when: { all: [{ field: 'custom_fields.city', op: 'eq', value: 'Pune' }] } },
    { name: 'No email', points: -10, when: { all: [{ field: 'email', op: 'absent' }] } },
  ],
  signals: [
    { activity: 'call', points: 20, half_life_days: 10, cap: 45 },
    { activity: 'sms', points: -5 },
    { activity: 'created', points: 12, half_life_days: 30 },
  ],
};

beforeAll(async () => {
  desk = await LeadDesk.open({ isPatient: true });
  const { admin, cast } = desk;
  await desk.app.call('POST', '/custom-fields', { token: admin, body: { key: 'city', type: 'text' } });
  const owners = [cast.ravi, cast.asha, cast.vikram];
  for (let n = 0; n < 30; n++) {
    const lead = await desk.make({
      estimated_value: (n % 6) * 200_000,
      custom_fields: n % 3 === 0 ? { city: 'Pune' } : {},
      ...(n % 2 === 0 && { email: `lead.${n}@example.in` }),
    });
    const owner = owners[n % 3]?.membership;
    await desk.app.call('PATCH', `/leads/${lead.public_id}`, { token: admin, body: { owner } });
    for (let calls = 0; calls < n % 4; calls++) await act(desk, lead.public_id, 'call', daysAgo(calls * 5));
    if (n % 5 === 0) await act(desk, lead.public_id, 'sms');
    // Closed leads are nobody's to work on: they do not count.
    if (n % 10 === 9) await desk.move(lead.public_id, desk.status('Lost'));
  }
});
afterAll(() => desk.close());

const simulate = (body: unknown, token = desk.admin) => desk.app.call('POST', '/scoring/simulate', { token, body });
const effect = async (body: unknown, token = desk.admin): Promise<Shown> => {
  const answer = await simulate(body, token);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body.data;
};
const openByBand = async (token = desk.admin): Promise<Shown> => {
  const path = '/leads/counts?group_by=score_band&filter[kind]=open';
  const { data } = (await desk.app.call('GET', path, { token })).body;
  return Object.fromEntries(data.map(({ group, count }: Shown) => [group.name, count]));
};
const counts = (bands: Shown, which: 'actual' | 'simulated') =>
  Object.fromEntries(bands.map((one: Shown) => [one.band, one[which]]).filter(([, count]: Shown) => count > 0));

describe('trying out a scoring model', () => {
  it('tells for each caller’s leads exactly what the change of the model then does', async () => {
    const { admin, cast } = desk;
    const tokens = [admin, cast.meera.token, cast.tara.token, cast.om.token];
    const [before, told] = [await Promise.all(tokens.map(openByBand)), [] as Shown[]];
    for (const token of tokens) told.push(await effect(draft, token));
    expect(told.map(({ leads, sampled }) => [leads, sampled])).toEqual([27, 18, 9, 0].map((leads) => [leads, leads]));
    for (const [n, { bands, changes }] of told.entries()) {
      expect(counts(bands, 'actual')).toEqual(before[n]);
      for (const { band, actual, simulated } of bands) {
        const sum = (end: 'from' | 'to') =>
          changes.filter((one: Shown) => one[end] === band).reduce((all: number, one: Shown) => all + one.leads, 0);
        expect(actual - sum('from') + sum('to')).toBe(simulated);
      }
    }
    expect(told[0].changes.length).toBeGreaterThan(1);
    await replaceModel(desk, draft);
    for (const [n, token] of tokens.entries()) {
      expect(counts(told[n].bands, 'simulated')).toEqual(await openByBand(token));
    }
    expect((await effect(draft)).changes).toEqual([]);
  });

  it('writes nothing', async () => {
    const state = () => desk.rows('select id, score, scored_with, version, signals, updated_at from leads order by id');
    const trail = () => desk.rows('select count(*) as n from audit_entries');
    const model = () => desk.app.call('GET', '/scoring', { token: desk.admin });
    const before = [await state(), await trail(), (await model()).body.data];
    await effect({ rules: [{ name: 'All', points: 100 }] });
    expect([await state(), await trail(), (await model()).body.data]).toEqual(before);
  });

  it('refuses a faulty model as the change of the model does', async () => {
    const faulty = {
      bands: { hot: 10, warm: 20 },
      rules: [{ name: '', points: 200, when: { all: [{ field: 'estimated_valeu', op: 'eq', value: 1 }] } }],
      signals: [
        { activity: 'call', points: 1 },
        { activity: 'call', points: 2 },
      ],
      more: true,
    };
    const saved = await desk.app.call('PUT', '/scoring', { token: desk.admin, body: faulty });
    const tried = await simulate(faulty);
    expect([saved.status, tried.status]).toEqual([422, 422]);
    expect(tried.body.errors).toEqual(saved.body.errors);
    expect(Object.keys(tried.body.errors).length).toBeGreaterThan(4);
  });

  it('needs both to read settings and to read leads: conditions tried on leads would tell about them', async () => {
    const { admin, meera, ravi } = desk.cast;
    const only = async (...abilities: ('settings:read' | 'leads:read')[]) =>
      (await simulate(draft, await desk.cast.tokenOf(admin, abilities))).status;
    expect([await only('settings:read'), await only('leads:read')]).toEqual([403, 403]);
    expect(await only('settings:read', 'leads:read')).toBe(200);
    expect([(await simulate(draft, meera.token)).status, (await simulate(draft, ravi.token)).status]).toEqual([
      200, 403,
    ]);
    expect(await effect({}, desk.cast.zenith.admin.token)).toMatchObject({ leads: 0, sampled: 0, changes: [] });
  });
});

describe('at any size', () => {
  const settings = {
    organization: { id: '1' },
    sources: { byId: new Map() },
    scoring: defaultModel,
  } as unknown as Settings;
  const actor = { organizationId: '1', role: 'admin', teamId: null } as unknown as Actor;
  const ids = Array.from({ length: 1_000 }, (_, n) => String(n + 1));
  const model = { ...defaultModel, rules: [{ name: 'City', points: 50, when: whenCity() }], signals: [] };
  function whenCity() {
    return { all: [{ field: 'custom_fields.city', op: 'present' as const }] };
  }
  const scored = (custom: () => object) => {
    let statements = 0;
    const rows = async (_: string, values: readonly unknown[] = []) => {
      statements++;
      const wanted = values.at(-1) as string[];
      return wanted.map((id) => ({ id, source_id: null, custom_fields: custom(), score: 0, rescore_at: null }));
    };
    return { sql: { rows } as unknown as Sql, statements: () => statements };
  };

  it('stops when its time is over, and tells how many it has scored', async () => {
    const realNow = performance.now.bind(performance);
    let skipped = 0;
    performance.now = () => realNow() + skipped;
    try {
      const slow = {
        get city() {
          skipped += 100;
          return 'Pune';
        },
      };
      const { sql, statements } = scored(() => slow);
      const sample = { leads: 70_000, ids };
      const told = await simulateScoring(sql, actor, settings, model, sample, new AbortController().signal);
      expect(told.leads).toBe(70_000);
      expect(told.sampled).toBeGreaterThan(20);
      expect(told.sampled).toBeLessThan(60);
      expect(told.changes).toEqual([{ from: 'cold', to: 'warm', leads: told.sampled }]);
      expect(statements()).toBe(1);
    } finally {
      performance.now = realNow;
    }
  });

  it('ends when its caller hangs up: nothing more is read', async () => {
    const gone = new AbortController();
    const { sql, statements } = scored(() => {
      if (statements() === 2) gone.abort();
      return {};
    });
    const work = simulateScoring(sql, actor, settings, model, { leads: 1_000, ids }, gone.signal);
    await expect(work).rejects.toMatchObject({ status: 503 });
    expect(statements()).toBe(2);
  });

  it('gives way to other requests while it counts many activities, in whatever order they come', async () => {
    const minute = 60_000;
    const all = Array.from({ length: 20_000 }, (_, n) => ({
      lead_id: n % 4 === 3 ? '2' : '1',
      id: String(n),
      kind: n % 3 === 0 ? 'reenquiry' : 'call',
      // From the first half to the second and back: 7 and 20,000 have no common divisor.
      occurred_at: new Date(Date.UTC(2026, 0, 1) + ((n * 7) % 20_000) * 5 * minute),
    }));
    const now = new Date(Date.UTC(2026, 8, 20));
    let turns = 0;
    let isOver = false;
    const turn = () => {
      turns++;
      if (!isOver) setImmediate(turn);
    };
    const realNow = performance.now.bind(performance);
    let skipped = 0;
    performance.now = () => {
      skipped += 10; // every slice is over at once
      return realNow() + skipped;
    };
    try {
      turn();
      const sql = { rows: async () => all } as unknown as Sql;
      const counted = await countSignals(sql, settings, ['1', '2'], now);
      isOver = true;
      for (const id of ['1', '2']) {
        const happened = all.flatMap(({ lead_id, kind, occurred_at }) =>
          lead_id === id ? { kind, at: occurred_at } : [],
        );
        const atOnce = withActivities(defaultModel, null, happened, now);
        for (const [kind, [count, at, last]] of Object.entries(atOnce ?? {})) {
          const [gotCount, ...got] = counted.get(id)?.[kind] ?? [];
          expect(gotCount).toBeCloseTo(count, 9);
          expect(got).toEqual(last === undefined ? [at] : [at, last]);
        }
      }
      expect(turns).toBeGreaterThan(2 * (all.length / 500) - 5);
    } finally {
      isOver = true;
      performance.now = realNow;
    }
  });

  it('counts a lead’s activities the same, however few of them are read at once', async () => {
    const hour = 3_600_000;
    const all = Array.from({ length: 45_000 }, (_, n) => ({
      lead_id: String(1 + (n % 2)),
      id: String(n),
      kind: n % 2 === 0 && n % 1_000 !== 0 ? 'call' : 'reenquiry',
      occurred_at: new Date(Date.UTC(2026, 0, 1) + (n * hour) / 3),
    }));
    const now = new Date(Date.UTC(2027, 8, 20));
    let most = 0;
    const rows = async (text: string, values: readonly unknown[] = []) => {
      const one = text.includes('lead_id = $2');
      const mine = all.filter(({ lead_id }) =>
        one ? lead_id === values[1] : (values[1] as string[]).includes(lead_id),
      );
      const after = one && values[4] !== '0' ? mine.findIndex(({ id }) => id === values[4]) + 1 : 0;
      const page = mine.slice(after, after + Number(values.at(-1)));
      most = Math.max(most, page.length);
      return page;
    };
    const paged = await countSignals({ rows } as unknown as Sql, settings, ['1', '2'], now);
    expect(most).toBeLessThanOrEqual(20_001);
    for (const id of ['1', '2']) {
      const happened = all.flatMap(({ lead_id, kind, occurred_at }) =>
        lead_id === id ? { kind, at: occurred_at } : [],
      );
      const atOnce = withActivities(defaultModel, null, happened, now);
      expect(Object.keys(paged.get(id) ?? {})).toEqual(Object.keys(atOnce ?? {}));
      for (const [kind, [count, at, last]] of Object.entries(atOnce ?? {})) {
        const counted = paged.get(id)?.[kind];
        expect(counted?.[0]).toBeCloseTo(count, 9);
        expect([counted?.[1], counted?.[2]]).toEqual([at, last]);
      }
    }
  });
});
