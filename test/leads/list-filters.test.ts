import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { unknownId } from '../support/collections.ts';
import { faultsOf, LeadDesk, type Shown } from '../support/leads.ts';

let desk: LeadDesk;
let sources: Record<'website' | 'fair', string>;
let leads: Record<'hot' | 'warm' | 'cold' | 'bare', string>;

beforeAll(async () => {
  desk = await LeadDesk.open();
  const website = (await desk.add('sources', { name: 'Website' })).public_id;
  const fair = (await desk.add('sources', { name: 'Fair' })).public_id;
  sources = { website, fair };
  const { ravi, asha, vikram } = desk.cast;
  const rich = { email: 'a@example.in', first_name: 'A', estimated_value: 5_000_000 };
  const made = [
    await desk.make({ ...rich, source: website }, ravi),
    await desk.make({ email: 'b@example.in', source: fair }, asha),
    await desk.make({ source: website }, vikram),
    await desk.make({}, null),
  ] as Shown[];
  expect(made.map((lead) => lead.score_band)).toEqual(['hot', 'warm', 'cold', 'cold']);
  const [hot, warm, cold, bare] = made.map((lead) => lead.public_id);
  leads = { hot, warm, cold, bare };
  await desk.move(warm, desk.status('Contacted'));
  await desk.move(cold, desk.status('Qualified'));
});
afterAll(() => desk.close());

/** The names of the leads that a query finds. */
async function found(query: string, token?: string): Promise<string[]> {
  const ids = await desk.list(`?${query}`, token);
  const names = Object.entries(leads);
  return ids.map((id) => names.find(([, lead]) => lead === id)?.[0] ?? id).sort();
}

describe('a filter', () => {
  it('on status finds the leads in it', async () => {
    expect(await found(`filter[status]=${desk.status('Contacted')}`)).toEqual(['warm']);
    expect(await found(`filter[status]=${desk.status('New')}`)).toEqual(['bare', 'hot']);
  });

  it('on owner finds the leads of it', async () => {
    expect(await found(`filter[owner]=${desk.cast.asha.membership}`)).toEqual(['warm']);
  });

  it('on source finds the leads from it', async () => {
    expect(await found(`filter[source]=${sources.website}`)).toEqual(['cold', 'hot']);
  });

  it.each([
    ['hot', ['hot']],
    ['warm', ['warm']],
    ['cold', ['bare', 'cold']],
  ])('on score band %s finds %j', async (band, names) => {
    expect(await found(`filter[score_band]=${band}`)).toEqual(names);
  });

  it('may name several, and finds what has any of them', async () => {
    const { ravi, asha } = desk.cast;
    expect(await found(`filter[owner]=${ravi.membership},${asha.membership}`)).toEqual(['hot', 'warm']);
    expect(await found(`filter[source]=${sources.website},${sources.fair}`)).toEqual(['cold', 'hot', 'warm']);
    const statuses = ['Contacted', 'Qualified'].map((name) => desk.status(name));
    expect(await found(`filter[status]=${statuses}`)).toEqual(['cold', 'warm']);
  });

  it('may have its brackets and commas percent-encoded', async () => {
    const { ravi, asha } = desk.cast;
    const query = `filter%5Bowner%5D=${ravi.membership}%2C${asha.membership}&page%5Bsize%5D=10`;
    expect(await found(query)).toEqual(['hot', 'warm']);
  });

  it('of an archived status or source still finds the leads that have it', async () => {
    const old = (await desk.add('sources', { name: 'Old' })).public_id;
    const lead = await desk.make({ source: old });
    await desk.change(`sources/${old}`, { archived: true });
    expect(await desk.list(`?filter[source]=${old}`)).toEqual([lead.public_id]);
    await desk.rows('update leads set created_at = $2 where public_id = $1', [lead.public_id, '2020-01-01']);
  });
});

