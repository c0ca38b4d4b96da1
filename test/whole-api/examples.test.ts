import { expect, it } from 'vitest';
import { document } from '../support/documented.ts';
import { operations } from './api.ts';
import { useWholeApi } from './samples.ts';

const api = useWholeApi();

/** Without ids, which are those of no organization. */
const isWhole = (example: unknown) => !/[a-z]+_01k5p3c6/.test(JSON.stringify(example));
const examples = operations.flatMap(({ id, method, path, body, isPublic }) => {
  const name = /\w+$/.exec(body?.$ref ?? '')?.[0] ?? '';
  const { schemas } = (document as unknown as { components: { schemas: Record<string, { examples?: unknown[] }> } })
    .components;
  const shown = (body?.$ref === undefined ? body?.examples : schemas[name]?.examples) ?? [];
  return method === 'POST' && !isPublic && !path.includes('{')
    ? shown.filter(isWhole).map((example) => ({ id, path, example }))
    : [];
});

it('shows whole bodies for what newcomers try first', () => {
  expect(examples.map(({ id }) => id)).toEqual(
    expect.arrayContaining([
      'createLead',
      'createLeads',
      'createStatus',
      'createSource',
      'createCustomField',
      'createView',
    ]),
  );
});

it.each(examples)('the example of $id works as it is shown', async ({ path, example }) => {
  const { status, body } = await api.send('POST', path, { token: api.cast.admin.token, body: example });
  expect(status, JSON.stringify(body)).toBeLessThan(300);
  for (const one of Array.isArray(body.data) ? body.data : []) expect(one.problem, JSON.stringify(one)).toBeUndefined();
});
