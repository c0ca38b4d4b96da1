type Json = Record<string, unknown>;

/** Answers of operations as a model needs them: no envelope, no links, no empty fields. They were serialized by their schemas. */

/** A field without a value is left out; false and 0 are values. */
const present = (record: Json): Json =>
  Object.fromEntries(Object.entries(record).filter(([, value]) => value !== null && value !== undefined));

/** The same, where false is what a reader assumes. */
const marked = (record: Json): Json =>
  Object.fromEntries(Object.entries(present(record)).filter(([, value]) => value !== false));

const isEmpty = (value: unknown): boolean => Object.keys(Object(value)).length === 0;

const asJson = (value: unknown): Json => Object(value) as Json;
const asList = (value: unknown): Json[] => (Array.isArray(value) ? value : []);

export function compactLead(lead: Json): Json {
  const { contact, custom_fields, estimated_value, currency, updated_at: _, activities, notes, ...others } = lead;
  return {
    ...present({ public_id: others.public_id, ...asJson(contact), ...others, estimated_value }),
    ...(estimated_value !== null && estimated_value !== undefined && present({ currency })),
    ...(!isEmpty(custom_fields) && { custom_fields }),
    ...(activities !== undefined && { activities: asList(activities).map(compactEntry) }),
    ...(notes !== undefined && { notes: asList(notes).map(compactEntry) }),
  };
}

/** An activity, a note or a transition. */
const compactEntry = ({ actor, ...entry }: Json): Json => present({ ...entry, by: nameOf(asJson(actor)) });

/** Whom people would name: the member, the form, or the service itself. */
const nameOf = ({ membership, form }: Json): unknown => asJson(membership).name ?? asJson(form).name ?? 'Leadline';

/** The cursor in the address of the next page. */
const cursorIn = (links: unknown): string | null => {
  const { next } = asJson(links);
  return typeof next === 'string' ? new URL(next, 'http://localhost').searchParams.get('page[after]') : null;
};

export const compactPage =
  (compact: (record: Json) => Json, name = 'items') =>
  ({ data, links }: Json): Json => ({ [name]: asList(data).map(compact), next: cursorIn(links) });

export function compactLeadAnswer({ data, links, duplicate, transition, meta }: Json): Json {
  const { activities, notes } = asJson(links);
  return {
    ...(duplicate !== undefined && { duplicate }),
    lead: compactLead(asJson(data)),
    ...(transition !== undefined && { transition: transition === null ? null : compactEntry(asJson(transition)) }),
    ...present(asJson(meta)),
    ...(typeof activities === 'string' && { has_older_activities: true }),
    ...(typeof notes === 'string' && { has_older_notes: true }),
  };
}

/** The caller knows what it has written. */
export const compactWritten =
  (name: string) =>
  ({ data }: Json): Json => {
    const { public_id, kind, created_at, occurred_at } = asJson(data);
    return { [name]: present({ public_id, kind, created_at, occurred_at }) };
  };

export const compactStatus = marked;
export const compactSource = marked;

export function compactCustomField({ options, required, ...field }: Json): Json {
  return { ...marked(field), required, ...(!isEmpty(options) && { options }) };
}

export const compactMember = ({ public_id, name, role, email, team, active, accepting_leads }: Json): Json =>
  present({ public_id, name, role, email, team, active, accepting_leads });

const MOST_GROUPS = 50;

export function compactReport({ data, meta }: Json): Json {
  const { groups, ...figures } = withoutLinks(data) as Json;
  const all = asList(groups);
  const left = all.length - MOST_GROUPS;
  return {
    ...figures,
    ...(groups !== undefined && { groups: all.slice(0, MOST_GROUPS) }),
    ...(left > 0 && { groups_left_out: left }),
    ...asJson(meta),
  };
}

function withoutLinks(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutLinks);
  if (typeof value !== 'object' || value === null) return value;
  const { links: _, ...others } = value as Json;
  return Object.fromEntries(Object.entries(others).map(([name, inner]) => [name, withoutLinks(inner)]));
}
