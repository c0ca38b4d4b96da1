import { type RefObject, useEffect, useRef, useState } from 'react';

interface RemovalFocus<Box> {
  /** Holds the items, their buttons marked `data-remove`, and what adds one, within an element marked `data-add`. */
  box: RefObject<Box | null>;
  onRemoved: (index: number) => void;
}

/** Where an item was removed, the focus goes to the button that removes the next, or to what adds one. */
export function useRemovalFocus<Box extends HTMLElement>(): RemovalFocus<Box> {
  const box = useRef<Box>(null);
  const [removed, setRemoved] = useState<number | null>(null);
  useEffect(() => {
    if (removed === null) return;
    const buttons = box.current?.querySelectorAll<HTMLElement>('[data-remove]') ?? [];
    const adder = box.current?.querySelector<HTMLElement>('[data-add] :is(input, button)');
    (buttons[Math.min(removed, buttons.length - 1)] ?? adder)?.focus();
    setRemoved(null);
  }, [removed]);
  return { box, onRemoved: setRemoved };
}
