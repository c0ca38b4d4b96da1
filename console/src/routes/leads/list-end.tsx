import { sentenceOf } from '../../api/problems.ts';
import { useTexts } from '../../texts/texts.tsx';
import { Button } from '../../ui/button.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import type { LeadList } from './use-lead-list.ts';

/** What comes after the leads that are loaded: more of them, or why not. */
export function ListEnd({ list: { query } }: { list: LeadList }) {
  const texts = useTexts();
  if (query.isFetchNextPageError) {
    return (
      <div role="alert" className="sticky left-0 flex flex-wrap items-center justify-center gap-3 p-3 text-danger">
        <span>{`${texts.leads.moreNotLoaded} ${sentenceOf(query.error, texts)}`}</span>
        <Button onClick={() => void query.fetchNextPage()}>{texts.common.retry}</Button>
      </div>
    );
  }
  if (!query.isFetchingNextPage) return null;
  return (
    <p className="sticky left-0 flex items-center justify-center gap-2 p-3 text-ink-soft">
      <Spinner />
      {texts.leads.loadingMore}
    </p>
  );
}
