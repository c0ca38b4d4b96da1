import { didYouMean } from '../http/did-you-mean.ts';
import { type IdKind, isPublicId } from '../public-id.ts';
import { UsageError } from './command.ts';

export interface Listed {
  public_id: string;
  name: string;
  archived?: boolean;
}

/** What commands may name by name, and what to call it. */
const nouns = { status: 'status', source: 'source', membership: 'member', team: 'team' } as const satisfies Partial<
  Record<IdKind, string>
>;
export type Kind = keyof typeof nouns;

const folded = (name: string): string => name.normalize('NFC').trim().toLowerCase();

/** The public id of what is named by name or by id. `list` is asked only where a name was given. */
export async function idOf(kind: Kind, given: string, list: () => Promise<readonly Listed[]>): Promise<string> {
  if (isPublicId(kind, given)) return given;
  const all = await list();
  const named = all.filter(({ name }) => folded(name) === folded(given));
  // An archived one is meant only where nothing else has the name.
  const inUse = named.filter(({ archived }) => !archived);
  const [only, ...others] = inUse.length > 0 ? inUse : named;
  const noun = nouns[kind];
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

/** Several, separated by commas, as filters take them; `none` stays as it is. */
export async function idsOf(kind: Kind, given: string, list: () => Promise<readonly Listed[]>): Promise<string> {
  let listed: Promise<readonly Listed[]> | undefined;
  const once = () => (listed ??= list());
  const ids = given.split(',').map((one) => (one.trim() === 'none' ? 'none' : idOf(kind, one.trim(), once)));
  return (await Promise.all(ids)).join(',');
}

const MOST_LISTED = 12;

function listing(names: readonly string[]): string {
  return names.length === 0 || names.length > MOST_LISTED ? '.' : `; there are ${names.join(', ')}.`;
}
