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

/** Blank text and an empty list are no value. */
export const isPresent = (value: unknown): boolean =>
  value !== null && value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0);

/** A fact prepared for comparison, so that any number of conditions can be judged by it. */
export class Fact {
  readonly isPresent: boolean;
  /** Text without regard to case; the value itself where it is not text. */
  readonly folded: unknown;
  #entries: ReadonlySet<unknown> | null = null;

  constructor(value: unknown) {
    this.isPresent = isPresent(value);
    this.folded = Array.isArray(value) ? value.map(folded) : folded(value);
  }

  /** Whether a field of several values has this one (folded). */
  has(entry: unknown): boolean {
    this.#entries ??= new Set(Array.isArray(this.folded) ? this.folded : []);
    return this.#entries.has(entry);
  }
}

/** Text is compared without regard to case. */
export const folded = (value: unknown): unknown => (typeof value === 'string' ? value.toLowerCase() : value);
