import type { RemoteParent } from './traceparent.ts';

/** Nothing personal goes into attributes: no values of statements, queries or bodies, no addresses, no tokens. */
export type Attributes = Readonly<Record<string, string | number | boolean>>;

export interface Span {
  /** As log lines name it. */
  readonly ids: { readonly trace_id: string; readonly span_id: string };
  /** As a W3C `traceparent`. */
  readonly traceparent: string;
  /** False if the sampler left it out. */
  readonly isRecorded: boolean;
  /** Round trips to the database so far. */
  roundTrips: number;
  set(attributes: Attributes): void;
  link(other: Span): void;
  /** `failure` is the kind of error, never its message, which may quote values. */
  end(failure?: string): void;
}

export interface SpanOptions {
  readonly kind: 'server' | 'client' | 'internal';
  /** Null: the span begins a trace. */
  readonly parent: Span | RemoteParent | null;
  readonly links?: readonly (Span | RemoteParent)[];
  readonly attributes?: Attributes;
}

export interface Tracer {
  start(name: string, options: SpanOptions): Span;
  /** The span that the running code belongs to. */
  current(): Span | null;
  /** Runs `work`, and whatever it waits for, with this as the current span. */
  within<T>(span: Span | null, work: () => T): T;
}

/** The tracer of this process; null if traces are off. Check for null before anything is allocated for a span. */
export let tracer: Tracer | null = null;

export function useTracer(one: Tracer | null): void {
  tracer = one;
}

/** Identifies the current span to work that is done later, or by another service; null if traces are off. */
export const currentTraceparent = (): string | null => tracer?.current()?.traceparent ?? null;
