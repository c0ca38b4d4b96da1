import { createContext, useContext } from 'react';

/** What the board knows of a column that is shown: for focus and keys. */
export interface ColumnHandle {
  ids: readonly string[];
  firstVisible: () => number;
  scrollTo: (index: number) => void;
}

export type Handles = Map<string, ColumnHandle>;

export const HandlesContext = createContext<Handles | null>(null);

export function useHandles(): Handles {
  const handles = useContext(HandlesContext);
  if (handles === null) throw new Error('there is no board here');
  return handles;
}

const MOST_FRAMES = 20;

export const linkTo = (id: string): HTMLElement | null =>
  document.querySelector<HTMLElement>(`a[data-lead="${CSS.escape(id)}"]`);

/** Whether the focus is on the card, or nowhere: its card may have been taken out of the page. */
export function hasFocus(id: string): boolean {
  const { activeElement, body } = document;
  if (activeElement === null || activeElement === body) return true;
  return activeElement.closest('li')?.querySelector(`a[data-lead="${CSS.escape(id)}"]`) != null;
}

/** Gives the focus to a card, wherever it is; what is far away is drawn first. False if no column shows it. */
export function focusCard(handles: Handles, id: string): boolean {
  for (const { ids, scrollTo } of handles.values()) {
    const index = ids.indexOf(id);
    if (index === -1) continue;
    scrollTo(index);
    const attempt = (left: number) => {
      const link = linkTo(id);
      if (link !== null) link.focus({ preventScroll: false });
      else if (left > 0) requestAnimationFrame(() => attempt(left - 1));
    };
    attempt(MOST_FRAMES);
    return true;
  }
  return false;
}
