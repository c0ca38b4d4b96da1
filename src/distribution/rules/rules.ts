import { type Author, alteration, creation } from '../../audit/audit.ts';
import { checkWhen, staleReferences } from '../../conditions/check.ts';
import { sizeFault } from '../../conditions/size.ts';
import type { Database } from '../../db/sql.ts';
import { FaultList } from '../../fault-list.ts';
import { isRecord } from '../../http/record.ts';
import { conflict, type FieldErrors, found, requireNoFaults } from '../../problems.ts';
import { newPublicId } from '../../public-id.ts';
import { type Changing, type CurrentSettings, changeSettings } from '../../settings/change.ts';
import { requireRoom } from '../../settings/limits.ts';
import type { Pool, RuleSetting, Settings } from '../../settings/snapshot.ts';
import { type When, wholeWhen } from '../../settings/when.ts';
import { hideRule, insertRule, type Rule, updateRule } from './queries.ts';
import {
  type DistributionRule,
  type DistributionRuleCreate,
  type DistributionRulePatch,
  MOST_MEMBERS,
} from './schemas.ts';

const ruleOf = ({ id: _, ...rule }: RuleSetting): Rule => rule;

const present = (rule: Rule, settings: Settings): DistributionRule =>
  ({ ...rule, warnings: warningsOf(settings, rule) }) as DistributionRule;

export const presentRule = (rule: RuleSetting, { settings }: { settings: Settings }): DistributionRule =>
  present(ruleOf(rule), settings);

export function createRule(
  database: Database,
  author: Author,
  input: DistributionRuleCreate,
  known: CurrentSettings,
): Promise<DistributionRule> {
  return changeSettings(database, author, async (sql) => {
    const settings = await known.currentSettings(sql);
    const rules = [...settings.rules.byId.values()];
    requireNoFaults(checkReferences(input, settings));
    requireRoom('rules', rules.length);
    const rule: Rule = {
      public_id: newPublicId('distributionRule'),
      name: input.name,
      position: input.position ?? Math.max(0, ...rules.map(({ position }) => position)) + 1,
      active: input.active ?? true,
      when: wholeWhen(input.when),
      strategy: input.strategy,
      pool: input.pool as Pool,
    };
    requireShortConditions(rules, rule);
    await insertRule(sql, author.organizationId, rule);
    return {
      result: present(rule, settings),
      entries: [creation('distribution_rule', rule.public_id, rule)],
    };
  });
}

export function changeRule(
  database: Database,
  author: Author,
  publicId: string,
  patch: DistributionRulePatch,
  known: Changing,
): Promise<DistributionRule> {
  return changeSettings(database, author, async (sql) => {
    const settings = await known.currentSettings(sql);
    const before = ruleOf(found(settings.rules.byPublicId.get(publicId)));
    known.requireSeen(present(before, settings));
    requireNoFaults(checkReferences(patch, settings));
    const { when, pool, ...plain } = patch;
    const after: Rule = {
      ...before,
      ...plain,
      ...(when !== undefined && { when: wholeWhen(when) }),
      ...(pool !== undefined && { pool: pool as Pool }),
    };
    if (when !== undefined) requireShortConditions([...settings.rules.byId.values()], after);
    await updateRule(sql, author.organizationId, after);
    return { result: present(after, settings), entries: [alteration('distribution_rule', publicId, before, after)] };
  });
}

export function deleteRule(database: Database, author: Author, publicId: string, known: Changing): Promise<void> {
  return changeSettings(database, author, async (sql) => {
    const settings = await known.currentSettings(sql);
    const rule = found(settings.rules.byPublicId.get(publicId));
    known.requireSeen(presentRule(rule, { settings }));
    await hideRule(sql, author.organizationId, rule.id);
    const entry = alteration('distribution_rule', publicId, ruleOf(rule), {}, 'deleted');
    return { result: undefined, entries: [entry] };
  });
}

/** Every new lead is judged by the conditions of all rules: they are bounded together. */
function requireShortConditions(rules: readonly RuleSetting[], changed: Rule): void {
  const others = rules.filter(({ public_id }) => public_id !== changed.public_id);
  const tooMuch = sizeFault([...others, changed].map(({ when }) => when));
  if (tooMuch === null) return;
  throw conflict(`With this one, the rules of the organization would have conditions with ${tooMuch}.`);
}

/** A pool is one of two things. */
export function checkPoolShape({ pool }: { pool?: unknown }, at = 'pool'): FieldErrors {
  if (isRecord(pool) && (pool.team === undefined) === (pool.memberships === undefined)) {
    return { [at]: ['must have either team or memberships'] };
  }
  return {};
}

/** What of a pool does not exist; false once there are more faults than are told. Members need not be active. */
export function checkPoolMembers(pool: unknown, settings: Settings, at: string, faults: FaultList): boolean {
  const { team, memberships } = isRecord(pool) ? pool : {};
  if (typeof team === 'string' && !settings.teams.byPublicId.has(team)) {
    faults.add(`${at}.team`, () => 'is not a team of this organization');
  }
  return (Array.isArray(memberships) ? memberships.slice(0, MOST_MEMBERS) : []).every((id) => {
    const isKnown = typeof id !== 'string' || settings.memberships.byPublicId.has(id);
    return isKnown || faults.add(`${at}.memberships`, () => `${id} is not a member of this organization`);
  });
}

/** What a rule refers to that does not exist, or that its conditions cannot use. */
export function checkReferences(rule: { when?: unknown; pool?: unknown }, settings: Settings): FieldErrors {
  const faults = new FaultList();
  checkPoolMembers(rule.pool, settings, 'pool', faults);
  return { ...checkWhen(settings, rule.when, 'when'), ...faults.errors };
}

/** What the rule names that is no longer in use; it is kept as it was saved. */
function warningsOf(settings: Settings, { when, pool }: { when: When; pool: Pool }): string[] {
  const inactive = ('memberships' in pool ? pool.memberships : []).flatMap((id) => {
    const member = settings.memberships.byPublicId.get(id);
    return member === undefined || member.active ? [] : [`pool names the inactive member ${member.name}`];
  });
  return [...staleReferences(settings, when, 'when'), ...inactive];
}
