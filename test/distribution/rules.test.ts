import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Branches, type Member, type Shop } from '../support/distribution.ts';
import type { Shown } from '../support/leads.ts';

let branches: Branches;
let shop: Shop;
let asha: Member;
beforeAll(async () => {
  branches = await Branches.open();
});
afterAll(() => branches.close());
beforeEach(async () => {
  shop = await branches.shop();
  asha = await shop.member('Asha');
});

const path = '/distribution-rules';
const list = async (): Promise<Shown[]> => (await shop.ok('GET', path)).data;
const names = async () => (await list()).map(({ name }) => name);
const entries = async (): Promise<Shown[]> =>
  (await shop.ok('GET', '/audit')).data.filter(({ action }: Shown) => action.startsWith('distribution_rule.'));

describe('a distribution rule', () => {
  it('needs a name, a strategy and a pool; else it is last, active, and always matches', async () => {
    await shop.rule('fixed', [asha], { position: 41 });
    const pool = { memberships: [asha.public_id] };
    const { status, headers, body } = await shop.call('POST', path, { name: 'Bare', strategy: 'weighted', pool });
    expect(status).toBe(201);
    const rule = {
      public_id: body.data.public_id,
      name: 'Bare',
      strategy: 'weighted',
      pool,
      position: 42,
      active: true,
    };
    expect(body.data).toEqual({ ...rule, when: { all: [] }, warnings: [] });
    expect(body.data.public_id).toMatch(/^rule_[0-9a-hjkmnp-tv-z]{26}$/);
    expect(headers.location).toBe(`/api/v1${path}/${rule.public_id}`);
    expect((await shop.ok('GET', `${path}/${rule.public_id}`)).data).toEqual(body.data);
    expect((await shop.ok('GET', `${path}/${rule.public_id}`, undefined, { via: 1 })).data).toEqual(body.data);
  });

  it('is listed by position, then name, and tried in that order', async () => {
    const [b, c] = [await shop.member('B'), await shop.member('C')];
    await shop.rule('fixed', [c], { name: 'Zeta', position: 5 });
    await shop.rule('fixed', [b], { name: 'Alpha', position: 5 });
    const last = await shop.rule('fixed', [asha], { name: 'Last' });
    expect(await names()).toEqual(['Alpha', 'Zeta', 'Last']);
    expect(await shop.owners(1)).toEqual(['B']);
    await shop.ok('PATCH', `${path}/${last.public_id}`, { position: 1 });
    expect(await names()).toEqual(['Last', 'Alpha', 'Zeta']);
    expect(await shop.owners(1)).toEqual(['Asha']);
    const page = await shop.ok('GET', `${path}?page[size]=2`);
    expect(page.meta.has_more).toBe(true);
    const next = await shop.ok('GET', page.links.next.replace('/api/v1', ''));
    expect([...page.data, ...next.data].map(({ name }: Shown) => name)).toEqual(['Last', 'Alpha', 'Zeta']);
  });

  it('keeps what a PATCH does not send, and takes all that it sends', async () => {
    const team = await shop.team('West');
    const when = { all: [{ field: 'first_name', op: 'eq', value: 'Om' }] };
    const rule = await shop.rule('fixed', [asha], { when });
    const url = `${path}/${rule.public_id}`;
    expect((await shop.ok('PATCH', url, { name: 'New' })).data).toEqual({ ...rule, name: 'New' });
    const all = { name: 'All', position: 7, active: false, when: { all: [] }, strategy: 'least_open', pool: { team } };
    expect((await shop.ok('PATCH', url, all)).data).toEqual({ public_id: rule.public_id, ...all, warnings: [] });
    expect((await shop.ok('GET', url, undefined, { via: 1 })).data).toEqual({
      public_id: rule.public_id,
      ...all,
      warnings: [],
    });
  });

  it('gives no leads while it is not active, nor once it is deleted', async () => {
    const boss = await shop.member('Boss', { role: 'manager' });
    const rule = await shop.rule('fixed', [boss]);
    const url = `${path}/${rule.public_id}`;
    expect(await shop.owners(1)).toEqual(['Boss']);
    await shop.ok('PATCH', url, { active: false });
    expect(await shop.owners(1)).toEqual(['Asha']);
    await shop.ok('PATCH', url, { active: true });
    expect(await shop.owners(1)).toEqual(['Boss']);
    const { status, body } = await shop.call('DELETE', url);
    expect([status, body]).toEqual([204, null]);
    expect(await shop.owners(1)).toEqual(['Asha']);
    expect(await list()).toEqual([]);
    for (const method of ['GET', 'DELETE']) expect((await shop.call(method, url)).status).toBe(404);
    expect((await shop.call('PATCH', url, { name: 'Back' })).status).toBe(404);
    expect((await shop.rule('fixed', [boss])).position).toBe(1); // deleted ones do not count
  });

  it('that is changed counts for the next lead of the other process too', async () => {
    const boss = await shop.member('Boss', { role: 'manager' });
    const rule = await shop.rule('fixed', [asha]);
    expect((await shop.lead({}, { via: 1 })).owner.name).toBe('Asha');
    await shop.ok('PATCH', `${path}/${rule.public_id}`, { pool: { memberships: [boss.public_id] } });
    await shop.settled();
    expect((await shop.lead({}, { via: 1 })).owner.name).toBe('Boss');
    await shop.ok('DELETE', `${path}/${rule.public_id}`, undefined, { via: 1 });
    await shop.settled();
    expect((await shop.lead({}, { via: 0 })).owner.name).toBe('Asha');
  });

  it('leaves an audit entry with every change, and none where nothing changes', async () => {
    const rule = await shop.rule('fixed', [asha], { name: 'One' });
    const url = `${path}/${rule.public_id}`;
    await shop.ok('PATCH', url, { name: 'One', strategy: 'fixed', when: { all: [] } });
    expect(await entries()).toHaveLength(1);
    await shop.ok('PATCH', url, { name: 'Two', active: false });
    await shop.ok('DELETE', url);
    const [deleted, updated, created] = await entries();
    for (const entry of [deleted, updated, created]) {
      expect(entry.subject).toEqual({ type: 'distribution_rule', public_id: rule.public_id });
    }
    expect(created).toMatchObject({ action: 'distribution_rule.created' });
    expect(created.changes).toContainEqual({ field: 'strategy', from: null, to: 'fixed' });
    expect(updated).toMatchObject({
      action: 'distribution_rule.updated',
      changes: expect.arrayContaining([
        { field: 'name', from: 'One', to: 'Two' },
        { field: 'active', from: true, to: false },
      ]),
    });
    expect(updated.changes).toHaveLength(2);
    expect(deleted).toMatchObject({ action: 'distribution_rule.deleted' });
    expect(deleted.changes).toContainEqual({ field: 'name', from: 'Two', to: null });
  });

  it('is kept as it is, with a warning, where what it names is archived or inactive', async () => {
    const source = (await shop.ok('POST', '/sources', { name: 'Fair' })).data;
    const field = (await shop.ok('POST', '/custom-fields', { key: 'tier', type: 'text' })).data;
    const when = {
      all: [
        { field: 'source', op: 'in', value: [source.public_id] },
        { field: 'custom_fields.tier', op: 'eq', value: 'gold' },
      ],
    };
    const rule = await shop.rule('fixed', [asha], { when });
    expect(rule.warnings).toEqual([]);
    await shop.ok('PATCH', `/sources/${source.public_id}`, { archived: true });
    await shop.ok('PATCH', `/custom-fields/${field.public_id}`, { archived: true });
    await shop.change(asha, { active: false });
    const shown = (await shop.ok('GET', `${path}/${rule.public_id}`)).data;
    expect(shown).toMatchObject({ when, pool: rule.pool });
    expect(shown.warnings).toHaveLength(3);
    expect(shown.warnings.join('\n')).toMatch(
      /when\.all\.0.*archived source Fair\n.*when\.all\.1.*tier\n.*inactive member Asha/,
    );
    expect((await list())[0].warnings).toEqual(shown.warnings);
    expect((await shop.ok('PATCH', `${path}/${rule.public_id}`, { name: 'Kept' })).data.warnings).toHaveLength(3);
  });

  it('is one of 200 at most', async () => {
    await shop.rows(
      `insert into distribution_rules (organization_id, public_id, name, position, conditions, strategy, pool)
       select $1, 'rule_' || n, 'r', n, '{"all":[]}', 'fixed', '{"memberships":[]}' from generate_series(1, 199) as n`,
    );
    await shop.rule('fixed', [asha]);
    const body = { name: 'Too many', strategy: 'fixed', pool: { memberships: [asha.public_id] } };
    const { status, body: problem } = await shop.call('POST', path, body);
    expect([status, problem.code]).toEqual([409, 'conflict']);
    expect(problem.detail).toContain('200');
  });

  it('is the admin’s to change and the manager’s to read; agents do neither', async () => {
    const rule = await shop.rule('fixed', [asha]);
    const manager = await shop.tokenOf(await shop.member('Boss', { role: 'manager' }));
    const agent = await shop.tokenOf(asha);
    const url = `${path}/${rule.public_id}`;
    const statuses = async (token: string) => [
      (await shop.call('GET', url, undefined, { token })).status,
      (await shop.call('PATCH', url, { name: 'x' }, { token })).status,
      (await shop.call('DELETE', url, undefined, { token })).status,
    ];
    expect(await statuses(manager)).toEqual([200, 403, 403]);
    expect(await statuses(agent)).toEqual([403, 403, 403]);
    expect(await statuses((await branches.shop()).admin)).toEqual([404, 404, 404]);
    expect((await list())[0].name).toBe('fixed');
  });
});
