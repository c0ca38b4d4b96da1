import { afterEach, beforeEach, expect } from 'vitest';
import type { Answer } from './harness.ts';
import type { LeadDesk, Shown } from './leads.ts';
import { answerWith, type TestReceiver } from './receiver.ts';
import { until } from './workplace.ts';

/** Webhooks of a desk's organization, at a receiver on this machine. */
export class WebhookDesk {
  readonly desk: LeadDesk;
  readonly receiver: TestReceiver;

  constructor(desk: LeadDesk, receiver: TestReceiver) {
    this.desk = desk;
    this.receiver = receiver;
  }

  add = (path = '/', fields: Record<string, unknown> = {}): Promise<Shown> =>
    this.desk.add('webhooks', { url: this.receiver.url(path), events: ['*'], ...fields });

  call = (method: string, path: string, body?: unknown, token = this.desk.admin): Promise<Answer> =>
    this.desk.app.call(method, `/webhooks${path}`, { token, ...(body !== undefined && { body }) });

  async get({ public_id }: Shown): Promise<Shown> {
    const { status, body } = await this.call('GET', `/${public_id}`);
    expect(status, JSON.stringify(body)).toBe(200);
    return body.data;
  }

  async deliveries({ public_id }: Shown, query = ''): Promise<Shown[]> {
    const { status, body } = await this.call('GET', `/${public_id}/deliveries${query}`);
    expect(status, JSON.stringify(body)).toBe(200);
    return body.data;
  }

  /** The only delivery, once it is as wanted. */
  delivery = (webhook: Shown, isWanted: (delivery: Shown) => boolean): Promise<Shown> =>
    until(async () => (await this.deliveries(webhook)).find(isWanted));

  /** Makes the waiting deliveries due. */
  async passTime(): Promise<void> {
    await this.desk.rows(`update webhook_deliveries set next_attempt_at = now() where status = 'pending'`);
    await this.desk.rows('update webhooks set due_at = now()');
    this.desk.app.services.webhooks.nudge(this.desk.cast.organizationId);
  }

  async deleteAll(): Promise<void> {
    const { body } = await this.call('GET', '?page[size]=200');
    for (const { public_id } of body.data) await this.call('DELETE', `/${public_id}`);
  }

  /** Audit entries on webhooks, oldest first. */
  async trail(): Promise<Shown[]> {
    const { body } = await this.desk.app.call('GET', '/audit?page[size]=200', { token: this.desk.admin });
    return body.data.filter(({ subject }: Shown) => subject.type === 'webhook').reverse();
  }
}

/** One whose receiver has got nothing and answers well before each test, and whose webhooks go after it. */
export function useWebhookDesk(desk: LeadDesk, receiver: TestReceiver): WebhookDesk {
  const webhooks = new WebhookDesk(desk, receiver);
  beforeEach(() => {
    receiver.received.length = 0;
    receiver.answer = answerWith(204);
  });
  afterEach(() => webhooks.deleteAll());
  return webhooks;
}
