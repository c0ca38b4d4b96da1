import { monitorForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import { type RefObject, useEffect } from 'react';

const EDGE_PX = 72;
const MOST_PX = 18;

/** How far to scroll in a frame: faster the nearer to an edge. */
function pull(at: number, start: number, end: number): number {
  if (at < start || at > end) return 0;
  const [near, far] = [at - start, end - at];
  if (near < EDGE_PX) return -MOST_PX * (1 - near / EDGE_PX);
  return far < EDGE_PX ? MOST_PX * (1 - far / EDGE_PX) : 0;
}

/** While a card is dragged near an edge, the board and its columns (`[data-scroller]`) scroll. */
export function useAutoScroll(board: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    let point = { clientX: 0, clientY: 0 };
    let frame = 0;
    const step = () => {
      frame = requestAnimationFrame(step);
      const { current } = board;
      if (current === null) return;
      const { left, right } = current.getBoundingClientRect();
      current.scrollLeft += pull(point.clientX, left, right);
      for (const column of current.querySelectorAll<HTMLElement>('[data-scroller]')) {
        const place = column.getBoundingClientRect();
        if (point.clientX < place.left || point.clientX > place.right) continue;
        column.scrollTop += pull(point.clientY, place.top, place.bottom);
      }
    };
    const follow = ({ clientX, clientY }: DragEvent) => {
      point = { clientX, clientY };
    };
    const end = () => {
      cancelAnimationFrame(frame);
      window.removeEventListener('dragover', follow, true);
    };
    const stop = monitorForElements({
      onDragStart: ({ location }) => {
        point = location.current.input;
        frame = requestAnimationFrame(step);
        window.addEventListener('dragover', follow, true);
      },
      onDrop: end,
    });
    return () => {
      end();
      stop();
    };
  }, [board]);
}
