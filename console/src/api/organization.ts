import { answerOf, type components } from '@leadline/client';
import { queryOptions } from '@tanstack/react-query';
import { leadline } from './client.ts';
import { queryClient } from './query-client.ts';
import { SETTINGS, type Seen, settingsChanged } from './settings.ts';

type Schemas = components['schemas'];
export type Organization = Schemas['Organization'];

export const organizationQuery = queryOptions({
  queryKey: [SETTINGS, 'organization'],
  queryFn: async ({ signal }): Promise<Seen<Organization>> => {
    const { data, headers } = await answerOf(leadline.api.GET('/api/v1/organization', { signal }));
    return { record: data.data, etag: headers.get('etag') };
  },
  staleTime: 0,
});

export async function changeOrganization(
  body: Schemas['OrganizationPatch'],
  etag: string | null,
): Promise<Seen<Organization>> {
  const params = { header: etag === null ? {} : { 'If-Match': etag } };
  const { data, headers } = await answerOf(leadline.api.PATCH('/api/v1/organization', { body, params }));
  const seen = { record: data.data, etag: headers.get('etag') };
  queryClient.setQueryData(organizationQuery.queryKey, seen);
  await settingsChanged('organization');
  return seen;
}
