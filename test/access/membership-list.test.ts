import { beforeAll, expect, it } from 'vitest';
import { useCast } from '../support/opened.ts';

const { app, cast } = useCast();

const ask = (path: string, token = cast.admin.token) => app.call('GET', path, { token });
const add = (body: object) => app.call('POST', '/memberships', { token: cast.admin.token, body });

/** Names of the members that a list with this query shows, all its pages after each other. */
async function names(query: string, size = 50): Promise<string[]> {
  const found: string[] = [];
  for (let path: string | null = `/memberships?${query}&page[size]=${size}`; path !== null; ) {
    const { status, body } = await ask(path);
    expect(status, JSON.stringify(body)).toBe(200);
    found.push(...body.data.map(({ name }: { name: string }) => name));
    path = body.links.next?.replace('/api/v1', '') ?? null;
  }
  return found;
}

beforeAll(async () => {
  for (const body of [
    { name: 'Zoë Fernandes', role: 'agent', email: 'Zoe.F@example.in' },
    { name: 'रवि कुमार', role: 'agent', active: false, team: cast.teams.east },
    { name: 'asha Menon', role: 'manager', team: cast.teams.east, email: 'menon@example.in' },
  ]) {
    expect((await add(body)).status).toBe(201);
  }
});

it('members are found by the beginnings of their names or of their email, whatever case and accents', async () => {
  expect(await names('filter[search]=ASHA')).toEqual(['asha Menon', 'Asha Rao']);
  expect(await names('filter[search]=rao ash')).toEqual(['Asha Rao']);
  expect(await names('filter[search]=zoe fern')).toEqual(['Zoë Fernandes']);
  expect(await names(`filter[search]=${encodeURIComponent('रवि')}`)).toEqual(['रवि कुमार']);
  expect(await names('filter[search]=ZOE.f@exa')).toEqual(['Zoë Fernandes']);
  expect(await names('filter[search]=menon@')).toEqual(['asha Menon']);
  expect(await names('filter[search]=oe')).toEqual([]);
  expect(await names('filter[search]=%25example')).toEqual([]);
});

it('a search without a letter, or of too many words, is refused with everything else that is wrong', async () => {
  for (const text of ['--', 'a b c d e f g h i j k', '']) {
    const { status, body } = await ask(`/memberships?filter[search]=${text}&filter[role]=boss&page[size]=0`);
    expect(status).toBe(422);
    expect(Object.keys(body.errors).sort()).toEqual(['filter[role]', 'filter[search]', 'page[size]']);
  }
});

it('members are narrowed down by role, team and whether they are active, together', async () => {
  expect(await names('filter[role]=manager&sort=name')).toEqual([
    'asha Menon',
    'Meera Nair',
    'Om Prakash',
    'Tara Singh',
  ]);
  expect(await names(`filter[team]=${cast.teams.west}&sort=name`)).toEqual(['Asha Rao', 'Meera Nair', 'Ravi Iyer']);
  expect(await names('filter[team]=none&sort=name')).toEqual(['Administrator', 'Om Prakash', 'Zoë Fernandes']);
  expect(await names('filter[active]=false')).toEqual(['रवि कुमार']);
  expect(await names(`filter[team]=${cast.teams.east}&filter[active]=true&filter[role]=agent`)).toEqual(['Vikram Das']);
  expect(await names('filter[team]=team_01k5p3c6m8q2r4s6t8v0w2x4z6')).toEqual([]);
  expect(await names('filter[team]=nonsense')).toEqual([]);
});

it('the order is newest first, or by name; pages of one show the same', async () => {
  const newest = await names('sort=-created_at');
  expect(newest).toEqual(await names(''));
  expect(newest.slice(0, 3)).toEqual(['asha Menon', 'रवि कुमार', 'Zoë Fernandes']);
  expect(await names('filter[active]=true')).toEqual(newest.filter((name) => name !== 'रवि कुमार'));
  for (const query of [
    'sort=name',
    'filter[active]=true',
    'filter[active]=true&sort=-created_at',
    'filter[search]=a',
  ]) {
    expect(await names(query, 1), query).toEqual(await names(query));
  }
  expect((await names('sort=name')).at(0)).toBe('Administrator');
  expect(new Set(await names('sort=name')).size).toBe(newest.length);
});

it('a cursor continues its own list alone, with the default sort spelled out or not', async () => {
  const cursorOf = async (query: string) =>
    new URLSearchParams((await ask(`/memberships?${query}&page[size]=1`)).body.links.next.split('?')[1]).get(
      'page[after]',
    );
  const [whole, active] = [await cursorOf(''), await cursorOf('filter[active]=true')];
  expect((await ask(`/memberships?sort=-created_at&page[after]=${whole}`)).status).toBe(200);
  expect((await ask(`/memberships?sort=-created_at&filter[active]=true&page[after]=${active}`)).status).toBe(200);
  expect((await ask(`/memberships?sort=name&page[after]=${whole}`)).status).toBe(422);
  expect((await ask(`/memberships?filter[active]=false&page[after]=${active}`)).status).toBe(422);
});

it('a change shows in the next list, and another organization finds nobody', async () => {
  const { body } = await add({ name: 'Quirin One', role: 'agent' });
  expect(await names('filter[search]=quirin')).toEqual(['Quirin One']);
  const path = `/memberships/${body.data.public_id}`;
  await app.call('PATCH', path, { token: cast.admin.token, body: { name: 'Renamed', active: false } });
  expect(await names('filter[search]=quirin')).toEqual([]);
  expect(await names('filter[search]=renam&filter[active]=false')).toEqual(['Renamed']);
  const theirs = await ask('/memberships?filter[search]=a&sort=name', cast.zenith.admin.token);
  expect(theirs.body.data.map(({ name }: { name: string }) => name)).toEqual(['Administrator']);
});

it('members are counted by team and by role, with the same filters', async () => {
  const counts = async (query: string, token = cast.meera.token) => {
    const { status, body } = await ask(`/memberships/counts?${query}`, token);
    expect(status, JSON.stringify(body)).toBe(200);
    return Object.fromEntries(
      body.data.map(({ group, count }: { group: { name: string } | null; count: number }) => [
        group?.name ?? 'none',
        count,
      ]),
    );
  };
  expect(await counts('group_by=team&filter[active]=true')).toEqual({ West: 3, East: 3, none: 3 });
  expect(await counts('group_by=team&filter[role]=manager')).toEqual({ West: 1, East: 2, none: 1 });
  expect(await counts('group_by=role&filter[active]=true')).toEqual({ agent: 4, manager: 4, admin: 1 });
  expect(await counts('group_by=role', cast.zenith.admin.token)).toEqual({ agent: 0, manager: 0, admin: 1 });
  expect((await ask('/memberships/counts?group_by=team', cast.ravi.token)).status).toBe(403);
  expect((await ask('/memberships/counts')).status).toBe(422);
});
