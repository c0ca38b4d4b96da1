import { useEffect, useRef } from 'react';

interface Place {
  list: string;
  /** How far the list was scrolled, and which row had the focus. */
  offset: number;
  row: number;
}

/** Where the person was in the list before another screen. */
let last: Place | null = null;

/** The place at which the list opens, and keeps the one at which it is left. */
export function useLastPlace(list: string, row: number, scroller: () => HTMLElement | null): Place {
  const opened = useRef<Place>(undefined);
  opened.current ??= last?.list === list ? last : { list, offset: 0, row: 0 };
  const current = useRef<Place>({ ...opened.current });
  useEffect(() => {
    current.current.list = list;
    current.current.row = row;
  });
  useEffect(() => {
    const place = scroller();
    const note = () => {
      current.current.offset = place?.scrollTop ?? 0;
    };
    place?.addEventListener('scroll', note, { passive: true });
    return () => {
      place?.removeEventListener('scroll', note);
      last = { ...current.current };
    };
  }, []);
  return opened.current;
}
