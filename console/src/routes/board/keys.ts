import type { KeyboardEvent } from 'react';
import { hasLetterKeys } from '../../shell/letter-keys.ts';
import { focusCard, type Handles } from './handles.ts';

/** Arrow keys go from card to card, M opens the menu. `order` has the columns from left to right. */
export function onBoardKey(event: KeyboardEvent, handles: Handles, order: readonly string[]): void {
  const link = (event.target as HTMLElement).closest<HTMLElement>('a[data-lead]');
  const id = link?.dataset.lead;
  if (link == null || id === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === 'm' || event.key === 'M') {
    if (!hasLetterKeys()) return;
    event.preventDefault();
    link.closest('li')?.querySelector<HTMLElement>('[data-move]')?.click();
    return;
  }
  const next = nextCard(event.key, id, handles, order);
  if (next === undefined) return;
  event.preventDefault();
  focusCard(handles, next);
}

function nextCard(key: string, id: string, handles: Handles, order: readonly string[]): string | undefined {
  const column = order.find((status) => handles.get(status)?.ids.includes(id));
  const handle = column === undefined ? undefined : handles.get(column);
  if (column === undefined || handle === undefined) return undefined;
  const index = handle.ids.indexOf(id);
  switch (key) {
    case 'ArrowDown':
      return handle.ids[index + 1];
    case 'ArrowUp':
      return handle.ids[index - 1];
    case 'Home':
      return handle.ids[0];
    case 'End':
      return handle.ids.at(-1);
    case 'ArrowLeft':
    case 'ArrowRight': {
      const at = order.indexOf(column);
      const others = key === 'ArrowRight' ? order.slice(at + 1) : order.slice(0, at).reverse();
      const next = others.map((status) => handles.get(status)).find((one) => one !== undefined && one.ids.length > 0);
      // At the same height, however far the columns are scrolled.
      const wanted = (next?.firstVisible() ?? 0) + index - handle.firstVisible();
      return next?.ids[Math.max(0, Math.min(wanted, next.ids.length - 1))];
    }
    default:
      return undefined;
  }
}
