import type { KeyboardEvent } from 'react';

interface RowKeys {
  count: number;
  active: number;
  /** Rows that fit on the screen. */
  pageRows: () => number;
  focus: (index: number) => void;
  open: (index: number) => void;
  toggle: (index: number, isRange: boolean) => void;
}

/** Moving between rows, opening and choosing them by keyboard. */
export const onRowKey =
  ({ count, active, pageRows, focus, open, toggle }: RowKeys) =>
  (event: KeyboardEvent<HTMLElement>) => {
    if (event.altKey || event.ctrlKey || event.metaKey || count === 0) return;
    const isRow = (event.target as HTMLElement).dataset.row !== undefined;
    const steps: Record<string, () => number> = {
      ArrowDown: () => active + 1,
      ArrowUp: () => active - 1,
      PageDown: () => active + pageRows(),
      PageUp: () => active - pageRows(),
      Home: () => 0,
      End: () => count - 1,
    };
    const step = steps[event.key];
    if (step !== undefined) {
      event.preventDefault();
      const to = Math.max(0, Math.min(count - 1, step()));
      focus(to);
    } else if (isRow && event.key === 'Enter') {
      event.preventDefault();
      open(active);
    } else if (isRow && (event.key === ' ' || event.key === 'x' || event.key === 'X')) {
      event.preventDefault();
      toggle(active, event.shiftKey);
    }
  };
