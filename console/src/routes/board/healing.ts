import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { Column } from './placing.ts';

/** Lists and counts come by different ways, so they may differ for a moment. */
const PATIENCE_MS = 3_000;

/**
 * No event tells of a lead that went out of sight, to another team for example. A column that is read to its end and does not
 * have as many leads as are counted is read again, once for these numbers until they agree.
 */
export function useHealing(
  column: Column,
  query: Pick<UseInfiniteQueryResult, 'hasNextPage' | 'isSuccess' | 'isFetching' | 'refetch'>,
  counted: number | undefined,
  shown: number,
): void {
  const tried = useRef('');
  const { hasNextPage, isSuccess, isFetching, refetch } = query;
  const isSettled = isSuccess && !isFetching && !hasNextPage && counted !== undefined;
  const differs = isSettled && counted !== shown;
  const agrees = isSettled && counted === shown;
  useEffect(() => {
    // What helped before may be needed for the same numbers again.
    if (agrees) tried.current = '';
  }, [agrees]);
  useEffect(() => {
    if (!differs) return;
    const attempt = JSON.stringify([column, counted, shown]);
    const timer = setTimeout(() => {
      if (tried.current === attempt) return;
      tried.current = attempt;
      void refetch();
    }, PATIENCE_MS);
    return () => clearTimeout(timer);
  }, [differs, column, counted, shown, refetch]);
}
