import { RateLimiter } from '../http/rate-limit.ts';
import type { Problem } from '../problems.ts';
import type { Limits } from '../services.ts';

/** Of a submission; nobody who sends one has shown a token. */
export const MOST_BYTES = 65_536;
const MOST_FORMS = 1_000;

/** Submissions a minute, address and form: one quota for the API and the hosted page. */
export class SubmissionLimit {
  readonly #limiter: RateLimiter | null;
  readonly #origins = new Map<string, readonly string[]>();

  constructor({ rate, submissions }: Limits) {
    this.#limiter = rate === 'off' || submissions === 'off' ? null : new RateLimiter(submissions);
  }

  /** The refusal, where the quota is used up. */
  take(address: string, formId: string): Problem | null {
    const key = `${formId} ${address}`;
    return this.#limiter === null || this.#limiter.take(key) ? null : this.#limiter.refusal(key);
  }

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
