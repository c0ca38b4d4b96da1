import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Cast, createCast } from '../support/cast.ts';
import { unknownId } from '../support/collections.ts';
import { openTestApp, type TestApp } from '../support/harness.ts';

let app: TestApp;
let cast: Cast;
let token: string;
let n = 0;

beforeAll(async () => {
  app = await openTestApp();
  cast = await createCast(app);
  token = cast.admin.token;
});
afterAll(() => app.close());

const create = (extra = {}) =>
  app.call('POST', '/statuses', { token, body: { name: `Status ${++n}`, kind: 'open', ...extra } });
const change = (id: string, body: object) => app.call('PATCH', `/statuses/${id}`, { token, body });
const made = async (extra = {}): Promise<string> => (await create(extra)).body.data.public_id;

/** Both on create and on change, the value is refused on its field. */
async function expectRefused(field: string, value: unknown) {
  const id = await made();
  for (const { status, body } of [await create({ [field]: value }), await change(id, { [field]: value })]) {
    expect([status, Object.keys(body.errors ?? {})], JSON.stringify(value)).toEqual([422, [field]]);
  }
}

describe('allowed_next', () => {
  it('names statuses, in the order given', async () => {
    const [one, other] = [await made(), await made()];
    const { body } = await create({ allowed_next: [other, one] });
    expect(body.data.allowed_next).toEqual([other, one]);
    expect((await change(body.data.public_id, { allowed_next: [] })).body.data.allowed_next).toEqual([]);
  });

  it('may name the status itself', async () => {
    const id = await made();
    expect((await change(id, { allowed_next: [id] })).body.data.allowed_next).toEqual([id]);
  });

  it('names no status that does not exist, or that is another organization’s', async () => {
    const asZenith = { token: cast.zenith.admin.token };
    const theirs = (await app.call('GET', '/statuses', asZenith)).body.data[0].public_id;
    const known = await made();
    for (const id of [unknownId('sts'), theirs]) await expectRefused('allowed_next', [known, id]);
  });

  it('names no archived status', async () => {
    await expectRefused('allowed_next', [await made({ archived: true })]);
  });

  it('says which of the ids it refuses', async () => {
    const [known, unknown] = [await made(), unknownId('sts')];
    const { body } = await create({ allowed_next: [known, unknown] });
    expect(body.errors.allowed_next).toEqual([expect.stringContaining(unknown)]);
  });

  it('is a list of different public ids, or null', async () => {
    const id = await made();
    for (const value of ['New', [id, id], ['New'], [unknownId('src')], [5], id, {}, true]) {
      await expectRefused('allowed_next', value);
    }
  });

  it('that names a status archived since then does not stand in the way of other changes', async () => {
    const next = await made();
    const id = await made({ allowed_next: [next] });
    await change(next, { archived: true });
    const { status, body } = await change(id, { note_required: true });
    expect([status, body.data.allowed_next]).toEqual([200, [next]]);
  });
});

describe('required_fields', () => {
  const field = async (key: string, extra = {}) =>
    (await app.call('POST', '/custom-fields', { token, body: { key, type: 'text', ...extra } })).body.data;

  it('names fields of a lead and custom fields', async () => {
    await field('product_interest');
    const required_fields = [
      'first_name',
      'last_name',
      'phone',
      'email',
      'source',
      'estimated_value',
      'custom_fields.product_interest',
    ];
    const { status, body } = await create({ required_fields });
    expect([status, body.data?.required_fields]).toEqual([201, required_fields]);
  });

  it('names nothing else', async () => {
    for (const name of ['colour', 'status', 'owner', 'custom_fields', 'custom_fields.', 'custom_fields.Bad', '', 5]) {
      await expectRefused('required_fields', [name]);
    }
    await expectRefused('required_fields', 'email');
    await expectRefused('required_fields', ['email', 'email']);
  });

  it('names no custom field that is unknown or archived', async () => {
    await expectRefused('required_fields', ['custom_fields.unknown']);
    await field('former', { archived: true });
    await expectRefused('required_fields', ['custom_fields.former']);
    await expectRefused('required_fields', ['custom_fields.constructor']);
  });
});

it('whatever a status refers to in vain is reported at once', async () => {
  const { status, body } = await create({
    allowed_next: [unknownId('sts')],
    required_fields: ['custom_fields.unknown'],
  });
  expect([status, Object.keys(body.errors).sort()]).toEqual([422, ['allowed_next', 'required_fields']]);
});
