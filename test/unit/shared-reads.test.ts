import { describe, expect, it } from 'vitest';
import { SharedReads } from '../../src/events/shared-reads.ts';
import { createGate } from '../support/counting.ts';

const never = new AbortController().signal;

/** Reads count up; nobody is admitted before the gate opens. */
function open() {
  const gate = createGate();
  let [begun, released] = [0, 0];
  const reads = new SharedReads<number>();
  const admit = async (signal: AbortSignal) => {
    const gone = new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(new Error('gone'))));
    await Promise.race([gate.opened, gone]);
    return () => void released++;
  };
  const read = (key: string, signal = never) => reads.read(key, signal, admit, async () => ++begun);
  return { read, gate, counts: () => ({ begun, released }) };
}

describe('reads of the same page', () => {
  it('are one, as long as it has not begun; whoever asks later gets a newer one', async () => {
    const { read, gate, counts } = open();
    const early = [read('a'), read('a'), read('b'), read('a')];
    gate.open();
    expect(await Promise.all(early)).toEqual([1, 1, 2, 1]);
    expect(await read('a')).toBe(3);
    expect(counts()).toEqual({ begun: 3, released: 3 });
  });

  it('go on when one caller hangs up, and end when all have; whoever comes then begins anew', async () => {
    const { read, gate, counts } = open();
    const [one, other] = [new AbortController(), new AbortController()];
    const both = [read('a', one.signal), read('a', other.signal)];
    one.abort();
    const third = read('a');
    other.abort();
    gate.open();
    expect(await third).toBe(1);
    expect(await Promise.all(both)).toEqual([1, 1]);
    const shut = open();
    const gone = new AbortController();
    const left = shut.read('a', gone.signal);
    gone.abort();
    const next = shut.read('a');
    await expect(left).rejects.toThrow('gone');
    shut.gate.open();
    expect(await next).toBe(1);
    expect([counts(), shut.counts()]).toEqual([
      { begun: 1, released: 1 },
      { begun: 1, released: 1 },
    ]);
  });

  it('that fail are not remembered', async () => {
    const reads = new SharedReads<number>();
    const refuse = () => Promise.reject(new Error('full'));
    await expect(reads.read('a', never, refuse, async () => 1)).rejects.toThrow('full');
    expect(
      await reads.read(
        'a',
        never,
        async () => () => {},
        async () => 2,
      ),
    ).toBe(2);
  });
});
