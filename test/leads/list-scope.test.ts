import { afterAll, beforeAll, expect, it } from 'vitest';
import { LeadDesk } from '../support/leads.ts';

let desk: LeadDesk;
let leads: Record<string, string>;

beforeAll(async () => {
  desk = await LeadDesk.open();
  const { ravi, asha, vikram, om, meera, tara } = desk.cast;
  leads = {};
  for (const [name, person] of Object.entries({ ravi, asha, vikram, om, meera, tara })) {
    leads[name] = (await desk.make({}, person)).public_id;
  }
  // Taken away from their owners, these stay with the team.
  leads.west = (await desk.make({}, ravi)).public_id;
  leads.east = (await desk.make({}, vikram)).public_id;
  for (const name of ['west', 'east']) await desk.patch(leads[name] ?? '', { owner: null });
  // Never had a team.
  leads.nobodys = (await desk.make({}, om)).public_id;
  await desk.patch(leads.nobodys ?? '', { owner: null });
  const theirs = await desk.post({ phone: '9876543210' }, desk.cast.zenith.admin.token);
  leads.zenith = theirs.body.data.public_id;
});
afterAll(() => desk.close());

const scopes = {
  admin: ['ravi', 'asha', 'vikram', 'om', 'meera', 'tara', 'west', 'east', 'nobodys'],
  meera: ['ravi', 'asha', 'meera', 'west'],
  tara: ['vikram', 'tara', 'east'],
  om: ['om'],
  ravi: ['ravi'],
  asha: ['asha'],
  vikram: ['vikram'],
} as const;
const people = Object.entries(scopes) as [keyof typeof scopes, readonly string[]][];

async function found(query: string, token: string): Promise<string[]> {
  const ids = await desk.list(query, token);
  return ids.map((id) => Object.entries(leads).find(([, lead]) => lead === id)?.[0] ?? id).sort();
}

it.each(people)('%s lists %j, sorted and filtered in whatever way', async (person, seen) => {
  const { token } = desk.cast[person];
  const queries = [
    '',
    '?sort=score',
    '?sort=-last_activity_at',
    '?sort=-score',
    '?filter[score_band]=cold',
    '?filter[created_at]=last_7_days', // also where a day has begun since they were made
  ];
  for (const query of [...queries, `?filter[status]=${desk.status('New')}`]) {
    expect(await found(query, token), query).toEqual([...seen].sort());
  }
});

it.each(people)('no filter on the owner widens what %s sees', async (person, seen) => {
  const { token } = desk.cast[person];
  const everybody = Object.keys(scopes) as (keyof typeof scopes)[];
  for (const other of everybody) {
    const names = await found(`?filter[owner]=${desk.cast[other].membership}`, token);
    expect(names).toEqual(seen.filter((name) => name === other));
  }
  const all = everybody.map((name) => desk.cast[name].membership);
  const owned = seen.filter((name) => everybody.includes(name as 'admin'));
  expect(await found(`?filter[owner]=${all}`, token)).toEqual([...owned].sort());
});

it.each(people)(
  '%s reads, changes and moves what the list shows, and finds nothing of the rest',
  async (person, seen) => {
    const { token } = desk.cast[person];
    for (const [name, lead] of Object.entries(leads)) {
      const isSeen = seen.includes(name);
      const answers = [
        await desk.get(lead, token),
        await desk.patch(lead, {}, token),
        await desk.move(lead, desk.status('New'), {}, token),
      ];
      expect(
        answers.map(({ status }) => status),
        name,
      ).toEqual(Array(3).fill(isSeen ? 200 : 404));
    }
  },
);

it('a lead outside scope, in another organization or never there is the same 404, on every method', async () => {
  const never = `lead_${'0'.repeat(26)}`;
  const ids = [leads.vikram, leads.zenith, never, 'lead_x', 'nonsense', '1'] as string[];
  for (const [method, path, body] of [
    ['GET', '', undefined],
    ['GET', '?include=activities,notes', undefined],
    ['PATCH', '', { first_name: 'X' }],
    ['POST', '/status', { status: desk.status('New') }],
    ['GET', '/activities', undefined],
    ['POST', '/activities', { kind: 'call', summary: 'x' }],
    ['GET', '/notes', undefined],
    ['POST', '/notes', { body: 'x' }],
    ['GET', '/transitions', undefined],
    ['GET', '/audit', undefined],
  ] as const) {
    const token = desk.cast.meera.token;
    const seen = new Set<string>();
    for (const id of ids) {
      const answer = await desk.app.call(method, `/leads/${id}${path}`, { token, ...(body && { body }) });
      expect(answer.status, `${method} ${path} ${id}`).toBe(404);
      const { request_id, ...rest } = answer.body;
      const { 'x-request-id': _, ratelimit: __, date: ___, ...headers } = answer.headers;
      seen.add(JSON.stringify([rest, headers]));
    }
    expect([...seen], `${method} ${path}`).toHaveLength(1);
  }
});

it('another organization’s token sees its own leads only', async () => {
  expect(await found('', desk.cast.zenith.admin.token)).toEqual(['zenith']);
});
