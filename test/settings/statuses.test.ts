import { beforeAll, expect, it } from 'vitest';
import { publicId } from '../support/collections.ts';
import { useCast } from '../support/opened.ts';

const { app, cast } = useCast();
let token: string;
beforeAll(() => {
  token = cast.admin.token;
});

interface Status {
  public_id: string;
  name: string;
  position: number;
}

const list = async (as = token): Promise<Status[]> =>
  (await app.call('GET', '/statuses?page[size]=200', { token: as })).body.data;
const create = (body: object, as = token) => app.call('POST', '/statuses', { token: as, body });
const change = (id: string, body: object) => app.call('PATCH', `/statuses/${id}`, { token, body });

it('a new organization begins with the default pipeline', async () => {
  const statuses = await list(cast.zenith.admin.token);
  const contacted = statuses.find(({ name }) => name === 'Contacted')?.public_id;
  const stage = (name: string, kind = 'open', allowed_next: unknown = null) => ({
    public_id: expect.stringMatching(publicId('sts')),
    name,
    kind,
    position: expect.any(Number),
    initial: name === 'New',
    allowed_next,
    note_required: false,
    required_fields: [],
    archived: false,
  });
  expect(statuses).toEqual([
    stage('New'),
    stage('Contacted'),
    stage('Qualified'),
    stage('Proposal'),
    stage('Negotiation'),
    stage('Won', 'won', []),
    stage('Lost', 'lost', [contacted]),
  ]);
  const positions = statuses.map(({ position }) => position);
  expect(positions).toEqual([...new Set(positions)].sort((one, other) => one - other));
});

it('a status needs a name and a kind; it becomes the last, leads anywhere and asks for nothing', async () => {
  const last = Math.max(...(await list()).map(({ position }) => position));
  const { status, body } = await create({ name: 'On hold', kind: 'open' });
  expect(status).toBe(201);
  expect(body.data).toEqual({
    public_id: expect.stringMatching(publicId('sts')),
    name: 'On hold',
    kind: 'open',
    position: expect.any(Number),
    initial: false,
    allowed_next: null,
    note_required: false,
    required_fields: [],
    archived: false,
  });
  expect(body.data.position).toBeGreaterThan(last);
  expect((await list()).at(-1)?.name).toBe('On hold');
  expect(Object.keys((await create({})).body.errors).sort()).toEqual(['kind', 'name']);
});

it('statuses are listed by position, then by name', async () => {
  for (const [name, position] of [
    ['Delta', 500],
    ['Beta', 500],
    ['Alpha', 501],
    ['Gamma', 499],
    ['Charlie', 500],
  ] as const) {
    await create({ name, kind: 'open', position });
  }
  const names = (await list()).filter(({ position }) => position >= 499 && position <= 501).map(({ name }) => name);
  expect(names).toEqual(['Gamma', 'Beta', 'Charlie', 'Delta', 'Alpha']);
});

it('a status moves in the list with its position', async () => {
  const { data } = (await create({ name: 'Wanderer', kind: 'open' })).body;
  await change(data.public_id, { position: 0 });
  expect((await list())[0]?.name).toBe('Wanderer');
});

it('a position is a whole number that is not negative', async () => {
  for (const position of [-1, 1.5, '3', null, 1e12]) {
    const { status, body } = await create({ name: 'Misplaced', kind: 'open', position });
    expect([status, Object.keys(body.errors ?? {})], String(position)).toEqual([422, ['position']]);
  }
});

it('a kind is open, won or lost', async () => {
  const { status, body } = await create({ name: 'Over', kind: 'opne' });
  expect(status).toBe(422);
  expect(body.errors).toEqual({ kind: [expect.stringContaining('did you mean open?')] });
});

it('every field of a status can be set when it is made, and is read back the same', async () => {
  const [first] = await list();
  const body = {
    name: 'Visit',
    kind: 'won',
    position: 77,
    initial: false,
    allowed_next: [first?.public_id],
    note_required: true,
    required_fields: ['email', 'estimated_value'],
    archived: false,
  };
  const { status, body: made } = await create(body);
  expect(status).toBe(201);
  expect(made.data).toEqual({ public_id: made.data.public_id, ...body });
  expect((await app.call('GET', `/statuses/${made.data.public_id}`, { token })).body).toEqual(made);
});

it('a change keeps what it does not send, and null lets a status lead anywhere again', async () => {
  const { data } = (await create({ name: 'Dead end', kind: 'open', allowed_next: [], note_required: true })).body;
  const changed = (await change(data.public_id, { allowed_next: null })).body.data;
  expect(changed).toEqual({ ...data, allowed_next: null });
  const nothing = {
    name: null,
    kind: null,
    position: null,
    initial: null,
    note_required: null,
    required_fields: null,
    archived: null,
  };
  const { status, body } = await change(data.public_id, nothing);
  expect([status, Object.keys(body.errors).sort()]).toEqual([422, Object.keys(nothing).sort()]);
});

it('a status is archived, and stays in the list as such', async () => {
  const { data } = (await create({ name: 'Former', kind: 'open' })).body;
  expect((await change(data.public_id, { archived: true })).body.data).toEqual({ ...data, archived: true });
  expect((await list()).find(({ name }) => name === 'Former')).toMatchObject({ archived: true });
  expect((await change(data.public_id, { archived: false })).body.data).toEqual(data);
});

it('there is always a last position to give', async () => {
  const as = cast.zenith.admin.token;
  await create({ name: 'Farthest', kind: 'open', position: 1_000_000 }, as);
  const { status } = await create({ name: 'Farther', kind: 'open' }, as);
  expect(status).toBe(201);
  expect((await list(as)).at(-1)?.name).toBe('Farther');
});
