import type { PresentedEvent } from '../../events/read.ts';
import { readTraceparent } from '../../tracing/traceparent.ts';
import { type Tracer, tracer } from '../../tracing/tracer.ts';
import { isSuccess, type Outcome } from './outcome.ts';

/** Sends a delivery in a trace of its own, which is linked to the request that caused the event. */
export function inDelivery(webhook: string, event: PresentedEvent, send: () => Promise<Outcome>): Promise<Outcome> {
  return tracer === null ? send() : trace(tracer, webhook, event, send);
}

async function trace(tracer: Tracer, webhook: string, event: PresentedEvent, send: () => Promise<Outcome>) {
  const cause = readTraceparent(event.traceparent ?? undefined);
  const span = tracer.start('webhook delivery', {
    kind: 'client',
    parent: null,
    links: cause?.isSampled ? [cause] : [],
    attributes: { 'http.request.method': 'POST', 'leadline.webhook': webhook, 'leadline.event': event.publicId },
  });
  const outcome = await tracer.within(span, send);
  const { status } = outcome;
  if (status !== null) span.set({ 'http.response.status_code': status });
  span.end(isSuccess(outcome) ? undefined : String(status ?? 'no_answer'));
  return outcome;
}
