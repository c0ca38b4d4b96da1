import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LeadDesk, type Shown } from '../support/leads.ts';

let desk: LeadDesk;
/** Public ids by name. */
const leads: Record<string, string> = {};

const people: Record<string, Record<string, unknown>> = {
  asha: {
    first_name: 'Asha',
    last_name: 'Rao',
    phone: '9876543210',
    email: 'asha.rao@example.in',
    estimated_value: 250_000,
  },
  jose: {
    first_name: 'José',
    last_name: "O'Brien",
    phone: null, // a number that is counted on may hold the digits that others are found by
    email: 'jose_brien+leads@mail.example.co.in',
    estimated_value: 99.5,
  },
  devanagari: { first_name: 'आशा', last_name: 'कुमारी', phone: '9123456780' },
  ashwin: { first_name: 'Ashwin', last_name: 'Das Gupta', phone: '7001112223', email: 'ag42@gmail.com' },
  number: { first_name: 'Rao 6001', phone: '8000000001', estimated_value: 0 },
};

beforeAll(async () => {
  desk = await LeadDesk.open();
  for (const [key, type, options] of [
    ['city', 'select', ['Mumbai', 'Delhi', 'Pune, West']],
    ['interests', 'multi_select', ['Term', 'Health', 'Child']],
    ['vip', 'boolean', []],
    ['children', 'number', []],
    ['born_on', 'date', []],
    ['remark', 'text', []],
  ]) {
    await desk.add('custom-fields', { key, type, ...((options as string[]).length > 0 && { options }) });
  }
  for (const [name, fields] of Object.entries(people)) leads[name] = (await desk.make(fields)).public_id;
  await patch('asha', { custom_fields: { city: 'Mumbai', interests: ['Term', 'Health'], vip: true, children: 2 } });
  await patch('jose', { custom_fields: { city: 'Pune, West', interests: ['Child'], vip: false, children: 2.5 } });
  await patch('ashwin', { custom_fields: { city: 'Delhi', born_on: '1990-02-28', remark: 'Mumbai' } });
});
afterAll(() => desk.close());

const patch = (name: string, body: unknown) => desk.patch(leads[name] ?? '', body);

async function found(query: string, token?: string): Promise<string[]> {
  const ids = await desk.list(`?${query}`, token);
  return ids.map((id) => Object.keys(leads).find((name) => leads[name] === id) ?? id).sort();
}
const search = (text: string, token?: string) => found(`filter[search]=${encodeURIComponent(text)}`, token);

