import { describe, expect, it } from 'vitest';
import { defaultModel } from '../../src/settings/scoring-model.ts';
import { faultsOf, type Shown } from '../support/leads.ts';
import { useLeadDesk } from '../support/opened.ts';

const desk = useLeadDesk();

const get = async (token = desk.admin): Promise<Shown> => (await desk.app.call('GET', '/scoring', { token })).body.data;
const put = (body: unknown, token = desk.admin) => desk.app.call('PUT', '/scoring', { token, body });
const replace = async (body: unknown): Promise<Shown> => {
  const answer = await put(body);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body.data;
};
const trail = async () =>
  (await desk.app.call('GET', '/audit?page[size]=200', { token: desk.admin })).body.data.filter(
    ({ subject }: Shown) => subject.type === 'scoring',
  );

const rule = { name: 'Always', points: 10 };
const signal = { activity: 'call', points: 5 };

it('an organization begins with the default model, and nothing to score anew', async () => {
  const { version, bands, rules, signals, warnings, rescoring } = await get(desk.cast.zenith.admin.token);
  expect({ version, bands, rules, signals }).toEqual(defaultModel);
  expect([warnings, rescoring]).toEqual([[], null]);
});

describe('a model that is put in its place', () => {
  it('counts the version on, fills in what was not sent, and is what is read', async () => {
    const before = await get();
    const model = await replace({ rules: [rule], signals: [signal] });
    expect(model).toMatchObject({
      version: before.version + 1,
      bands: { hot: 70, warm: 40 },
      rules: [{ ...rule, when: { all: [] } }],
      signals: [{ ...signal, half_life_days: null, cap: null }],
      warnings: [],
      rescoring: { version: before.version + 1, rescored: 0, finished_at: null },
    });
    const { rescoring: _, ...rest } = model;
    expect(await get()).toMatchObject(rest);
    expect(await get(desk.cast.meera.token)).toMatchObject(rest);
  });

  it('counts leads only to those who see all of the organization', async () => {
    await replace({ rules: [rule] });
    expect((await get()).rescoring).not.toBeNull();
    for (const { token } of [desk.cast.meera, desk.cast.om]) {
      expect(await get(token)).toMatchObject({ rescoring: null, rules: [rule] });
    }
  });

  it('replaces everything: a part that is not sent is empty', async () => {
    await replace({ bands: { hot: 50, warm: 10 }, rules: [rule], signals: [signal] });
    expect(await replace({})).toMatchObject({ bands: { hot: 70, warm: 40 }, rules: [], signals: [] });
  });

  it('leaves one audit entry, with what it was and what it is', async () => {
    const before = await replace({ rules: [rule] });
    const after = await replace({ rules: [rule], bands: { hot: 60, warm: 30 } });
    const [entry] = await trail();
    expect(entry).toMatchObject({
      action: 'scoring.replaced',
      subject: { type: 'scoring', public_id: desk.cast.organization },
      changes: [{ field: 'bands', from: before.bands, to: after.bands }],
    });
  });

  it.each([
    ['as it is', {}],
    [
      'with values that are put right',
      { rules: [{ ...rule, when: { all: [{ field: 'email', op: 'contains', value: '  @acme ' }] } }] },
    ],
    ['with what is meant anyway spelled out', { signals: [{ ...signal, cap: null, half_life_days: null }] }],
  ])('and is sent again, %s, changes nothing and leaves no trace', async (_, parts) => {
    const first = await replace({ rules: [rule], signals: [signal], ...parts });
    const entries = (await trail()).length;
    const again = await replace({ rules: [rule], signals: [signal], ...parts });
    expect(again.version).toBe(first.version);
    expect(again.rescoring.started_at).toBe(first.rescoring.started_at);
    expect(await trail()).toHaveLength(entries);
  });

  it('and is sent again, with zeros written otherwise, changes nothing', async () => {
    const zero = (points: string) => `{"rules": [{"name": "Nothing", "points": ${points}}]}`;
    const { version } = await replace(zero('-0'));
    for (const points of ['-0', '0', '0.0', '-0e3']) expect((await replace(zero(points))).version).toBe(version);
  });

  it('is the organization’s own', async () => {
    await replace({ rules: [{ ...rule, name: 'Ours' }] });
    expect((await get(desk.cast.zenith.admin.token)).version).toBe(1);
  });

  it('counts for the next lead at once', async () => {
    await replace({ rules: [{ name: 'All', points: 81.5 }], bands: { hot: 82, warm: 81 } });
    expect(await desk.make()).toMatchObject({ score: 82, score_band: 'hot' });
  });

  it('two at the same time become two versions, one after the other', async () => {
    const { version } = await get();
    const models = await Promise.all([1, 2, 3, 4].map((points) => replace({ rules: [{ ...rule, points }] })));
    expect(models.map((model) => model.version).sort()).toEqual([1, 2, 3, 4].map((n) => version + n));
  });
});

