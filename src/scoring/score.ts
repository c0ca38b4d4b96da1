/** What the score rests on: the lead's own fields, by the names that callers know. */
export interface LeadFacts {
  readonly first_name: string | null;
  readonly last_name: string | null;
  readonly phone: string | null;
  readonly email: string | null;
  /** Public id. */
  readonly source: string | null;
  readonly estimated_value: number | null;
  readonly custom_fields: Readonly<Record<string, unknown>>;
}

export const scoreBands = ['hot', 'warm', 'cold'] as const;
export type ScoreBand = (typeof scoreBands)[number];

interface Rule {
  name: string;
  points: number;
  matches: (lead: LeadFacts) => boolean;
}

export interface ScoringModel {
  bands: { hot: number; warm: number };
  rules: readonly Rule[];
}

/** Until an organization has a model of its own: who can be reached, where it came from, and what it may be worth. */
export const defaultModel: ScoringModel = {
  bands: { hot: 70, warm: 40 },
  rules: [
    { name: 'has a phone', points: 25, matches: (lead) => lead.phone !== null },
    { name: 'has an email', points: 15, matches: (lead) => lead.email !== null },
    { name: 'has a name', points: 5, matches: (lead) => lead.first_name !== null || lead.last_name !== null },
    { name: 'has a source', points: 10, matches: (lead) => lead.source !== null },
    { name: 'tells what it wants', points: 15, matches: (lead) => Object.keys(lead.custom_fields).length > 0 },
    { name: 'is worth something', points: 15, matches: (lead) => (lead.estimated_value ?? 0) > 0 },
    { name: 'is worth ten lakh or more', points: 15, matches: (lead) => (lead.estimated_value ?? 0) >= 1_000_000 },
  ],
};

/** 0 to 100: the points of every rule that matches, kept within bounds. */
export function scoreLead(model: ScoringModel, lead: LeadFacts): number {
  const points = model.rules.reduce((sum, rule) => sum + (rule.matches(lead) ? rule.points : 0), 0);
  return Math.round(Math.min(100, Math.max(0, points)));
}

export function bandOf(model: ScoringModel, score: number): ScoreBand {
  if (score >= model.bands.hot) return 'hot';
  return score >= model.bands.warm ? 'warm' : 'cold';
}

/** The scores of a band, both ends included: a band is a range of the score, so it needs no column of its own. */
export function rangeOfBand({ bands }: ScoringModel, band: ScoreBand): { least: number; most: number } {
  if (band === 'hot') return { least: bands.hot, most: 100 };
  return band === 'warm' ? { least: bands.warm, most: bands.hot - 1 } : { least: 0, most: bands.warm - 1 };
}
