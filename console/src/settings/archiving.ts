import { queryClient } from '../api/query-client.ts';
import { changeRecord, type RecordOf, recordQuery, type Seen } from '../api/settings.ts';

export type Archivable = 'statuses' | 'sources' | 'custom-fields';

/** Archives or restores a record, whatever else somebody has changed of it meanwhile. */
export async function setArchived<Name extends Archivable>(
  collection: Name,
  id: string,
  archived: boolean,
): Promise<Seen<RecordOf<Name>>> {
  const { etag } = await queryClient.fetchQuery({ ...recordQuery(collection, id), staleTime: 0 });
  return changeRecord(collection, id, { archived }, etag);
}
