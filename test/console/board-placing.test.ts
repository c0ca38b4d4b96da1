import { describe, expect, it } from 'vitest';
import type { Shown } from '../support/leads.ts';

// By a variable, because the types of the console are those of a page, which the tests do not know.
const PLACING = new URL('../../console/src/routes/board/placing.ts', import.meta.url).href;
const { entered, followed, isBeyond, refreshed, shownIn, staged } = await import(PLACING);

const NEW = { public_id: 'sts_new', name: 'New', kind: 'open' } as const;
const CONTACTED = { public_id: 'sts_contacted', name: 'Contacted', kind: 'open' } as const;
const column = { status: NEW.public_id, filters: {}, sort: '-score' } as const;

const lead = (id: string, score: number, more: object = {}): Shown => ({
  public_id: id,
  score,
  status: NEW,
  owner: null,
  source: null,
  score_band: 'cold',
  updated_at: '2',
  ...more,
});

const pages = (next: string | null, ...lists: Shown[][]) => ({
  pages: lists.map((data, n) => ({ data, next: n === lists.length - 1 ? next : 'more' })),
  pageParams: lists.map(() => undefined),
});
const idsOf = (kept: Shown) => kept.pages.map(({ data }: Shown) => data.map((one: Shown) => one.public_id));

describe('a column of the board', () => {
  it('takes a lead in where its order wants it', () => {
    const kept = pages(null, [lead('a', 90), lead('b', 70)], [lead('c', 50)]);
    expect(idsOf(entered(kept, '-score', lead('x', 60)))).toEqual([
      ['a', 'b'],
      ['x', 'c'],
    ]);
    expect(idsOf(entered(kept, '-score', lead('x', 10)))).toEqual([
      ['a', 'b'],
      ['c', 'x'],
    ]);
    expect(idsOf(entered(kept, '-score', lead('c', 95)))).toEqual([['c', 'a', 'b'], []]);
    expect(idsOf(entered(kept, '-score', lead('d', 70)))).toEqual([['a', 'd', 'b'], ['c']]);
  });

  it('leaves a lead that comes later than all that were read to the next page', () => {
    const kept = pages('more', [lead('a', 90)]);
    expect(idsOf(entered(kept, '-score', lead('x', 10), false))).toEqual([['a']]);
    expect(idsOf(entered(pages(null, []), '-score', lead('x', 10), false))).toEqual([['x']]);
  });

  it('does not ask for a lead that would come after all that were read', () => {
    expect(isBeyond(pages('more', [lead('a', 90)], [lead('b', 50)]), '-score', lead('x', 10))).toBe(true);
    expect(isBeyond(pages('more', [lead('a', 90)], [lead('b', 50)]), '-score', lead('x', 60))).toBe(false);
    expect(isBeyond(pages(null, [lead('a', 90)]), '-score', lead('x', 10))).toBe(false);
  });

  it('is brought up to date by its first page, and keeps what was read after it', () => {
    const before = pages('more', [lead('a', 90), lead('b', 70)], [lead('c', 50), lead('d', 40)]);
    const first = { data: [lead('x', 95), lead('b', 70)], next: 'more' };
    const now = idsOf(refreshed(before, before, '-score', first)).flat();
    expect(now, 'a has gone, x has come').toEqual(['x', 'b', 'c', 'd']);
    const meanwhile = entered(before, '-score', lead('y', 80));
    const then = idsOf(refreshed(meanwhile, before, '-score', first)).flat();
    expect(then, 'what came while it was read stays').toEqual(['x', 'y', 'b', 'c', 'd']);
  });

  it('lets go a lead that left its status or its filters', () => {
    const kept = pages(null, [lead('a', 90), lead('b', 70)]);
    expect(idsOf(followed(kept, column, lead('a', 90, { status: CONTACTED })))).toEqual([['b']]);
    const hot = { ...column, filters: { score_band: 'hot' } };
    expect(idsOf(followed(kept, hot, lead('a', 90)))).toEqual([['b']]);
    const owned = { ...column, filters: { owner: 'none' } };
    expect(idsOf(followed(kept, owned, lead('a', 90)))).toEqual([['a', 'b']]);
  });

  it('shows each lead once, and cards that are held where they are held', () => {
    const kept = pages(null, [lead('a', 90), lead('b', 70)], [lead('a', 60), lead('c', 50)]);
    const shown = (held: Shown[]) =>
      shownIn(column, kept, new Map(held.map((one) => [one.public_id, one]))).map((one: Shown) => one.public_id);
    expect(shown([])).toEqual(['a', 'b', 'c']);
    expect(shown([lead('b', 70, { status: CONTACTED })])).toEqual(['a', 'c']);
    expect(shown([lead('x', 55)])).toEqual(['a', 'b', 'x', 'c']);
    expect(shown([lead('b', 70)])).toEqual(['a', 'b', 'c']);
  });

  it('keeps the time in a stage until the status changes', () => {
    const known = lead('a', 90, { stage: { entered_at: '1' } });
    expect(staged(known, lead('a', 95, { updated_at: '3' })).stage).toEqual({ entered_at: '1' });
    expect(staged(known, lead('a', 90, { status: CONTACTED, updated_at: '3' })).stage).toEqual({ entered_at: '3' });
  });
});
