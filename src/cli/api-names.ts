import { ApiError } from './api-client.ts';
import { idOf, idsOf, type Kind, type Listed } from './names.ts';
import { listFromApi } from './settings-lists.ts';

const collections = { status: 'statuses', source: 'sources', membership: 'memberships', team: 'teams' } as const;

const listing = (kind: Kind) => (): Promise<Listed[]> =>
  listFromApi<Listed>(collections[kind]).catch((error: unknown) => {
    if (!(error instanceof ApiError) || error.code !== 'forbidden') throw error;
    throw new ApiError('This token may not read names (settings:read): use public ids instead.', 'forbidden');
  });

/** The public id of what an option of a `lead` or `report` command names, by name or by id. */
export const resolveName = (kind: Kind, given: string): Promise<string> => idOf(kind, given, listing(kind));

/** Options of lists and reports that name records, several separated by commas. */
const named: Readonly<Record<string, Kind>> = { status: 'status', source: 'source', owner: 'membership', team: 'team' };

/** The value of an option as the API takes it: names become public ids, other options stay as they are. */
export async function withIds(option: string, given: string): Promise<string> {
  const kind = named[option];
  return kind === undefined ? given : idsOf(kind, given, listing(kind));
}