describe('a search', () => {
  it.each([
    ['asha', ['asha']],
    ['ASH', ['asha', 'ashwin']],
    ['ash ra', ['asha']],
    ['rao', ['asha', 'number']],
    ['ao', []],
    ['jose', ['jose']],
    ['JOSÉ obr', []],
    ["o'brien", ['jose']],
    ['gupta das', ['ashwin']],
    ['आश', ['devanagari']],
    ['कुमा', ['devanagari']],
    ['कुम', ['devanagari']],
    ['मा', []],
    ['example', ['asha', 'jose']],
    ['mail', ['jose']],
    ['gmail com', ['ashwin']],
    ['in', ['asha', 'jose']],
    ['asha.rao@example.in', ['asha']],
    ['leads', ['jose']],
    ['ag42', ['ashwin']],
    ['6001', ['number']],
    ['asha ashwin', []],
  ])('for %s finds %j', async (text, names) => {
    expect(await search(text)).toEqual(names);
  });

  it.each([
    ['9876543210', ['asha']],
    ['+91 98765 43210', ['asha']],
    ['09876543210', ['asha']],
    ['0091-98765-43210', ['asha']],
    ['+91 (0)98765-43210', ['asha']],
    ['0091 (0) 98765 43210', ['asha']],
    ['98765', ['asha']],
    ['765.43', ['asha']],
    ['111', ['ashwin']],
    ['(700) 111-2223', ['ashwin']],
    ['3210 asha', ['asha']],
    ['९८७६५', ['asha']],
    ['54', []],
    ['asha 111', []],
    ['ag42 111', ['ashwin']],
    ['111 ag42', ['ashwin']],
    ['ag42 70011 12223', ['ashwin']],
    ['70 ashwin 70011', []],
    ['ashwin 70011 ash', ['ashwin']],
    ['70011ag', []],
  ])('for the digits %s finds %j', async (text, names) => {
    expect(await search(text)).toEqual(names);
  });

  it('finds what a lead is called now, not what it was called before', async () => {
    const lead = await desk.make({ first_name: 'Zubin', email: 'zubin@old.example' });
    leads.zubin = lead.public_id;
    expect(await search('zubin')).toEqual(['zubin']);
    await patch('zubin', { first_name: 'Mehta', email: 'm@new.example', phone: '6123456789' });
    expect(await search('zubin')).toEqual([]);
    expect(await search('meht new 612345')).toEqual(['zubin']);
    await patch('zubin', { first_name: null });
    expect(await search('mehta')).toEqual([]);
    expect(
      await desk.rows(
        'select count(*)::int as n from lead_terms where lead_id = (select id from leads where public_id = $1)',
        [lead.public_id],
      ),
    ).toEqual([{ n: 4 }]); // m, new, example, the phone
    await patch('zubin', { phone: null, custom_fields: {} });
    expect(await search('612345')).toEqual([]);
  });

  it('may hold as many words as it has room for, each of which must be found', async () => {
    const email = 'first.last+tag_x-y.a7.b@sub-domain.mail.example.co.in';
    const alphabet = [...'abcdefghijklmnopqrstuvwxyz'];
    leads.long = (await desk.make({ first_name: alphabet.join(' '), last_name: alphabet.join('-'), email })).public_id;
    expect(await search(email)).toEqual(['long']);
    expect(await search(email.replace('a7', 'a8'))).toEqual([]);
    expect(await search(email.replace('.b@', '.7@'))).toEqual([]);
    const all = [...alphabet, ...email.split(/[@.+_-]/)].join(' ');
    expect(all.length).toBeLessThanOrEqual(120);
    expect(await search(all.slice(0, 100))).toEqual(['long']);
    for (const other of ['ख', '9']) expect(await search(`${other} ${all.slice(0, 98)}`)).toEqual([]);
    const counts = await desk.app.call(
      'GET',
      `/leads/counts?group_by=owner&filter[search]=${encodeURIComponent(email)}`,
      {
        token: desk.admin,
      },
    );
    expect(counts.body.data.map(({ count }: Shown) => count)).toEqual([1]);
  });

  it('stays within the scope', async () => {
    const { ravi, asha } = desk.cast;
    const lead = await desk.make({ first_name: 'Scoped' }, ravi);
    expect(await search('scoped', ravi.token)).toEqual([lead.public_id]);
    expect(await search('scoped', asha.token)).toEqual([]);
  });

  it.each([
    ['', 'must not be empty'],
    ['%20%20', 'must not be empty'],
    ['!!', 'must hold a letter or a digit'],
    ['x'.repeat(101), 'must have at most 100 characters'],
  ])('for "%s" is refused', async (text, message) => {
    const answer = await desk.app.call('GET', `/leads?filter[search]=${text}`, { token: desk.admin });
    expect(answer.status).toBe(422);
    expect(answer.body.errors).toEqual({ 'filter[search]': [message] });
  });
});

