import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type Credits, choose, type Loads, moveCredits } from '../../src/distribution/choose.ts';
import { planFor, rulesInForce } from '../../src/distribution/plan.ts';
import type { Settings } from '../../src/settings/snapshot.ts';
import { runsOf } from '../support/runs.ts';
import {
  type SlowCondition,
  SlowDistribution,
  type SlowLead,
  type SlowMember,
  type SlowRule,
} from '../support/slow-distribution.ts';

const zones = ['Asia/Kolkata', 'America/New_York', 'Pacific/Chatham'];
const teams = ['T1', 'T2'];
const ids = ['m1', 'm2', 'm3', 'm4', 'm5', 'm6'];

const maybe = <T>(of: fc.Arbitrary<T>) => fc.option(of, { nil: null });
const hours = fc.constantFrom(
  { mon: ['09:30-18:30'], tue: ['00:00-24:00'], wed: [], thu: ['08:00-12:00', '13:00-17:00'], fri: ['09:00-21:00'] },
  { mon: ['00:00-12:00'], tue: ['12:00-24:00'], wed: ['00:00-12:00'], sat: ['06:00-22:00'], sun: ['10:00-10:01'] },
);
const member = fc.record({
  role: fc.constantFrom('agent' as const, 'agent' as const, 'agent' as const, 'manager' as const),
  team: maybe(fc.constantFrom(...teams)),
  active: fc.integer({ min: 0, max: 7 }).map((n) => n > 0),
  accepting_leads: fc.integer({ min: 0, max: 5 }).map((n) => n > 0),
  weight: fc.integer({ min: 1, max: 9 }),
  open_cap: maybe(fc.integer({ min: 0, max: 6 })),
  daily_cap: maybe(fc.integer({ min: 0, max: 5 })),
  working_hours: fc.option(hours, { nil: null, freq: 2 }),
});
const condition = fc.oneof(
  fc.record({
    field: fc.constant('first_name'),
    op: fc.constantFrom('eq', 'neq', 'contains', 'starts_with'),
    value: fc.constantFrom('Asha', 'as', 'Ravi'),
  }),
  fc.record({
    field: fc.constant('first_name'),
    op: fc.constantFrom('in', 'not_in'),
    value: fc.constant(['asha', 'Om']),
  }),
  fc.record({
    field: fc.constant('estimated_value'),
    op: fc.constantFrom('eq', 'neq', 'gt', 'gte', 'lt', 'lte'),
    value: fc.constantFrom(0, 50, 100),
  }),
  fc.record({
    field: fc.constantFrom('source', 'estimated_value', 'custom_fields.tier'),
    op: fc.constantFrom('present', 'absent'),
  }),
  fc.record({
    field: fc.constant('custom_fields.tier'),
    op: fc.constantFrom('eq', 'neq'),
    value: fc.constantFrom('gold', 'silver'),
  }),
);
const rule = fc.record({
  active: fc.integer({ min: 0, max: 6 }).map((n) => n > 0),
  when: fc.record({ all: fc.array<SlowCondition>(condition, { maxLength: 2 }) }),
  strategy: fc.constantFrom('round_robin' as const, 'weighted' as const, 'least_open' as const, 'fixed' as const),
  pool: fc.oneof(
    fc.record({ team: fc.constantFrom(...teams) }),
    fc.record({ memberships: fc.shuffledSubarray(ids, { minLength: 1 }) }),
  ),
});
const lead: fc.Arbitrary<SlowLead> = fc.record({
  first_name: maybe(fc.constantFrom('Asha', 'asha', 'Ravi', 'Om')),
  source: maybe(fc.constantFrom('S1', 'S2')),
  estimated_value: maybe(fc.constantFrom(0, 50, 99.5, 100)),
  custom_fields: fc.oneof(fc.constant({}), fc.record({ tier: fc.constantFrom('gold', 'Silver') })),
});
const event = fc.oneof(
  { weight: 8, arbitrary: fc.record({ lead, later: fc.constantFrom(0, 1, 45, 300, 900) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      change: fc.nat(5),
      to: fc.record({ accepting_leads: fc.boolean(), active: fc.boolean(), weight: fc.integer({ min: 1, max: 9 }) }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ close: fc.nat() }) },
);

/** The snapshot that the service would have of this organization; public ids are `p` and the id. */
function settingsOf(timeZone: string, members: readonly SlowMember[], rules: readonly SlowRule[]): Settings {
  const index = <T extends { id: string }>(records: readonly T[]) => ({
    byId: new Map(records.map((record) => [record.id, record])),
    byPublicId: new Map(records.map((record) => [`p${record.id}`, record])),
  });
  const settings = {
    organization: { id: '1', timeZone },
    teams: index(teams.map((id) => ({ id }))),
    memberships: index(members.map((one) => ({ ...one, team_id: one.team }))),
    rules: index(
      rules.map((one) => ({
        ...one,
        deleted: false,
        pool:
          'team' in one.pool
            ? { team: `p${one.pool.team}` }
            : { memberships: one.pool.memberships.map((id) => `p${id}`) },
      })),
    ),
  };
  return settings as unknown as Settings;
}

it('every choice, with every reason, is the one that the promise spelled out slowly comes to', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...zones),
      fc.array(member, { minLength: 1, maxLength: 6 }),
      fc.array(rule, { maxLength: 4 }),
      fc.array(event, { minLength: 10, maxLength: 60 }),
      (timeZone, made, drafted, events) => {
        const members: SlowMember[] = made.map((one, n) => ({ ...one, id: ids[n] ?? '' }));
        const rules: SlowRule[] = drafted.map((one, n) => ({ ...one, id: `r${n}` }));
        const slow = new SlowDistribution(timeZone);
        const credits: Credits = {};
        let now = new Date('2030-03-08T20:00:00.000Z');
        for (const one of events) {
          if ('change' in one) Object.assign(members[one.change] ?? {}, one.to);
          if ('close' in one && slow.given.length > 0)
            Object.assign(slow.given[one.close % slow.given.length] ?? {}, { open: false });
          if (!('lead' in one)) continue;
          now = new Date(now.getTime() + one.later * 60_000);
          const settings = settingsOf(timeZone, members, rules);
          const plan = planFor(
            settings,
            rulesInForce(settings),
            { ...one.lead, last_name: null, phone: null, email: null },
            now,
          );
          const loads: Loads = {
            open: slow.open,
            given: (id) => slow.given.filter(({ owner, at }) => owner === id && at >= plan.dayStart).length,
          };
          const fast = choose(plan, credits, loads);
          const expected = slow.choose(members, rules, one.lead, now);
          const { ownerId } = fast;
          expect(ownerId === null ? [] : [ownerId]).toEqual(
            expected.best.length === 0 ? [] : [expect.toBeOneOf(expected.best)],
          );
          expect([fast.ruleId, fast.strategy, fast.teamId]).toEqual([expected.rule, expected.strategy, expected.team]);
          expect(fast.candidates.map(({ id, outcome }) => [id, outcome])).toEqual(
            expected.candidates.map(([id, outcome]) => [
              id,
              outcome === 'able' ? (id === ownerId ? 'chosen' : 'not_in_turn') : outcome,
            ]),
          );
          if (ownerId !== null && fast.turn !== null) moveCredits(credits, fast.turn, ownerId);
          if (ownerId !== null) slow.give(expected, members, ownerId, now);
        }
      },
    ),
    { numRuns: runsOf(40, 200, 'LEADLINE_FUZZ') },
  );
});
