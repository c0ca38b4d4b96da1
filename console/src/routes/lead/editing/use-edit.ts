import { useState } from 'react';
import { type Lead, type LeadOptions, leadQuery } from '../../../api/leads.ts';
import { fieldErrors, hasCode, sentenceOf } from '../../../api/problems.ts';
import { queryClient } from '../../../api/query-client.ts';
import { changeSeenLead, LeadConflict } from '../../../leads/change-lead.ts';
import { patchOf } from '../../../leads/patch-of.ts';
import { useTexts } from '../../../texts/texts.tsx';
import { editedValue, hasTyped, isSame } from './same-value.ts';

/** A lead as somebody saw it. */
export interface Seen {
  lead: Lead;
  etag: string | null;
}

/** How often other fields may change under an edit before it is given up. */
const TRIES = 4;

interface EditOptions {
  name: string;
  /** As it is now; it may change while somebody types. */
  now: Seen;
  options: LeadOptions;
  onDone: () => void;
}

/** One field being changed. What is typed stays, whatever happens to the lead meanwhile. */
export function useEdit({ name, now, options, onDone }: EditOptions) {
  const texts = useTexts();
  const [seen, setSeen] = useState(now);
  const [value, setValue] = useState(() => editedValue(now.lead, name));
  const [errors, setErrors] = useState<readonly string[]>([]);
  const [busy, setBusy] = useState(false);
  const id = now.lead.public_id;
  /** Somebody else changed this field since it was seen. */
  const isConflict = !isSame(editedValue(now.lead, name), editedValue(seen.lead, name));

  async function attempt(base: Seen, tries = TRIES): Promise<void> {
    try {
      await changeSeenLead(id, patchOf({ [name]: value }, options), base.etag);
    } catch (error) {
      if (!(error instanceof LeadConflict)) throw error;
      const current = queryClient.getQueryData(leadQuery(id).queryKey) ?? { lead: error.lead, etag: null };
      // An answer was lost, and the retry met the change that the first try had made.
      if (hasTyped(current.lead, name, value)) return;
      const isUntouched = isSame(editedValue(current.lead, name), editedValue(base.lead, name));
      if (!isUntouched || tries === 1) throw error;
      await attempt(current, tries - 1);
    }
  }

  async function save(base: Seen): Promise<void> {
    if (busy) return;
    if (isSame(value, editedValue(base.lead, name))) return onDone();
    setBusy(true);
    setErrors([]);
    try {
      await attempt(base);
      onDone();
    } catch (error) {
      // A conflict shows by itself: the lead that was read anew differs from the one that was seen.
      if (!(error instanceof LeadConflict)) setErrors(messagesOf(error));
    } finally {
      setBusy(false);
    }
  }

  function messagesOf(error: unknown): string[] {
    if (hasCode(error, 'conflict') && (name === 'phone' || name === 'email')) return [texts.lead.taken[name]];
    const own = fieldErrors(error)[name] ?? [];
    return [...own, sentenceOf(error, texts, [name])].filter((text) => text !== '');
  }

  return {
    value,
    setValue,
    errors,
    busy,
    isConflict,
    seen,
    save: () => (isConflict ? undefined : save(seen)),
    /** On top of what the other person saved. */
    saveOverTheirs: () => {
      setSeen(now);
      return save(now);
    },
  };
}
