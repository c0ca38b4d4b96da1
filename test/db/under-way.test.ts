import { describe, expect, it } from 'vitest';
import { Statement } from '../../src/db/statement.ts';
import { UnderWay } from '../../src/db/under-way.ts';

const statementOf = (name: string, abandoned: string[], startedAt = 0) => {
  const statement = new Statement(name, [], 'once', () => {});
  statement.startedAt = startedAt;
  statement.abandon = () => void abandoned.push(name);
  return statement;
};

describe('statements under way', () => {
  it('are those that were added and not removed, whatever the order', () => {
    const abandoned: string[] = [];
    const names = ['a', 'b', 'c', 'd', 'e'];
    const all = names.map((name) => statementOf(name, abandoned));
    const underWay = new UnderWay();
    for (const statement of all) underWay.add(statement);
    for (const n of [1, 4, 0, 0]) underWay.remove(all[n] as Statement);
    underWay.add(all[1] as Statement);
    underWay.remove(all[3] as Statement);
    underWay.abandon(1);
    expect(abandoned.sort()).toEqual(['b', 'c']);
  });

  it('are given up when they were sent before the moment', () => {
    const abandoned: string[] = [];
    const underWay = new UnderWay();
    for (const startedAt of [5, 10, 15]) underWay.add(statementOf(`at ${startedAt}`, abandoned, startedAt));
    underWay.abandon(10);
    expect(abandoned).toEqual(['at 5']);
  });
});