describe('a filter', () => {
  it.each([
    ['filter[phone]=098765 43210', ['asha']],
    ['filter[phone]=9000000000', []],
    ['filter[email]=ASHA.RAO@example.in', ['asha']],
    ['filter[email]=asha.rao@example.in&filter[phone]=9123456780', []],
    ['filter[phone]=9876543210&filter[custom_fields.city]=Delhi', []],
    ['filter[phone]=9876543210&filter[search]=rao&sort=-last_activity_at', ['asha']],
    ['filter[estimated_value]=250000', ['asha']],
    ['filter[estimated_value]=0..99.5', ['jose', 'number']],
    ['filter[estimated_value]=..99.49', ['number']],
    ['filter[estimated_value]=99.51..', ['asha']],
    ['filter[custom_fields.city]=Mumbai', ['asha']],
    ['filter[custom_fields.city]=Mumbai,Delhi', ['asha', 'ashwin']],
    ['filter[custom_fields.city]=Pune, West', ['jose']],
    ['filter[custom_fields.city]=Mumbai,Pune, West,Delhi', ['asha', 'ashwin', 'jose']],
    ['filter[custom_fields.city]=Pune, West,Mumbai', ['asha', 'jose']],
    ['filter[custom_fields.interests]=Health', ['asha']],
    ['filter[custom_fields.interests]=Health,Child,Term', ['asha', 'jose']],
    ['filter[custom_fields.vip]=false', ['jose']],
    ['filter[custom_fields.children]=2', ['asha']],
    ['filter[custom_fields.children]=2.5,7', ['jose']],
    ['filter[custom_fields.born_on]=1990-02-28', ['ashwin']],
    ['filter[custom_fields.city]=Mumbai&filter[custom_fields.vip]=true&filter[search]=asha', ['asha']],
    ['filter[custom_fields.city]=Mumbai&filter[custom_fields.vip]=false', []],
  ])('%s finds %j, in every order', async (query, names) => {
    for (const sort of ['-created_at', 'score', '-score', '-last_activity_at']) {
      expect(await found(`${query.replaceAll(' ', '%20')}${query.includes('sort=') ? '' : `&sort=${sort}`}`)).toEqual(
        names,
      );
    }
  });

  it.each([
    ['filter[phone]', '12345', 'must be an Indian mobile number, such as +91 98765 43210'],
    ['filter[email]', 'asha', 'must be an email address'],
    ['filter[estimated_value]', '5..1', 'must not end before it begins'],
    ['filter[kind]', 'closed', 'must be one of open, won, lost'],
    ['filter[custom_fields.vip]', 'yes', 'must be true or false'],
    [
      'filter[custom_fields.remark]',
      'x',
      'is a text field: only select, multi_select, boolean, number and date can be filtered',
    ],
  ])('%s=%s is refused', async (name, text, message) => {
    const answer = await desk.app.call('GET', `/leads?${name}=${text}`, { token: desk.admin });
    expect(answer.status).toBe(422);
    expect(answer.body.errors).toEqual({ [name]: [message] });
  });

  it.each([
    ['filter[custom_fields.city]', 'Mumbay', 'did you mean Mumbai?'],
    ['filter[custom_fields.citty]', 'Mumbai', 'did you mean city?'],
    ['filter[custom_fields.children]', 'two', 'must be a number'],
    ['filter[custom_fields.born_on]', '1990-02-30', 'must be a date'],
    ['filter[estimated_value]', '1e5', 'must be a value'],
    ['filter[custom_fields.City]', 'Mumbai', 'is not known here'],
    ['filter[updated_at]', 'sometime', 'must be a date'],
    ['filter[last_activity_at]', '2026-02-01..2026-01-01', 'must not end before'],
  ])('%s=%s is refused: %s', async (name, text, message) => {
    const answer = await desk.app.call('GET', `/leads?${name}=${text}`, { token: desk.admin });
    expect(answer.status).toBe(422);
    expect(answer.body.errors[name]?.[0]).toContain(message);
  });

  it('on kind finds leads in statuses of it, also beside filter[status]', async () => {
    const lead = await desk.make({ first_name: 'Winner' });
    await desk.move(lead.public_id, desk.status('Won'));
    expect(await desk.list('?filter[kind]=won')).toEqual([lead.public_id]);
    expect(await desk.list(`?filter[kind]=lost`)).toEqual([]);
    expect(await desk.list(`?filter[kind]=open&filter[status]=${desk.status('Won')}`)).toEqual([]);
    expect(await desk.list('?filter[kind]=open')).not.toContain(lead.public_id);
  });

  it('on owner=none finds leads that nobody owns, alone or beside an owner', async () => {
    const { ravi, admin } = desk.cast;
    const free = (await desk.make({ first_name: 'Free' }, null)).public_id;
    const owned = (await desk.make({ first_name: 'Owned' }, ravi)).public_id;
    expect(await desk.list('?filter[owner]=none', admin.token)).toContain(free);
    expect(await desk.list('?filter[owner]=none')).not.toContain(owned);
    const both = await desk.list(`?filter[owner]=none,${ravi.membership}&filter[created_at]=today`);
    expect(both).toEqual(expect.arrayContaining([free, owned]));
    expect(await desk.list('?filter[owner]=none', ravi.token)).toEqual([]);
  });

  it('on team finds its leads; another team than the manager’s own finds nothing', async () => {
    const { ravi } = desk.cast;
    const lead = (await desk.make({ first_name: 'Teamed' }, ravi)).public_id;
    const teams = await desk.app.call('GET', '/teams', { token: desk.admin });
    const counts = await Promise.all(
      teams.body.data.map(async ({ public_id }: Shown) =>
        (await desk.list(`?filter[team]=${public_id}`)).includes(lead),
      ),
    );
    expect(counts.filter(Boolean)).toHaveLength(1);
    expect(await desk.list('?filter[team]=team_unknown')).toEqual([]);
  });

  it('on updated_at and last_activity_at tells a change from an activity', async () => {
    const old = (await desk.make({ first_name: 'Old' })).public_id;
    const past = '2021-03-04T05:06:07.000Z';
    const at = (table: string, column: string) =>
      desk.rows(`update ${table} set last_activity_at = $2, updated_at = $2 where ${column}`, [old, past]);
    await at('leads', 'public_id = $1');
    await at('lead_recency', 'lead_id = (select id from leads where public_id = $1)');
    for (const sort of ['-created_at', 'score', '-last_activity_at']) {
      expect(await desk.list(`?filter[updated_at]=2021-03-04&sort=${sort}`)).toEqual([old]);
      expect(await desk.list(`?filter[last_activity_at]=..2021-12-31&sort=${sort}`)).toEqual([old]);
      expect(await desk.list(`?filter[last_activity_at]=2021-03-05..2021-12-31&sort=${sort}`)).toEqual([]);
    }
    expect(
      (await desk.app.call('POST', `/leads/${old}/notes`, { token: desk.admin, body: { body: 'A note' } })).status,
    ).toBe(201);
    for (const sort of ['-created_at', '-score', '-last_activity_at']) {
      expect(await desk.list(`?filter[updated_at]=today&filter[last_activity_at]=..2021-12-31&sort=${sort}`)).toEqual([
        old,
      ]);
    }
  });
});

