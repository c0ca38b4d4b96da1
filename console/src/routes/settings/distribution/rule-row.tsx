import { Link } from '@tanstack/react-router';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { type DistributionRule, rulesQuery, turnSeenRule } from '../../../api/distribution.ts';
import { useMay } from '../../../api/me.ts';
import { sentenceOf } from '../../../api/problems.ts';
import { queryClient } from '../../../api/query-client.ts';
import { useDistributionTexts } from '../../../texts/distribution.ts';
import { useTexts } from '../../../texts/texts.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { IconButton } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/field.tsx';
import { toast } from '../../../ui/toast.tsx';
import { Warnings } from './warnings.tsx';

interface RuleRowProps {
  rule: DistributionRule;
  number: number;
  condition: string;
  pool: string;
  /** A rule before it takes every lead. */
  isBehind: boolean;
  onDelete: () => void;
}

/** One rule of the list: which leads, how, and to whom. */
export function RuleRow({ rule, number, condition, pool, isBehind, onDelete }: RuleRowProps) {
  const texts = useDistributionTexts();
  const mayWrite = useMay()('settings:write');
  const { name, active, strategy, warnings } = rule;
  return (
    <div className="flex flex-wrap items-start gap-x-3 gap-y-2 py-1 sm:flex-nowrap">
      <div className="min-w-0 grow basis-full sm:basis-auto">
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="flex min-w-0 gap-2">
            <span className="text-ink-soft tabular-nums">{number}.</span>
            <Link
              to="/settings/distribution/$record"
              params={{ record: rule.public_id }}
              className="min-w-0 font-medium break-words text-accent hover:underline"
            >
              {name}
            </Link>
          </span>
          {!active && <Badge>{texts.off}</Badge>}
        </div>
        <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-2">
          <dt className="text-ink-soft">{texts.when}</dt>
          <dd className="break-words">{condition}</dd>
          <dt className="text-ink-soft">{texts.who}</dt>
          <dd className="break-words">
            {pool} · {texts.strategies[strategy]}
          </dd>
        </dl>
        {isBehind && active && <p className="text-ink-soft">{texts.behind}</p>}
        <Warnings warnings={warnings} />
      </div>
      {mayWrite && (
        <div className="flex shrink-0 items-center gap-2">
          <ActiveSwitch rule={rule} />
          <IconButton
            label={texts.deleteOne(name)}
            icon={<Trash2 className="size-4" aria-hidden="true" />}
            onClick={onDelete}
          />
        </div>
      )}
    </div>
  );
}

function ActiveSwitch({ rule }: { rule: DistributionRule }) {
  const texts = useDistributionTexts();
  const all = useTexts();
  const [busy, setBusy] = useState(false);
  async function turn() {
    if (busy) return;
    setBusy(true);
    try {
      const isDone = await turnSeenRule(rule);
      if (isDone) toast({ title: (rule.active ? texts.turnedOff : texts.turnedOn)(rule.name) });
      else toast({ kind: 'problem', title: texts.changedMeanwhile });
    } catch (error) {
      toast({ kind: 'problem', title: sentenceOf(error, all) });
    } finally {
      await queryClient.invalidateQueries({ queryKey: rulesQuery.queryKey });
      setBusy(false);
    }
  }
  return (
    <Checkbox
      label={texts.active}
      aria-label={texts.activeOf(rule.name)}
      checked={rule.active}
      aria-busy={busy || undefined}
      onChange={() => void turn()}
      className="tap"
    />
  );
}
