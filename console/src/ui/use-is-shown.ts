import { type RefObject, useEffect, useRef } from 'react';

/** Whether the component is on the page: an answer may come after it was left. */
export function useIsShown(): RefObject<boolean> {
  const isShown = useRef(true);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);
  return isShown;
}
