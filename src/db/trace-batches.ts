import { failureOf } from '../tracing/task.ts';
import type { Span, Tracer } from '../tracing/tracer.ts';

/**
 * Runs a batch in the span of the request that it is for. One that several requests share has a span of its own below the first of
 * them; links lead from it to the others and back.
 */
export function runBatch<Result>(
  tracer: Tracer,
  items: readonly { readonly cause: Span | null }[],
  run: () => Promise<readonly Promise<Result>[]>,
): Promise<readonly Promise<Result>[]> {
  const causes = new Set(items.flatMap(({ cause }) => (cause?.isRecorded ? [cause] : [])));
  const [first, ...others] = causes;
  if (first === undefined || others.length === 0) return tracer.within(first ?? items[0]?.cause ?? null, run);
  const attributes = { 'leadline.batch.items': items.length, 'leadline.batch.requests': causes.size };
  const span = tracer.start('batch', { kind: 'internal', parent: first, links: others, attributes });
  for (const other of others) other.link(span);
  return tracer.within(span, async () => {
    try {
      const results = await run();
      void Promise.allSettled(results).then(() => span.end()); // they wait for the flush
      return results;
    } catch (error) {
      span.end(failureOf(error));
      throw error;
    }
  });
}
