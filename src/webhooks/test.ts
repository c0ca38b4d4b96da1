import { unseal } from '../db/sealed.ts';
import type { Sql } from '../db/sql.ts';
import type { Call } from '../operation.ts';
import { found } from '../problems.ts';
import { newPublicId } from '../public-id.ts';
import type { FairSlots } from '../slots/fair-slots.ts';
import type { WebhookWorker } from './delivery/worker.ts';
import { findSecrets } from './queries.ts';
import type { TestResult } from './schemas.ts';

/** A test waits for the receiver, up to 15 s. */
export const testLimits = { slots: 20, slotsEach: 2, waiting: 100, waitingEach: 10, acquireMs: 10_000 };

export interface TestParts {
  readonly webhooks: WebhookWorker;
  readonly webhookTests: FairSlots;
  readonly keys: { readonly webhook: Buffer };
}

type TestCall = Pick<Call, 'actor' | 'author' | 'settings' | 'hangUp'> & { readonly sql: Sql };

/** Sends an event that says nothing, and answers what the receiver answered. It is not tried again. */
export async function testWebhook(parts: TestParts, call: TestCall, publicId: string): Promise<TestResult> {
  const { actor } = call;
  const row = found(await findSecrets(call.sql, actor.organizationId, publicId));
  const release = await parts.webhookTests.take(actor, call.hangUp());
  const receiver = parts.webhooks.openReceiver();
  try {
    const secrets = [row.secret, row.previous_secret].filter((sealed) => sealed !== null);
    const event = testEvent(call);
    const { status, durationMs, error } = await receiver.send(
      row.url,
      secrets.map((sealed) => unseal(parts.keys.webhook, publicId, sealed)),
      { id: event.public_id, body: JSON.stringify(event) },
    );
    const { public_id, type } = event;
    return { event: { public_id, type }, status, duration_ms: durationMs, error };
  } finally {
    release();
    await receiver.close();
  }
}

/** In the shape of every event. */
function testEvent({ actor, author, settings }: TestCall) {
  const membership = settings.memberships.byId.get(actor.membershipId);
  return {
    public_id: newPublicId('event'),
    type: 'webhook.test' as const,
    occurred_at: new Date().toISOString(),
    actor: {
      token: { public_id: actor.tokenPublicId, name: actor.tokenName },
      membership: { public_id: membership?.public_id ?? '', name: membership?.name ?? '' },
    },
    lead: null,
    changes: [],
    transition: null,
    request_id: author.requestId,
  };
}
