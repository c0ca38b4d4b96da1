import { useState } from 'react';
import { useFormTexts } from '../../../texts/forms.ts';

/** The list of sites with the box below it, in which the next one is typed. */
export function useOrigins(origins: readonly string[], onChange: (origins: string[]) => void) {
  const { origins: texts } = useFormTexts();
  const [typed, setTyped] = useState('');
  const [wrong, setWrong] = useState<string | null>(null);
  const [said, setSaid] = useState('');

  /** Adds what is typed, and answers the whole list; null if it cannot be added, and the box says why. */
  const add = (): string[] | null => {
    const origin = originOf(typed);
    const fault = origin === null ? texts.wrong : origins.includes(origin) ? texts.there : null;
    setWrong(fault);
    if (origin === null || fault !== null) return null;
    const isCut = origin !== typed.trim().replace(/\/$/, '').toLowerCase();
    setSaid(isCut ? texts.cut(origin) : texts.added(origin));
    setTyped('');
    const all = [...origins, origin];
    onChange(all);
    return all;
  };
  return {
    origins,
    typed,
    wrong,
    said,
    isTyped: typed.trim() !== '',
    type: (text: string) => {
      setTyped(text);
      setWrong(null);
    },
    add,
    remove: (origin: string) => onChange(origins.filter((one) => one !== origin)),
  };
}

export type OriginsState = ReturnType<typeof useOrigins>;

/** Scheme, host and port of an address; null where the text is none. The service has the last word. */
function originOf(text: string): string | null {
  const plain = text.trim();
  if (!/^https?:\/\//i.test(plain) || plain.includes('*') || !URL.canParse(plain)) return null;
  const { origin, hostname, username } = new URL(plain);
  return hostname === '' || username !== '' ? null : origin;
}
