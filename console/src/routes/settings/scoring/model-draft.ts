import type { Scoring, ScoringReplacement } from '../../../api/scoring.ts';
import { type DraftCondition, draftOf, whenOf } from '../../../conditions/draft.ts';
import type { ConditionField } from '../../../conditions/fields.ts';
import { numberOf } from '../../../leads/patch-of.ts';

export type Activity = Scoring['signals'][number]['activity'];

/** Numbers stay as typed until they are sent. */
export interface RuleDraft {
  name: string;
  points: string;
  when: readonly DraftCondition[];
}

export interface SignalDraft {
  activity: Activity;
  points: string;
  half_life_days: string;
  cap: string;
}

export interface ModelFields extends Readonly<Record<string, unknown>> {
  bands: { hot: string; warm: string };
  rules: readonly RuleDraft[];
  signals: readonly SignalDraft[];
}

const typed = (value: number | null | undefined): string =>
  value === null || value === undefined ? '' : String(value);

export const fieldsOf = (model: Scoring | null): ModelFields => ({
  bands: { hot: typed(model?.bands.hot), warm: typed(model?.bands.warm) },
  rules: (model?.rules ?? []).map(({ name, points, when }) => ({ name, points: typed(points), when: draftOf(when) })),
  signals: (model?.signals ?? []).map(({ activity, points, half_life_days, cap }) => ({
    activity,
    points: typed(points),
    half_life_days: typed(half_life_days),
    cap: typed(cap),
  })),
});

/** As the service takes it; what is no number is sent as typed, and refused at its field. */
export function modelOf({ bands, rules, signals }: ModelFields, fields: readonly ConditionField[]): ScoringReplacement {
  const orNull = (text: string) => (text.trim() === '' ? null : numberOf(text));
  const model = {
    bands: { hot: numberOf(bands.hot), warm: numberOf(bands.warm) },
    rules: rules.map(({ name, points, when }) => ({ name, points: numberOf(points), when: whenOf(when, fields) })),
    signals: signals.map(({ activity, points, half_life_days, cap }) => ({
      activity,
      points: numberOf(points),
      half_life_days: orNull(half_life_days),
      cap: orNull(cap),
    })),
  };
  return model as ScoringReplacement;
}
