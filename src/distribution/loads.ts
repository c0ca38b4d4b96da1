import type { Loads } from './choose.ts';
import type { Plan } from './plan.ts';
import type { TurnsRow } from './queries.ts';
import type { Taken } from './turn-state.ts';

/** Members whose leads must be counted before the plan can be decided: up to the step that has somebody whatever they have. */
export function membersToCount({ steps }: Plan): string[] {
  const members: string[] = [];
  for (const { strategy, candidates } of steps) {
    let isSure = false;
    for (const { id, obstacle, openCap, dailyCap } of candidates) {
      if (obstacle !== null) continue;
      const isCapped = openCap !== null || dailyCap !== null;
      if (isCapped || strategy === 'least_open') members.push(id);
      isSure ||= !isCapped;
    }
    if (isSure) break;
  }
  return members;
}

/** What members have, with what is under way to them counted in: leads not written yet, and those of this very batch. */
export class CountedLoads implements Loads {
  readonly #counted: ReadonlyMap<string, { open: number; given: number }>;
  readonly #underWay = new Map<string, number>();

  constructor(counted: TurnsRow['loads'], underWay: readonly Taken[]) {
    this.#counted = new Map(counted.map(({ id, open, given }) => [id, { open, given }]));
    for (const { member } of underWay) if (member !== null) this.add(member);
  }

  add(memberId: string): void {
    this.#underWay.set(memberId, (this.#underWay.get(memberId) ?? 0) + 1);
  }

  open = (memberId: string): number => (this.#counted.get(memberId)?.open ?? 0) + (this.#underWay.get(memberId) ?? 0);

  given = (memberId: string): number => (this.#counted.get(memberId)?.given ?? 0) + (this.#underWay.get(memberId) ?? 0);
}
