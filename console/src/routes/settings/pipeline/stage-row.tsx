import { Link } from '@tanstack/react-router';
import { CircleAlert, Flag } from 'lucide-react';
import type { ReactNode } from 'react';
import { useFormat } from '../../../format/format.ts';
import { useLists } from '../../../format/lists.ts';
import { usePipelineTexts } from '../../../texts/pipeline.ts';
import { Badge } from '../../../ui/badge.tsx';
import { KindBadge } from './kind-badge.tsx';
import { type Stage, useFields, useLeadsText } from './stages.ts';

interface StageRowProps {
  stage: Stage;
  stages: readonly Stage[];
  /** What it holds. */
  children: ReactNode;
}

export function StageRow({ stage, stages, children }: StageRowProps) {
  const { initial } = usePipelineTexts();
  const { words, stuck } = useRules(stage, stages);
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-0.5 py-0.5 sm:flex-nowrap">
      <div className="min-w-0 grow basis-48">
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <Link
            to="/settings/pipeline/$record"
            params={{ record: stage.public_id }}
            className="min-w-0 py-0.5 font-medium break-words text-accent hover:underline"
          >
            {stage.name}
          </Link>
          <KindBadge kind={stage.kind} />
          {stage.initial && <Badge icon={<Flag className="size-3 shrink-0" aria-hidden="true" />}>{initial}</Badge>}
        </div>
        {words.length > 0 && <p className="text-xs break-words text-ink-soft">{words.join(' · ')}</p>}
        {stuck.map((sentence) => (
          <p key={sentence} className="flex items-start gap-1 text-xs text-warn">
            <CircleAlert className="mt-0.5 size-3.5 shrink-0" aria-hidden="true" />
            {sentence}
          </p>
        ))}
      </div>
      {children}
    </div>
  );
}

/** What the stage asks for, in words. */
function useRules({ allowed_next, note_required, required_fields }: Stage, stages: readonly Stage[]) {
  const { rules } = usePipelineTexts();
  const { labelOf, isArchived } = useFields();
  const lists = useLists();
  const next = stages.filter(({ public_id, archived }) => !archived && allowed_next?.includes(public_id));
  const words = [
    ...(note_required ? [rules.note] : []),
    ...(required_fields.length > 0 ? [rules.fields(lists.and(required_fields.map(labelOf)))] : []),
    ...(allowed_next === null
      ? []
      : [next.length === 0 ? rules.end : rules.next(lists.or(next.map((one) => one.name)))]),
  ];
  return { words, stuck: required_fields.filter(isArchived).map((name) => rules.stuckField(labelOf(name))) };
}

/** How many leads are in it, and what they are worth; a link to them. */
export function StageFigures({
  id,
  figures,
}: {
  id: string;
  figures?: { count: number; estimated_value: number } | undefined;
}) {
  const format = useFormat();
  const leadsText = useLeadsText();
  if (figures === undefined) return null;
  const { count, estimated_value } = figures;
  const value = estimated_value > 0 && <span className="text-ink-soft">{format.shortMoney(estimated_value)}</span>;
  if (count === 0) return <span className="shrink-0 text-ink-soft">{leadsText(0)}</span>;
  return (
    <span className="flex shrink-0 items-baseline gap-2 whitespace-nowrap sm:flex-col sm:items-end sm:gap-0">
      <Link to="/leads" search={{ status: id }} className="py-0.5 text-accent hover:underline">
        {leadsText(count)}
      </Link>
      {value}
    </span>
  );
}
