import { etagHeader, etagOf, ifMatchHeader, ifNoneMatchHeader, requireSeenBy, revalidated } from '../http/etag.ts';
import { One } from '../http/schema.ts';
import { operation } from '../operation.ts';
import { found } from '../problems.ts';
import { changeOrganization, checkNames, presentOrganization } from './organizations.ts';
import { findOrganization } from './queries.ts';
import { Organization, OrganizationPatch } from './schemas.ts';

const common = { tag: 'Organization', scope: 'organization', path: '/organization' } as const;

const one = { description: 'The organization', schema: One(Organization), headers: etagHeader };
const shown = (data: Organization) => ({ headers: { etag: etagOf(data) }, body: { data } });

export const organizationOperations = [
  operation({
    ...common,
    id: 'getOrganization',
    method: 'GET',
    summary: 'Read the organization',
    ability: 'settings:read',
    headers: ifNoneMatchHeader,
    answers: { 200: one, 304: { description: 'Not changed' } },
    handle: async ({ sql, actor, headers: given }) => {
      const { headers, body } = shown(presentOrganization(found(await findOrganization(sql, actor.organizationId))));
      return revalidated(given, headers.etag, body);
    },
  }),
  operation({
    ...common,
    id: 'changeOrganization',
    method: 'PATCH',
    summary: 'Change the organization',
    description: 'Fields that are not sent stay as they are. The currency is fixed once a lead carries a value (409).',
    ability: 'settings:write',
    headers: ifMatchHeader,
    body: OrganizationPatch,
    check: checkNames,
    answers: { 200: one },
    errors: ['conflict', 'precondition_failed'],
    changesSettings: true,
    handle: async ({ sql, author, body, headers }) =>
      shown(await changeOrganization(sql, author, body, requireSeenBy(headers))),
  }),
];
