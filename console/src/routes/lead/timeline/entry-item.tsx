import type { AuditEntry, Transition } from '@leadline/client';
import { memo } from 'react';
import { useDuration } from '../../../format/duration.ts';
import { useFormat } from '../../../format/format.ts';
import { useActorName } from '../../../leads/actor-name.ts';
import { useTexts } from '../../../texts/texts.tsx';
import { Brought } from './brought.tsx';
import { ChangeList } from './change-list.tsx';
import type { Entry } from './entries.ts';
import { type Kind, KindIcon } from './kind-icon.tsx';

function kindOf(entry: Entry): Kind {
  switch (entry.type) {
    case 'note':
      return 'note';
    case 'activity':
      return entry.activity.kind;
    case 'move':
      return 'moved';
    case 'change':
      return entry.change.changes.every(({ field }) => field === 'owner') ? 'assigned' : 'updated';
    case 'audit':
      return 'audit';
  }
}

/** One thing that happened: what, when and by whom. */
export const EntryItem = memo(function EntryItem({ entry }: { entry: Entry }) {
  const texts = useTexts();
  const format = useFormat();
  const actorName = useActorName();
  const kind = kindOf(entry);
  const { kinds, note, timeline } = texts.lead;
  const title =
    entry.type === 'audit'
      ? (timeline.actions[entry.entry.action] ?? entry.entry.action)
      : entry.type === 'move'
        ? timeline.moved(entry.transition.from?.name ?? '', entry.transition.to.name)
        : kind === 'note' || kind === 'audit'
          ? note
          : kinds[kind];
  return (
    <li className="flex gap-3 py-2.5 [content-visibility:auto] [contain-intrinsic-size:auto_3.5rem]">
      <span className="mt-0.5 inline-flex size-7 shrink-0 items-center justify-center rounded-full bg-sunken text-ink-soft">
        <KindIcon kind={kind} className="size-3.5" />
      </span>
      <div className="min-w-0 grow">
        <p className="flex flex-wrap items-baseline gap-x-2">
          <span className="font-medium wrap-anywhere">{title}</span>
          <span className="text-xs text-ink-soft">
            {actorName(entry.actor)}
            {' · '}
            <time dateTime={entry.at} title={format.time(entry.at)}>
              {format.clock(entry.at)}
            </time>
          </span>
        </p>
        <EntryBody entry={entry} />
      </div>
    </li>
  );
});

function EntryBody({ entry }: { entry: Entry }) {
  switch (entry.type) {
    case 'note':
      return <p className="break-words whitespace-pre-line">{entry.note.body}</p>;
    case 'activity': {
      const { summary, details } = entry.activity;
      if (details !== null) return <Brought details={details} />;
      return summary === null ? null : <p className="break-words whitespace-pre-line">{summary}</p>;
    }
    case 'move':
      return <MoveBody transition={entry.transition} />;
    case 'change':
      return <ChangeList changes={entry.change.changes} />;
    case 'audit':
      return <AuditBody entry={entry.entry} />;
  }
}

function MoveBody({ transition: { from, note, seconds_in_from } }: { transition: Transition }) {
  const { timeline } = useTexts().lead;
  const duration = useDuration();
  return (
    <>
      {from !== null && seconds_in_from !== null && (
        <p className="text-xs text-ink-soft">{timeline.after(duration(seconds_in_from), from.name)}</p>
      )}
      {note !== null && <p className="break-words whitespace-pre-line">{note}</p>}
    </>
  );
}

function AuditBody({ entry: { changes, actor, request_id, address } }: { entry: AuditEntry }) {
  const { timeline } = useTexts().lead;
  const shown = changes.filter(({ field }) => field !== 'note');
  const origin = [
    actor.token && timeline.byToken(actor.token.name),
    address && timeline.address(address),
    request_id && timeline.request(request_id),
  ].filter(Boolean);
  return (
    <>
      {shown.length > 0 && <ChangeList changes={shown} />}
      {origin.length > 0 && <p className="text-xs break-words text-ink-soft">{origin.join(' · ')}</p>}
    </>
  );
}
