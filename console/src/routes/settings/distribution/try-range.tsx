import { useState } from 'react';
import { type DraftRule, type Replay, tryOnRange } from '../../../api/distribution.ts';
import { fieldErrors, sentenceOf } from '../../../api/problems.ts';
import { type Pair, PairedBars } from '../../../charts/paired-bars.tsx';
import { useFormat } from '../../../format/format.ts';
import { useAttempt } from '../../../settings/use-attempt.ts';
import { useDistributionTexts } from '../../../texts/distribution.ts';
import { useTexts } from '../../../texts/texts.tsx';
import { Button } from '../../../ui/button.tsx';
import { SelectField } from '../../../ui/field.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Progress } from '../../../ui/progress.tsx';

const ranges = ['last_7_days', 'last_30_days', 'last_90_days', 'this_month', 'last_month'] as const;
type Range = (typeof ranges)[number];
const RANGE_FAULT = 'filter.created_at';

interface TryRangeProps {
  rules: DraftRule[];
  /** True: what is wrong is said elsewhere. */
  onError: (error: unknown) => boolean;
}

/** The leads of a range given out once more, beside who has them. */
export function TryRange({ rules, onError }: TryRangeProps) {
  const { try: texts } = useDistributionTexts();
  const all = useTexts();
  const [range, setRange] = useState<Range>('last_30_days');
  const [isToldElsewhere, setToldElsewhere] = useState(false);
  const attempt = useAttempt<{ rules: DraftRule[]; range: Range }, Replay>({ rules, range }, async (asked, signal) => {
    try {
      return await tryOnRange(asked.rules, asked.range, signal);
    } catch (error) {
      setToldElsewhere(onError(error));
      throw error;
    }
  });
  const tooMany = fieldErrors(attempt.error)[RANGE_FAULT];
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-end gap-2">
        <SelectField
          label={texts.range}
          options={ranges.map((value) => ({ value, label: texts.ranges[value] }))}
          value={range}
          onChange={(event) => setRange(event.target.value as Range)}
        />
        <Button busy={attempt.busy} onClick={() => void attempt.run()}>
          {texts.run}
        </Button>
      </div>
      {attempt.busy && <Progress label={texts.running} done={0} total={null} />}
      {attempt.error !== null && tooMany !== undefined && !attempt.busy && (
        <Notice kind="problem">
          <p>{texts.tooMany(tooMany.join(' '))}</p>
          {range !== 'last_7_days' && (
            <Button
              className="mt-2"
              onClick={() => {
                setRange('last_7_days');
                void attempt.run({ rules, range: 'last_7_days' });
              }}
            >
              {texts.shorter(texts.ranges.last_7_days)}
            </Button>
          )}
        </Notice>
      )}
      {attempt.error !== null && tooMany === undefined && !attempt.busy && !(isToldElsewhere && attempt.isStale) && (
        <Notice kind="problem">{isToldElsewhere ? texts.refused : sentenceOf(attempt.error, all)}</Notice>
      )}
      <div aria-live="polite" className="empty:hidden">
        {attempt.result !== null && !attempt.busy && <Result replay={attempt.result} isStale={attempt.isStale} />}
      </div>
    </div>
  );
}

/** So many are drawn; the table has the others. */
const DRAWN = 12;
const LISTED = 500;

function Result({ replay, isStale }: { replay: Replay; isStale: boolean }) {
  const { try: texts } = useDistributionTexts();
  const format = useFormat();
  if (replay.leads === 0) return <Notice>{texts.noLeads}</Notice>;
  const members: Pair[] = replay.members
    .map(({ membership, actual, simulated }) => ({
      key: membership.public_id,
      name: membership.name,
      actual,
      simulated,
    }))
    .sort((one, other) => Math.max(other.actual, other.simulated) - Math.max(one.actual, one.simulated));
  const nobody: Pair = { key: 'nobody', name: texts.nobody, ...replay.unassigned };
  const summed = (pairs: readonly Pair[]): Pair[] =>
    pairs.length === 0
      ? []
      : [
          {
            key: 'others',
            name: texts.others(format.number(pairs.length)),
            actual: pairs.reduce((sum, { actual }) => sum + actual, 0),
            simulated: pairs.reduce((sum, { simulated }) => sum + simulated, 0),
          },
        ];
  return (
    <div className="flex flex-col gap-3">
      {isStale && <Notice>{texts.stale}</Notice>}
      <p>{texts.leads(format.number(replay.leads))}</p>
      <PairedBars
        label={texts.chart}
        pairs={[...members.slice(0, DRAWN), ...summed(members.slice(DRAWN)), nobody]}
        all={[...members.slice(0, LISTED), ...summed(members.slice(LISTED)), nobody]}
        words={{ ...texts, name: texts.person }}
        number={format.number}
      />
      <p className="text-xs text-ink-soft">{texts.note}</p>
    </div>
  );
}
