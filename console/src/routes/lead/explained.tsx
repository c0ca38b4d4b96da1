import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { sentenceOf } from '../../api/problems.ts';
import { useTexts } from '../../texts/texts.tsx';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';

/** An explanation that is read when it is shown. */
export function Explained<Data>({
  query: { data, error, refetch, isFetching },
  children,
}: {
  query: UseQueryResult<Data>;
  children: (data: Data) => ReactNode;
}) {
  const texts = useTexts();
  if (data !== undefined) return children(data);
  if (error === null) return <Skeleton className="h-24 w-full" />;
  return (
    <Notice kind="problem">
      <p>{sentenceOf(error, texts)}</p>
      <Button className="mt-2" busy={isFetching} onClick={() => void refetch()}>
        {texts.common.retry}
      </Button>
    </Notice>
  );
}
