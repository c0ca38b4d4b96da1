import { useRef } from 'react';
import { newKey } from '../api/new-key.ts';

/** Names a request by what it sends: sent again unchanged, after a lost answer, it has no second effect. */
export function useRequestKey(): (body: unknown) => string {
  const last = useRef({ text: '', key: '' });
  return (body) => {
    const text = JSON.stringify(body);
    if (last.current.text !== text) last.current = { text, key: newKey() };
    return last.current.key;
  };
}
