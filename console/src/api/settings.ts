import { answerOf, type components } from '@leadline/client';
import { queryOptions } from '@tanstack/react-query';
import { leadline } from './client.ts';
import { meQuery } from './me.ts';
import { hasCode } from './problems.ts';
import { queryClient } from './query-client.ts';

type Schemas = components['schemas'];

/** The collections of settings, by their path: what is read, and what creating and changing take. */
interface Collections {
  teams: { record: Schemas['Team']; create: Schemas['TeamCreate']; patch: Schemas['TeamPatch'] };
  memberships: {
    record: Schemas['Membership'];
    create: Schemas['MembershipCreate'];
    patch: Schemas['MembershipPatch'];
  };
  statuses: { record: Schemas['Status']; create: Schemas['StatusCreate']; patch: Schemas['StatusPatch'] };
  sources: { record: Schemas['Source']; create: Schemas['SourceCreate']; patch: Schemas['SourcePatch'] };
  'custom-fields': {
    record: Schemas['CustomField'];
    create: Schemas['CustomFieldCreate'];
    patch: Schemas['CustomFieldPatch'];
  };
  'distribution-rules': {
    record: Schemas['DistributionRule'];
    create: Schemas['DistributionRuleCreate'];
    patch: Schemas['DistributionRulePatch'];
  };
  forms: { record: Schemas['Form']; create: Schemas['FormCreate']; patch: Schemas['FormPatch'] };
  webhooks: { record: Schemas['Webhook']; create: Schemas['WebhookCreate']; patch: Schemas['WebhookPatch'] };
}

export type CollectionName = keyof Collections;
export type RecordOf<Name extends CollectionName> = Collections[Name]['record'];
export type CreateOf<Name extends CollectionName> = Collections[Name]['create'];
export type PatchOf<Name extends CollectionName> = Collections[Name]['patch'];

/** A record as somebody saw it, with the ETag that a change of it names. */
export interface Seen<Shown> {
  record: Shown;
  etag: string | null;
}

/** Many more than an organization has, but for memberships: those are searched for. */
const MOST = 1_000;

/** Paths that are made here, one place for all collections: types cannot follow them. */
const at = <Shown>(name: string, id?: string) => ({
  get: (signal: AbortSignal) => answer<Shown>(api.GET(pathOf(name, id), { signal })),
  post: (body: unknown, key: string) =>
    answer<Shown>(api.POST(pathOf(name, id), { body, params: { header: { 'Idempotency-Key': key } } })),
  patch: (body: unknown, etag: string | null) =>
    answer<Shown>(api.PATCH(pathOf(name, id), { body, params: { header: ifMatch(etag) } })),
  delete: (etag: string | null) => answerOf(api.DELETE(pathOf(name, id), { params: { header: ifMatch(etag) } })),
});
const ifMatch = (etag: string | null) => (etag === null ? {} : { 'If-Match': etag });
const pathOf = (name: string, id?: string) => `/api/v1/${name}${id === undefined ? '' : `/${encodeURIComponent(id)}`}`;
const api = leadline.api as unknown as Record<
  'GET' | 'POST' | 'PATCH' | 'DELETE',
  (path: string, options: object) => Promise<never>
>;

async function answer<Shown>(call: Promise<never>): Promise<Seen<Shown>> {
  const { data, headers } = await answerOf<{ data: Shown }>(call);
  return { record: data.data, etag: headers.get('etag') };
}

export const SETTINGS = 'settings';

/** All records of a collection, in their order. */
export const recordsQuery = <Name extends CollectionName>(name: Name) =>
  queryOptions({
    queryKey: [SETTINGS, name, 'all'],
    queryFn: async ({ signal }) => {
      const records: RecordOf<Name>[] = [];
      const list = leadline.list(`/api/v1/${name}` as '/api/v1/teams', { size: 200 }, { signal });
      for await (const record of list) if (records.push(record as RecordOf<Name>) === MOST) break;
      return records;
    },
  });

export const recordQuery = <Name extends CollectionName>(name: Name, id: string) =>
  queryOptions({
    queryKey: [SETTINGS, name, id],
    queryFn: ({ signal }) => at<RecordOf<Name>>(name, id).get(signal),
    staleTime: 0,
  });

/** `key` names the request: pressed again after a lost answer, it has no second effect. */
export async function createRecord<Name extends CollectionName>(name: Name, body: CreateOf<Name>, key: string) {
  const seen = await at<RecordOf<Name>>(name).post(body, key);
  await settingsChanged(name);
  return seen.record;
}

/** Fails with `precondition_failed` where the record is no longer what was seen. */
export async function changeRecord<Name extends CollectionName>(
  name: Name,
  id: string,
  patch: PatchOf<Name>,
  etag: string | null,
): Promise<Seen<RecordOf<Name>>> {
  const seen = await at<RecordOf<Name>>(name, id).patch(patch, etag);
  queryClient.setQueryData(recordQuery(name, id).queryKey, seen);
  await settingsChanged(name);
  return seen;
}

/** False: the record is no longer what was seen, so it was not deleted but read again. */
export async function deleteRecord(name: CollectionName, id: string, etag: string | null): Promise<boolean> {
  try {
    await at(name, id).delete(etag);
    return true;
  } catch (error) {
    if (!hasCode(error, 'precondition_failed')) throw error;
    await settingsChanged(name);
    return false;
  }
}

/** What lists and forms of leads show of the settings is read again, too. */
export async function settingsChanged(name: CollectionName | 'organization' | 'scoring' | 'tokens'): Promise<void> {
  void queryClient.invalidateQueries({ queryKey: ['options'] });
  void queryClient.invalidateQueries({ queryKey: ['owners'] });
  if (name === 'organization' || name === 'memberships') {
    void queryClient.invalidateQueries({ queryKey: meQuery.queryKey });
  }
  await queryClient.invalidateQueries({ queryKey: [SETTINGS, name] });
}
