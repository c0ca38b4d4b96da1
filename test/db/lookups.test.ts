import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { Lookup } from '../../src/db/lookup.ts';
import { openLookups } from '../../src/db/lookups.ts';

const ONE: Lookup = { key: 'id', one: 'one', many: 'many of one' };
const OTHER: Lookup = { key: 'id', one: 'other', many: 'many of other' };

interface Sent {
  text: string;
  values: readonly unknown[];
  done(error: Error | null, rows: unknown[]): void;
}

/** Lookups on connections that answer when they are told to. */
function open() {
  const sent: Sent[] = [];
  const outcomes: unknown[] = [];
  const lookUp = openLookups((text, values, done) => sent.push({ text, values, done }));
  const find = (key: string, shared = 'a', lookup = ONE) =>
    lookUp({
      lookup,
      values: [shared, key],
      settle: (error, row) => outcomes.push(error === null ? row : error.message),
    });
  return { sent, outcomes, find, texts: () => sent.map(({ text, values }) => [text, ...values]) };
}

const refusal = (message: string, code: string) => Object.assign(new Error(message), { code });

describe('lookups', () => {
  it('of one turn go together, and one by itself as what it is', async () => {
    const { find, texts } = open();
    find('1');
    await turn();
    find('2');
    find('3');
    find('2');
    await turn();
    expect(texts()).toEqual([
      ['one', 'a', '1'],
      ['many of one', 'a', ['2', '3', '2']],
    ]);
  });

  it('go by statements of their own where they see something else or ask for something else', async () => {
    const { find, texts } = open();
    find('1');
    find('2', 'b');
    find('3');
    find('4', 'a', OTHER);
    await turn();
    expect(texts()).toEqual([
      ['many of one', 'a', ['1', '3']],
      ['one', 'b', '2'],
      ['other', 'a', '4'],
    ]);
  });

  it('are answered each with its own row, whatever the order, or with none', async () => {
    const { find, sent, outcomes } = open();
    for (const key of ['3', '4', '5', '3']) find(key);
    await turn();
    sent[0]?.done(null, [{ id: '5' }, { id: '3' }]);
    expect(outcomes).toEqual([{ id: '3' }, undefined, { id: '5' }, { id: '3' }]);
  });

  it('do not wait for those that are under way', async () => {
    const { find, sent, outcomes } = open();
    for (const key of ['1', '2', '3']) {
      find(key);
      await turn();
    }
    expect(sent).toHaveLength(3);
    sent[2]?.done(null, [{ id: '3' }]);
    expect(outcomes).toEqual([{ id: '3' }]);
  });

  it('go eight at a time', async () => {
    const { find, sent } = open();
    for (let n = 0; n < 20; n++) find(String(n));
    await turn();
    expect(sent.map(({ values }) => (values[1] as unknown[]).length)).toEqual([8, 8, 4]);
  });

  it('are tried each by itself where a value could not be read', async () => {
    const { find, texts, sent, outcomes } = open();
    find('1');
    find('2');
    await turn();
    sent[0]?.done(refusal('bad value', '22P02'), []);
    expect(texts().slice(1)).toEqual([
      ['one', 'a', '1'],
      ['one', 'a', '2'],
    ]);
    sent[2]?.done(refusal('bad value', '22P02'), []);
    sent[1]?.done(null, [{ id: '1' }]);
    expect(outcomes).toEqual(['bad value', { id: '1' }]);
    expect(sent).toHaveLength(3);
  });

  it.each([
    ['the connection is lost', '57P01'],
    ['they took too long', '57014'],
    ['they waited for a lock', '55P03'],
  ])('all hear of it when %s', async (_, code) => {
    const { find, sent, outcomes } = open();
    find('1');
    find('2');
    await turn();
    sent[0]?.done(refusal('refused', code), []);
    expect(outcomes).toEqual(['refused', 'refused']);
    expect(sent).toHaveLength(1);
  });
});
