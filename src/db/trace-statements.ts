import { failureOf } from '../tracing/task.ts';
import type { Span, Tracer } from '../tracing/tracer.ts';
import { sqlState } from './sql.ts';
import { summaryOf } from './statement-summary.ts';

/** More round trips of one span are only counted: an export or a re-scoring may have thousands. */
const MOST_SHOWN = 200;
const MOST_NAME = 255;

/** A client span for statements that are sent together; null if nobody records what they belong to. */
export function startRoundTrip(tracer: Tracer, statements: readonly { readonly text: string }[]): Span | null {
  const parent = tracer.current();
  if (parent === null || !parent.isRecorded || parent.roundTrips++ >= MOST_SHOWN) return null;
  const summaries = statements.map(({ text }) => summaryOf(text));
  const summary = summaries.join('; ').slice(0, MOST_NAME);
  const [first = ''] = summaries.map(operationOf);
  const isBatch = summaries.length > 1;
  const isUniform = summaries.every((one) => operationOf(one) === first);
  return tracer.start(summary, {
    kind: 'client',
    parent,
    attributes: {
      'db.system.name': 'postgresql',
      'db.operation.name': isBatch ? (isUniform ? `BATCH ${first}` : 'BATCH') : first,
      'db.query.summary': summary,
      ...(isBatch && { 'db.operation.batch.size': summaries.length }),
    },
  });
}

export function endRoundTrip(span: Span, error: Error | null): void {
  const state = sqlState(error);
  if (state !== undefined) span.set({ 'db.response.status_code': state });
  span.end(error === null ? undefined : (state ?? failureOf(error)));
}

const operationOf = (summary: string): string => summary.split(' ', 1)[0] ?? '';
