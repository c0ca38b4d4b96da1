import { networkOf } from '../http/caller-address.ts';
import type { Problem } from '../problems.ts';
import type { RateLimiter } from '../rate-limits/limiter.ts';
import type { RateLimits } from '../rate-limits/rate-limits.ts';

/** Of a submission; nobody who sends one has shown a token. */
export const MOST_BYTES = 65_536;
const MOST_FORMS = 1_000;

/** What people without a token may ask of forms. Each method counts a request and answers the refusal, if there is one. */
export class FormLimits {
  readonly #requests: RateLimiter | null;
  readonly #submissions: RateLimiter | null;
  readonly #origins = new Map<string, readonly string[]>();

  constructor({ formRequests, submissions }: Pick<RateLimits, 'formRequests' | 'submissions'>) {
    this.#requests = formRequests;
    this.#submissions = submissions;
  }

  /** Any request to any form: pages, scripts, preflights and submissions, by address. It comes before the look-up. */
  request = (address: string | null) => take(this.#requests, null, networkOf(address));

  /** A submission, by form and address. */
  submission = (address: string | null, organizationId: string, formId: string) =>
    take(this.#submissions, organizationId, `${formId} ${networkOf(address)}`);

  /** A form that does not exist: all of them count as one form, or each invented id would have a quota of its own. */
  unknownForm = (address: string | null) => take(this.#submissions, null, networkOf(address));

  /** A refusal comes before the form is looked up, but a page of an allowed origin must be able to read it. */
  remember(formId: string, allowedOrigins: readonly string[]): void {
    this.#origins.delete(formId);
    this.#origins.set(formId, allowedOrigins);
    for (const oldest of this.#origins.keys()) {
      if (this.#origins.size <= MOST_FORMS) return;
      this.#origins.delete(oldest);
    }
  }

  lastOrigins(formId: string): readonly string[] {
    return this.#origins.get(formId) ?? [];
  }
}

async function take(limiter: RateLimiter | null, organizationId: string | null, key: string): Promise<Problem | null> {
  if (limiter === null) return null;
  const quota = limiter.of(organizationId, key);
  return (await quota.take()) ? null : quota.refusal();
}
