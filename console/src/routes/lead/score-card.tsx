import type { LeadScore } from '@leadline/client';
import { useQuery } from '@tanstack/react-query';
import { leadline } from '../../api/client.ts';
import type { Lead } from '../../api/leads.ts';
import { useFormat } from '../../format/format.ts';
import { useTexts } from '../../texts/texts.tsx';
import { ScoreBadge } from '../../ui/badge.tsx';
import { Folded } from './card.tsx';
import { Explained } from './explained.tsx';

/** The score, and what it is made of. */
export function ScoreCard({ lead }: { lead: Lead }) {
  const { score } = useTexts().lead;
  return (
    <Folded title={score.title} summary={<ScoreBadge score={lead.score} band={lead.score_band} />}>
      <ScoreReasons id={lead.public_id} />
    </Folded>
  );
}

function ScoreReasons({ id }: { id: string }) {
  const query = useQuery({
    queryKey: ['lead', id, 'score'],
    queryFn: ({ signal }) => leadline.leads.score(id, { signal }),
  });
  return <Explained query={query}>{(score) => <Reasons score={score} />}</Explained>;
}

function Reasons({ score: { rules, signals, total } }: { score: LeadScore }) {
  const { lead } = useTexts();
  const { score: texts, kinds } = lead;
  const format = useFormat();
  const points = (value: number) => `${value > 0 ? '+' : ''}${format.number(Math.round(value * 10) / 10)}`;
  return (
    <>
      <table className="w-full">
        <thead className="sr-only">
          <tr>
            <th scope="col">{texts.reason}</th>
            <th scope="col">{texts.points}</th>
          </tr>
        </thead>
        <Group title={texts.rules} empty={texts.noRules}>
          {rules.map(({ name, points: value }) => [name, points(value)] as const)}
        </Group>
        <Group title={texts.signals} empty={texts.noSignals}>
          {signals.map(({ activity, points: value }) => [kinds[activity], points(value)] as const)}
        </Group>
        <tfoot>
          <tr className="border-t border-line font-medium">
            <th scope="row" className="pt-1.5 text-left font-medium">
              {texts.total}
            </th>
            <td className="pt-1.5 text-right tabular-nums">{format.number(Math.round(total * 10) / 10)}</td>
          </tr>
        </tfoot>
      </table>
      {(total > 100 || total < 0) && <p className="pt-1 text-xs text-ink-soft">{texts.clamped}</p>}
    </>
  );
}

interface GroupProps {
  title: string;
  empty: string;
  children: (readonly [name: string, points: string])[];
}

const Group = ({ title, empty, children }: GroupProps) => (
  <tbody>
    <tr>
      <th scope="colgroup" colSpan={2} className="pt-2 text-left text-xs font-medium text-ink-soft">
        {title}
      </th>
    </tr>
    {children.length === 0 && (
      <tr>
        <td colSpan={2} className="py-0.5 text-ink-soft">
          {empty}
        </td>
      </tr>
    )}
    {children.map(([name, points]) => (
      <tr key={name}>
        <th scope="row" className="py-0.5 pr-3 text-left font-normal wrap-anywhere">
          {name}
        </th>
        <td className="py-0.5 text-right align-top tabular-nums">{points}</td>
      </tr>
    ))}
  </tbody>
);
