import { isDeepStrictEqual } from 'node:util';
import type { Change } from '../audit/audit.ts';
import type { LeadFacts } from '../conditions/facts.ts';
import type { Signals } from '../scoring/signals.ts';
import type { Settings } from '../settings/snapshot.ts';

/** What of a lead can change, as it is stored. */
export interface LeadFields {
  first_name: string | null;
  last_name: string | null;
  phone: string | null;
  email: string | null;
  source_id: string | null;
  status_id: string;
  status_since: Date;
  owner_id: string | null;
  team_id: string | null;
  estimated_value: number | null;
  custom_fields: Record<string, unknown>;
  score: number;
  /** What its activities add to the score. */
  signals: Signals | null;
  /** When the score changes next by age alone. */
  rescore_at: Date | null;
  /** Version of the model that the score was computed with. */
  scored_with: number;
  last_activity_at: Date;
  last_reenquiry_at: Date | null;
  updated_at: Date;
}

/** How good it is, and what that was worked out from. */
export type LeadScoring = Pick<LeadFields, 'score' | 'signals' | 'rescore_at' | 'scored_with'>;

export interface LeadRow extends LeadFields {
  id: string;
  public_id: string;
  created_at: Date;
  version: number;
  rendered: string;
}

export { emailKey } from '../http/email.ts';

/** What a lead says of itself. */
type Contact = Pick<
  LeadFields,
  'first_name' | 'last_name' | 'phone' | 'email' | 'source_id' | 'estimated_value' | 'custom_fields'
>;

/** The lead by the names that callers know: what scoring and stage rules judge. */
export function factsOf(settings: Settings, lead: Contact): LeadFacts {
  const { first_name, last_name, phone, email, estimated_value, custom_fields } = lead;
  const source = lead.source_id === null ? null : (settings.sources.byId.get(lead.source_id)?.public_id ?? null);
  return { first_name, last_name, phone, email, source, estimated_value, custom_fields };
}

/** What differs, by the names that the audit trail uses: status, owner and source as public ids. A new lead had nothing. */
export function leadChanges(settings: Settings, before: LeadFields | null, after: LeadFields): Change[] {
  const changes: Change[] = [];
  const compare = (field: string, from: unknown, to: unknown) => {
    if (from !== to) changes.push({ field, from, to });
  };
  const compareNamed = (field: string, from: string | null, to: string | null, named: Named) => {
    if (from !== to) changes.push({ field, from: publicIdOf(named, from), to: publicIdOf(named, to) });
  };
  compare('first_name', before?.first_name ?? null, after.first_name);
  compare('last_name', before?.last_name ?? null, after.last_name);
  compare('phone', before?.phone ?? null, after.phone);
  compare('email', before?.email ?? null, after.email);
  compareNamed('source', before?.source_id ?? null, after.source_id, settings.sources);
  compare('estimated_value', before?.estimated_value ?? null, after.estimated_value);
  compareNamed('status', before?.status_id ?? null, after.status_id, settings.statuses);
  compareNamed('owner', before?.owner_id ?? null, after.owner_id, settings.memberships);
  const [had, has] = [before?.custom_fields ?? {}, after.custom_fields];
  for (const key of new Set([...Object.keys(had), ...Object.keys(has)])) {
    const [from, to] = [valueAt(had, key), valueAt(has, key)];
    if (!isDeepStrictEqual(from, to)) changes.push({ field: `custom_fields.${key}`, from, to });
  }
  return changes;
}

type Named = { readonly byId: ReadonlyMap<string, { readonly public_id: string }> };

const publicIdOf = ({ byId }: Named, id: string | null): string | null =>
  id === null ? null : (byId.get(id)?.public_id ?? null);

/** A key may be the name of something that every object has. */
export const valueAt = (values: Readonly<Record<string, unknown>>, key: string): unknown =>
  Object.hasOwn(values, key) ? (values[key] ?? null) : null;
