import { ArrowRight, Filter } from 'lucide-react';
import { memo } from 'react';
import type { AuditEntry } from '../../../api/audit.ts';
import { useFormat } from '../../../format/format.ts';
import { useActorName } from '../../../leads/actor-name.ts';
import { useAuditTexts } from '../../../texts/audit.ts';
import { useTexts } from '../../../texts/texts.tsx';
import { IconButton } from '../../../ui/button.tsx';
import { useFieldLabel } from './field-label.ts';
import type { Filters } from './filters.ts';
import { Subject } from './subject.tsx';
import { Value } from './value.tsx';

/** More changes than these are folded. */
const SHOWN = 4;

interface EntryItemProps {
  entry: AuditEntry;
  onFilter: (part: Filters) => void;
}

/** One thing that was done: what, to what, by whom, when, and what changed. */
export const EntryItem = memo(function EntryItem({ entry, onFilter }: EntryItemProps) {
  const { lead } = useTexts();
  const texts = useAuditTexts();
  const format = useFormat();
  const who = useActorName()(entry.actor);
  const { membership } = entry.actor;
  const what = texts.actions[entry.action] ?? entry.action;
  const changes = entry.changes.filter(({ from, to }) => !(from === null && to === null));
  const origin = [
    entry.actor.token && entry.actor.membership && lead.timeline.byToken(entry.actor.token.name),
    entry.address && lead.timeline.address(entry.address),
    entry.request_id && lead.timeline.request(entry.request_id),
  ].filter(Boolean);
  return (
    <li className="flex flex-col gap-1 px-4 py-3 [contain-intrinsic-size:auto_6rem] [content-visibility:auto]">
      <div className="flex items-start gap-2">
        <div className="flex min-w-0 grow flex-wrap items-baseline gap-x-2 gap-y-0.5">
          <span className="font-medium">{what}</span>
          <Subject entry={entry} />
        </div>
        <IconButton
          label={texts.record}
          className="-my-1"
          icon={<Filter className="size-4 text-ink-soft" aria-hidden="true" />}
          onClick={() => onFilter({ subject: entry.subject.public_id })}
        />
      </div>
      <p className="flex flex-wrap items-baseline gap-x-2 text-ink-soft">
        {membership === undefined ? (
          <span className="wrap-anywhere">{who}</span>
        ) : (
          <button
            type="button"
            title={texts.byActor(who)}
            onClick={() => onFilter({ actor: membership.public_id })}
            className="min-h-6 text-left wrap-anywhere text-ink hover:underline"
          >
            {who}
          </button>
        )}
        <time dateTime={entry.occurred_at}>{format.time(entry.occurred_at)}</time>
      </p>
      {changes.length > SHOWN ? (
        <details>
          <summary className="tap min-h-6 w-fit rounded-sm text-ink-soft">
            {texts.changes(format.number(changes.length))}
          </summary>
          <Changes changes={changes} />
        </details>
      ) : (
        changes.length > 0 && <Changes changes={changes} />
      )}
      {origin.length > 0 && <p className="text-xs break-all text-ink-soft">{origin.join(' · ')}</p>}
    </li>
  );
});

function Changes({ changes }: { changes: AuditEntry['changes'] }) {
  const { before, afterwards } = useTexts().lead.timeline;
  const labelOf = useFieldLabel();
  return (
    <ul className="flex flex-col gap-0.5">
      {changes.map(({ field, from, to }) => (
        <li key={field} className="flex flex-wrap items-baseline gap-x-1.5">
          <span className="wrap-anywhere text-ink-soft">{`${labelOf(field)}:`}</span>
          {from !== null && (
            <>
              <span className="sr-only">{before}</span>
              <del className="line-clamp-4 min-w-0 break-words text-ink-soft">
                <Value field={field} value={from} />
              </del>
              <ArrowRight className="size-3 shrink-0 self-center text-ink-soft" aria-hidden="true" />
              <span className="sr-only">{afterwards}</span>
            </>
          )}
          <span className="line-clamp-4 min-w-0 break-words">
            <Value field={field} value={to} />
          </span>
        </li>
      ))}
    </ul>
  );
}
