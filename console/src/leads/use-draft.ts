import { useState } from 'react';
import { newKey } from '../api/new-key.ts';

interface Draft<Value> {
  value: Value;
  /** Names the request that sends this value: pressed again after a lost answer, it has no second effect. */
  key: string;
}

/** What somebody is typing: it survives a reload of the tab, and is forgotten with it. */
export function useDraft<Value>(name: string, empty: Value) {
  const place = `leadline.draft.${name}`;
  const [draft, setDraft] = useState<Draft<Value>>(() => read<Value>(place) ?? { value: empty, key: newKey() });
  const keep = (value: Value) => {
    const next = { value, key: newKey() };
    sessionStorage.setItem(place, JSON.stringify(next));
    setDraft(next);
  };
  /** Forgets what was sent by this key; what was typed since then stays. */
  const clear = (sent: string) => {
    if (read<Value>(place)?.key === sent) sessionStorage.removeItem(place);
    setDraft((now) => (now.key === sent ? { value: empty, key: newKey() } : now));
  };
  return { value: draft.value, key: draft.key, keep, clear };
}

function read<Value>(place: string): Draft<Value> | null {
  try {
    return JSON.parse(sessionStorage.getItem(place) ?? 'null');
  } catch {
    return null;
  }
}
