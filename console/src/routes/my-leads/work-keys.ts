import { type RefObject, useLayoutEffect } from 'react';
import { hasLetterKeys } from '../../shell/letter-keys.ts';

/** What each key presses within the panel. */
const actions: Readonly<Record<string, string>> = {
  c: '[data-action="call"]',
  w: '[data-action="whatsapp"]',
  n: '[data-action="log"]',
  m: '[data-action="move"]',
  Enter: '[data-action="open"]',
};

/** One key for each step of the work, unless something is being typed or chosen. */
export function useWorkKeys(panel: RefObject<HTMLElement | null>, step: (by: 1 | -1) => void): void {
  // As soon as it is drawn: a key that is pressed before the next effects would be lost.
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { target, key } = event;
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      if (!(target instanceof HTMLElement)) return;
      if (target.closest('input, textarea, select, [role="menu"], [role="dialog"], [contenteditable]')) return;
      if (key === 'ArrowDown' || key === 'ArrowUp') {
        event.preventDefault();
        return step(key === 'ArrowDown' ? 1 : -1);
      }
      if (key === 'Enter' && target.closest('a, button')) return;
      if (key.length === 1 && !hasLetterKeys()) return;
      const selector = actions[key];
      const found = selector === undefined ? null : panel.current?.querySelector<HTMLElement>(selector);
      if (!found) return;
      event.preventDefault();
      if (found instanceof HTMLTextAreaElement) found.focus();
      else found.click();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [panel, step]);
}
