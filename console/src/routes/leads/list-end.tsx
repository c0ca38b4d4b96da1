import { type Query, useIsFetching } from '@tanstack/react-query';
import { sentenceOf } from '../../api/problems.ts';
import { useTexts } from '../../texts/texts.tsx';
import { Button } from '../../ui/button.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import type { LeadList } from './use-lead-list.ts';

const isNextPage = ({ state }: Query): boolean => state.fetchMeta?.fetchMore?.direction === 'forward';

/** What comes after the leads that are loaded: more of them, or why not. */
export function ListEnd({ list: { query, queryKey } }: { list: LeadList }) {
  const texts = useTexts();
  const isReadingMore = useIsFetching({ queryKey, exact: true, predicate: isNextPage }) > 0;
  if (query.isFetchNextPageError) {
    return (
      <div role="alert" className="sticky left-0 flex flex-wrap items-center justify-center gap-3 p-3 text-danger">
        <span>{`${texts.leads.moreNotLoaded} ${sentenceOf(query.error, texts)}`}</span>
        <Button onClick={() => void query.fetchNextPage()}>{texts.common.retry}</Button>
      </div>
    );
  }
  if (!isReadingMore) return null;
  return (
    <p className="sticky left-0 flex items-center justify-center gap-2 p-3 text-ink-soft">
      <Spinner />
      {texts.leads.loadingMore}
    </p>
  );
}
