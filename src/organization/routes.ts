import { One } from '../http/schema.ts';
import { operation } from '../operation.ts';
import { found } from '../problems.ts';
import { changeOrganization, checkNames, presentOrganization } from './organizations.ts';
import { findOrganization } from './queries.ts';
import { Organization, OrganizationPatch } from './schemas.ts';

const common = { tag: 'Organization', scope: 'organization', path: '/organization' } as const;

export const organizationOperations = [
  operation({
    ...common,
    id: 'getOrganization',
    method: 'GET',
    summary: 'Read the organization',
    ability: 'settings:read',
    answers: { 200: { description: 'The organization', schema: One(Organization) } },
    handle: async ({ sql, actor }) => ({
      body: { data: presentOrganization(found(await findOrganization(sql, actor.organizationId))) },
    }),
  }),
  operation({
    ...common,
    id: 'changeOrganization',
    method: 'PATCH',
    summary: 'Change the organization',
    description: 'Fields that are not sent stay as they are. The currency is fixed once a lead carries a value (409).',
    ability: 'settings:write',
    body: OrganizationPatch,
    check: checkNames,
    answers: { 200: { description: 'The organization', schema: One(Organization) } },
    errors: ['conflict'],
    changesSettings: true,
    handle: async ({ sql, author, body }) => ({ body: { data: await changeOrganization(sql, author, body) } }),
  }),
];
