import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Branches, type Member, type Shop } from '../support/distribution.ts';
import type { Shown } from '../support/leads.ts';

let branches: Branches;
let shop: Shop;
let [a, b]: Member[] = [];
beforeAll(async () => {
  branches = await Branches.open();
});
afterAll(() => branches.close());
beforeEach(async () => {
  shop = await branches.shop();
  [a, b] = [await shop.member('a', { weight: 3 }), await shop.member('b')];
});

const url = '/distribution-rules/simulate';
const pool = (...members: (Member | undefined)[]) => ({ memberships: members.map((member) => member?.public_id) });
const lead = { phone: '+919876543210' };
const simulate = async (body: object, token?: string): Promise<Shown> =>
  (await shop.ok('POST', url, body, token === undefined ? {} : { token })).data;

/** Everything that the organization has, in every table that has organizations. */
async function everything(): Promise<Record<string, string>> {
  const tables = await shop.rows<{ name: string }>(
    `select table_name as name from information_schema.columns
      where table_schema = 'public' and column_name = 'organization_id' and $1::text is not null`,
  );
  const kept: Record<string, string> = {};
  for (const { name } of tables) {
    if (name === 'tokens') continue; // when it was last used
    const [row] = await shop.rows<{ hash: string }>(
      `select count(*) || ' ' || coalesce(md5(string_agg(t::text, '|' order by t::text)), '') as hash from ${name} as t
        where organization_id = $1`,
    );
    kept[name] = row?.hash ?? '';
  }
  return kept;
}

describe('simulating one lead', () => {
  it('answers who would get it and why, as the next lead then shows', async () => {
    await shop.member('c', { accepting_leads: false });
    await shop.rule('weighted', {
      memberships: (await shop.ok('GET', '/memberships')).data
        .filter((m: Shown) => m.role === 'agent')
        .map((m: Shown) => m.public_id)
        .sort(),
    });
    for (let n = 0; n < 6; n++) {
      const { owner, rule, strategy, candidates } = await simulate({ lead });
      const made = await shop.lead({}, { via: n % 2 });
      const { assigned_at: _, ...happened } = await shop.assignment(made.public_id);
      expect({ owner, rule, strategy, candidates, more_candidates: 0 }).toEqual(happened);
      expect(candidates).toHaveLength(3);
    }
  });

  it('tries rules that are there as they are, also where they name what has been archived since', async () => {
    const source = (await shop.ok('POST', '/sources', { name: 'Old fair' })).data.public_id;
    const { when } = await shop.rule('fixed', pool(a), {
      when: { all: [{ field: 'source', op: 'eq', value: source }] },
    });
    await shop.ok('PATCH', `/sources/${source}`, { archived: true });
    const rules = [
      { strategy: 'fixed', pool: pool(a), when },
      { strategy: 'fixed', pool: pool(b) },
    ];
    expect(await simulate({ lead, rules })).toMatchObject({ owner: { public_id: b?.public_id } });
    const other = { all: [...when.all, { field: 'email', op: 'present' }] };
    const refused = await shop.call('POST', url, { lead, rules: [rules[1], { ...rules[0], when: other }] });
    expect(Object.keys(refused.body.errors)).toEqual(['rules.1.when.all.0.value']);
  });

  it('needs neither phone nor required fields, and judges what it is given as a new lead would be', async () => {
    await shop.ok('POST', '/custom-fields', { key: 'tier', type: 'text', required: true });
    await shop.rule('fixed', pool(b), { when: { all: [{ field: 'phone', op: 'eq', value: '9876543210' }] } });
    expect((await simulate({ lead: { phone: '098765-43210' } })).owner.name).toBe('b');
    expect((await simulate({ lead: {} })).owner.name).toBe('a');
  });

  it('says that nobody could take it', async () => {
    const rule = await shop.rule('fixed', pool(a));
    for (const member of [a, b]) await shop.change(member as Member, { open_cap: 0 });
    expect(await simulate({ lead })).toEqual({
      more_candidates: 0,
      owner: null,
      rule: { public_id: rule.public_id, name: 'fixed' },
      strategy: null,
      candidates: [a, b].map((member) => ({
        membership: { public_id: member?.public_id, name: member?.name },
        outcome: 'open_cap',
      })),
    });
  });

  it('tries drafts instead of the rules in force: by position, then as listed, without those that are not active', async () => {
    await shop.rule('fixed', pool(a));
    const draft = (member: Member | undefined, more: object = {}) => ({
      strategy: 'fixed',
      pool: pool(member),
      ...more,
    });
    expect(await simulate({ lead, rules: [draft(b, { name: 'Mine' })] })).toMatchObject({
      owner: { name: 'b' },
      rule: { public_id: null, name: 'Mine' },
      strategy: 'fixed',
    });
    const first = async (rules: object[]) => (await simulate({ lead, rules })).owner.name;
    expect(await first([draft(a), draft(b)])).toBe('a');
    expect(await first([draft(a), draft(b, { position: 1 })])).toBe('b');
    expect(await first([draft(a, { active: false }), draft(b)])).toBe('b');
    expect(await first([draft(b, { when: { all: [{ field: 'email', op: 'present' }] } })])).toBe('a');
    expect(await simulate({ lead, rules: [] })).toMatchObject({
      rule: null,
      strategy: 'round_robin',
      owner: { name: 'a' },
    });
  });

  it('writes nothing, and takes no turn', async () => {
    await shop.rule('round_robin', pool(a, b));
    await shop.owners(3);
    await shop.change(b as Member, { accepting_leads: false });
    const before = await everything();
    for (let n = 0; n < 3; n++) {
      await simulate({ lead });
      await simulate({ lead, rules: [{ strategy: 'weighted', pool: pool(a, b) }] });
      await simulate({ filter: { created_at: 'today' } });
    }
    expect(await everything()).toEqual(before);
    await shop.change(b as Member, { accepting_leads: true });
    expect(await shop.owners(2)).toEqual(['b', 'a']);
  });
});

