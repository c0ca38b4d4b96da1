import type { ActivityKind } from '../timeline/kinds.ts';
import type { When } from './when.ts';

/** Points for a lead whose fields meet the conditions. */
export interface ScoringRule {
  readonly name: string;
  readonly when: When;
  readonly points: number;
}

/** Points for every activity of a kind, fading by half every so many days; all of a kind together never more than `cap`. */
export interface Signal {
  readonly activity: ActivityKind;
  readonly points: number;
  /** Null: they do not fade. */
  readonly half_life_days: number | null;
  /** Null: without bound. */
  readonly cap: number | null;
}

export interface ScoringModel {
  readonly version: number;
  readonly bands: { readonly hot: number; readonly warm: number };
  readonly rules: readonly ScoringRule[];
  readonly signals: readonly Signal[];
}

const has = (field: string): When => ({ all: [{ field, op: 'present' }] });

/** Until an organization has a model of its own: who can be reached, what it may be worth, and who is in touch with us. */
export const defaultModel: ScoringModel = {
  version: 1,
  bands: { hot: 70, warm: 40 },
  rules: [
    { name: 'Has a phone', when: has('phone'), points: 25 },
    { name: 'Has an email', when: has('email'), points: 15 },
    { name: 'Has a name', when: has('first_name'), points: 5 },
    { name: 'Has a source', when: has('source'), points: 10 },
    {
      name: 'Is worth something',
      when: { all: [{ field: 'estimated_value', op: 'gt', value: 0 }] },
      points: 10,
    },
    {
      name: 'Is worth ten lakh or more',
      when: { all: [{ field: 'estimated_value', op: 'gte', value: 1_000_000 }] },
      points: 15,
    },
  ],
  signals: [
    { activity: 'reenquiry', points: 10, half_life_days: 7, cap: 20 },
    { activity: 'call', points: 5, half_life_days: 14, cap: 15 },
    { activity: 'whatsapp', points: 3, half_life_days: 14, cap: 10 },
    { activity: 'email', points: 3, half_life_days: 14, cap: 10 },
    { activity: 'meeting', points: 15, half_life_days: 30, cap: 30 },
    { activity: 'visit', points: 15, half_life_days: 30, cap: 30 },
  ],
};
