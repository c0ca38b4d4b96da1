import { useInfiniteQuery } from '@tanstack/react-query';
import { Check } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { Lead } from '../../api/leads.ts';
import { useMay } from '../../api/me.ts';
import { useDuration } from '../../format/duration.ts';
import { useNow } from '../../format/now.ts';
import { MoveMenu } from '../../leads/move-menu.tsx';
import { useMoveLead, useTargets } from '../../leads/moving.tsx';
import { useTexts } from '../../texts/texts.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Spinner } from '../../ui/spinner.tsx';
import { Card } from './card.tsx';
import { transitionsQuery } from './timeline/use-timeline.ts';

/** The pipeline with the lead's place in it. Where the rules allow, a step is a button that moves the lead there. */
export function StatusPath({ lead }: { lead: Lead }) {
  const { path } = useTexts().lead;
  const mayMove = useMay()('leads:move');
  const targets = useTargets(lead);
  const { data } = useInfiniteQuery(transitionsQuery(lead.public_id));
  const transitions = data?.pages.flatMap((page) => page.data) ?? [];
  const reached = new Set(transitions.map(({ to }) => to.public_id));
  const place = targets.findIndex(({ isCurrent }) => isCurrent);
  const last = transitions[0];
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    const current = list.current?.querySelector<HTMLElement>('[aria-current]');
    if (list.current && current) list.current.scrollTop = current.offsetTop - list.current.clientHeight / 2;
  }, [lead.status.public_id]);
  const isKnown = last?.to.public_id === lead.status.public_id;
  return (
    <Card title={path.title}>
      {/* A pipeline can have a hundred statuses: they scroll, and what is below stays on the screen. */}
      <ol ref={list} className="relative -mx-1 hidden max-h-40 flex-wrap gap-1.5 overflow-y-auto p-1 md:flex">
        {targets.map((target) => (
          <li key={target.status.public_id} className="max-w-full">
            <Step lead={lead} target={target} mayMove={mayMove} isReached={reached.has(target.status.public_id)} />
          </li>
        ))}
      </ol>
      <div className="flex items-center gap-3 pt-1 md:hidden">
        <p className="min-w-0 grow" aria-current="step">
          <span className="block truncate font-medium">{lead.status.name}</span>
          {place >= 0 && <span className="text-xs text-ink-soft">{path.step(place + 1, targets.length)}</span>}
        </p>
        {mayMove && <MoveMenu lead={lead} />}
      </div>
      {isKnown && last !== undefined && <Since status={lead.status.name} at={last.occurred_at} />}
    </Card>
  );
}

function Since({ status, at }: { status: string; at: string }) {
  const { path } = useTexts().lead;
  const duration = useDuration();
  // Negative for what came after the minute began: it is new.
  const seconds = (useNow() - new Date(at).getTime()) / 1_000;
  return <p className="pt-2 text-xs text-ink-soft">{path.since(status, duration(seconds))}</p>;
}

interface StepProps {
  lead: Lead;
  target: ReturnType<typeof useTargets>[number];
  mayMove: boolean;
  isReached: boolean;
}

const LOOK =
  'inline-flex min-h-8 max-w-full items-center gap-1 rounded-full border px-3 py-1 text-sm wrap-anywhere text-left';

function Step({ lead, target: { status, isCurrent, isAllowed }, mayMove, isReached }: StepProps) {
  const { path } = useTexts().lead;
  const move = useMoveLead();
  const [busy, setBusy] = useState(false);
  if (isCurrent) {
    const className = `${LOOK} border-accent bg-accent font-medium text-on-accent`;
    // The button that moved the lead here becomes this one, and so keeps the focus.
    return mayMove ? (
      <button type="button" aria-current="step" aria-disabled="true" className={className}>
        {status.name}
      </button>
    ) : (
      <span aria-current="step" className={className}>
        {status.name}
      </span>
    );
  }
  const mark = isReached && <Check className="size-3.5 shrink-0" aria-hidden="true" />;
  if (!mayMove || !isAllowed) {
    return (
      <span className={classNames(LOOK, 'border-dashed border-line text-ink-soft')}>
        {mark}
        {status.name}
        {isReached && <span className="sr-only">{`, ${path.reached}`}</span>}
      </span>
    );
  }
  return (
    <button
      type="button"
      aria-label={isReached ? `${path.moveTo(status.name)}, ${path.reached}` : path.moveTo(status.name)}
      aria-busy={busy || undefined}
      onClick={async () => {
        if (busy) return;
        setBusy(true);
        await move(lead, status);
        setBusy(false);
      }}
      className={classNames(LOOK, 'tap border-line-strong bg-surface hover:bg-hover')}
    >
      {busy ? <Spinner className="size-3.5" /> : mark}
      {status.name}
    </button>
  );
}
