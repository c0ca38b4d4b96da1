import { useEffect, useRef } from 'react';
import { sentenceOf } from '../api/problems.ts';
import { usePeopleTexts } from '../texts/people.ts';
import { useTexts } from '../texts/texts.tsx';
import { Button } from '../ui/button.tsx';

interface ListEndProps {
  query: {
    hasNextPage: boolean;
    isFetchingNextPage: boolean;
    isFetchNextPageError: boolean;
    isPlaceholderData: boolean;
    error: unknown;
    fetchNextPage: () => unknown;
  };
}

/** The end of what is loaded: more comes when it is scrolled to, or on the press of a button. */
export function ListEnd({ query }: ListEndProps) {
  const texts = useTexts();
  const { showMore, loadingMore } = usePeopleTexts();
  const end = useRef<HTMLDivElement>(null);
  const isWaiting =
    query.hasNextPage && !query.isFetchingNextPage && !query.isFetchNextPageError && !query.isPlaceholderData;
  const latest = useRef(query.fetchNextPage);
  useEffect(() => {
    latest.current = query.fetchNextPage;
  });
  useEffect(() => {
    if (!isWaiting || end.current === null) return;
    const observer = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && void latest.current(),
      { rootMargin: '400px' },
    );
    observer.observe(end.current);
    return () => observer.disconnect();
  }, [isWaiting]);
  if (!query.hasNextPage) return null;
  return (
    <div ref={end} className="flex flex-col items-center gap-2">
      {query.isFetchNextPageError && (
        <p role="alert" className="text-danger">
          {sentenceOf(query.error, texts)}
        </p>
      )}
      <Button busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
        {query.isFetchingNextPage ? loadingMore : query.isFetchNextPageError ? texts.common.retry : showMore}
      </Button>
    </div>
  );
}
