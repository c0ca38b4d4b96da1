import type { Problem } from '../problems.ts';
import type { RateLimiter } from '../rate-limits/limiter.ts';
import { organizationOf } from './form-id.ts';

/** Of a submission; nobody who sends one has shown a token. */
export const MOST_BYTES = 65_536;
const MOST_FORMS = 1_000;

/** Submissions a minute, address and form: one quota for the API and the hosted page. */
export class SubmissionLimit {
  readonly #limiter: RateLimiter | null;
  readonly #organizationKey: Buffer;
  readonly #origins = new Map<string, readonly string[]>();

  constructor(limiter: RateLimiter | null, organizationKey: Buffer) {
    this.#limiter = limiter;
    this.#organizationKey = organizationKey;
  }

  /** The refusal, where the quota is used up. */
  async take(address: string, formId: string): Promise<Problem | null> {
    if (this.#limiter === null) return null;
    const quota = this.#limiter.of(organizationOf(this.#organizationKey, formId), `${formId} ${address}`);
    return (await quota.take()) ? null : quota.refusal();
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
