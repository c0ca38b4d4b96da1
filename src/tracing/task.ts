import { type Attributes, type Span, type Tracer, tracer } from './tracer.ts';

interface TaskOptions {
  /** It outlives what caused it: a trace of its own, with a link to the cause. */
  readonly isOwnTrace?: boolean;
  readonly attributes?: Attributes;
}

/** Runs background work in a span of its own. */
export function inTask<T>(name: string, work: () => Promise<T>, options: TaskOptions = {}): Promise<T> {
  return tracer === null ? work() : runTask(tracer, name, work, options);
}

function runTask<T>(tracer: Tracer, name: string, work: () => Promise<T>, options: TaskOptions): Promise<T> {
  const { isOwnTrace = false, attributes = {} } = options;
  const cause = tracer.current();
  const parent = isOwnTrace ? null : cause;
  const links = isOwnTrace && cause?.isRecorded ? [cause] : [];
  return runIn(tracer, tracer.start(name, { kind: 'internal', parent, links, attributes }), work);
}

/** Runs `work` in the span, and ends the span with it. */
function runIn<T>(tracer: Tracer, span: Span, work: () => Promise<T>): Promise<T> {
  return tracer.within(span, async () => {
    try {
      const result = await work();
      span.end();
      return result;
    } catch (error) {
      span.end(failureOf(error));
      throw error;
    }
  });
}

export const failureOf = (error: unknown): string => (error instanceof Error ? error.name : 'unknown');
