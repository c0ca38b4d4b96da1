import type { Assignment } from '@leadline/client';
import { Check } from 'lucide-react';
import { useFormat } from '../../format/format.ts';
import { useTexts } from '../../texts/texts.tsx';

/** A team can be large; the chosen one is always shown. */
const SHOWN = 20;

/** By which rule the owner was found, and what became of everybody considered. */
export function AssignmentReasons({ assignment }: { assignment: Assignment }) {
  const { assignment: texts } = useTexts().lead;
  const format = useFormat();
  const { owner, rule, strategy, assigned_at, candidates, more_candidates } = assignment;
  const shown = [...candidates]
    .sort((one, other) => Number(other.outcome === 'chosen') - Number(one.outcome === 'chosen'))
    .slice(0, SHOWN);
  const more = more_candidates + candidates.length - shown.length;
  const how =
    rule !== null
      ? texts.byRule(rule.name)
      : strategy !== null
        ? texts.byTurns
        : owner === null && candidates.length > 0
          ? texts.nobody
          : texts.byHand;
  return (
    <>
      <p className="break-words">
        {how}
        {rule !== null && strategy !== null && `: ${texts.strategies[strategy]}`}
      </p>
      <p className="text-xs text-ink-soft">
        <time dateTime={assigned_at}>{texts.when(format.time(assigned_at))}</time>
      </p>
      {candidates.length > 0 && (
        <>
          <h3 className="pt-2 text-xs font-medium text-ink-soft">{texts.candidates}</h3>
          <ul>
            {shown.map(({ membership, outcome }) => (
              <li key={membership.public_id} className="flex flex-wrap items-center gap-x-2 py-0.5">
                <span className={`min-w-0 break-words ${outcome === 'chosen' ? 'font-medium' : ''}`}>
                  {membership.name}
                </span>
                <span className="inline-flex items-center gap-1 text-xs text-ink-soft">
                  {outcome === 'chosen' && <Check className="size-3" aria-hidden="true" />}
                  {texts.outcomes[outcome]}
                </span>
              </li>
            ))}
            {more > 0 && <li className="text-ink-soft">{texts.more(format.number(more))}</li>}
          </ul>
        </>
      )}
    </>
  );
}
