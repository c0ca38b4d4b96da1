import { type Author, alteration, creation } from '../../audit/audit.ts';
import { checkWhen, staleReferences } from '../../conditions/check.ts';
import { sizeFault } from '../../conditions/size.ts';
import type { Database, Sql } from '../../db/sql.ts';
import { FaultList } from '../../fault-list.ts';
import { isRecord } from '../../http/record.ts';
import { conflict, type FieldErrors, invalid, notFound } from '../../problems.ts';
import { newPublicId } from '../../public-id.ts';
import { changeSettings } from '../../settings/change.ts';
import { requireRoom } from '../../settings/limits.ts';
import type { Settings } from '../../settings/snapshot.ts';
import { type When, wholeWhen } from '../../settings/when.ts';
import type { Pool } from '../strategies.ts';
import {
  countRules,
  findRule,
  hideRule,
  insertRule,
  isTeam,
  listConditions,
  listMembers,
  type RuleFields,
  type RuleRow,
  updateRule,
} from './queries.ts';
import {
  type DistributionRule,
  type DistributionRuleCreate,
  type DistributionRulePatch,
  MOST_MEMBERS,
} from './schemas.ts';

type Shown = Omit<DistributionRule, 'warnings'>;

const asShown = ({ id: _, ...rule }: RuleRow): Shown => rule as Shown;

export const presentRule = (row: RuleRow, { settings }: { settings: Settings }): DistributionRule => ({
  ...asShown(row),
  warnings: warningsOf(settings, row),
});

export function createRule(
  database: Database,
  author: Author,
  input: DistributionRuleCreate,
  context: { settings: Settings },
): Promise<DistributionRule> {
  return changeSettings(database, author, async (sql) => {
    const { rules, last } = await countRules(sql, author.organizationId);
    const faults = await poolFaults(sql, author.organizationId, input.pool);
    if (Object.keys(faults).length > 0) throw invalid(faults);
    requireRoom('rules', rules);
    const fields: RuleFields = {
      name: input.name,
      position: input.position ?? last + 1,
      active: input.active ?? true,
      when: wholeWhen(input.when),
      strategy: input.strategy,
      pool: input.pool as Pool,
    };
    await requireShortConditions(sql, author.organizationId, null, fields.when);
    const publicId = newPublicId('distributionRule');
    await insertRule(sql, author.organizationId, publicId, fields);
    const rule = { public_id: publicId, ...fields } as Shown;
    return {
      result: { ...rule, warnings: warningsOf(context.settings, fields) },
      entries: [creation('distribution_rule', publicId, rule)],
    };
  });
}

export function changeRule(
  database: Database,
  author: Author,
  publicId: string,
  patch: DistributionRulePatch,
  context: { settings: Settings },
): Promise<DistributionRule> {
  return changeSettings(database, author, async (sql) => {
    const row = await findRule(sql, author.organizationId, publicId);
    if (row === undefined) throw notFound();
    const { when, pool, ...plain } = patch;
    const faults = {
      ...checkWhen(context.settings, when, 'when'),
      ...(pool !== undefined && (await poolFaults(sql, author.organizationId, pool))),
    };
    if (Object.keys(faults).length > 0) throw invalid(faults);
    const next: RuleRow = {
      ...row,
      ...plain,
      ...(when !== undefined && { when: wholeWhen(when) }),
      ...(pool !== undefined && { pool: pool as Pool }),
    };
    if (when !== undefined) await requireShortConditions(sql, author.organizationId, row.id, next.when);
    await updateRule(sql, author.organizationId, row.id, next);
    return {
      result: presentRule(next, context),
      entries: [alteration('distribution_rule', publicId, asShown(row), asShown(next))],
    };
  });
}

export function deleteRule(database: Database, author: Author, publicId: string): Promise<void> {
  return changeSettings(database, author, async (sql) => {
    const row = await findRule(sql, author.organizationId, publicId);
    if (row === undefined) throw notFound();
    await hideRule(sql, author.organizationId, row.id);
    const entry = alteration('distribution_rule', publicId, asShown(row), {}, 'deleted');
    return { result: undefined, entries: [entry] };
  });
}

/** Every new lead is judged by the conditions of all rules: they are bounded together. */
async function requireShortConditions(sql: Sql, organizationId: string, id: string | null, when: When): Promise<void> {
  const others = await listConditions(sql, organizationId, id);
  const tooMuch = sizeFault([...others, when]);
  if (tooMuch === null) return;
  throw conflict(`With this one, the rules of the organization would have conditions with ${tooMuch}.`);
}

/** What is wrong with a rule by the organization's own fields and sources. `at` is where it stands in the body. */
export function checkRule(rule: { when?: unknown; pool?: unknown }, settings: Settings, at = ''): FieldErrors {
  return { ...checkWhen(settings, rule.when, `${at}when`), ...checkPoolShape(rule, `${at}pool`) };
}

/** A pool is one of two things. */
export function checkPoolShape(rule: { pool?: unknown }, at = 'pool'): FieldErrors {
  const { pool } = rule;
  if (isRecord(pool) && (pool.team === undefined) === (pool.memberships === undefined)) {
    return { [at]: ['must have either team or memberships'] };
  }
  return {};
}

const NO_TEAM = 'is not a team of this organization';
const noMember = (id: string) => `${id} is not a member of this organization`;

/** What of a pool does not exist, by the settings at hand; false once there are more faults than are told. */
export function checkPoolMembers(pool: unknown, settings: Settings, at: string, faults: FaultList): boolean {
  const { team, memberships } = isRecord(pool) ? pool : {};
  if (typeof team === 'string' && !settings.teams.byPublicId.has(team)) faults.add(`${at}.team`, () => NO_TEAM);
  return (Array.isArray(memberships) ? memberships.slice(0, MOST_MEMBERS) : []).every((id) => {
    const isKnown = typeof id !== 'string' || settings.memberships.byPublicId.has(id);
    return isKnown || faults.add(`${at}.memberships`, () => noMember(id));
  });
}

/** The same of one rule. */
export function checkReferences(rule: { when?: unknown; pool?: unknown }, settings: Settings): FieldErrors {
  const faults = new FaultList();
  checkPoolMembers(rule.pool, settings, 'pool', faults);
  return { ...checkWhen(settings, rule.when, 'when'), ...faults.errors };
}

/** What of a pool does not exist, by the database. Members need not be active: they may come back. */
async function poolFaults(
  sql: Sql,
  organizationId: string,
  { team, memberships = [] }: { team?: string; memberships?: string[] },
): Promise<FieldErrors> {
  if (team !== undefined) return (await isTeam(sql, organizationId, team)) ? {} : { 'pool.team': [NO_TEAM] };
  const known = await listMembers(sql, organizationId, memberships);
  const unknown = memberships.filter((id) => !known.has(id));
  return unknown.length === 0 ? {} : { 'pool.memberships': unknown.map(noMember) };
}

/** What the rule names that is no longer in use; it is kept as it was saved. */
export function warningsOf(settings: Settings, { when, pool }: { when: When; pool: Pool }): string[] {
  const inactive = ('memberships' in pool ? pool.memberships : []).flatMap((id) => {
    const member = settings.memberships.byPublicId.get(id);
    return member === undefined || member.active ? [] : [`pool names the inactive member ${member.name}`];
  });
  return [...staleReferences(settings, when, 'when'), ...inactive];
}
