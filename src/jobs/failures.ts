import { Problem, type ProblemCode, problemDocument } from '../problems.ts';
import type { Job } from './schemas.ts';

/** As it is kept. */
interface Failure {
  readonly lead: string;
  readonly code: ProblemCode;
  readonly detail: string;
  readonly errors?: Readonly<Record<string, string[]>>;
}

/** A problem may name a hundred fields; a job keeps a hundred problems. */
const MOST_BYTES = 2_048;
const FEW_FIELDS = 5;
const SHORT = 500;

export function failureOf(lead: string, { code, detail, errors }: Problem): Failure {
  const whole = { lead, code, detail, ...(errors && { errors }) };
  if (Buffer.byteLength(JSON.stringify(whole)) <= MOST_BYTES) return whole;
  const few = errors && Object.fromEntries(Object.entries(errors).slice(0, FEW_FIELDS));
  return { lead, code, detail: detail.slice(0, SHORT), ...(few && { errors: few }) };
}

export const presentFailures = (failures: string, docsUrl: string, requestId: string): Job['failures'] =>
  (JSON.parse(failures) as Failure[]).map(({ lead, code, detail, errors }) => ({
    lead,
    problem: problemDocument(new Problem(code, { detail, ...(errors && { errors }) }), docsUrl, requestId),
  }));
