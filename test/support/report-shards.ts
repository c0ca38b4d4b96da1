import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What a statement reaches on a cluster. */
export interface Reached {
  readonly text: string;
  /** Tasks of its plan: one for each shard. */
  readonly tasks: number;
  /** What the service takes it for. */
  readonly takenFor: 'one shard' | 'every shard' | 'no shard';
}

export const REACHED = 'reached.jsonl';

/** The statements that reach more than one shard. All of them work beside requests, or for the operator. */
const EVERY_SHARD: readonly [why: string, statement: RegExp][] = [
  [
    'maintenance: which organizations have something to do; each is then worked on by itself',
    /^select (distinct )?organization_id from (assignments|imports|jobs|memberships|rate_limits|rescorings|webhooks) where [^;]*$/,
  ],
  [
    'maintenance: which organizations have rows that are old or due; each is then worked on by itself',
    /^select o\.id( as organization_id)? from organizations as o where (o\.id > \$1 and )?exists \(select 1 from /,
  ],
  [
    'metrics: how many deliveries wait in all',
    /^select count\(\*\)::integer as pending, [^;]* from webhooks as w join webhook_deliveries as d /,
  ],
  [
    'sign-in by OpenID Connect: which organization, before anybody is known; remembered by each process',
    /^select id from organizations (where public_id = \$1 )?limit 2$/,
  ],
  [
    'the command line: lists all organizations, or finds one by its public id',
    /^select [a-z_, ]+ from organizations (where public_id = \$1|order by created_at, id)$/,
  ],
];

/** Prints which statements of the run reached more than one shard, and why. False: some must not, or are taken for others. */
export function reportShards(directory: string): boolean {
  const file = join(directory, REACHED);
  const lines = existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : [];
  const reached = new Map(lines.map((line) => [(JSON.parse(line) as Reached).text, JSON.parse(line) as Reached]));
  const many = [...reached.values()].filter(({ tasks }) => tasks > 1);
  const whyOf = ({ text }: Reached) => EVERY_SHARD.find(([, pattern]) => pattern.test(text))?.[0];
  const wrong = many.filter((one) => one.takenFor !== 'every shard' || whyOf(one) === undefined);
  const print = (text: string) => process.stdout.write(`${text}\n`);
  print(`\n${reached.size} statements were run on the cluster. ${many.length} of them reach more than one shard:\n`);
  for (const one of many) print(`- ${whyOf(one) ?? 'NOT LISTED'}\n  ${one.text.slice(0, 200)}`);
  if (wrong.length > 0) print('\nThese are not listed, or the service takes them for statements to one shard:\n');
  for (const { text, tasks, takenFor } of wrong) print(`- ${tasks} tasks, taken for ${takenFor}: ${text}`);
  return wrong.length === 0;
}
