import type { Note } from '@leadline/client';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { leadline } from '../../../api/client.ts';
import type { LeadOptions } from '../../../api/leads.ts';
import { useMay, useMe } from '../../../api/me.ts';
import { labelOf } from '../../../leads/field-input.tsx';
import { fieldValue } from '../../../leads/stage-rules.ts';
import { useTexts } from '../../../texts/texts.tsx';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { useFieldText } from '../field-text.ts';
import type { Seen } from './use-edit.ts';

interface ConflictNoticeProps {
  name: string;
  seen: Seen;
  now: Seen;
  options: LeadOptions;
  busy: boolean;
  onKeepTheirs: () => void;
  onSaveMine: () => void;
}

/** Says what somebody else made of the field meanwhile, and lets the person choose. */
export function ConflictNotice({ name, seen, now, options, busy, onKeepTheirs, onSaveMine }: ConflictNoticeProps) {
  const texts = useTexts();
  const { conflict } = texts.lead;
  const who = useWhoChanged(name, seen, now);
  const label = labelOf(name, options, texts);
  const value = useFieldText(options)(name, fieldValue(now.lead, name));
  const first = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    // The button that was pressed is gone. Whoever is typing goes on typing.
    if (document.activeElement === document.body) first.current?.focus();
  }, []);
  return (
    <Notice kind="problem">
      <p>{value === '' ? conflict.cleared(who, label) : conflict.changed(who, label, value)}</p>
      <p className="flex flex-wrap gap-2 pt-2">
        <Button ref={first} onClick={onKeepTheirs}>
          {conflict.keepTheirs}
        </Button>
        <Button look="primary" busy={busy} onClick={onSaveMine}>
          {conflict.saveMine}
        </Button>
      </p>
    </Notice>
  );
}

/** By the audit trail; without the right to read it by the timeline, where only one person can have been it. */
function useWhoChanged(name: string, seen: Seen, now: Seen): string {
  const { conflict } = useTexts().lead;
  const { membership } = useMe();
  const mayAudit = useMay()('audit:read');
  const id = now.lead.public_id;
  const { data: actor } = useQuery({
    queryKey: ['lead', id, 'who-changed', name, now.lead.updated_at],
    queryFn: async ({ signal }): Promise<Note['actor'] | null> => {
      if (mayAudit) {
        const path = { public_id: id };
        const { data } = await leadline.list('/api/v1/leads/{public_id}/audit', { size: 50 }, { signal, path }).page();
        return data.find(({ changes }) => changes.some(({ field }) => field === name))?.actor ?? null;
      }
      const { data } = await leadline.leads.activities(id, { size: 50 }, { signal }).page();
      const changed = data.filter(({ kind, occurred_at }) => kind === 'updated' && occurred_at > seen.lead.updated_at);
      const people = new Set(changed.map(({ actor }) => actor.membership?.public_id));
      return people.size === 1 ? (changed[0]?.actor ?? null) : null;
    },
  });
  if (actor?.membership === undefined) return conflict.somebody;
  return actor.membership.public_id === membership.public_id ? conflict.you : actor.membership.name;
}
