import { rulesQuery } from '../../api/distribution.ts';
import type { Me } from '../../api/me.ts';
import { organizationQuery } from '../../api/organization.ts';
import { scoringQuery } from '../../api/scoring.ts';
import { type CollectionName, recordQuery, recordsQuery } from '../../api/settings.ts';
import type { AnyQuery } from '../screen.ts';

/** The record that the address names; none while it is being made. */
const one = (name: CollectionName, record: string) => (record === 'new' ? [] : [recordQuery(name, record)]);

const fields = recordsQuery('custom-fields');
const stages = [recordsQuery('statuses'), fields];
/** What conditions are made of. */
const conditions = [recordsQuery('sources'), fields];

/** What each page cannot be shown without. */
export const needs = {
  organization: () => [organizationQuery],
  person: (record) => one('memberships', record),
  teams: () => [recordsQuery('teams')],
  pipeline: () => stages,
  stage: (record) => [...stages, ...one('statuses', record)],
  sources: () => [recordsQuery('sources')],
  fields: () => [fields],
  field: (record) => [fields, ...one('custom-fields', record)],
  scoring: () => [scoringQuery, ...conditions],
  distribution: () => [rulesQuery, recordsQuery('teams'), ...conditions],
  rule: (record) => [recordsQuery('teams'), ...conditions, ...one('distribution-rules', record)],
  forms: () => [recordsQuery('forms'), fields],
  form: (record) => [...conditions, ...one('forms', record)],
  webhooks: (_, { role }) => (role === 'admin' ? [recordsQuery('webhooks')] : []),
  webhook: (record, { role }) => (role === 'admin' ? one('webhooks', record) : []),
} satisfies Record<string, (record: string, me: Me) => readonly AnyQuery[]>;
