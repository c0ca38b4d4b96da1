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

/** With what is kept beside the fields: how the email is compared, and the rendered text with its shape. */
export interface StorableLead extends LeadFields {
  email_key: string | null;
  rendered: string;
  rendered_shape: number;
}

export interface LeadRow extends LeadFields {
  id: string;
  public_id: string;
  created_at: Date;
  version: number;
  rendered: string;
}

/** How an email is compared. */
export const emailKey = (email: string | null): string | null => email?.toLowerCase() ?? null;

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

/** Every field by the name that the audit trail uses; status, owner and source as public ids. */
export function namedFields(settings: Settings, lead: LeadFields): Record<string, unknown> {
  const { custom_fields, ...plain } = factsOf(settings, lead);
  return {
    ...plain,
    status: settings.statuses.byId.get(lead.status_id)?.public_id ?? null,
    owner: (lead.owner_id && settings.memberships.byId.get(lead.owner_id)?.public_id) || null,
    ...Object.fromEntries(Object.entries(custom_fields).map(([key, value]) => [`custom_fields.${key}`, value])),
  };
}
