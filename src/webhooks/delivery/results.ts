import type { Database } from '../../db/sql.ts';
import type { Attempt, DeliveryStatus } from '../schemas.ts';
import { isGone, isSuccess, type Outcome } from './outcome.ts';
import {
  type DueDelivery,
  type HeldWebhook,
  type Result,
  renewLease,
  updateAttempts,
  updateDelivery,
  updateFailing,
} from './queries.ts';
import { retryAfter } from './retries.ts';

/** So many are kept, which keeps a page of deliveries small. */
const MOST_ATTEMPTS = 12;
/** Failing for so long disables the webhook. */
const FAILING_MS = 5 * 24 * 60 * 60 * 1_000;
const NEVER = Number.POSITIVE_INFINITY;
const GONE = 'The receiver answered 410 Gone.';

/** An attempt that was made. */
export interface Attempted {
  readonly delivery: DueDelivery;
  readonly outcome: Outcome;
  /** Where it was sent. */
  readonly url: string;
}

export interface Written {
  readonly held: HeldWebhook;
  /** Why the webhook must be disabled; null: it need not. */
  readonly disabledFor: string | null;
  /** Whether some were made due anew meanwhile, and are to be sent again. */
  readonly areSomeDue: boolean;
  /** Seconds until the first retry of these; infinite: there is none. */
  readonly retryAfter: number;
}

/**
 * Writes what became of attempts and keeps the lease, in one transaction. It need not be flushed: what a crash of the database
 * takes back is sent again. Null: another process has the webhook.
 */
export function writeResults(
  database: Database,
  organizationId: string,
  held: HeldWebhook,
  attempted: readonly Attempted[],
  leaseSeconds: number,
): Promise<Written | null> {
  return database.beginUnflushed(async (sql) => {
    const [[renewed]] = await sql.together([renewLease(organizationId, held, leaseSeconds)]);
    if (renewed === undefined) return null;
    if (attempted.length === 0) return { held: renewed, disabledFor: null, areSomeDue: false, retryAfter: NEVER };
    const current = attempted.filter((one) => one.url === renewed.url);
    const { hasSucceeded, since } = failingSince(current);
    const results = attempted.map((one) => resultOf(one, renewed.url));
    const [[failing], ...updated] = await sql.together([
      updateFailing(organizationId, held, hasSucceeded, since),
      ...results.map((result) => updateDelivery(organizationId, held.id, result)),
    ]);
    const dueAnew = results.filter((_, n) => updated[n]?.length === 0);
    if (dueAnew.length > 0) await sql.together(dueAnew.map((one) => updateAttempts(organizationId, held.id, one)));
    const failing_since = (failing as { failing_since: Date | null } | undefined)?.failing_since ?? null;
    return {
      held: { ...renewed, failing_since },
      disabledFor: reasonToDisable(current, failing_since),
      areSomeDue: dueAnew.length > 0,
      retryAfter: Math.min(...results.map(({ retryAfter }) => retryAfter ?? NEVER)),
    };
  });
}

function failingSince(attempted: readonly Attempted[]) {
  let [hasSucceeded, since]: [boolean, Date | null] = [false, null];
  for (const { outcome } of attempted) {
    if (isSuccess(outcome)) [hasSucceeded, since] = [true, null];
    else since ??= outcome.at;
  }
  return { hasSucceeded, since };
}

/** Of attempts at the present address. */
function reasonToDisable(current: readonly Attempted[], failingSince: Date | null): string | null {
  if (current.some(({ outcome }) => isGone(outcome))) return GONE;
  if (current.length === 0 || failingSince === null || Date.now() - failingSince.getTime() < FAILING_MS) return null;
  return `Every attempt has failed since ${failingSince.toISOString()}, for 5 days.`;
}

/** An address that was replaced meanwhile says nothing of the present one, `url`, where it is tried again. */
export function resultOf(attempted: Attempted, url: string): Result {
  const { delivery, outcome } = attempted;
  const tries = delivery.tries + 1;
  const isLast = isSuccess(outcome) || (isGone(outcome) && attempted.url === url);
  const again = isLast ? null : retryAfter(tries);
  const attempts = [...delivery.attempts, presentAttempt(outcome)].slice(-MOST_ATTEMPTS);
  return {
    position: delivery.position,
    dueAt: delivery.due_at,
    status: statusOf(outcome, again),
    tries,
    attempts,
    retryAfter: again,
  };
}

function statusOf(outcome: Outcome, again: number | null): DeliveryStatus {
  if (isSuccess(outcome)) return 'succeeded';
  return again === null ? 'failed' : 'pending';
}

const presentAttempt = ({ at, status, durationMs, error }: Outcome): Attempt => ({
  at: at.toISOString(),
  status,
  duration_ms: durationMs,
  error,
});
