/** What conditions are judged by: the lead's own fields, by the names that callers know. */
export interface LeadFacts {
  readonly first_name: string | null;
  readonly last_name: string | null;
  readonly phone: string | null;
  readonly email: string | null;
  /** Public id. */
  readonly source: string | null;
  readonly estimated_value: number | null;
  readonly custom_fields: Readonly<Record<string, unknown>>;
}

export const CUSTOM = 'custom_fields.';

/** The value of a field, by its name in conditions; null where the lead has none. */
export function factOf(facts: LeadFacts, field: string): unknown {
  if (field.startsWith(CUSTOM)) {
    const key = field.slice(CUSTOM.length);
    return Object.hasOwn(facts.custom_fields, key) ? (facts.custom_fields[key] ?? null) : null;
  }
  return facts[field as Exclude<keyof LeadFacts, 'custom_fields'>] ?? null;
}
