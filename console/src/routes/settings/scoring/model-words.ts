import type { ConditionField } from '../../../conditions/fields.ts';
import { useConditionWords } from '../../../conditions/words.ts';
import { useScoringTexts } from '../../../texts/scoring.ts';
import { useTexts } from '../../../texts/texts.tsx';
import type { ModelFields } from './model-draft.ts';

/** The parts of a model in words, a line for each rule and activity. */
export function useModelWords(fields: readonly ConditionField[]) {
  const texts = useScoringTexts();
  const { kinds } = useTexts().lead;
  const say = useConditionWords(fields);
  const signed = (points: string) => (/^\d/.test(points) ? `+${points}` : points);
  return {
    bands: ({ hot, warm }: ModelFields['bands']) => [`${texts.hot} ${hot}`, `${texts.warm} ${warm}`],
    rules: (rules: ModelFields['rules']) =>
      rules.map(({ name, points, when }) => `${name} ${signed(points)}: ${say(when)}`),
    signals: (signals: ModelFields['signals']) =>
      signals.map(({ activity, points, half_life_days, cap }) =>
        [
          `${kinds[activity]} ${signed(points)}`,
          ...(half_life_days === '' ? [] : [`${texts.halfLife} ${half_life_days}`]),
          ...(cap === '' ? [] : [`${texts.cap} ${cap}`]),
        ].join(' · '),
      ),
  };
}
