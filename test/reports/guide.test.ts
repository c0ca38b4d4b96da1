import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Person } from '../support/cast.ts';
import { LeadDesk, type Shown } from '../support/leads.ts';
import { root } from '../support/run-cli.ts';

type Row = Record<string, string>;

const DAY_SECONDS = 86_400;
const RANGE = 'filter[created_at]=2026-03-01..2026-03-31';
/** The example happens in March 2026, at 10:00 in India. */
const moment = (day: number) => Date.parse(`2026-03-${String(day).padStart(2, '0')}T10:00:00+05:30`);

/** The example's tables, in their order, each as rows by heading. */
async function readTables(): Promise<Row[][]> {
  const guide = await readFile(`${root}/docs/guides/reports.md`, 'utf8');
  const example = guide.slice(guide.indexOf('## Ten leads'), guide.indexOf('## Which leads are these?'));
  const tables: Row[][] = [];
  let headings: string[] | null = null;
  for (const line of example.split('\n')) {
    const cells = line.startsWith('|')
      ? line
          .split('|')
          .slice(1, -1)
          .map((cell) => cell.trim())
      : null;
    if (cells === null) headings = null;
    else if (headings === null) {
      headings = cells;
      tables.push([]);
    } else if (!/^-+$/.test(cells[0] ?? '')) {
      tables.at(-1)?.push(Object.fromEntries(headings.map((heading, n) => [heading, cells[n] ?? ''])));
    }
  }
  return tables;
}

/** A figure as the guide writes it; a dash is null. */
const read = (cell: string | undefined): number | null => (cell === '–' ? null : Number(cell?.replaceAll(',', '')));

let desk: LeadDesk;
let tables: Row[][];

beforeAll(async () => {
  tables = await readTables();
  vi.useFakeTimers({ toFake: ['Date'], now: moment(1) });
  desk = await LeadDesk.open();
  await buildLeads(tables[0] ?? []);
  vi.setSystemTime(moment(31));
});
afterAll(async () => {
  vi.useRealTimers();
  await desk.close();
});

/** Everything that the first table says, in the order in which it happened. */
async function buildLeads(rows: Row[]): Promise<void> {
  const sources = new Map<string, string>();
  for (const name of ['Website', 'Referral', 'Fair']) {
    sources.set(name, (await desk.add('sources', { name })).public_id);
  }
  const people: Record<string, Person> = { Ravi: desk.cast.ravi, Asha: desk.cast.asha };
  const events: { day: number; run: () => Promise<void> }[] = [];
  for (const row of rows) {
    let id = '';
    const create = async () => {
      const fields = { estimated_value: read(row.value), source: sources.get(row.source ?? '') ?? null };
      id = (await desk.make(fields, people[row.owner ?? ''] ?? null)).public_id;
    };
    events.push({ day: Number(row.created), run: create });
    for (const move of row.moves === '–' ? [] : (row.moves ?? '').split(', ')) {
      const [, name = '', day, byPatch] = /^(\w+) (\d+)( by PATCH)?$/.exec(move) ?? [];
      const target = () => desk.status(name);
      const run = async () => {
        const answer = byPatch ? await desk.patch(id, { status: target() }) : await desk.move(id, target());
        expect(answer.status, `${row.lead} ${move}`).toBe(200);
      };
      events.push({ day: Number(day), run });
    }
  }
  for (const { day, run } of events.sort((one, other) => one.day - other.day)) {
    vi.setSystemTime(moment(day));
    await run();
  }
}

async function ask(report: string, more = ''): Promise<Shown> {
  const { status, body } = await desk.app.call('GET', `/reports/${report}?${RANGE}${more}`, { token: desk.admin });
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
}

/** Every cell of the table is what the API answers; days where it says seconds. */
function expectRows(rows: Row[] | undefined, named: string, answered: Shown[], nameOf: (one: Shown) => string): void {
  expect(rows?.map((row) => row[named])).toEqual(answered.map(nameOf));
  for (const [n, { [named]: name, ...figures }] of (rows ?? []).entries()) {
    for (const [figure, cell] of Object.entries(figures)) {
      const value = answered[n][figure];
      const where = `${name} ${figure}`;
      expect(value, where).not.toBeUndefined();
      if (value === null) expect(cell, where).toBe('–');
      else expect(value, where).toBeCloseTo(read(cell) ?? Number.NaN, 5);
    }
  }
}

const list = (rows: Row[] | undefined, answered: Shown) => {
  for (const { figure = '', is } of rows ?? []) expect(answered[figure], figure).toBeCloseTo(read(is) ?? Number.NaN, 5);
};

const days = (seconds: number | null) => (seconds === null ? null : seconds / DAY_SECONDS);
const stageName = ({ status }: Shown) => status.name;

describe('docs/guides/reports.md', () => {
  it('has the tables that are checked here, and ten leads', () => {
    expect(tables.map(([row]) => Object.keys(row ?? {})[0])).toEqual([
      ...['lead', 'figure', 'stage', 'figure', 'stage', 'stage', 'cycle', 'figure'],
      ...['group', 'group', 'group'],
    ]);
    expect(tables[0]).toHaveLength(10);
  });

  it('is right about the cohort', async () => {
    for (const report of ['funnel', 'velocity', 'conversion']) list(tables[1], (await ask(report)).meta);
  });

  it('is right about the funnel', async () => {
    const { data } = await ask('funnel');
    expectRows(tables[2], 'stage', data.stages, stageName);
    list(tables[3], data);
  });

  it('is right about the funnel as of an earlier moment', async () => {
    const guide = await readFile(`${root}/docs/guides/reports.md`, 'utf8');
    const as_of = /`as_of=([^`]+)`/.exec(guide)?.[1] ?? '';
    expect(Date.parse(as_of)).toBe(moment(10));
    const { data } = await ask('funnel', `&as_of=${as_of}`);
    expectRows(tables[4], 'stage', data.stages, stageName);
  });

  it('is right about velocity', async () => {
    const { data } = await ask('velocity');
    const stages = data.stages.map(({ status, finished, unfinished }: Shown) => ({
      status,
      finished: finished.count,
      mean: days(finished.mean),
      median: days(finished.median),
      p75: days(finished.p75),
      p90: days(finished.p90),
      unfinished: unfinished.count,
      median_age: days(unfinished.median_age),
    }));
    expectRows(tables[5], 'stage', stages, stageName);
    const cycles = ['won', 'lost'].map((name) => {
      const { count, median, p90 } = data.cycle[name];
      return { name, count, median: days(median), p90: days(p90) };
    });
    expectRows(tables[6], 'cycle', cycles, ({ name }) => name);
    list(tables[7], data.sales_velocity);
  });

  it.each([
    ['source', 8],
    ['owner', 9],
    ['week', 10],
  ])('is right about conversion by %s', async (groupBy, n) => {
    const { data } = await ask('conversion', `&group_by=${groupBy}`);
    const first = (name: string) => (groupBy === 'owner' ? (name.split(' ')[0] ?? '') : name);
    const rows = [...data.groups, { ...data.total, group: { name: 'total' } }];
    expectRows(tables[n], 'group', rows, ({ group }) => first(group.name));
  });
});