it('several filters combine with AND', async () => {
  const { ravi, vikram } = desk.cast;
  const website = `filter[source]=${sources.website}`;
  expect(await found(`${website}&filter[owner]=${ravi.membership}`)).toEqual(['hot']);
  expect(await found(`${website}&filter[score_band]=cold`)).toEqual(['cold']);
  expect(await found(`${website}&filter[owner]=${ravi.membership},${vikram.membership}`)).toEqual(['cold', 'hot']);
  expect(await found(`${website}&filter[status]=${desk.status('Contacted')}`)).toEqual([]);
  const all = `${website}&filter[owner]=${vikram.membership}&filter[status]=${desk.status('Qualified')}`;
  expect(await found(`${all}&filter[score_band]=cold&filter[created_at]=last_7_days`)).toEqual(['cold']);
});

it('a filter that matches nothing answers 200 with an empty list', async () => {
  const { status, body } = await desk.app.call('GET', `/leads?filter[status]=${desk.status('Won')}`, {
    token: desk.admin,
  });
  expect(status).toBe(200);
  expect(body).toEqual({ data: [], links: { next: null }, meta: { has_more: false } });
});

describe.each(['status', 'owner', 'source'])('filter[%s]', (name) => {
  it.each([
    unknownId('sts'),
    unknownId('mem'),
    unknownId('src'),
    'nonsense',
    'constructor',
    "' or 1=1",
    '%F0%9F%98%80',
  ])('of the unknown %s matches nothing', async (id) =>
    expect(await found(`filter[${name}]=${encodeURIComponent(decodeURIComponent(id))}`)).toEqual([]),
  );

  it('that names something known beside something unknown finds the known', async () => {
    const known = { status: desk.status('New'), owner: desk.cast.ravi.membership, source: sources.website }[name];
    expect(await found(`filter[${name}]=nonsense,${known}`)).toContain('hot');
  });
});

it('what belongs to another organization matches nothing', async () => {
  const { membership } = desk.cast.zenith.admin;
  expect(await found(`filter[owner]=${membership}`)).toEqual([]);
});

it.each(['filter[status]', 'filter[owner]', 'filter[source]', 'filter[created_at]', 'filter[score_band]', 'sort'])(
  '%s given twice or empty is refused',
  async (name) => {
    const token = desk.admin;
    for (const query of [`${name}=x&${name}=y`, `${name}=`, name]) {
      expect(faultsOf(await desk.app.call('GET', `/leads?${query}`, { token })), query).toEqual([name]);
    }
  },
);

it.each([
  ['filter[score_band]=hott', 'filter[score_band]'],
  ['filter[score_band]=hot,warm', 'filter[score_band]'],
  ['sort=created_at', 'sort'],
  ['sort=+score', 'sort'],
  ['sort=last_activity_at', 'sort'],
  ['sort=score,-created_at', 'sort'],
  ['page[size]=0', 'page[size]'],
  ['page[size]=201', 'page[size]'],
  ['page[size]=1.0', 'page[size]'],
  ['page[size]=-1', 'page[size]'],
  ['page[size]=1e1', 'page[size]'],
  ['page[number]=2', 'page[number]'],
  ['offset=10', 'offset'],
  ['filter[colour]=red', 'filter[colour]'],
  ['filter=hot', 'filter'],
])('%s is refused on %s', async (query, field) => {
  expect(faultsOf(await desk.app.call('GET', `/leads?${query}`, { token: desk.admin }))).toEqual([field]);
});

it('a misspelt filter is told the name probably meant, and all faults come at once', async () => {
  const query = 'filter[statuss]=x&sort=name&page[size]=500';
  const answer = await desk.app.call('GET', `/leads?${query}`, { token: desk.admin });
  expect(faultsOf(answer)).toEqual(['filter[statuss]', 'page[size]', 'sort']);
  expect(answer.body.errors['filter[statuss]'][0]).toContain('filter[status]');
});
