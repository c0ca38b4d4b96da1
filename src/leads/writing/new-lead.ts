import { isRecord } from '../../http/record.ts';
import { bodyValidator } from '../../http/validate.ts';
import { type FieldErrors, faultsOf } from '../../problems.ts';
import type { Settings } from '../../settings/snapshot.ts';
import { LeadCreate } from '../schemas.ts';
import { checkCustomValues, missingCustomValues } from './custom-values.ts';
import { usableSource } from './patch.ts';

const checkShape = bodyValidator(LeadCreate);

/** Faults of a new lead that did not come as the body of a request. Its texts are normalized in place. */
export function newLeadFaults(settings: Settings, input: unknown): FieldErrors {
  const shape = checkShape(input);
  return isRecord(input) ? { ...checkNewLead(input, settings), ...shape } : { ...shape };
}

/** Faults by the organization's settings. */
export function checkNewLead(input: LeadCreate, settings: Settings): FieldErrors {
  const values = isRecord(input.custom_fields) ? input.custom_fields : {};
  const errors: FieldErrors = { ...missingCustomValues(settings, values), ...checkCustomValues(settings, values) };
  if ((input.phone ?? null) === null && (input.email ?? null) === null) {
    errors.phone = ['a lead needs a phone or an email'];
  }
  const { source } = input;
  return typeof source === 'string' ? { ...errors, ...faultsOf(() => usableSource(settings, source)) } : errors;
}
