import { lazy } from 'react';
import type { ToastOptions } from './toast-area.tsx';

/** Loaded after the first screen: until something has happened, there is nothing to say. */
let loading: ReturnType<typeof loadAtLast> | undefined;
const load = () => {
  loading ??= loadAtLast();
  return loading;
};

/** Without it, there is still a page: it is loaded as soon as that is possible. */
async function loadAtLast(pauseMs = 1_000): Promise<typeof import('./toast-area.tsx')> {
  try {
    return await import('./toast-area.tsx');
  } catch {
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
    return loadAtLast(Math.min(2 * pauseMs, 60_000));
  }
}

export const ToastArea = lazy(async () => ({ default: (await load()).ToastArea }));

/** Says what has happened, in the corner of the page. Returns what takes the message away. */
export function toast(options: ToastOptions): () => void {
  const shown = load().then(({ show }) => show(options));
  return () => void shown.then((takeAway) => takeAway());
}
