import type { Actor } from '../access/actor.ts';
import { leadsInScope, leadsInScopeOrErased, scopeOf } from '../access/scope.ts';
import type { Values } from '../db/values.ts';
import type { AuditFilter } from './filter.ts';

/** Part of a statement whose $1 is the organization; `entries` is the alias of the table. */
export type Condition = (values: Values) => string;

/**
 * How entries are found. What holds `along` an index is answered by it, in the order of the trail; what is left is checked entry
 * by entry, `look` of them at most.
 */
export interface Walk {
  readonly along: readonly Condition[];
  readonly check: readonly Condition[];
  readonly look: number;
}

/** Entries that lie side by side on disk are cheaper to look at than scattered ones, and these than ones with their leads. */
const LOOK = { inOrder: 5_000, scattered: 1_000, withLeads: 500 } as const;

export const seesAll = (actor: Actor): boolean => scopeOf(actor) === 'organization';

/** Whether only entries can match that are on no lead. Nobody but an admin sees those. */
export const isBesidesLeads = ({ action, subject, subjectType }: AuditFilter): boolean =>
  (action !== null && !action.startsWith(OF_LEADS)) ||
  (subject !== null && !subject.startsWith(LEAD_ID)) ||
  (subjectType !== null && subjectType !== LEAD);

const LEAD = 'lead';
const LEAD_ID = 'lead_';
const OF_LEADS = 'lead.';
const ERASED = 'lead.erased';

/** The filters in the order in which few entries are left; the first one that is given and has an index is walked along. */
export function walkOf(actor: Actor, filter: AuditFilter): Walk {
  const { action, subject, subjectType } = filter;
  const checks = checksOf(actor, filter);
  const all = Object.values(checks);
  const besides = (name: keyof typeof checks) => all.filter((check) => check !== checks[name]);
  const look = seesAll(actor) ? LOOK.scattered : LOOK.withLeads;
  const scattered = (along: readonly Condition[], check: readonly Condition[]): Walk => ({ along, check, look });
  if (subject?.startsWith(LEAD_ID)) return scattered([ofLead(actor, subject)], besides('scope'));
  if (subject !== null) return scattered([besidesLeads, ofSubject(subject)], all);
  if (checks.action !== undefined && (action === ERASED || !action?.startsWith(OF_LEADS))) {
    return scattered([rare, checks.action], besides('action'));
  }
  if (checks.subjectType !== undefined && subjectType !== LEAD) {
    return scattered([besidesLeads, checks.subjectType], besides('subjectType'));
  }
  if (checks.by !== undefined) return scattered([checks.by], besides('by'));
  return { along: [], check: all, look: seesAll(actor) ? LOOK.inOrder : look };
}

/** Filters, and the scope, as they are checked on one entry. */
export function checksOf(actor: Actor, { action, actor: by, subjectType }: AuditFilter) {
  return {
    ...(action !== null && { action: (values: Values) => `entries.action = ${values.add(action)}` }),
    ...(subjectType !== null && {
      subjectType: (values: Values) => `entries.subject_type = ${values.add(subjectType)}`,
    }),
    ...(by !== null && { by: byMember(by) }),
    ...(!seesAll(actor) && { scope: onLeadInScope(actor) }),
  };
}

const byMember =
  (publicId: string): Condition =>
  (values) =>
    `entries.actor_membership_id =
       (select id from memberships where organization_id = $1 and public_id = ${values.add(publicId)})`;

/** A select of its own for each entry: PostgreSQL would otherwise begin with all leads in scope. */
const onLeadInScope =
  (actor: Actor): Condition =>
  (values) =>
    `(select true from leads where ${leadsInScope(actor, values)} and leads.id = entries.lead_id)`;

/** Entries on an erased lead are the admin's alone. */
const ofLead =
  (actor: Actor, publicId: string): Condition =>
  (values) => {
    const scope = seesAll(actor) ? leadsInScopeOrErased(actor, values) : leadsInScope(actor, values);
    return `entries.lead_id = (select leads.id from leads where ${scope} and leads.public_id = ${values.add(publicId)})`;
  };

const ofSubject =
  (publicId: string): Condition =>
  (values) =>
    `entries.subject_public_id = ${values.add(publicId)}`;

const besidesLeads: Condition = () => 'entries.lead_id is null';

/** As in the index audit_entries_action: what is on no lead, and erasures. */
const rare: Condition = () => `(entries.lead_id is null or entries.action = '${ERASED}')`;
