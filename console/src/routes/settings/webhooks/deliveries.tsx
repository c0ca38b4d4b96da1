import { useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { sentenceOf } from '../../../api/problems.ts';
import { queryClient } from '../../../api/query-client.ts';
import { recordQuery } from '../../../api/settings.ts';
import { type DeliveryStatus, deliveriesQuery, type Webhook } from '../../../api/webhooks.ts';
import { useTexts } from '../../../texts/texts.tsx';
import { useWebhookTexts } from '../../../texts/webhooks.ts';
import { Button } from '../../../ui/button.tsx';
import { SelectField } from '../../../ui/field.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { DeliveryItem } from './delivery-item.tsx';

const statuses: readonly DeliveryStatus[] = ['pending', 'succeeded', 'failed'];

/** What was sent, what waits and what failed, newest first. */
export function Deliveries({ webhook }: { webhook: Webhook }) {
  const texts = useTexts();
  const { deliveries: words } = useWebhookTexts();
  const navigate = useNavigate();
  const search = useSearch({ from: '/signed-in/settings/webhooks/$record' });
  const status = statuses.find((one) => one === search.status) ?? null;
  const query = useInfiniteQuery(deliveriesQuery(webhook.public_id, status));
  const shown = query.data?.pages.flatMap(({ data }) => data) ?? [];
  const isWaiting = shown.some((one) => one.status === 'pending');
  useRereadAfter(webhook.public_id, shown.map((one) => one.status + one.attempts.length).join());
  const choose = (chosen: string) =>
    void navigate({
      to: '/settings/webhooks/$record',
      params: { record: webhook.public_id },
      search: chosen === '' ? {} : { status: chosen },
      replace: true,
      resetScroll: false,
    });
  return (
    <section aria-labelledby="deliveries" className="flex flex-col gap-2">
      <div className="flex flex-wrap items-end gap-3">
        <h2 id="deliveries" className="grow text-base font-semibold">
          {words.title}
        </h2>
        <SelectField
          label={words.show}
          hideLabel
          options={[
            { value: '', label: words.all },
            ...statuses.map((one) => ({ value: one, label: words.statuses[one] })),
          ]}
          value={status ?? ''}
          onChange={(event) => choose(event.target.value)}
        />
      </div>
      {isWaiting && <p className="text-xs text-ink-soft">{words.updating}</p>}
      {query.isPending && !query.isError && <Skeleton className="h-24" />}
      {query.data !== undefined && shown.length === 0 && (
        <p className="rounded-lg border border-line bg-surface p-6 text-center text-ink-soft">
          {status === null ? words.empty : words.emptyFiltered}
        </p>
      )}
      {shown.length > 0 && (
        <ul aria-label={words.title} className="divide-y divide-line rounded-lg border border-line bg-surface">
          {shown.map((delivery) => (
            <DeliveryItem key={delivery.public_id} webhook={webhook} delivery={delivery} />
          ))}
        </ul>
      )}
      {query.error !== null && (
        <Notice kind="problem">
          <p>{`${words.notLoaded} ${sentenceOf(query.error, texts)}`}</p>
          <Button
            className="mt-2"
            onClick={() => void (query.isFetchNextPageError ? query.fetchNextPage() : query.refetch())}
          >
            {texts.common.retry}
          </Button>
        </Notice>
      )}
      {query.hasNextPage && !query.isFetchNextPageError && (
        <div className="flex justify-center pt-1">
          <Button busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage({ cancelRefetch: false })}>
            {words.more}
          </Button>
        </div>
      )}
    </section>
  );
}

/** An attempt may have changed the webhook, too: it fails, or works again. */
function useRereadAfter(id: string, outcome: string): void {
  const before = useRef(outcome);
  useEffect(() => {
    if (before.current === outcome) return;
    before.current = outcome;
    void queryClient.invalidateQueries({ queryKey: recordQuery('webhooks', id).queryKey, exact: true });
  }, [id, outcome]);
}
