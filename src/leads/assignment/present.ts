import type { Outcome } from '../../distribution/eligibility.ts';
import { candidatesOf } from '../../distribution/explanation.ts';
import type { Settings } from '../../settings/snapshot.ts';
import { UnknownNameError } from '../render.ts';
import type { ShownAssignment } from './queries.ts';
import type { Assignment } from './schemas.ts';

export function presentAssignment(settings: Settings, row: ShownAssignment): Assignment {
  const owner = memberOf(settings, row.current_owner_id);
  const { candidate_ids, outcomes, assigned_at, reassigned_at } = row;
  if (candidate_ids === null || outcomes === null || assigned_at === null || reassigned_at !== null) {
    const at = reassigned_at ?? row.created_at;
    return { owner, rule: null, strategy: null, assigned_at: at.toISOString(), candidates: [] };
  }
  return {
    owner,
    rule: row.rule_public_id === null ? null : { public_id: row.rule_public_id, name: row.rule_name ?? '' },
    strategy: row.strategy,
    assigned_at: assigned_at.toISOString(),
    candidates: presentCandidates(settings, candidatesOf({ candidate_ids, outcomes })),
  };
}

export const presentCandidates = (settings: Settings, judged: readonly { id: string; outcome: Outcome }[]) =>
  judged.flatMap(({ id, outcome }) => {
    const membership = memberOf(settings, id);
    return membership === null ? [] : [{ membership, outcome }];
  });

export function memberOf({ memberships }: Settings, id: string | null) {
  if (id === null) return null;
  const member = memberships.byId.get(id);
  if (member === undefined) throw new UnknownNameError();
  return { public_id: member.public_id, name: member.name };
}
