import { useSyncExternalStore } from 'react';

const KEY = 'leadline.letter-keys';
const listeners = new Set<() => void>();

/** Whether single letters and `/` do something. Who speaks to the computer, or hits keys by accident, turns them off. */
export const hasLetterKeys = (): boolean => localStorage.getItem(KEY) !== 'off';

export function chooseLetterKeys(isOn: boolean): void {
  if (isOn) localStorage.removeItem(KEY);
  else localStorage.setItem(KEY, 'off');
  for (const listener of listeners) listener();
}

export const useLetterKeys = (): boolean => useSyncExternalStore(follow, hasLetterKeys);

function follow(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
