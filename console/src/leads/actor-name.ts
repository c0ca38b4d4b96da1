import type { Note } from '@leadline/client';
import { useMe } from '../api/me.ts';
import { useTexts } from '../texts/texts.tsx';

/** Who did it, in words. */
export function useActorName(): (actor: Note['actor']) => string {
  const { membership: own } = useMe();
  const { lead } = useTexts();
  return ({ membership, token, form, import: file }) => {
    if (form !== undefined) return lead.timeline.byForm(form.name);
    const person = membership?.public_id === own.public_id ? lead.timeline.you : membership?.name;
    if (file !== undefined) return lead.timeline.byImport(file.name, person ?? lead.timeline.bySystem);
    return person ?? (token === undefined ? lead.timeline.bySystem : lead.timeline.byToken(token.name));
  };
}
