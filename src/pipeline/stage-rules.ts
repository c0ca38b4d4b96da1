import { factOf, isPresent, type LeadFacts } from '../conditions/facts.ts';
import { SettingsChanged } from '../db/sql.ts';
import { conflict, type FieldErrors, invalid, requireNoFaults } from '../problems.ts';
import { customFieldsByKey } from '../settings/custom-field-index.ts';
import type { Settings, StatusSetting } from '../settings/snapshot.ts';

interface Move {
  from: StatusSetting;
  to: StatusSetting;
  lead: LeadFacts;
  note: string | null;
  /** PATCH has no note to give: a status that needs one cannot be reached by it. */
  by: 'endpoint' | 'patch';
}

/** The status that a caller names; archived ones are kept for the leads that have them, and refused for others. */
export function usableStatus(settings: Settings, publicId: string): StatusSetting {
  const status = settings.statuses.byPublicId.get(publicId);
  if (status === undefined) throw invalid({ status: ['is not a status of this organization'] });
  if (status.archived) throw invalid({ status: ['is archived'] });
  return status;
}

/** The status that a lead has. The settings at hand may not know one that was made since they were read. */
export function statusOf(settings: Settings, { status_id }: { readonly status_id: string }): StatusSetting {
  const status = settings.statuses.byId.get(status_id);
  if (status === undefined) throw new SettingsChanged('The lead has a status that these settings do not know.');
  return status;
}

export function initialStatus(settings: Settings): StatusSetting {
  for (const status of settings.statuses.byId.values()) if (status.initial) return status;
  throw new Error('the organization has no initial status');
}

/** Refuses what the stage rules forbid: missing fields or note 422, then a target that is not allowed 409. */
export function requireAllowedMove(settings: Settings, move: Move): void {
  requireNoFaults(moveFaults(settings, move));
  requireAllowedNext(settings, move);
}

/** What the lead or the call lacks for a move into that status. */
export function moveFaults(settings: Settings, move: Move): FieldErrors {
  const errors = missingFields(settings, move);
  if (move.to.note_required && move.note === null) {
    if (move.by === 'endpoint') errors.note = ['is required for a move into this status'];
    else errors.status = ['needs a note: move the lead by POST /api/v1/leads/{public_id}/status'];
  }
  return errors;
}

export function requireAllowedNext(settings: Settings, { from, to }: Pick<Move, 'from' | 'to'>): void {
  const { allowed_next } = from;
  if (allowed_next !== null && !allowed_next.includes(to.public_id)) {
    throw conflict(`From ${from.name} a lead can go ${nameTargets(settings, allowed_next)}.`);
  }
}

function missingFields(settings: Settings, { to, lead }: Move): FieldErrors {
  const errors: FieldErrors = {};
  for (const field of requiredFields(settings, to)) {
    if (!isPresent(factOf(lead, field))) errors[field] = [`is required for the status ${to.name}`];
  }
  return errors;
}

/** The fields that a move into the status needs. An archived custom field can no longer be filled in. */
export const requiredFields = (settings: Settings, { required_fields }: StatusSetting): string[] =>
  required_fields.filter((field) => {
    const key = /^custom_fields\.(.+)$/.exec(field)?.[1];
    return key === undefined || customFieldsByKey(settings).get(key)?.archived === false;
  });

function nameTargets(settings: Settings, allowed: readonly string[]): string {
  const targets = allowed.flatMap((id) => {
    const status = settings.statuses.byPublicId.get(id);
    return status === undefined || status.archived ? [] : [`${status.name} (${id})`];
  });
  return targets.length === 0 ? 'nowhere' : `only to ${targets.join(', ')}`;
}
