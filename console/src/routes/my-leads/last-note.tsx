import { queryOptions, useQuery } from '@tanstack/react-query';
import { leadline } from '../../api/client.ts';
import { useFormat } from '../../format/format.ts';
import { useActorName } from '../../leads/actor-name.ts';
import { useTexts } from '../../texts/texts.tsx';

const lastNoteQuery = (id: string) =>
  queryOptions({
    queryKey: ['lead', id, 'last-note'],
    queryFn: async ({ signal }) => (await leadline.leads.notes(id, { size: 1 }, { signal }).page()).data[0] ?? null,
  });

/** What was agreed the last time. */
export function LastNote({ leadId }: { leadId: string }) {
  const { myLeads } = useTexts();
  const actorName = useActorName();
  const format = useFormat();
  const { data: note } = useQuery(lastNoteQuery(leadId));
  if (!note) return null;
  return (
    <figure className="rounded-md border border-line bg-surface px-3 py-2">
      <figcaption className="text-xs text-ink-soft">
        {myLeads.lastNote} · {actorName(note.actor)} · {format.ago(note.created_at)}
      </figcaption>
      <blockquote className="line-clamp-4 pt-1 break-words whitespace-pre-wrap">{note.body}</blockquote>
    </figure>
  );
}
