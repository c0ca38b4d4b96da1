import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { describedOperations as defined } from '../../src/description.ts';
import { HONEYPOT } from '../../src/forms/schemas.ts';
import { bodyWith, hostileTexts, isHostile, placesOf, typesOf } from '../support/hostile.ts';
import {
  addressOf,
  type Described,
  exampleBody,
  named,
  openWholeApi,
  operations,
  problemIn,
  type WholeApi,
} from './api.ts';
import { createSamples, type Samples } from './samples.ts';

let api: WholeApi;
let samples: Samples;
const normalized: string[] = [];

beforeAll(async () => {
  api = await openWholeApi();
  samples = await createSamples(api, api.cast.admin);
  for (const type of ['text', 'number', 'date', 'select', 'multi_select']) {
    const options = type.includes('select') ? ['a', 'b'] : [];
    const body = { key: `a_${type}`, type, options };
    await api.call('POST', '/custom-fields', { token: api.cast.admin.token, body });
  }
  const { normalize } = String.prototype;
  vi.spyOn(String.prototype, 'normalize').mockImplementation(function (this: string, form) {
    normalized.push(String(this));
    return normalize.call(this, form as 'NFC');
  });
});
afterAll(async () => {
  vi.restoreAllMocks();
  await api.close();
});

const schemasOf = ({ id }: Described) => {
  const found = defined.find((one) => one.id === id);
  if (found === undefined) throw new Error(`no operation ${id}`);
  return found;
};

/** Sends it, and says whether a text reached normalization that it must not reach. */
async function refused(operation: Described, body: unknown, query = ''): Promise<[number, boolean]> {
  normalized.length = 0;
  const url = addressOf(operation, samples) + query;
  const answer = await api.send(operation.method, url, {
    token: api.cast.admin.token,
    ...(body !== undefined && { body }),
  });
  return [problemIn(answer).status, normalized.some(isHostile)];
}

describe.each(named(operations.filter(({ body }) => body !== undefined)))('%s', (_, operation) => {
  const around = exampleBody(operation);
  const texts = hostileTexts(operation.isPublic ? 3_000 : 20_000);

  it('refuses in every text field what would take long to normalize, and does not normalize it', async () => {
    const { body } = schemasOf(operation);
    for (const { path } of placesOf(body as never).filter((one) =>
      typesOf(one).some((type) => type === 'string' || type === 'any'),
    )) {
      if (path.at(-1) === HONEYPOT) continue; // whoever fills it in is told that all is well, and nothing is kept
      for (const text of texts) {
        expect(await refused(operation, bodyWith(path, text, around)), path.join('.')).toEqual([422, false]);
      }
    }
  });

  it('answers what PostgreSQL cannot take in any text field, and does not break', async () => {
    const { body } = schemasOf(operation);
    for (const { path } of placesOf(body as never)) {
      for (const text of ['\0', 'lead_\0', '\ud800']) {
        const [status] = await refused(operation, bodyWith(path, text, around));
        expect(status, path.join('.')).toBeLessThan(500);
      }
    }
  });

  it('refuses it in custom fields and conditions, too', async () => {
    const { body } = schemasOf(operation);
    const places = placesOf(body as never);
    const open = places.filter(({ path }) => path.at(-1) === 'custom_fields');
    const conditions = places.filter(({ path }) => path.at(-1) === 'all');
    for (const text of texts) {
      const values = {
        a_text: text,
        a_number: text,
        a_date: text,
        a_select: text,
        a_multi_select: [text],
        [text]: text,
      };
      for (const { path } of open) {
        expect(await refused(operation, bodyWith(path, values, around))).toEqual([422, false]);
      }
      const fields = ['email', 'phone', 'first_name', 'source', 'custom_fields.a_text', 'custom_fields.a_select', text];
      const all = fields.flatMap((field) => [
        { field, op: 'eq', value: text },
        { field, op: 'contains', value: text },
        { field, op: 'in', value: [text] },
      ]);
      for (const { path } of conditions) {
        expect(await refused(operation, bodyWith(path, all, around))).toEqual([422, false]);
      }
    }
  });
});

it('no query parameter of any operation is normalized before it is judged', async () => {
  for (const operation of operations) {
    for (const { name } of operation.described.parameters.filter((one) => one.in === 'query')) {
      for (const text of hostileTexts(1_000)) {
        const [, isNormalized] = await refused(operation, undefined, `?${name}=${encodeURIComponent(text)}`);
        expect(isNormalized, `${operation.id} ${name}`).toBe(false);
      }
    }
  }
});

it('a form-encoded submission is judged like a JSON one', async () => {
  const form = samples('form');
  for (const text of hostileTexts(9_000)) {
    normalized.length = 0;
    const payload = new URLSearchParams({ first_name: text.slice(0, 9_000), phone: text.slice(0, 1_000) }).toString();
    const { status } = await api.send('POST', `/api/v1/forms/${form}/submissions`, {
      body: payload,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    expect([status, normalized.some(isHostile)]).toEqual([422, false]);
  }
});
