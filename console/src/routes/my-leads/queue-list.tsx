import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef } from 'react';
import type { Lead } from '../../api/leads.ts';
import { useFormat } from '../../format/format.ts';
import { CallLink, WhatsAppLink } from '../../leads/contact-links.tsx';
import { useTexts } from '../../texts/texts.tsx';
import { ScoreBadge, StatusBadge } from '../../ui/badge.tsx';
import { classNames } from '../../ui/class-names.ts';

interface QueueListProps {
  leads: readonly Lead[];
  chosen: Lead | undefined;
  onChoose: (lead: Lead) => void;
}

const ROW_PX = 92;

export function QueueList({ leads, chosen, onChoose }: QueueListProps) {
  const { myLeads } = useTexts();
  const scroller = useRef<HTMLDivElement>(null);
  const rows = useVirtualizer({
    count: leads.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_PX,
    overscan: 8,
    getItemKey: (index) => leads[index]?.public_id ?? index,
  });
  const position = chosen === undefined ? -1 : leads.indexOf(chosen);
  useEffect(() => {
    if (position >= 0) rows.scrollToIndex(position, { align: 'auto' });
  }, [position, rows]);
  return (
    <div ref={scroller} className="min-h-0 grow overflow-y-auto px-3 pb-2">
      <ol aria-label={myLeads.queue} className="relative" style={{ height: rows.getTotalSize() }}>
        {rows.getVirtualItems().map(({ index, start, key }) => {
          const lead = leads[index];
          if (lead === undefined) return null;
          return (
            <li
              key={key}
              aria-posinset={index + 1}
              aria-setsize={leads.length}
              className="absolute inset-x-0 top-0 pb-1.5"
              style={{ height: ROW_PX, transform: `translateY(${start}px)` }}
            >
              <QueueRow lead={lead} isChosen={lead === chosen} onChoose={() => onChoose(lead)} />
            </li>
          );
        })}
      </ol>
    </div>
  );
}

function QueueRow({ lead, isChosen, onChoose }: { lead: Lead; isChosen: boolean; onChoose: () => void }) {
  const format = useFormat();
  const { myLeads } = useTexts();
  return (
    <div
      className={classNames(
        'relative flex h-full items-center gap-2 rounded-md border px-3',
        isChosen ? 'border-accent bg-accent-soft' : 'border-line bg-surface hover:bg-hover',
      )}
    >
      <div className="min-w-0 grow">
        <button
          type="button"
          aria-current={isChosen || undefined}
          onClick={onChoose}
          className="block w-full truncate text-left font-medium after:absolute after:inset-0"
        >
          {format.name(lead.contact)}
        </button>
        <p className="flex items-center gap-1.5 pt-1">
          <ScoreBadge score={lead.score} band={lead.score_band} />
          <StatusBadge status={lead.status} />
        </p>
        <p className="truncate pt-1 text-xs text-ink-soft">{myLeads.waiting(format.ago(lead.last_activity_at))}</p>
      </div>
      <span className="relative z-10 flex lg:hidden">
        <CallLink contact={lead.contact} compact />
        <WhatsAppLink contact={lead.contact} compact />
      </span>
    </div>
  );
}
