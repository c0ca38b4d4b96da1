import { describe, expect, it } from 'vitest';
import { addressOf, guarded, named } from './api.ts';
import { soundBody, useSamples, useWholeApi } from './samples.ts';

const api = useWholeApi();
const samples = useSamples(api);

/** Their answers are not kept under a key. */
const WRITE_NOTHING = ['simulateDistribution', 'simulateScoring', 'testWebhook'];

describe.each(named(guarded.filter(({ method }) => method === 'POST')))('%s', (id, operation) => {
  it.each([
    ['without a key', {}],
    ['with an Idempotency-Key', { 'idempotency-key': `nesting-${id}` }],
  ])('%s never asks a pool for a second connection while it holds one', async (_, headers) => {
    const { admin } = api.cast;
    const ask = { token: admin.token, body: soundBody(operation, admin), headers };
    api.services.settings.forgetAll();
    const first = await api.send('POST', addressOf(operation, samples), ask);
    const again = await api.send('POST', addressOf(operation, samples), ask);
    expect(first.status).not.toBe(500);
    expect(api.nested()).toEqual([]);
    if ('idempotency-key' in headers && first.status < 300 && !WRITE_NOTHING.includes(id)) {
      expect(again.headers['idempotent-replayed']).toBe('true');
      expect(again.body).toEqual(first.body);
    }
  });
});
