import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { describedOperations as defined } from '../../src/description.ts';
import { bodyWith, placesOf, typesOf } from '../support/hostile.ts';
import { runsOf } from '../support/runs.ts';
import { addressOf, type Described, exampleBody, named, operations, problemIn, type WholeApi } from './api.ts';
import { createSamples, type Samples } from './samples.ts';

const suggestions = { made: 0 };

/** The API once more, with every suggestion counted: files share what they import, and the others' must not count. */
async function openCounting(): Promise<WholeApi> {
  vi.doMock('../../src/http/did-you-mean.ts', async (original) => {
    const { suggest, didYouMean, ...others } = await original<typeof import('../../src/http/did-you-mean.ts')>();
    const counted =
      (work: typeof suggest): typeof suggest =>
      (...given) => {
        suggestions.made++;
        return work(...given);
      };
    return { ...others, suggest: counted(suggest), didYouMean: counted(didYouMean) };
  });
  vi.resetModules();
  return (await import('./api.ts')).openWholeApi();
}

let api: WholeApi;
let samples: Samples;

beforeAll(async () => {
  api = await openCounting();
  samples = await createSamples(api, api.cast.admin);
});
afterAll(async () => {
  await api.close();
  vi.doUnmock('../../src/http/did-you-mean.ts');
  vi.resetModules();
});
beforeEach(() => {
  suggestions.made = 0;
});

async function refuse(operation: Described, body: unknown) {
  suggestions.made = 0;
  const url = addressOf(operation, samples);
  const answer = problemIn(await api.send(operation.method, url, { token: api.cast.admin.token, body }));
  expect(answer.status).toBe(422);
  const told = Object.values(answer.body.errors as Record<string, string[]>).flat().length;
  expect(told).toBeLessThanOrEqual(100);
  expect(suggestions.made).toBeLessThanOrEqual(300); // a hundred by the schema, by the settings and by references
  expect(Buffer.byteLength(JSON.stringify(answer.body))).toBeLessThan(32_000);
  return { told, more: /There are more than the \d+ listed/.test(answer.body.detail) };
}

const many = (operation: Described) => (operation.isPublic ? 1_500 : runsOf(1_500, 40_000));
const numbered = (count: number, of: (n: number) => string) => Array.from({ length: count }, (_, n) => of(n));
const unknownFields = (count: number) => Object.fromEntries(numbered(count, (n) => `f_${n}`).map((name) => [name, 1]));

describe.each(named(operations.filter(({ body }) => body !== undefined)))('%s', (_, operation) => {
  const around = exampleBody(operation);
  const places = () => placesOf(defined.find(({ id }) => id === operation.id)?.body as never);

  it('tells a hundred of thousands of unknown fields, and that there are more', async () => {
    const { told, more } = await refuse(operation, unknownFields(many(operation)));
    expect([told > 50, more]).toEqual([true, true]);
  });

  it('tells as many of unknown fields further in, and of unknown custom fields', async () => {
    for (const place of places().filter((one) => one.path.length > 0 && typesOf(one).includes('object'))) {
      const { told, more } = await refuse(operation, bodyWith(place.path, unknownFields(many(operation)), around));
      expect([told > 50, more], place.path.join('.')).toEqual([true, true]);
    }
  });

  it('tells no more of lists with thousands of wrong entries', async () => {
    for (const place of places().filter((one) => typesOf(one).includes('array'))) {
      for (const entry of ['x', 1, {}, [], null, { field: 'x', op: 'eq' }]) {
        await refuse(
          operation,
          bodyWith(
            place.path,
            numbered(many(operation), () => 'x').map(() => entry),
            around,
          ),
        );
      }
      const differing = numbered(many(operation), (n) => `mem_${n}`);
      await refuse(operation, bodyWith(place.path, differing, around));
    }
  });

  it('cuts names and texts that are echoed', async () => {
    const names = Array.from({ length: 60 }, (_, n) => `${n}${'\u0001é'.repeat(operation.isPublic ? 100 : 1_500)}`);
    await refuse(operation, Object.fromEntries(names.map((name) => [name, 1])));
  });
});

it('a hundred unknown conditions are told, and not one more is described', async () => {
  const all = Array.from({ length: 50 }, (_, n) => ({ field: `custom_fields.unknown_${n}`, op: 'eq', value: 1 }));
  const rules = Array.from({ length: 200 }, () => ({ name: 'Rule', points: 1, when: { all } }));
  const scoring = operations.find(({ id }) => id === 'replaceScoring') as Described;
  expect(await refuse(scoring, { rules })).toEqual({ told: 100, more: true });
  expect(suggestions.made).toBe(20); // whoever has so many to correct finds the pattern in the first ones
});

it('a hundred unknown query parameters are told', async () => {
  const query = Array.from({ length: 150 }, (_, n) => `unknown_${n}=1`).join('&');
  const answer = await api.send('GET', `/api/v1/leads?${query}`, { token: api.cast.admin.token });
  expect(answer.status).toBe(422);
  expect(Object.keys(answer.body.errors)).toHaveLength(100);
  expect(answer.body.detail).toContain('There are more than the 100 listed');
});
