import { type RefObject, useEffect, useRef } from 'react';

const FIELDS = ['input:not([type=hidden])', 'select', 'textarea', '[role=combobox]'];
const ENABLED = ':not(:disabled, [tabindex="-1"])';

/** On a touch screen a field would open the keyboard over what the dialog says. */
const isTouch = (): boolean => matchMedia('(pointer: coarse)').matches;

function firstField(popup: HTMLElement | null): HTMLElement | null {
  if (popup === null || isTouch()) return null;
  const fields = popup.querySelectorAll<HTMLElement>(FIELDS.map((field) => field + ENABLED).join());
  return [...fields].find((field) => field.getClientRects().length > 0) ?? null;
}

/** The first of its buttons that changes nothing for good: most often the one that cancels. */
const harmlessButton = (popup: HTMLElement | null): HTMLElement | null =>
  popup?.querySelector<HTMLElement>('footer button:not([data-danger])') ?? null;

/** Where a dialog has the focus first: in its first field, though that may come later; if it has none, on a button that does no harm. */
export function useFirstFocus(popup: RefObject<HTMLElement | null>) {
  const isTaken = useRef(false);
  useEffect(() => {
    if (isTaken.current || popup.current === null) return;
    const field = firstField(popup.current);
    if (field === null) return;
    isTaken.current = true;
    if (popup.current.contains(document.activeElement)) field.focus();
  });
  return {
    initialFocus: () => {
      const field = firstField(popup.current);
      isTaken.current = field !== null;
      return field ?? (isTouch() ? null : harmlessButton(popup.current)) ?? popup.current;
    },
    /** The person has begun to work: the focus is theirs. */
    onStart: () => {
      isTaken.current = true;
    },
  };
}
