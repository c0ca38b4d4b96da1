import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Problem } from '../../src/problems.ts';
import { FairSlots, type Release, type SlotLimits } from '../../src/slots/fair-slots.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => vi.useRealTimers());

const limits: SlotLimits = { slots: 1, slotsEach: 1, waiting: 100, waitingEach: 10, acquireMs: 1_000 };

/** Slots with a note of who was served, and a way to let the one at work finish. */
function openSlots(more: Partial<SlotLimits> = {}) {
  const slots = new FairSlots('reports', { ...limits, ...more });
  const served: string[] = [];
  const refused: string[] = [];
  const held: Release[] = [];
  const ask = (name: string, signal?: AbortSignal) => {
    const [organizationId = '', tokenId = ''] = name.split('-');
    return slots.take({ organizationId, tokenId }, signal).then(
      (release) => {
        served.push(name);
        held.push(release);
      },
      (error: unknown) => {
        expect(error).toBeInstanceOf(Problem);
        refused.push(name);
      },
    );
  };
  const finish = async (restMs = 0) => {
    held.shift()?.(restMs);
    await vi.advanceTimersByTimeAsync(0);
  };
  const finishAll = async () => {
    while (held.length > 0) await finish();
  };
  return { slots, served, refused, ask, finish, finishAll };
}

const idle = (free = 1) => ({ organizations: 0, waiting: 0, free });

describe('slots are given', () => {
  it('within a token in the order in which they were asked for', async () => {
    const { slots, served, ask, finishAll } = openSlots();
    await ask('A-1');
    for (const _ of [1, 2]) void ask('A-1');
    await vi.advanceTimersByTimeAsync(0);
    expect(served).toHaveLength(1);
    await finishAll();
    expect(served).toEqual(['A-1', 'A-1', 'A-1']);
    expect(slots.load()).toEqual(idle());
  });

  it('to organizations in rotation, and within one to its tokens in rotation', async () => {
    const { slots, served, ask, finishAll } = openSlots();
    await ask('A-1');
    for (const name of ['A-1', 'A-1', 'A-1', 'A-2', 'B-1', 'B-1', 'C-1']) void ask(name);
    await finishAll();
    expect(served).toEqual(['A-1', 'B-1', 'C-1', 'A-1', 'B-1', 'A-2', 'A-1', 'A-1']);
    expect(slots.load()).toEqual(idle());
  });

  it('never all to one organization, while it is the only one as while it is not', async () => {
    const { slots, served, ask, finishAll } = openSlots({ slots: 3, slotsEach: 2 });
    for (const _ of [1, 2, 3, 4]) void ask('A-1');
    await vi.advanceTimersByTimeAsync(0);
    expect(served).toEqual(['A-1', 'A-1']);
    await ask('B-1');
    expect(served.at(-1)).toBe('B-1');
    await finishAll();
    expect(slots.load()).toEqual(idle(3));
  });

  it('after the rest, which counts as the organization’s own time', async () => {
    const { served, ask, finish } = openSlots({ slots: 2 });
    await ask('A-1');
    void ask('A-2');
    await finish(500);
    await ask('B-1');
    expect(served).toEqual(['A-1', 'B-1']);
    await vi.advanceTimersByTimeAsync(500);
    expect(served).toEqual(['A-1', 'B-1', 'A-2']);
  });
});

describe('where too many wait', () => {
  it('an organization’s own newest is refused, of the token that asks for the most', async () => {
    const { served, refused, ask, finishAll } = openSlots({ waitingEach: 4 });
    await ask('A-1');
    for (const name of ['A-1', 'A-1', 'A-1', 'A-1', 'A-1', 'B-1', 'A-2']) void ask(name);
    await vi.advanceTimersByTimeAsync(0);
    expect(refused).toEqual(['A-1', 'A-1']);
    await finishAll();
    expect(served.toSorted()).toEqual(['A-1', 'A-1', 'A-1', 'A-1', 'A-2', 'B-1']);
  });

  it('in all, the organization that has the most waiting is refused, and one that has none is taken', async () => {
    const { slots, served, refused, ask, finishAll } = openSlots({ waiting: 6 });
    await ask('A-1');
    for (const name of ['A-1', 'A-1', 'A-1', 'B-1', 'B-1', 'B-1', 'C-1', 'D-1']) void ask(name);
    await vi.advanceTimersByTimeAsync(0);
    expect(refused.toSorted()).toEqual(['A-1', 'B-1']);
    expect(slots.load()).toMatchObject({ waiting: 6 });
    await finishAll();
    expect(served).toEqual(expect.arrayContaining(['C-1', 'D-1']));
  });

  it('nothing is remembered of any number of organizations once they have been served, refused or have gone', async () => {
    const { slots, served, refused, ask, finishAll } = openSlots({ waiting: 20 });
    const gone = new AbortController();
    for (let n = 0; n < 1_000; n++) void ask(`${n}-1`, n % 2 === 0 ? gone.signal : undefined);
    await vi.advanceTimersByTimeAsync(0);
    expect(slots.load()).toEqual({ organizations: 21, waiting: 20, free: 0 });
    gone.abort();
    await finishAll();
    expect(served.length + refused.length).toBe(1_000);
    expect(slots.load()).toEqual(idle());
  });
});

describe('waiting ends', () => {
  it('after its time, with the slot neither taken nor lost', async () => {
    const { slots, served, refused, ask, finish } = openSlots();
    await ask('A-1');
    for (const name of ['A-1', 'B-1']) void ask(name);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(refused).toEqual(['A-1', 'B-1']);
    await finish();
    await ask('B-1');
    expect(served).toEqual(['A-1', 'B-1']);
    await finish();
    expect(slots.load()).toEqual(idle());
  });

  it('when the caller hangs up: before, while and after it waits', async () => {
    const { slots, served, refused, ask, finish, finishAll } = openSlots();
    const gone = new AbortController();
    const first = ask('A-1', gone.signal);
    await first;
    for (const signal of [gone.signal, undefined]) void ask('B-1', signal);
    gone.abort();
    void ask('C-1', gone.signal);
    await vi.advanceTimersByTimeAsync(0);
    expect(refused).toEqual(['B-1', 'C-1']);
    await finish();
    expect(served).toEqual(['A-1', 'B-1']);
    await finishAll();
    expect(slots.load()).toEqual(idle());
  });

  it('once: a slot given back twice is one slot', async () => {
    const slots = new FairSlots('reports', limits);
    const release = await slots.take({ organizationId: 'A', tokenId: '1' });
    release();
    release();
    expect(slots.load()).toEqual(idle());
  });
});

describe('slots for work that blocks the event loop', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));

  it.each([
    ['as long as they were held', 30, 30],
    ['so long at most', 300, 100],
  ])('rest %s', async (_, heldMs, restMs) => {
    const slots = new FairSlots('reports', { ...limits, slots: 1, slotsEach: 1, mostRestMs: 100 });
    const caller = { organizationId: '1', tokenId: '1' };
    const release = await slots.take(caller);
    await vi.advanceTimersByTimeAsync(heldMs);
    release();
    await vi.advanceTimersByTimeAsync(restMs - 1);
    expect(slots.load().free).toBe(0);
    await vi.advanceTimersByTimeAsync(1);
    expect(slots.load().free).toBe(1);
  });
});
