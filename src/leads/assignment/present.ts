import type { Outcome } from '../../distribution/eligibility.ts';
import { candidatesOf } from '../../distribution/explanation.ts';
import type { Settings } from '../../settings/snapshot.ts';
import { referenceOrNull, referenceTo } from '../render.ts';
import type { ShownAssignment } from './queries.ts';
import type { Assignment } from './schemas.ts';

export function presentAssignment(settings: Settings, row: ShownAssignment): Assignment {
  const owner = referenceOrNull(settings.memberships, row.current_owner_id);
  const { candidate_ids, outcomes, assigned_at, reassigned_at } = row;
  if (candidate_ids === null || outcomes === null || assigned_at === null || reassigned_at !== null) {
    const at = reassigned_at ?? row.created_at;
    return {
      owner,
      rule: null,
      strategy: null,
      assigned_at: at.toISOString(),
      candidates: [],
      more_candidates: 0,
    };
  }
  return {
    owner,
    rule: row.rule_public_id === null ? null : { public_id: row.rule_public_id, name: row.rule_name ?? '' },
    strategy: row.strategy,
    assigned_at: assigned_at.toISOString(),
    candidates: presentCandidates(settings, candidatesOf(candidate_ids, outcomes)),
    more_candidates: row.more_candidates ?? 0,
  };
}

export const presentCandidates = (settings: Settings, judged: readonly { id: string; outcome: Outcome }[]) =>
  judged.map(({ id, outcome }) => ({ membership: referenceTo(settings.memberships, id), outcome }));
