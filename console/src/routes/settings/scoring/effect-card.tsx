import { useRef } from 'react';
import { fieldErrors, sentenceOf } from '../../../api/problems.ts';
import { type ScoringReplacement, type ScoringSimulation, tryScoring } from '../../../api/scoring.ts';
import { PairedBars } from '../../../charts/paired-bars.tsx';
import { useFormat } from '../../../format/format.ts';
import { focusFirstFault } from '../../../settings/first-fault.ts';
import { SettingsCard } from '../../../settings/settings-page.tsx';
import { useAttempt } from '../../../settings/use-attempt.ts';
import { useScoringTexts } from '../../../texts/scoring.ts';
import { useTexts } from '../../../texts/texts.tsx';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Progress } from '../../../ui/progress.tsx';

interface EffectCardProps {
  model: ScoringReplacement;
  /** Told what is wrong with the model, so that its fields show it. */
  onRefused: (errors: Readonly<Record<string, string[]>>) => void;
}

/** What the model would do to today's leads, before it is saved. */
export function EffectCard({ model, onRefused }: EffectCardProps) {
  const { effect: texts } = useScoringTexts();
  const all = useTexts();
  const place = useRef<HTMLButtonElement>(null);
  const attempt = useAttempt(model, async (asked, signal) => {
    try {
      return await tryScoring(asked, signal);
    } catch (error) {
      onRefused(fieldErrors(error));
      focusFirstFault(place.current?.closest('form') ?? null);
      throw error;
    }
  });
  const refused = Object.keys(fieldErrors(attempt.error));
  const problem =
    attempt.error === null ? '' : refused.length > 0 ? texts.refused : sentenceOf(attempt.error, all, refused);
  return (
    <SettingsCard title={texts.title} hint={texts.hint}>
      <Button ref={place} className="self-start" busy={attempt.busy} onClick={() => void attempt.run()}>
        {texts.run}
      </Button>
      {attempt.busy && <Progress label={texts.running} done={0} total={null} />}
      {problem !== '' && !attempt.busy && !(refused.length > 0 && attempt.isStale) && (
        <Notice kind="problem">{problem}</Notice>
      )}
      <div aria-live="polite" className="empty:hidden">
        {attempt.result !== null && !attempt.busy && <Effect effect={attempt.result} isStale={attempt.isStale} />}
      </div>
    </SettingsCard>
  );
}

function Effect({ effect, isStale }: { effect: ScoringSimulation; isStale: boolean }) {
  const { effect: texts } = useScoringTexts();
  const { bands: names } = useTexts();
  const format = useFormat();
  const { leads, sampled, bands, changes } = effect;
  if (leads === 0) return <Notice>{texts.noLeads}</Notice>;
  if (sampled === 0) return <Notice kind="problem">{texts.none}</Notice>;
  const changing = changes.reduce((sum, one) => sum + one.leads, 0);
  return (
    <div className="flex flex-col gap-3">
      {isStale && <Notice>{texts.stale}</Notice>}
      <p className="font-medium">{changing === 0 ? texts.noChange : texts.changing(format.number(changing))}</p>
      <PairedBars
        label={texts.chart}
        pairs={bands.map(({ band, actual, simulated }) => ({ key: band, name: names[band], actual, simulated }))}
        words={{ ...texts, name: texts.band }}
        number={format.number}
      />
      {changing > 0 && (
        <table className="w-full max-w-sm text-left">
          <caption className="pb-1 text-left font-medium">{texts.changes}</caption>
          <thead>
            <tr className="border-b border-line text-xs text-ink-soft">
              <th scope="col" className="py-1 font-medium">
                {texts.change}
              </th>
              <th scope="col" className="py-1 text-right font-medium">
                {texts.leads}
              </th>
            </tr>
          </thead>
          <tbody>
            {changes.map(({ from, to, leads }) => (
              <tr key={`${from} ${to}`} className="border-b border-line last:border-0">
                <th scope="row" className="py-1 font-normal">
                  {texts.fromTo(names[from], names[to])}
                </th>
                <td className="py-1 text-right tabular-nums">{format.number(leads)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <p className="text-xs text-ink-soft">
        {sampled < leads
          ? texts.sample(format.number(sampled), format.number(leads))
          : texts.whole(format.number(leads))}
      </p>
    </div>
  );
}
