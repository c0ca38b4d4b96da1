import type { ScoringModel } from '../settings/scoring-model.ts';

export const scoreBands = ['hot', 'warm', 'cold'] as const;
export type ScoreBand = (typeof scoreBands)[number];

export function bandOf({ bands }: Pick<ScoringModel, 'bands'>, score: number): ScoreBand {
  if (score >= bands.hot) return 'hot';
  return score >= bands.warm ? 'warm' : 'cold';
}

/** The scores of a band, both ends included: a band is a range of the score, so it needs no column of its own. */
export function rangeOfBand({ bands }: Pick<ScoringModel, 'bands'>, band: ScoreBand): { least: number; most: number } {
  if (band === 'hot') return { least: bands.hot, most: 100 };
  return band === 'warm' ? { least: bands.warm, most: bands.hot - 1 } : { least: 0, most: bands.warm - 1 };
}
