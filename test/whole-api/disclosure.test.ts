import { describe, expect, it } from 'vitest';
import { catalogue } from '../../src/problems.ts';
import { eventually } from '../support/workplace.ts';
import { addressOf, expectNothingInternal, named, operations, wholeAddressOf, withoutRequestId } from './api.ts';
import { type Samples, soundBody, useSamples, useWholeApi } from './samples.ts';

// Every answer of every test in this folder is held against what must not be disclosed, by `send`. Here each operation is
// made to answer in all ways it can, failures of the database included.

/** Answered from the settings in memory. */
const IN_MEMORY = ['getMe', 'getLeadOptions', 'listLeadOwners'];

const api = useWholeApi();
const samples = useSamples(api);

describe.each(named(operations))('%s', (_, operation) => {
  it('shows nothing internal, whatever it answers', async () => {
    const { token } = api.cast.admin;
    const answer = async (idOf: Samples, body: unknown, query = '') =>
      (
        await api.send(operation.method, (query === '' ? wholeAddressOf : addressOf)(operation, idOf) + query, {
          token,
          body,
        })
      ).status;
    const statuses = [
      await answer(samples, soundBody(operation, api.cast.admin)),
      await answer(samples, operation.body && {}),
      await answer(samples, operation.body && { nonsense: true }, '?nonsense=1&page[size]=x'),
      await answer(() => 'nonsense', soundBody(operation, api.cast.admin)),
      await answer(samples, operation.body && 'nonsense'),
    ];
    expect(Math.max(...statuses)).toBeLessThan(500);
    expect(new Set(statuses).size).toBeGreaterThan(1);
  });

  it('says nothing of the cause when the database fails it', async () => {
    const { token } = api.cast.admin;
    await api.call('GET', '/me', { token }); // the token is known for a second: what fails is the operation itself
    await api.services.database.rows('alter schema public rename to hidden');
    try {
      const ask = () =>
        api.send(operation.method, wholeAddressOf(operation, samples), {
          token,
          body: soundBody(operation, api.cast.admin),
        });
      let answer = await ask();
      // Seen once on a busy machine: the first request still found its tables.
      if (answer.status !== 500) answer = await ask();
      if (IN_MEMORY.includes(operation.id) && answer.status === 200) return; // it needs no database then
      expect(answer.status).toBe(500);
      expect(withoutRequestId(answer)).toEqual({
        type: 'http://127.0.0.1:8080/api/problems/internal_error',
        title: catalogue.internal_error.title,
        status: 500,
        detail: catalogue.internal_error.detail,
        code: 'internal_error',
      });
    } finally {
      await api.services.database.rows('alter schema hidden rename to public');
      // A look-up of the token that began before this may still fail.
      await eventually(async () => (await api.call('GET', '/me', { token })).status === 200);
    }
  });
});

describe('what must not be disclosed', () => {
  it.each([
    '{"id":7}',
    '{"name":"770000012"}',
    '{"organization_id":1}',
    'select name from teams',
    'relation "pg_class"',
    'SQLSTATE 23505',
    'Error: x\n    at run (/srv/leadline/src/db/connect.ts:150:10)',
    '    at file:///srv/leadline/dist/app.js:1:1',
  ])('is recognized: %s', (text) => {
    expect(() => expectNothingInternal(text)).toThrow();
  });

  it('is not seen where it is not', () => {
    const harmless = '{"errors":{"type":["must be one of text, select, multi_select"]},"public_id":"team_1"}';
    expect(() => expectNothingInternal(harmless)).not.toThrow();
  });
});