describe('what is refused', () => {
  const condition = (parts: object) => ({ rules: [{ ...rule, when: { all: [parts] } }] });
  it.each([
    ['bands in the wrong order', { bands: { hot: 40, warm: 40 } }, ['bands.hot']],
    ['a hot band beyond the scores', { bands: { hot: 101, warm: 40 } }, ['bands.hot']],
    ['a warm band from nothing on', { bands: { hot: 70, warm: 0 } }, ['bands.warm']],
    ['a band that is no whole number', { bands: { hot: 70.5, warm: 40 } }, ['bands.hot']],
    ['half of the bands', { bands: { hot: 70 } }, ['bands.warm']],
    ['a rule without a name', { rules: [{ points: 1 }] }, ['rules.0.name']],
    ['an empty name', { rules: [{ ...rule, name: ' ' }] }, ['rules.0.name']],
    ['a name of 101 characters', { rules: [{ ...rule, name: 'x'.repeat(101) }] }, ['rules.0.name']],
    ['too many points', { rules: [rule, { ...rule, points: 100.01 }] }, ['rules.1.points']],
    ['points of three decimals', { rules: [{ ...rule, points: 0.125 }] }, ['rules.0.points']],
    ['points as text', { rules: [{ ...rule, points: '5' }] }, ['rules.0.points']],
    ['an unknown field', { rules: [{ ...rule, weight: 1 }], colour: 'red' }, ['colour', 'rules.0.weight']],
    ['a rule that is none', { rules: [null] }, ['rules.0']],
    ['conditions that are null', { rules: [{ ...rule, when: null }] }, ['rules.0.when']],
    ['an unknown kind of activity', { signals: [{ ...signal, activity: 'calls' }] }, ['signals.0.activity']],
    ['a kind of activity twice', { signals: [signal, { ...signal, points: 1 }] }, ['signals.1.activity']],
    ['a half-life of nothing', { signals: [{ ...signal, half_life_days: 0 }] }, ['signals.0.half_life_days']],
    ['a half-life beyond ten years', { signals: [{ ...signal, half_life_days: 3_651 }] }, ['signals.0.half_life_days']],
    ['a cap below nothing', { signals: [{ ...signal, cap: -1 }] }, ['signals.0.cap']],
    ['201 rules', { rules: Array.from({ length: 201 }, () => rule) }, ['rules']],
    ['an unknown field in a condition', condition({ field: 'mail', op: 'present' }), ['rules.0.when.all.0.field']],
    ['an operator that the field lacks', condition({ field: 'source', op: 'gt', value: 1 }), ['rules.0.when.all.0.op']],
    ['a value of the wrong type', condition({ field: 'email', op: 'eq', value: 5 }), ['rules.0.when.all.0.value']],
  ])('%s', async (_, body, fields) => {
    const before = await get();
    expect(faultsOf(await put(body))).toEqual(fields);
    expect((await get()).version).toBe(before.version);
  });

  it('everything wrong is said at once, with the name that was probably meant', async () => {
    const { body } = await put({
      bands: { hot: 10, warm: 20 },
      rules: [{ ...rule, points: 200, when: { all: [{ field: 'estimated_valu', op: 'present' }] } }],
    });
    expect(Object.keys(body.errors).sort()).toEqual(['bands.hot', 'rules.0.points', 'rules.0.when.all.0.field']);
    expect(body.errors['rules.0.when.all.0.field'][0]).toContain('did you mean estimated_value?');
  });
});

it('a manager reads the model and cannot change it; an agent does neither', async () => {
  const { ravi, meera } = desk.cast;
  expect((await desk.app.call('GET', '/scoring', { token: meera.token })).status).toBe(200);
  expect((await put({}, meera.token)).status).toBe(403);
  expect((await desk.app.call('GET', '/scoring', { token: ravi.token })).status).toBe(403);
});

it('rules that name what has been archived since are kept, and shown with a warning', async () => {
  const source = await desk.add('sources', { name: 'Fair' });
  const field = await desk.add('custom-fields', { key: 'stand', type: 'text' });
  const rules = [
    { ...rule, when: { all: [{ field: 'source', op: 'in', value: [source.public_id] }] } },
    { ...rule, when: { all: [{ field: 'custom_fields.stand', op: 'present' }] } },
  ];
  const { version } = await replace({ rules });
  await desk.change(`sources/${source.public_id}`, { archived: true });
  await desk.change(`custom-fields/${field.public_id}`, { archived: true });
  expect(await get()).toMatchObject({
    version,
    rules,
    warnings: [
      'rules.0.when.all.0 names the archived source Fair',
      'rules.1.when.all.0 names the archived custom field stand',
    ],
  });
});
