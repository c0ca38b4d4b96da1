import type { Problems } from './generated/facts.ts';

/** What the client itself reports, besides the problems of the service. Without an answer, `status` is 0. */
interface OwnFailures {
  /** No answer: the service could not be reached, or the connection broke. */
  network_error: 0;
  /** No answer within `timeoutMs`. */
  timeout: 0;
  /** An answer that is not Leadline's, such as the page of a proxy. */
  unexpected_answer: number;
}

type Failures = Problems & OwnFailures;

interface Failure<Code extends keyof Failures> extends Error {
  readonly name: 'LeadlineError';
  /** Branch on this. It is stable; the sentences are not. */
  readonly code: Code;
  readonly status: Failures[Code];
  readonly title: string;
  readonly detail: string;
  /** Names the call in the log of the service; null if the service gave no answer. */
  readonly request_id: string | null;
  /** Seconds to wait before the next try, if the service said so. */
  readonly retry_after: number | null;
  /** Messages by field, if fields were rejected. */
  readonly errors: Code extends 'validation_failed' ? Readonly<Record<string, string[]>> : undefined;
}

/** What calls throw: a union, narrowed by `code`. */
export type LeadlineError = { [Code in keyof Failures]: Failure<Code> }[keyof Failures];

export type LeadlineErrorCode = LeadlineError['code'];

export interface FailureFields {
  code: string;
  detail: string;
  status?: number;
  title?: string;
  request_id?: string | null;
  retry_after?: number | null;
  errors?: Record<string, string[]> | undefined;
  cause?: unknown;
}

class FailedCall extends Error {
  override readonly name = 'LeadlineError';
  readonly code: string;
  readonly status: number;
  readonly title: string;
  readonly detail: string;
  readonly request_id: string | null;
  readonly retry_after: number | null;
  readonly errors: Record<string, string[]> | undefined;

  constructor(fields: FailureFields) {
    super(fields.detail, { cause: fields.cause });
    this.code = fields.code;
    this.status = fields.status ?? 0;
    this.title = fields.title ?? fields.detail;
    this.detail = fields.detail;
    this.request_id = fields.request_id ?? null;
    this.retry_after = fields.retry_after ?? null;
    this.errors = fields.errors;
  }
}

/** A class cannot be a union, so its type says that an instance is one of the union. */
export const LeadlineError = FailedCall as unknown as {
  new (fields: FailureFields): LeadlineError;
  readonly prototype: LeadlineError;
};
