import { lazy } from 'react';
import type { ToastOptions } from './toast-area.tsx';

/** Loaded after the first screen: until something has happened, there is nothing to say. */
const load = () => import('./toast-area.tsx');

export const ToastArea = lazy(async () => ({ default: (await load()).ToastArea }));

/** Says what has happened, in the corner of the page. Returns what takes the message away. */
export function toast(options: ToastOptions): () => void {
  const shown = load().then(({ show }) => show(options));
  return () => void shown.then((takeAway) => takeAway());
}
