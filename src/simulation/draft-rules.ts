import { checkRules } from '../conditions/check.ts';
import { MOST_RULES } from '../conditions/schemas.ts';
import { sizeFault, whensIn } from '../conditions/size.ts';
import { type RuleLike, rulesInForce } from '../distribution/plan.ts';
import { checkPoolMembers, checkPoolShape } from '../distribution/rules/rules.ts';
import type { DraftRule } from '../distribution/rules/schemas.ts';
import { FaultList } from '../fault-list.ts';
import { isRecord } from '../http/record.ts';
import type { FieldErrors } from '../problems.ts';
import { oncePerSettings } from '../settings/once.ts';
import type { Pool, Settings } from '../settings/snapshot.ts';
import { wholeWhen } from '../settings/when.ts';

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
  const tooMuch = sizeFault(whensIn(drafts));
  if (tooMuch !== null) return { rules: [`have conditions with ${tooMuch}`] };
  const errors = checkRules(settings, withoutKnownConditions(drafts, settings), (n) => `rules.${n}.when`);
  const faults = new FaultList();
  for (const [n, draft] of (Array.isArray(drafts) ? drafts.slice(0, MOST_RULES) : []).entries()) {
    if (!isRecord(draft)) continue; // the schema's to refuse
    Object.assign(errors, checkPoolShape(draft, `rules.${n}.pool`));
    if (!checkPoolMembers(draft.pool, settings, `rules.${n}.pool`, faults)) break;
  }
  return { ...errors, ...faults.errors };
}

const textOf = (all: readonly unknown[]): string =>
  JSON.stringify(all.map((one) => (isRecord(one) ? [one.field, one.op, one.value] : one)));

const knownConditions = oncePerSettings(
  ({ rules }) => new Set([...rules.byId.values()].map(({ when }) => textOf(when.all))),
);

/** Rules that are there may name what has been archived since; beside a draft they are tried as they are. */
function withoutKnownConditions(drafts: unknown, settings: Settings): unknown {
  if (!Array.isArray(drafts)) return drafts;
  const known = knownConditions(settings);
  return drafts.slice(0, MOST_RULES).map((draft) => {
    const all = draft?.when?.all;
    return Array.isArray(all) && known.has(textOf(all)) ? {} : draft;
  });
}
