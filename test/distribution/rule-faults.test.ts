import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Branches, type Member, type Shop } from '../support/distribution.ts';
import type { Shown } from '../support/leads.ts';

let branches: Branches;
let shop: Shop;
let asha: Member;
let team: string;
let archived: string;
beforeAll(async () => {
  branches = await Branches.open();
  shop = await branches.shop();
  team = await shop.team('West');
  asha = await shop.member('Asha', { team });
  for (const [key, type, options] of [
    ['tier', 'select', ['Gold', 'Silver']],
    ['langs', 'multi_select', ['Hindi', 'Tamil']],
    ['age', 'number'],
    ['vip', 'boolean'],
    ['since', 'date'],
    ['gone', 'text'],
  ] as const) {
    const made = await shop.ok('POST', '/custom-fields', { key, type, ...(options && { options }) });
    if (key === 'gone') await shop.ok('PATCH', `/custom-fields/${made.data.public_id}`, { archived: true });
  }
  archived = (await shop.ok('POST', '/sources', { name: 'Old' })).data.public_id;
  await shop.ok('PATCH', `/sources/${archived}`, { archived: true });
});
afterAll(() => branches.close());

const path = '/distribution-rules';
const pool = () => ({ memberships: [asha.public_id] });

/** What a refused rule is told, by field. */
async function errorsOf(fields: object, method = 'POST', url = path): Promise<Record<string, string[]>> {
  const body = method === 'POST' ? { name: 'Rule', strategy: 'fixed', pool: pool(), ...fields } : fields;
  const answer = await shop.call(method, url, body);
  expect(answer.status, JSON.stringify(answer.body)).toBe(422);
  return answer.body.errors;
}
const when = (field: unknown, op: unknown, ...value: unknown[]) => ({
  when: { all: [{ field, op, ...(value.length > 0 && { value: value[0] }) }] },
});

describe('a condition is refused, with what would be right', () => {
  it.each([
    ['an unknown field', ['emial', 'present'], 'field', /email/],
    ['an unknown custom field', ['custom_fields.teir', 'present'], 'field', /custom_fields\.tier/],
    ['a field that is not the lead’s own', ['owner', 'present'], 'field', /not a field/],
    ['an archived custom field', ['custom_fields.gone', 'present'], 'field', /archived/],
    ['an unknown operator', ['email', 'equals', 'x'], 'op', /eq/],
    ['an operator that the field does not know', ['email', 'gt', 'x'], 'op', /starts_with.*email/],
    ['an order of sources', ['source', 'gt', 'x'], 'op', /not_in/],
    ['`eq` for several values', ['custom_fields.langs', 'eq', 'Hindi'], 'op', /contains/],
    ['a missing value', ['email', 'eq'], 'value', /required/],
    ['a value that is not taken', ['email', 'present', true], 'value', /present/],
    ['a number that is text', ['estimated_value', 'gte', '10'], 'value', /number/],
    ['text that is a number', ['first_name', 'eq', 10], 'value', /text/],
    ['empty text', ['first_name', 'eq', '  '], 'value', /empty/],
    ['a boolean that is text', ['custom_fields.vip', 'eq', 'true'], 'value', /true or false/],
    ['a day that is none', ['custom_fields.since', 'lt', '2026-02-30'], 'value', /date/],
    ['a phone that is none', ['phone', 'eq', '12345'], 'value', /mobile/],
    ['an option that the field has not', ['custom_fields.tier', 'eq', 'Glod'], 'value', /Gold/],
    ['a list that is none', ['custom_fields.age', 'in', 5], 'value', /list/],
    ['an empty list', ['custom_fields.age', 'in', []], 'value', /list/],
    ['a list with one bad entry', ['custom_fields.tier', 'not_in', ['Gold', 'Tin']], 'value', /entry/],
    ['a source of nobody', ['source', 'eq', 'src_00000000000000000000000000'], 'value', /source/],
  ] as const)('%s', async (_, [field, op, ...value], at, message) => {
    const errors = await errorsOf(when(field, op, ...value));
    expect(Object.keys(errors)).toEqual([`when.all.0.${at}`]);
    expect(errors[`when.all.0.${at}`]?.join()).toMatch(message);
  });

  it('an archived source', async () => {
    expect((await errorsOf(when('source', 'eq', archived)))['when.all.0.value']?.join()).toMatch(/archived/);
  });

  it('every faulty one at once, beside every other fault of the body', async () => {
    const all = [
      { field: 'nope', op: 'present' },
      { field: 'email', op: 'present' },
      { field: 'email', op: 'gt', value: 'x' },
    ];
    const errors = await errorsOf({ name: '', strategy: 'random', pool: {}, position: 0, when: { all } });
    expect(Object.keys(errors).sort()).toEqual([
      'name',
      'pool',
      'position',
      'strategy',
      'when.all.0.field',
      'when.all.2.op',
    ]);
  });

  it('more than 50 of them, and members that conditions have not', async () => {
    const all = Array.from({ length: 51 }, () => ({ field: 'email', op: 'present' }));
    expect(Object.keys(await errorsOf({ when: { all } }))).toEqual(['when.all']);
    expect(Object.keys(await errorsOf({ when: { any: [] } }))).toEqual(['when.any']);
    expect(Object.keys(await errorsOf({ when: { all: [{ field: 'email', op: 'present', not: 1 }] } }))).toEqual([
      'when.all.0.not',
    ]);
  });
});

