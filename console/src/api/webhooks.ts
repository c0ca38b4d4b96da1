import { answerOf, type components } from '@leadline/client';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { leadline } from './client.ts';
import { queryClient } from './query-client.ts';
import { deleteRecord, recordsQuery, SETTINGS, type Seen } from './settings.ts';

type Schemas = components['schemas'];
export type Webhook = Schemas['Webhook'];
export type WebhookWithSecret = Schemas['WebhookWithSecret'];
export type Delivery = Schemas['WebhookDelivery'];
export type TestResult = Schemas['WebhookTestResult'];
export type DeliveryStatus = Delivery['status'];

/** `key` names the request: asked for again after a lost answer, it has no second effect. */
const at = (public_id: string, key: string) => ({ path: { public_id }, header: { 'Idempotency-Key': key } });

/** Read again so often while something is waiting. */
const EVERY_MS = 3_000;
/** A longer list is not read again by itself: it would take a request a page. */
const MOST_READ_AGAIN = 3;
const SIZE = 50;

/** Deliveries, newest first, page after page. They are kept current while one of them is waiting. */
export const deliveriesQuery = (id: string, status: DeliveryStatus | null) =>
  infiniteQueryOptions({
    queryKey: [SETTINGS, 'webhooks', id, 'deliveries', status],
    queryFn: ({ signal, pageParam }) =>
      leadline
        .list(
          '/api/v1/webhooks/{public_id}/deliveries',
          { size: SIZE, ...(status !== null && { filter: { status } }) },
          { signal, path: { public_id: id } },
        )
        .page(pageParam),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.next ?? undefined,
    refetchOnWindowFocus: false,
    refetchInterval: ({ state: { data } }) => {
      const pages = data?.pages ?? [];
      const isWaiting = pages.some(({ data }) => data.some((one) => one.status === 'pending'));
      return isWaiting && pages.length <= MOST_READ_AGAIN ? EVERY_MS : false;
    },
  });

/** The webhook and its deliveries are read again: what was asked for shows in both. */
export function webhookTouched(id: string): void {
  void queryClient.invalidateQueries({ queryKey: [SETTINGS, 'webhooks', id] });
}

export const testWebhook = async (id: string, key: string): Promise<TestResult> =>
  (await answerOf(leadline.api.POST('/api/v1/webhooks/{public_id}/test', { params: at(id, key) }))).data.data;

export const rotateSecret = async (id: string, key: string): Promise<WebhookWithSecret> =>
  (await answerOf(leadline.api.POST('/api/v1/webhooks/{public_id}/rotate', { params: at(id, key) }))).data.data;

export async function replayWebhook(id: string, from: Date, key: string): Promise<void> {
  const body = { from: from.toISOString() };
  await answerOf(leadline.api.POST('/api/v1/webhooks/{public_id}/replay', { params: at(id, key), body }));
  webhookTouched(id);
}

export async function redeliver(id: string, delivery_id: string, key: string): Promise<void> {
  const { path, header } = at(id, key);
  const params = { path: { ...path, delivery_id }, header };
  await answerOf(leadline.api.POST('/api/v1/webhooks/{public_id}/deliveries/{delivery_id}/redeliver', { params }));
  webhookTouched(id);
}

/** False: the webhook is no longer what was seen. */
export async function deleteSeenWebhook({ record, etag }: Seen<Webhook>): Promise<boolean> {
  const isDone = await deleteRecord('webhooks', record.public_id, etag);
  // Its own page still shows it for a moment, and must not ask for it again.
  if (isDone) await queryClient.invalidateQueries({ queryKey: recordsQuery('webhooks').queryKey, exact: true });
  return isDone;
}
