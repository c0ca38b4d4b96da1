import { beforeAll, describe, expect, it } from 'vitest';
import { publicId } from '../support/collections.ts';
import { useCast } from '../support/opened.ts';

const { app, cast } = useCast();
let token: string;
beforeAll(() => {
  token = cast.admin.token;
});

const create = (body: object) => app.call('POST', '/custom-fields', { token, body });
const change = (id: string, body: object) => app.call('PATCH', `/custom-fields/${id}`, { token, body });
const select = (key: string, options: unknown) => create({ key, type: 'select', options });

it('a custom field needs a key and a type; its label is the key, and it is not required', async () => {
  const { status, body } = await create({ key: 'budget', type: 'number' });
  expect(status).toBe(201);
  expect(body.data).toEqual({
    public_id: expect.stringMatching(publicId('fld')),
    key: 'budget',
    label: 'budget',
    type: 'number',
    required: false,
    options: [],
    archived: false,
  });
  expect(Object.keys((await create({})).body.errors).sort()).toEqual(['key', 'type']);
});

it('custom fields are listed by label', async () => {
  for (const label of ['Mode of contact', 'Area', 'Zone']) {
    await create({ key: label.toLowerCase().replaceAll(' ', '_'), label, type: 'text' });
  }
  const { body } = await app.call('GET', '/custom-fields', { token });
  const labels = body.data.map((field: { label: string }) => field.label);
  expect(labels).toEqual([...labels].sort());
  expect(labels).toEqual(expect.arrayContaining(['Area', 'Mode of contact', 'Zone']));
});

it('a key begins with a small letter and has at most 63 small letters, digits and underscores', async () => {
  for (const key of ['a', 'a1_', 'x'.repeat(63)]) expect((await create({ key, type: 'text' })).status).toBe(201);
  for (const key of ['', 'A', '1a', '_a', 'a-b', 'a b', 'é', 'a.b', 'b'.repeat(64), 'a\n', '__proto__', 5, null]) {
    const { status, body } = await create({ key, type: 'text' });
    expect([status, Object.keys(body.errors ?? {})], String(key)).toEqual([422, ['key']]);
  }
});

it('a key that is also a name of JavaScript’s own is a key like any other', async () => {
  expect((await create({ key: 'constructor', type: 'text' })).status).toBe(201);
});

it('the key is fixed once the field is made', async () => {
  const { data } = (await create({ key: 'fixed', type: 'text' })).body;
  for (const key of ['other', 'fixed']) {
    const { status, body } = await change(data.public_id, { key });
    expect([status, Object.keys(body.errors)]).toEqual([422, ['key']]);
  }
});

it('a key is unique, even where the other field is archived', async () => {
  const { data } = (await create({ key: 'unique', type: 'text' })).body;
  expect((await create({ key: 'unique', type: 'number' })).status).toBe(409);
  expect((await change(data.public_id, { archived: true })).status).toBe(200);
  const { status, body } = await create({ key: 'unique', type: 'text' });
  expect([status, body.code]).toEqual([409, 'conflict']);
});

it('of many calls that create the same key at once, one succeeds', async () => {
  const answers = await Promise.all(Array.from({ length: 12 }, () => create({ key: 'contested', type: 'text' })));
  expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array.from({ length: 11 }, () => 409)]);
});

it('a label may be shared, and a type is one of six', async () => {
  for (const type of ['text', 'number', 'boolean', 'date']) {
    expect((await create({ key: `of_${type}`, label: 'Shared', type })).status).toBe(201);
  }
  const { status, body } = await create({ key: 'of_txt', type: 'txt' });
  expect(status).toBe(422);
  expect(body.errors).toEqual({ type: [expect.stringContaining('did you mean text?')] });
});

it('a change keeps what it does not send', async () => {
  const options = ['Term plan', 'Health plan'];
  const { data } = (await create({ key: 'interest', label: 'Interest', type: 'multi_select', options, required: true }))
    .body;
  const changed = await change(data.public_id, { required: false });
  expect(changed.body.data).toEqual({ ...data, required: false });
  const nothing = { label: null, type: null, required: null, options: null, archived: null };
  const refused = await change(data.public_id, nothing);
  expect([refused.status, Object.keys(refused.body.errors).sort()]).toEqual([422, Object.keys(nothing).sort()]);
});

describe('options', () => {
  it('are needed for the select types, when they are made and ever after', async () => {
    for (const type of ['select', 'multi_select']) {
      for (const body of [
        { key: 'chosen', type },
        { key: 'chosen', type, options: [] },
      ]) {
        const { status, body: problem } = await create(body);
        expect([status, Object.keys(problem.errors)]).toEqual([422, ['options']]);
      }
    }
    const { data } = (await select('plan', ['A'])).body;
    const { status, body } = await change(data.public_id, { options: [] });
    expect([status, Object.keys(body.errors)]).toEqual([422, ['options']]);
  });

  it('are not for other types', async () => {
    const { status, body } = await create({ key: 'plain', type: 'text', options: ['A'] });
    expect([status, Object.keys(body.errors)]).toEqual([422, ['options']]);
    expect((await create({ key: 'plain', type: 'text', options: [] })).status).toBe(201);
  });

  it('come with a change of the type to a select, and go with a change from it', async () => {
    const { data } = (await create({ key: 'turning', type: 'text' })).body;
    expect(Object.keys((await change(data.public_id, { type: 'select' })).body.errors)).toEqual(['options']);
    expect((await change(data.public_id, { type: 'select', options: ['A'] })).status).toBe(200);
    expect(Object.keys((await change(data.public_id, { type: 'text' })).body.errors)).toEqual(['options']);
    expect((await change(data.public_id, { type: 'text', options: [] })).status).toBe(200);
  });

  it('keep their order, trimmed and NFC-normalized', async () => {
    const { body } = await select('ordered', [' Zeta ', 'Alpha', 'Cafe\u0301', '😀'.repeat(100)]);
    expect(body.data.options).toEqual(['Zeta', 'Alpha', 'Caf\u00e9', '😀'.repeat(100)]);
  });

  it('are text of 1 to 100 characters, without control characters', async () => {
    for (const option of ['', '  ', 'x'.repeat(101), 'a\nb', 'a\u0000b', 'a\ud800', 5]) {
      const { status, body } = await select('faulty', ['Fine', option]);
      expect([status, Object.keys(body.errors ?? {})], JSON.stringify(option)).toEqual([422, ['options']]);
    }
  });

  it('are each listed once', async () => {
    const { status, body } = await select('twice', ['Term plan', 'Term plan']);
    expect([status, Object.keys(body.errors ?? {})]).toEqual([422, ['options']]);
  });

  it('that are the same once trimmed and normalized are each listed once, too', async () => {
    for (const options of [
      ['Term plan', ' Term plan'],
      ['Caf\u00e9', 'Cafe\u0301'],
    ]) {
      const { status, body } = await select('twice', options);
      expect([status, Object.keys(body.errors ?? {})]).toEqual([422, ['options']]);
    }
  });
});