describe('a pool is refused', () => {
  it.each([
    ['with neither team nor members', () => ({}), 'pool', /either team or memberships/],
    ['with both', () => ({ team, ...pool() }), 'pool', /either team or memberships/],
    ['without a member', () => ({ memberships: [] }), 'pool.memberships', /1/],
    ['with a member twice', () => ({ memberships: [asha.public_id, asha.public_id] }), 'pool.memberships', /./],
    ['with an id of another kind', () => ({ team: asha.public_id }), 'pool.team', /./],
    ['with something unknown', () => ({ team, membership: [] }), 'pool.membership', /memberships/],
  ] as const)('%s', async (_, made, at, message) => {
    const errors = await errorsOf({ pool: made() });
    expect(errors[at]?.join()).toMatch(message);
  });

  it('with a team or members that are unknown, or another organization’s', async () => {
    const other = await branches.shop();
    const [theirs, theirTeam] = [await other.member('Theirs'), await other.team('Theirs')];
    for (const id of ['mem_00000000000000000000000000', theirs.public_id]) {
      const errors = await errorsOf({ pool: { memberships: [asha.public_id, id] } });
      expect(errors).toEqual({ 'pool.memberships': [`${id} is not a member of this organization`] });
    }
    for (const id of ['team_00000000000000000000000000', theirTeam]) {
      expect(await errorsOf({ pool: { team: id } })).toEqual({ 'pool.team': ['is not a team of this organization'] });
    }
  });
});

describe('a change is refused like a new rule', () => {
  it('and leaves the rule as it was', async () => {
    const rule = await shop.rule('fixed', [asha], { name: 'Kept' });
    const url = `${path}/${rule.public_id}`;
    const faults = async (body: object) => Object.keys(await errorsOf(body, 'PATCH', url));
    expect(await faults({ pool: {} })).toEqual(['pool']);
    expect(await faults(when('nope', 'present'))).toEqual(['when.all.0.field']);
    expect(await faults({ pool: { memberships: ['mem_00000000000000000000000000'] } })).toEqual(['pool.memberships']);
    expect(await faults({ name: null })).toEqual(['name']);
    expect(await faults({ public_id: rule.public_id })).toEqual(['public_id']);
    expect(await faults({ stratgy: 'fixed' })).toEqual(['stratgy']);
    expect((await shop.ok('GET', url)).data).toEqual(rule);
    await shop.ok('DELETE', url);
  });
});

describe('what conditions compare', () => {
  it.each([
    [
      'a phone, however it is written',
      when('phone', 'eq', '098765 43210'),
      { phone: '+919876543210' },
      { phone: '+919876543211' },
    ],
    ['text, without regard to case', when('first_name', 'in', ['ASHA']), { first_name: 'Asha' }, { first_name: 'Om' }],
    [
      'one of several values',
      when('custom_fields.langs', 'contains', 'Tamil'),
      { custom_fields: { langs: ['Hindi', 'Tamil'] } },
      { custom_fields: { langs: ['Hindi'] } },
    ],
    [
      'days, by the calendar',
      when('custom_fields.since', 'lt', '2026-02-01'),
      { custom_fields: { since: '2026-01-31' } },
      { custom_fields: { since: '2026-02-01' } },
    ],
    ['numbers, by size', when('estimated_value', 'gte', 9), { estimated_value: 10 }, { estimated_value: 8.99 }],
    ['a field that is not there', when('custom_fields.vip', 'neq', true), {}, { custom_fields: { vip: true } }],
  ])('%s', async (_, condition, yes, no) => {
    const rule = await shop.rule('fixed', [asha], condition);
    const ruleFor = async (fields: Shown) => {
      const simulated = await shop.ok('POST', `${path}/simulate`, { lead: { email: 'a@example.in', ...fields } });
      return simulated.data.rule?.public_id ?? null;
    };
    expect([await ruleFor(yes), await ruleFor(no)]).toEqual([rule.public_id, null]);
    await shop.ok('DELETE', `${path}/${rule.public_id}`);
  });
});
