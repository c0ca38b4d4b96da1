import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { lookup } from '../../src/db/lookup.ts';
import { openLookups } from '../../src/db/lookups.ts';

const ONE = lookup('id', '$2', (keys) => `one ${keys}`);
const OTHER = lookup('id', '$2', (keys) => `other ${keys}`);

interface Sent {
  text: string;
  values: readonly unknown[];
  done(error: Error | null, rows: unknown[]): void;
}

/** Lookups on connections that answer when they are told to. */
function open(most = 500) {
  const sent: Sent[] = [];
  const outcomes: unknown[] = [];
  const lookups = openLookups((text, values, done) => sent.push({ text, values, done }), most);
  const find = (key: string, shared = 'a', of = ONE, since = 0) =>
    lookups.send({
      lookup: of,
      values: [shared, key],
      since,
      settle: (error, row) => outcomes.push(error === null ? row : error.message),
    });
  return { sent, outcomes, lookups, find, texts: () => sent.map(({ text, values }) => [text, ...values]) };
}

const connectionLost = Object.assign(new Error('terminated'), { code: '57P01' });

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
      ['one $2', 'a', '1'],
      ['one any($2)', 'a', ['2', '3', '2']],
    ]);
  });

  it('go by statements of their own where they see something else or ask for something else', async () => {
    const { find, texts, sent } = open();
    find('1');
    find('2', 'b');
    find('3');
    find('4', 'a', OTHER);
    await turn();
    expect(texts()).toEqual([
      ['one any($2)', 'a', ['1', '3']],
      ['one $2', 'b', '2'],
    ]);
    sent[0]?.done(null, []);
    expect(texts()[2]).toEqual(['other $2', 'a', '4']);
  });

  it('that come while two statements are under way wait for the first to be answered', async () => {
    const { find, texts, sent, outcomes } = open();
    find('1');
    await turn();
    find('2');
    await turn();
    for (const key of ['3', '4', '5']) {
      find(key);
      await turn();
    }
    expect(sent).toHaveLength(2);
    sent[1]?.done(null, [{ id: '2' }]);
    expect(texts()[2]).toEqual(['one any($2)', 'a', ['3', '4', '5']]);
    sent[2]?.done(null, [{ id: '5' }, { id: '3' }]);
    expect(outcomes).toEqual([{ id: '2' }, { id: '3' }, undefined, { id: '5' }]);
  });

  it('go fifty at a time', async () => {
    const { find, sent } = open();
    for (let n = 0; n < 120; n++) find(String(n));
    await turn();
    sent[0]?.done(null, []);
    expect(sent.map(({ values }) => (values[1] as unknown[]).length)).toEqual([50, 50, 20]);
  });

  it('that failed together are tried each by itself', async () => {
    const { find, texts, sent, outcomes } = open();
    find('1');
    find('2');
    await turn();
    sent[0]?.done(Object.assign(new Error('bad value'), { code: '22P02' }), []);
    expect(texts().slice(1)).toEqual([
      ['one $2', 'a', '1'],
      ['one $2', 'a', '2'],
    ]);
    sent[2]?.done(Object.assign(new Error('bad value'), { code: '22P02' }), []);
    sent[1]?.done(null, [{ id: '1' }]);
    expect(outcomes).toEqual(['bad value', { id: '1' }]);
    expect(sent).toHaveLength(3);
  });

  it('all hear of it when the connection is lost', async () => {
    const { find, sent, outcomes } = open();
    find('1');
    find('2');
    await turn();
    sent[0]?.done(connectionLost, []);
    expect(outcomes).toEqual(['terminated', 'terminated']);
    expect(sent).toHaveLength(1);
  });

  it('wait neither in any number nor for ever, nor for a service that stops', async () => {
    const { find, lookups, sent, outcomes } = open(3);
    find('1');
    await turn();
    find('2');
    await turn();
    for (const [n, key] of ['3', '4', '5', '6'].entries()) find(key, 'a', ONE, n);
    expect(outcomes).toEqual(['too many wait for a connection']);
    lookups.expire(1);
    expect(outcomes.slice(1)).toEqual(['no connection was free in time']);
    lookups.close();
    find('7');
    expect(outcomes.slice(2)).toEqual(Array(3).fill('the service is stopping'));
    await turn();
    expect(sent).toHaveLength(2);
  });
});
