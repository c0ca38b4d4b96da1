import { describe, expect, it } from 'vitest';
import { mostInAll, sizeFault } from '../../src/conditions/size.ts';
import { useCast } from '../support/opened.ts';

const { app, cast } = useCast();

const send = (method: string, path: string, body: object) => app.call(method, path, { token: cast.admin.token, body });
const containing = (from: number, count: number) => ({
  all: Array.from({ length: count }, (_, n) => ({ field: 'email', op: 'contains', value: `part${from + n}` })),
});

describe('what conditions have in all', () => {
  it('counts the same part of the same field once, and every entry of a list', () => {
    const condition = { field: 'email', op: 'contains', value: 'x' } as const;
    const same = Array.from({ length: 300 }, () => ({ all: [condition] }));
    expect(sizeFault(same)).toBeNull();
    const parts = (count: number) => [{ all: containing(0, count).all as (typeof condition)[] }];
    expect(sizeFault(parts(mostInAll.contains))).toBeNull();
    expect(sizeFault(parts(mostInAll.contains + 1))).toMatch(/^201 different values for contains, 200 at most/);
    const list = { field: 'email', op: 'in', value: Array.from({ length: 200 }, (_, n) => `a${n}`) } as const;
    const lists = (count: number) => Array.from({ length: count }, () => ({ all: [list] }));
    expect(sizeFault(lists(100))).toBeNull();
    expect(sizeFault(lists(101))).toMatch(/^20200 entries in lists/);
    const long = { field: 'email', op: 'eq', value: 'x'.repeat(2_000) } as const;
    expect(sizeFault(Array.from({ length: 501 }, () => ({ all: [long] })))).toMatch(/characters in values/);
  });
});

it('the rules of an organization are bounded together: 409 that says by what, also on a change', async () => {
  const pool = { memberships: [cast.ravi.membership] };
  const rule = (name: string, when: object) => ({ name, strategy: 'fixed', pool, when });
  for (let n = 0; n < 4; n++) {
    expect((await send('POST', '/distribution-rules', rule(`R${n}`, containing(50 * n, 50)))).status).toBe(201);
  }
  const more = await send('POST', '/distribution-rules', rule('One more', containing(1_000, 1)));
  expect([more.status, more.body.code]).toEqual([409, 'conflict']);
  expect(more.body.detail).toContain('201 different values for contains, 200 at most');
  const plain = await send('POST', '/distribution-rules', rule('Plain', { all: [] }));
  expect(plain.status).toBe(201);
  const path = `/distribution-rules/${plain.body.data.public_id}`;
  expect((await send('PATCH', path, { when: containing(1_000, 1) })).status).toBe(409);
  expect((await send('PATCH', path, { when: containing(0, 1) })).status).toBe(200);
});

it('a scoring model and drafts that have too much are refused as a whole', async () => {
  const rules = Array.from({ length: 5 }, (_, n) => ({ name: `R${n}`, points: 1, when: containing(50 * n, 50) }));
  const model = await send('PUT', '/scoring', { rules });
  expect([model.status, model.body.errors]).toEqual([
    422,
    { rules: ['have conditions with 250 different values for contains, 200 at most'] },
  ]);
  const drafts = rules.map(({ when }) => ({ strategy: 'fixed', pool: { memberships: [cast.ravi.membership] }, when }));
  const simulated = await send('POST', '/distribution-rules/simulate', { lead: {}, rules: drafts });
  expect([simulated.status, Object.keys(simulated.body.errors)]).toEqual([422, ['rules']]);
});

it('a part that is searched for is short', async () => {
  const when = { all: [{ field: 'email', op: 'contains', value: 'x'.repeat(201) }] };
  const { status, body } = await send('PUT', '/scoring', { rules: [{ name: 'Long', points: 1, when }] });
  expect([status, body.errors]).toEqual([
    422,
    { 'rules.0.when.all.0.value': ['must have at most 200 characters for contains'] },
  ]);
});
