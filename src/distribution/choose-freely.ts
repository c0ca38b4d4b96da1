import { type Choice, choose, type Loads } from './choose.ts';
import type { Plan } from './plan.ts';

const nothing: Loads = { open: () => 0, given: () => 0 };

/**
 * The choice, where it rests neither on turns nor on what members have: a fixed member without caps, whom no rule comes
 * before that would have to be asked. Null: the turns must be asked.
 */
export function chooseFreely(plan: Plan): Choice | null {
  for (const { strategy, candidates } of plan.steps) {
    const able = candidates.filter(({ obstacle }) => obstacle === null);
    if (able.length === 0) continue;
    const isFree = strategy === 'fixed' && able.every(({ openCap, dailyCap }) => openCap === null && dailyCap === null);
    return isFree ? choose(plan, {}, nothing) : null;
  }
  return null;
}
