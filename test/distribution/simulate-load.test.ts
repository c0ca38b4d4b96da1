import { afterEach, expect, it, vi } from 'vitest';
import type { Actor } from '../../src/access/actor.ts';
import type { Sql } from '../../src/db/sql.ts';
import type { Settings } from '../../src/settings/snapshot.ts';
import type { TriedRule } from '../../src/simulation/draft-rules.ts';
import { replay } from '../../src/simulation/replay.ts';

afterEach(() => vi.useRealTimers());

const member = { id: '1', public_id: 'mem_1', name: 'Ravi', role: 'agent', team_id: null, active: true };
const ravi = { ...member, accepting_leads: true, weight: 1, open_cap: null, daily_cap: null, working_hours: null };
const index = (...records: { id: string; public_id: string }[]) => ({
  byId: new Map(records.map((record) => [record.id, record])),
  byPublicId: new Map(records.map((record) => [record.public_id, record])),
});
const settings = {
  organization: { id: '1', timeZone: 'Asia/Kolkata' },
  teams: index(),
  memberships: index(ravi),
  statuses: index(),
  sources: index(),
} as unknown as Settings;
const actor = { organizationId: '1', tokenId: '1', membershipId: '1', role: 'admin', teamId: null } as unknown as Actor;

const rule = (n: number, all: TriedRule['when']['all']): TriedRule => ({
  id: `draft ${n}`,
  public_id: null,
  name: `Draft ${n}`,
  when: { all },
  strategy: 'fixed',
  pool: { memberships: ['mem_1'] },
});
const always = [rule(0, [])];
const range = { from: null, before: null };

/** A database with so many leads; `custom` makes what each of them carries. Counts the statements. */
function leadsOf(count: number, custom: () => object = () => ({})) {
  const statements: string[] = [];
  let given = 0;
  const rows = async (text: string, values: readonly unknown[] = []) => {
    statements.push(text);
    const limit = Math.min(Number(values.at(-1)), count - given);
    given += limit;
    return Array.from({ length: limit }, (_, n) => ({
      id: String(n),
      created_at: new Date(Date.UTC(2026, 0, 1, 0, n)),
      owner_id: null,
      source_id: null,
      custom_fields: custom(),
    }));
  };
  return { sql: { rows } as unknown as Sql, statements };
}

/** Counts the turns of the event loop while `work` goes on: in each of them others can be served. */
async function turnsDuring(work: Promise<unknown>): Promise<number> {
  let turns = 0;
  let isDone = false;
  const settled = work
    .catch(() => {})
    .finally(() => {
      isDone = true;
    });
  while (!isDone) {
    await new Promise((resolve) => setImmediate(resolve));
    turns++;
  }
  await settled;
  return turns;
}

const signal = () => new AbortController().signal;

it('others are served after every batch of leads at the latest', async () => {
  const { sql, statements } = leadsOf(2_000);
  const work = replay(sql, actor, settings, always, range, signal());
  expect(await turnsDuring(work)).toBeGreaterThanOrEqual(10);
  expect(await work).toMatchObject({ leads: 2_000, unassigned: { simulated: 0 } });
  expect(statements).toHaveLength(11); // 200 leads each, and one to see that there are no more
});

it('each fact is folded once a lead, whatever the number of rules and conditions', async () => {
  const conditions = Array.from({ length: 50 }, (_, n) => ({
    field: n % 2 === 0 ? 'custom_fields.city' : 'custom_fields.note',
    op: 'neq' as const,
    value: `Value ${n}`,
  }));
  const rules = Array.from({ length: 200 }, (_, n) => rule(n, conditions));
  const { sql } = leadsOf(100, () => ({ city: 'Pune', note: 'Asks for a quote' }));
  const folds = vi.spyOn(String.prototype, 'toLowerCase');
  try {
    await replay(sql, actor, settings, rules, range, signal());
    expect(folds.mock.calls.length).toBe(100 * 2 + 200 * 50); // a fact a lead, and the value of each condition once
  } finally {
    folds.mockRestore();
  }
});

it('one that takes too long is refused with what to do, and has let others be served all the time', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const slow = {
    get city() {
      vi.advanceTimersByTime(100);
      return 'Pune';
    },
  };
  const { sql, statements } = leadsOf(2_000, () => slow);
  const rules = [rule(0, [{ field: 'custom_fields.city', op: 'present' }])];
  const work = replay(sql, actor, settings, rules, range, signal());
  work.catch(() => {});
  expect(await turnsDuring(work)).toBeGreaterThanOrEqual(100);
  await expect(work).rejects.toMatchObject({
    status: 422,
    errors: { 'filter.created_at': [expect.stringMatching(/^takes more than 10 seconds .*choose a shorter range/)] },
  });
  expect(statements).toHaveLength(1);
});

it('more leads than fit are refused', async () => {
  vi.useFakeTimers({ toFake: ['performance'] }); // however slow the machine is
  const { sql } = leadsOf(60_000);
  await expect(replay(sql, actor, settings, always, range, signal())).rejects.toMatchObject({
    status: 422,
    errors: { 'filter.created_at': ['covers more than 50000 leads: choose a shorter range'] },
  });
});

it('it ends when its caller hangs up: nothing more is read', async () => {
  const gone = new AbortController();
  const { sql, statements } = leadsOf(50_000, () => {
    if (statements.length === 3) gone.abort();
    return {};
  });
  await expect(replay(sql, actor, settings, always, range, gone.signal)).rejects.toMatchObject({ status: 503 });
  expect(statements).toHaveLength(3);
});

it('custom fields are read only where a rule asks for one', async () => {
  const plain = leadsOf(1);
  await replay(plain.sql, actor, settings, always, range, signal());
  expect(plain.statements[0]).not.toContain('leads.custom_fields');
  const asking = leadsOf(1);
  await replay(
    asking.sql,
    actor,
    settings,
    [rule(0, [{ field: 'custom_fields.city', op: 'present' }])],
    range,
    signal(),
  );
  expect(asking.statements[0]).toContain('leads.custom_fields');
});
