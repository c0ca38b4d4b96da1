import { asSentence } from '../explain.ts';
import { didYouMean } from '../http/did-you-mean.ts';
import { type IdKind, isPublicId } from '../public-id.ts';
import { ApiError, listFromApi } from './api-client.ts';
import { UsageError } from './command.ts';

interface Listed {
  public_id: string;
  name: string;
  archived?: boolean;
}

type List = () => Promise<readonly Listed[]>;

/** What commands may name by name: what to call it, and where the API lists it. */
const kinds = {
  status: ['status', 'statuses'],
  source: ['source', 'sources'],
  membership: ['member', 'memberships'],
  team: ['team', 'teams'],
} as const satisfies Partial<Record<IdKind, readonly [string, string]>>;
type Kind = keyof typeof kinds;

/** Options of lists and reports that name records, several separated by commas; `none` stays as it is. */
const named: Readonly<Record<string, Kind>> = { status: 'status', source: 'source', owner: 'membership', team: 'team' };

/** The options that were given, as parameters of the API's: names become public ids. */
export async function queryOf(
  parameters: Readonly<Record<string, string>>,
  values: Readonly<Record<string, unknown>>,
): Promise<URLSearchParams> {
  const query = new URLSearchParams();
  for (const [option, parameter] of Object.entries(parameters)) {
    const value = values[option];
    if (typeof value !== 'string') continue;
    const kind = named[option];
    query.set(parameter, kind === undefined ? value : await idsOf(kind, value));
  }
  return query;
}

/** Of parameters that the service refuses, names the options instead: then the command line is wrong. */
export const namingOptions = <T>(parameters: Readonly<Record<string, string>>, work: Promise<T>): Promise<T> =>
  work.catch((error: unknown) => {
    const faults = error instanceof ApiError ? Object.entries(error.errors) : [];
    const options = new Map(Object.entries(parameters).map(([option, parameter]) => [parameter, `--${option}`]));
    if (faults.length === 0 || !faults.every(([parameter]) => options.has(parameter))) throw error;
    const inOptions = (text: string) =>
      [...options].reduce((said, [parameter, option]) => said.replaceAll(parameter, option), text);
    throw new UsageError(
      faults.map(([name, texts]) => asSentence(inOptions(`${name} ${texts.join(', ')}`))).join('\n'),
    );
  });

async function idsOf(kind: Kind, given: string): Promise<string> {
  let listed: ReturnType<List> | undefined;
  const list = () => (listed ??= listNamed(kind));
  const ids = given.split(',').map((one) => (one.trim() === 'none' ? 'none' : idOf(kind, one.trim(), list)));
  return (await Promise.all(ids)).join(',');
}

function listNamed(kind: Kind): ReturnType<List> {
  return listFromApi<Listed>(kinds[kind][1]).catch((error: unknown) => {
    if (!(error instanceof ApiError) || error.code !== 'forbidden') throw error;
    throw new ApiError('This token may not read names (settings:read): use public ids instead.', { code: 'forbidden' });
  });
}

const folded = (name: string): string => name.normalize('NFC').trim().toLowerCase();

/** The public id of what is named by name or by id. `list` is asked only where a name was given. */
export async function idOf(kind: Kind, given: string, list: List = () => listNamed(kind)): Promise<string> {
  if (isPublicId(kind, given)) return given;
  const all = await list();
  const found = all.filter(({ name }) => folded(name) === folded(given));
  // An archived one is meant only where nothing else has the name.
  const inUse = found.filter(({ archived }) => !archived);
  const [only, ...others] = inUse.length > 0 ? inUse : found;
  const [noun] = kinds[kind];
  if (only === undefined) {
    const names = all.map(({ name }) => name);
    throw new UsageError(`There is no ${noun} ${given}${didYouMean(given, names) || listing(names)}`);
  }
  if (others.length > 0) {
    const ids = [only, ...others].map(({ public_id }) => `  ${public_id}`).join('\n');
    throw new UsageError(`There are several of the name ${only.name}; use the public id of the ${noun}:\n${ids}`);
  }
  return only.public_id;
}

const MOST_LISTED = 12;

function listing(names: readonly string[]): string {
  return names.length === 0 || names.length > MOST_LISTED ? '.' : `; there are ${names.join(', ')}.`;
}
