import type { Logger } from 'pino';
import type { Sql } from '../db/sql.ts';
import { type Round, sweepOrganizations } from '../db/sweep.ts';
import { RateLimiter } from './limiter.ts';
import { deleteRested, listRestedOrganizations, takeCalls } from './queries.ts';

export type Quotas = Readonly<
  Record<'rate' | 'failedAuthentications' | 'formRequests' | 'submissions' | 'signIns' | 'signInsEach', number | 'off'>
>;

export const defaultQuotas: Quotas = {
  /** Requests a minute and token; off turns off the next three as well. */
  rate: 6_000,
  /** Failed authentications a minute and address. */
  failedAuthentications: 300,
  /** Requests to forms, of every kind, a minute and address. */
  formRequests: 600,
  /** Submissions a minute, address and form; as many requests to forms that do not exist. */
  submissions: 30,
  /** Attempts to sign in a minute and address; whatever `rate` is. */
  signIns: 10,
  /** The same a minute and membership. */
  signInsEach: 5,
};

/** Who mistypes a token or looks at a form costs no statement, and a flood from many addresses few. */
const ON_CREDIT = 10;

/** Each is null where it is off. */
export type RateLimits = ReturnType<typeof createRateLimits>;

export function createRateLimits(sql: Sql, quotas: Quotas, log: Logger) {
  const constant = (limit: string, quota: number | 'off', credit = 0) => {
    if (quota === 'off') return null;
    const onAway = (error: unknown) =>
      log.warn(
        { limit, cause: error instanceof Error ? error.name : 'unknown' },
        'calls are counted by this process alone for the moment',
      );
    return new RateLimiter(limit, quota, (asked) => takeCalls(sql, asked), { credit, onAway });
  };
  const limiter = (limit: string, quota: number | 'off', credit = 0) =>
    quotas.rate === 'off' ? null : constant(limit, quota, credit);
  const limiters = {
    /** By token. */
    calls: limiter('calls', quotas.rate),
    /** By address. */
    failures: limiter('failures', quotas.failedAuthentications, ON_CREDIT),
    /** By address. */
    formRequests: limiter('form requests', quotas.formRequests, ON_CREDIT),
    /** By form and address. */
    submissions: limiter('submissions', quotas.submissions),
    /** By address. */
    signIns: constant('sign-ins', quotas.signIns),
    /** By organization and email. */
    signInsEach: constant('sign-ins of a membership', quotas.signInsEach),
  };
  const stop = async () => void (await Promise.all(Object.values(limiters).map((one) => one?.stop())));
  return { ...limiters, stop };
}

const MOST_AT_ONCE = 5_000;

/** Removes buckets that have filled up: first which organizations have any, then each by itself, until none is left. */
export async function forgetRestedBuckets(round: Round): Promise<void> {
  const { sql } = round;
  const list = () => listAllRested(sql);
  await sweepOrganizations({ ...round, list }, async (organizationId) => {
    for (let deleted = MOST_AT_ONCE; deleted === MOST_AT_ONCE && !round.isStopped?.(); ) {
      deleted = await deleteRested(sql, organizationId, MOST_AT_ONCE);
    }
  });
}

/** What was listed is deleted before the next ones are listed. */
async function* listAllRested(sql: Sql): AsyncGenerator<string> {
  let organizations: string[];
  do {
    organizations = await listRestedOrganizations(sql);
    yield* organizations;
  } while (organizations.length === 1_000);
}