describe('a simulation is refused', () => {
  const errorsOf = async (body: object): Promise<Record<string, string[]>> => {
    const answer = await shop.call('POST', url, body);
    expect(answer.status, JSON.stringify(answer.body)).toBe(422);
    return answer.body.errors;
  };

  it('with neither a lead nor a filter, or with both', async () => {
    expect(Object.keys(await errorsOf({}))).toEqual(['lead']);
    expect(Object.keys(await errorsOf({ lead, filter: { created_at: 'today' } }))).toEqual(['lead']);
  });

  it('with faulty drafts, each fault named by where it stands', async () => {
    const other = await branches.shop();
    const theirs = await other.member('Theirs');
    const rules = [
      { strategy: 'fixed', pool: pool(a), when: { all: [{ field: 'nope', op: 'present' }] } },
      { strategy: 'fixed', pool: {} },
      {
        strategy: 'fixed',
        pool: pool(theirs),
        when: {
          all: [
            { field: 'email', op: 'present' },
            { field: 'estimated_value', op: 'gt', value: 'x' },
          ],
        },
      },
      { strategy: 'fixed', pool: { team: 'team_00000000000000000000000000' } },
    ];
    expect(Object.keys(await errorsOf({ lead, rules })).sort()).toEqual([
      'rules.0.when.all.0.field',
      'rules.1.pool',
      'rules.2.pool.memberships',
      'rules.2.when.all.1.value',
      'rules.3.pool.team',
    ]);
    expect(Object.keys(await errorsOf({ lead, rules: [{ strategy: 'best', pool: pool(a) }, {}] })).sort()).toEqual([
      'rules.0.strategy',
      'rules.1.pool',
      'rules.1.strategy',
    ]);
    expect(Object.keys(await errorsOf({ lead, rules: 'all' }))).toEqual(['rules']);
  });

  it('with a faulty lead or range', async () => {
    const faulty = { phone: '12', source: 'src_00000000000000000000000000', custom_fields: { nope: 1 }, nmae: 'x' };
    expect(Object.keys(await errorsOf({ lead: faulty })).sort()).toEqual([
      'lead.custom_fields.nope',
      'lead.nmae',
      'lead.phone',
      'lead.source',
    ]);
    expect(Object.keys(await errorsOf({ filter: { created_at: 'someday' } }))).toEqual(['filter.created_at']);
    expect(Object.keys(await errorsOf({ filter: {} }))).toEqual(['filter.created_at']);
  });

  it('to agents', async () => {
    expect((await shop.call('POST', url, { lead }, { token: await shop.tokenOf(a as Member) })).status).toBe(403);
  });
});
