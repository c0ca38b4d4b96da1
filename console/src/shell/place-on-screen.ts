import { useRouter, useRouterState } from '@tanstack/react-router';
import { useEffect, useLayoutEffect, useRef } from 'react';

/** How a screen was left: how far it was scrolled, the address it was left for, and where the link to that stood. */
interface Place {
  scrolled: number;
  to: string;
  linkAt: number | undefined;
}

/** By the entries of the tab's history. */
const places = new Map<string | undefined, Place>();

const linkTo = (path: string, content: HTMLElement) =>
  content.querySelector<HTMLElement>(`a[href="${CSS.escape(path)}"]`);

/** Another screen begins at its top, unless its address names a part of it; one that the person goes back to, where it was left. */
export function usePlaceOnScreen() {
  const ref = useRef<HTMLElement>(null);
  const router = useRouter();
  const at = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation });
  useEffect(
    () =>
      router.subscribe('onBeforeLoad', ({ fromLocation, toLocation }) => {
        if (ref.current === null) return;
        const linkAt = linkTo(toLocation.pathname, ref.current)?.getBoundingClientRect().top;
        places.set(fromLocation?.state.__TSR_key, { scrolled: ref.current.scrollTop, to: toLocation.pathname, linkAt });
      }),
    [router],
  );
  useLayoutEffect(() => {
    const content = ref.current;
    const place = places.get(at?.state.__TSR_key);
    if (content === null || (place === undefined && at?.hash)) return;
    content.scrollTo(0, place?.scrolled ?? 0);
    const link = place && linkTo(place.to, content);
    const linkAt = place?.linkAt;
    if (!link || linkAt === undefined) return;
    // Rows that were not drawn yet have another height than those that were; those in sight are drawn in the next frame.
    const putBack = () => content.scrollBy(0, link.getBoundingClientRect().top - linkAt);
    putBack();
    requestAnimationFrame(() => requestAnimationFrame(putBack));
    if (document.activeElement === document.body) link.focus({ preventScroll: true });
  }, [at?.pathname]);
  return ref;
}