describe('counts', () => {
  const counted = async (query: string, token = desk.admin) => {
    const answer = await desk.app.call('GET', `/leads/counts?${query}`, { token });
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    return answer.body.data as {
      group: { public_id?: string; name: string } | null;
      count: number;
      estimated_value: number;
    }[];
  };

  it('by status hold every status, in the order of the pipeline', async () => {
    const groups = await counted('group_by=status&filter[search]=asha');
    expect(groups.map(({ group }) => group?.name)).toEqual([
      'New',
      'Contacted',
      'Qualified',
      'Proposal',
      'Negotiation',
      'Won',
      'Lost',
    ]);
    expect(groups[0]).toEqual({
      group: { public_id: desk.status('New'), name: 'New' },
      count: 1,
      estimated_value: 250_000,
    });
    expect(groups.slice(1).every(({ count, estimated_value }) => count === 0 && estimated_value === 0)).toBe(true);
    expect(await counted(`group_by=status&filter[status]=${desk.status('Won')}`)).toHaveLength(1);
  });

  it.each(['ag42', 'ag4', 'ag', 'ag7', '6001', 'rao', 'ag42 111', '111'])(
    'and exports hold what a search for %s lists',
    async (text) => {
      const listed = await search(text);
      const query = `filter[search]=${encodeURIComponent(text)}`;
      const groups = await counted(`group_by=source&${query}`);
      expect(groups.reduce((sum, { count }) => sum + count, 0)).toBe(listed.length);
      const { body } = await desk.app.app.http.inject({
        url: `/api/v1/leads?${query}`,
        headers: { authorization: `Bearer ${desk.admin}`, accept: 'application/x-ndjson' },
      });
      expect(body.split('\n').filter((line) => line !== '')).toHaveLength(listed.length);
    },
  );

  it.each(['owner', 'team', 'source', 'score_band'])('by %s sum to the list', async (grouping) => {
    const groups = await counted(`group_by=${grouping}`);
    const all = await desk.list('?page[size]=200');
    expect(groups.reduce((sum, { count }) => sum + count, 0)).toBe(all.length);
    expect(groups.every(({ count }) => count > 0)).toBe(true);
    if (grouping === 'source') expect(groups.map(({ group }) => group)).toEqual([null]);
    if (grouping === 'score_band')
      expect(groups.every(({ group }) => Object.keys(group ?? {}).join() === 'name')).toBe(true);
  });

  it('stay within the scope, and need a grouping', async () => {
    const { ravi } = desk.cast;
    const own = await desk.list('?page[size]=200', ravi.token);
    const groups = await counted('group_by=owner', ravi.token);
    expect(groups).toEqual([
      expect.objectContaining({ group: expect.objectContaining({ public_id: ravi.membership }), count: own.length }),
    ]);
    const answer = await desk.app.call('GET', '/leads/counts', { token: desk.admin });
    expect(answer.status).toBe(422);
    expect(answer.body.errors).toEqual({ group_by: ['is required'] });
    expect(await counted('group_by=owner&filter[owner]=mem_unknown')).toEqual([]);
  });
});
