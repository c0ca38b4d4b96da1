import type { ActivityCreate, Page } from '@leadline/client';
import type { InfiniteData } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { leadline } from '../../api/client.ts';
import { leadChanged } from '../../api/leads.ts';
import { useMe } from '../../api/me.ts';
import { fieldErrors, sentenceOf } from '../../api/problems.ts';
import { queryClient } from '../../api/query-client.ts';
import { instantAt } from '../../format/zoned.ts';
import { useDraft } from '../../leads/use-draft.ts';
import { useTexts } from '../../texts/texts.tsx';
import { toast } from '../../ui/toast.tsx';
import { useIsShown } from '../../ui/use-is-shown.ts';
import { activitiesQuery, notesQuery } from './timeline/use-timeline.ts';

export interface Written {
  kind: 'note' | ActivityCreate['kind'];
  text: string;
  /** By the organization's clocks; null for now. */
  at: string | null;
}

const EMPTY: Written = { kind: 'note', text: '', at: null };

/** A note or an activity that is being written, and sending it. */
export function useWriteDown(id: string) {
  const texts = useTexts();
  const { composer } = texts.lead;
  const { organization } = useMe();
  const draft = useDraft<Written>(`note.${id}`, EMPTY);
  const [errors, setErrors] = useState<Readonly<Record<string, string[]>>>({});
  const [problem, setProblem] = useState('');
  const [busy, setBusy] = useState(false);
  const isSending = useRef(false);
  const isShown = useIsShown();
  const { kind, text, at } = draft.value;

  async function store(idempotencyKey: string): Promise<void> {
    if (kind === 'note') {
      const note = await leadline.leads.addNote(id, text, { idempotencyKey });
      putFirst(notesQuery(id).queryKey, note);
      return;
    }
    const occurred_at = at === null ? undefined : instantAt(at, organization.time_zone)?.toISOString();
    const body = { kind, summary: text, ...(occurred_at !== undefined && { occurred_at }) };
    const activity = await leadline.leads.addActivity(id, body, { idempotencyKey });
    if (at === null) putFirst(activitiesQuery(id).queryKey, activity);
  }

  async function send(): Promise<void> {
    if (isSending.current) return;
    setProblem('');
    const field = kind === 'note' ? 'body' : 'summary';
    if (text.trim() === '') return setErrors({ [field]: [composer.needed] });
    if (kind !== 'note' && at === '') return setErrors({ occurred_at: [composer.timeNeeded] });
    setErrors({});
    isSending.current = true;
    setBusy(true);
    const { key } = draft;
    try {
      await store(key);
      draft.clear(key);
      toast({ title: kind === 'note' ? composer.noteAdded : composer.activityAdded });
      leadChanged(id);
    } catch (error) {
      if (!isShown.current) {
        toast({ kind: 'problem', title: composer.notSaved, description: sentenceOf(error, texts) });
      }
      setErrors(fieldErrors(error));
      setProblem(sentenceOf(error, texts, [field, 'occurred_at']));
    } finally {
      isSending.current = false;
      setBusy(false);
    }
  }

  return { written: draft.value, write: draft.keep, send, errors, problem, busy };
}

/** Shows what was stored at once; what else changed is read after it. */
function putFirst<Item extends { public_id: string }>(key: readonly unknown[], item: Item): void {
  queryClient.setQueryData<InfiniteData<Page<Item>>>(key, (kept) => {
    const [first, ...others] = kept?.pages ?? [];
    if (kept === undefined || first === undefined) return kept;
    if (first.data.some(({ public_id }) => public_id === item.public_id)) return kept;
    return { ...kept, pages: [{ ...first, data: [item, ...first.data] }, ...others] };
  });
}
