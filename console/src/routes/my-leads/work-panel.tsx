import { Link } from '@tanstack/react-router';
import { ChevronDown, ChevronLeft, ChevronRight, ChevronUp, ExternalLink } from 'lucide-react';
import type { Lead } from '../../api/leads.ts';
import { useMay } from '../../api/me.ts';
import { useFormat } from '../../format/format.ts';
import { CallLink, EmailLink, WhatsAppLink } from '../../leads/contact-links.tsx';
import { MoveMenu } from '../../leads/move-menu.tsx';
import { useLetterKeys } from '../../shell/letter-keys.ts';
import { useTexts } from '../../texts/texts.tsx';
import { ScoreBadge, StatusBadge } from '../../ui/badge.tsx';
import { Button, buttonClass, IconButton } from '../../ui/button.tsx';
import { LastNote } from './last-note.tsx';
import { LogActivity } from './log-activity.tsx';

interface WorkPanelProps {
  lead: Lead;
  /** Null if it has left the queue meanwhile. */
  position: number | null;
  total: number;
  /** Null at the first and at the last lead. */
  onPrevious: (() => void) | null;
  onNext: (() => void) | null;
  onBack: () => void;
}

/** One lead at a time: call, write down what happened, move on. */
export function WorkPanel({ lead, position, total, onPrevious, onNext, onBack }: WorkPanelProps) {
  const { myLeads, common, moving } = useTexts();
  const format = useFormat();
  const may = useMay();
  const hasKeys = useLetterKeys();
  const { contact } = lead;
  return (
    <article className="mx-auto flex max-w-2xl flex-col gap-4 p-4 md:p-6" aria-labelledby="worked-on">
      <div className="flex items-center gap-1">
        <Button look="quiet" className="lg:hidden" onClick={onBack} icon={<ChevronLeft className="size-4" />}>
          {myLeads.back}
        </Button>
        <span className="grow" />
        {position !== null && (
          <span className="px-2 text-ink-soft">{myLeads.position(format.number(position), format.number(total))}</span>
        )}
        <IconButton
          label={myLeads.previous}
          icon={<ChevronUp className="size-5" />}
          disabled={onPrevious === null}
          onClick={() => onPrevious?.()}
        />
        <IconButton
          label={myLeads.next}
          icon={<ChevronDown className="size-5" />}
          disabled={onNext === null}
          onClick={() => onNext?.()}
        />
      </div>
      <header>
        <h2 id="worked-on" className="text-xl font-semibold break-words">
          {format.name(contact)}
        </h2>
        <p className="flex flex-wrap items-center gap-1.5 pt-1.5">
          <ScoreBadge score={lead.score} band={lead.score_band} />
          <StatusBadge status={lead.status} />
          {lead.source !== null && <span className="text-ink-soft">{lead.source.name}</span>}
        </p>
        <p className="pt-1.5 text-ink-soft">
          {myLeads.waiting(format.ago(lead.last_activity_at))}
          {lead.estimated_value !== null && ` · ${format.money(lead.estimated_value)}`}
        </p>
      </header>
      <p className="text-lg font-medium tabular-nums">
        {contact.phone === null ? myLeads.noPhone : format.phone(contact.phone)}
        {contact.email !== null && <span className="block text-sm font-normal break-all">{contact.email}</span>}
      </p>
      <div className="grid grid-cols-2 gap-2 sm:flex sm:flex-wrap">
        <CallLink contact={contact} look="primary" />
        <WhatsAppLink contact={contact} />
        <EmailLink contact={contact} />
        {may('leads:move') && (
          <MoveMenu
            lead={lead}
            trigger={
              <Button data-action="move">
                {moving.moveTo}
                <ChevronDown className="size-4" aria-hidden="true" />
              </Button>
            }
          />
        )}
      </div>
      <LastNote leadId={lead.public_id} />
      {may('leads:update') && <LogActivity lead={lead} onNext={onNext} />}
      <div className="flex flex-wrap gap-2 border-t border-line pt-4">
        <Link
          to="/leads/$leadId"
          params={{ leadId: lead.public_id }}
          data-action="open"
          className={buttonClass('secondary')}
        >
          <ExternalLink className="size-4" aria-hidden="true" />
          {myLeads.openLead}
        </Link>
        <span className="grow" />
        {onNext !== null && (
          <Button onClick={onNext}>
            {myLeads.next}
            <ChevronRight className="size-4" aria-hidden="true" />
          </Button>
        )}
      </div>
      {hasKeys && <p className="hidden text-xs text-ink-soft lg:block">{myLeads.keys}</p>}
      <span className="sr-only" role="status">
        {`${common.fields.status}: ${lead.status.name}`}
      </span>
    </article>
  );
}
