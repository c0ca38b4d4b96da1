import { wholeWhen } from '../conditions/matches.ts';
import { sizeFault, whensIn } from '../conditions/size.ts';
import { type RuleLike, rulesInForce } from '../distribution/plan.ts';
import { checkRule } from '../distribution/rules/rules.ts';
import type { DraftRule } from '../distribution/rules/schemas.ts';
import type { Pool } from '../distribution/strategies.ts';
import type { FieldErrors } from '../problems.ts';
import type { Settings } from '../settings/snapshot.ts';

/** A rule that is tried out: one in force, or a draft without a public id. */
export interface TriedRule extends RuleLike {
  readonly public_id: string | null;
  readonly name: string;
}

/** The drafts, or the rules in force where there are none. */
export function rulesToTry(settings: Settings, drafts: readonly DraftRule[] | undefined): TriedRule[] {
  if (drafts === undefined) return rulesInForce(settings);
  return drafts
    .map((draft, n) => ({
      id: `draft ${n}`, // turns of its own, that nobody has taken yet
      public_id: null,
      name: draft.name ?? `Draft ${n + 1}`,
      when: wholeWhen(draft.when),
      strategy: draft.strategy,
      pool: draft.pool as Pool,
      active: draft.active ?? true,
      position: draft.position ?? Number.POSITIVE_INFINITY,
    }))
    .filter(({ active }) => active)
    .sort((one, other) => (one.position === other.position ? 0 : one.position - other.position));
}

/** What is wrong with drafts by the organization's own settings. */
export function checkDrafts(drafts: unknown, settings: Settings): FieldErrors {
  const errors: FieldErrors = {};
  if (!Array.isArray(drafts)) return errors;
  const tooMuch = sizeFault(whensIn(drafts));
  if (tooMuch !== null) return { rules: [`have conditions with ${tooMuch}`] };
  for (const [n, draft] of drafts.entries()) {
    if (typeof draft !== 'object' || draft === null) continue; // the schema's to refuse
    Object.assign(
      errors,
      checkRule(draft, settings, `rules.${n}.`),
      checkPool(draft.pool, settings, `rules.${n}.pool`),
    );
  }
  return errors;
}

function checkPool(pool: { team?: unknown; memberships?: unknown } | undefined, settings: Settings, at: string) {
  const errors: FieldErrors = {};
  if (typeof pool?.team === 'string' && !settings.teams.byPublicId.has(pool.team)) {
    errors[`${at}.team`] = ['is not a team of this organization'];
  }
  const members = Array.isArray(pool?.memberships) ? pool.memberships : [];
  const unknown = members.filter((id) => typeof id === 'string' && !settings.memberships.byPublicId.has(id));
  if (unknown.length > 0)
    errors[`${at}.memberships`] = unknown.map((id) => `${id} is not a member of this organization`);
  return errors;
}
