import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { verifyLeads } from '../../src/leads/verify.ts';
import { LeadDesk } from '../support/leads.ts';
import { act, explain, replaceModel } from './desk.ts';

const DAY = 86_400_000;
let desk: LeadDesk;

beforeAll(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
  desk = await LeadDesk.open();
  await replaceModel(desk, {
    rules: [
      { name: 'Has an email', when: { all: [{ field: 'email', op: 'present' }] }, points: 20 },
      {
        name: 'Is worth a lot',
        when: { all: [{ field: 'estimated_value', op: 'gte', value: 100_000 }] },
        points: 30.25,
      },
      { name: 'Always', points: 10 },
    ],
    signals: [
      { activity: 'meeting', points: 20, half_life_days: 10, cap: 30 },
      { activity: 'call', points: -4, half_life_days: null },
    ],
  });
});
afterAll(async () => {
  await desk.close();
  vi.useRealTimers();
});

const later = (ms: number) => vi.setSystemTime(Date.now() + ms);
const stored = async (lead: string) =>
  (await desk.rows('select score, scored_with, rescore_at, version from leads where public_id = $1', [lead]))[0];

it('names every rule and every kind of activity that counts, with its points as they are now', async () => {
  const lead = (await desk.make({ email: 'why@example.in', estimated_value: 100_000 })).public_id;
  for (const kind of ['meeting', 'meeting', 'call', 'other']) await act(desk, lead, kind);
  const { body } = await desk.app.call('GET', '/scoring', { token: desk.admin });
  expect(await explain(desk, lead)).toEqual({
    score: 86,
    score_band: 'hot',
    total: 86.25,
    rules: [
      { name: 'Has an email', points: 20 },
      { name: 'Is worth a lot', points: 30.25 },
      { name: 'Always', points: 10 },
    ],
    signals: [
      { activity: 'meeting', points: 30 },
      { activity: 'call', points: -4 },
    ],
    model_version: body.data.version,
    as_of: expect.any(String),
  });
  later(20 * DAY);
  const faded = await explain(desk, lead);
  expect(faded.signals[0].points).toBeCloseTo(10, 2);
  expect(faded.score).toBe(66);
});

it('says the same as the lead, and leaves the lead’s row saying it, where the score had faded', async () => {
  const lead = (await desk.make({ email: 'fades@example.in' })).public_id;
  await act(desk, lead, 'meeting');
  const before = await stored(lead);
  later(10 * DAY);
  const { score } = await explain(desk, lead);
  expect(score).toBe(40);
  expect(await stored(lead)).toMatchObject({ score, version: before.version });
  expect((await desk.get(lead)).body.data.score).toBe(score);
});

it('says the same as the lead where the lead still had the score of an older model', async () => {
  const lead = (await desk.make()).public_id;
  await act(desk, lead, 'call');
  const { scored_with } = await stored(lead);
  await desk.rows('update leads set score = 99, signals = null, scored_with = $2 where public_id = $1', [
    lead,
    scored_with - 1,
  ]);
  expect((await desk.get(lead)).body.data.score).toBe(99);
  expect((await explain(desk, lead)).score).toBe(6);
  expect(await stored(lead)).toMatchObject({ score: 6, scored_with });
  expect((await desk.get(lead)).body.data.score).toBe(6);
});

it('is for those who may see the lead', async () => {
  const { ravi, asha, meera, tara } = desk.cast;
  const lead = (await desk.make({}, ravi)).public_id;
  for (const { token } of [ravi, meera]) expect((await explain(desk, lead, token)).score).toBe(10);
  for (const { token } of [asha, tara, desk.cast.zenith.admin]) {
    expect((await desk.app.call('GET', `/leads/${lead}/score`, { token })).status).toBe(404);
  }
});

describe('leadline verify', () => {
  const misscored = async () => (await verifyLeads(desk.app.services.database)).misscored;

  it('finds no fault with leads that were worked on, faded or due', async () => {
    const lead = (await desk.make({ email: 'sound@example.in' })).public_id;
    for (const kind of ['meeting', 'call', 'meeting']) await act(desk, lead, kind);
    await act(desk, lead, 'meeting', { occurred_at: new Date(Date.now() - 3 * DAY).toISOString() });
    expect(await misscored()).toEqual([]);
    later(4 * DAY);
    expect(await misscored()).toEqual([]);
    await desk.list('?sort=score');
    expect(await misscored()).toEqual([]);
  });

  it.each([
    ['whose score is another', 'update leads set score = score + 1 where public_id = $1'],
    ['whose signals are gone', 'update leads set signals = null where public_id = $1'],
    [
      'whose signals count too much',
      `update leads set signals = jsonb_set(signals, '{meeting,0}', '1.5') where public_id = $1`,
    ],
    ['that was never scored', `update leads set scored_with = 0 where public_id = $1`],
    [
      'one of whose activities is gone',
      `delete from activities where kind = 'meeting' and lead_id = (select id from leads where public_id = $1)`,
    ],
  ])('finds a lead %s', async (_, fault) => {
    await desk.rows('update rescorings set finished_at = now()');
    const lead = (await desk.make()).public_id;
    await act(desk, lead, 'meeting');
    const before = await misscored();
    expect(before).not.toContain(lead);
    await desk.rows(fault, [lead]);
    expect((await misscored()).filter((id) => !before.includes(id))).toEqual([lead]);
  });
});
