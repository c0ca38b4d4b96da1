import { Link, useCanGoBack, useRouter } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';
import type { Lead } from '../../api/leads.ts';
import { useFormat } from '../../format/format.ts';
import { useTexts } from '../../texts/texts.tsx';
import { ScoreBadge, StatusBadge } from '../../ui/badge.tsx';

/** Back to where the person came from, with its filters and its place; else to the list. */
export function BackLink() {
  const { lead } = useTexts();
  const router = useRouter();
  const canGoBack = useCanGoBack();
  return (
    <Link
      to="/leads"
      onClick={(event) => {
        const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
        if (!canGoBack || !isPlain) return;
        event.preventDefault();
        router.history.back();
      }}
      className="tap inline-flex items-center gap-1.5 self-start rounded-md py-1 pr-2 text-sm text-ink-soft hover:text-ink"
    >
      <ArrowLeft className="size-4" aria-hidden="true" />
      {lead.back}
    </Link>
  );
}

export function LeadHead({ lead }: { lead: Lead }) {
  const texts = useTexts();
  const format = useFormat();
  return (
    <header className="flex min-w-0 flex-col gap-1.5">
      <h1 className="text-xl font-semibold break-words">{format.name(lead.contact)}</h1>
      <p className="flex flex-wrap items-center gap-2">
        <StatusBadge status={lead.status} />
        <ScoreBadge score={lead.score} band={lead.score_band} />
        <span className="text-ink-soft">{texts.lead.owner(lead.owner?.name ?? texts.common.nobody)}</span>
      </p>
      <p className="flex flex-wrap gap-x-3 text-xs text-ink-soft">
        <Moment label={texts.lead.created} at={lead.created_at} />
        <Moment label={texts.lead.lastActivity} at={lead.last_activity_at} />
      </p>
    </header>
  );
}

function Moment({ label, at }: { label: string; at: string }) {
  const format = useFormat();
  return (
    <span>
      {`${label} `}
      <time dateTime={at} title={format.time(at)}>
        {format.ago(at)}
      </time>
    </span>
  );
}
