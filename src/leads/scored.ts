import { explainScore, scoreLead } from '../scoring/score.ts';
import { type Happened, type Signals, withActivities } from '../scoring/signals.ts';
import type { Settings } from '../settings/snapshot.ts';
import type { LeadEvents } from './events.ts';
import { factsOf, type LeadFields } from './row.ts';

/** The lead with the score that its fields and `signals` give it now. */
export function withScore<T extends LeadFields>(settings: Settings, lead: T, signals: Signals | null, now: Date): T {
  const { score, rescore_at } = scoreLead(settings.scoring, factsOf(settings, lead), signals, now);
  return { ...lead, score, signals, rescore_at, scored_with: settings.scoring.version };
}

/** With what has just happened counted in. */
export function scored<T extends LeadFields>(
  settings: Settings,
  lead: T,
  { activities = [] }: LeadEvents,
  now: Date,
): T {
  const happened: Happened[] = activities.map(({ kind, occurred_at }) => ({
    kind,
    at: occurred_at === undefined ? now : new Date(occurred_at),
  }));
  return withScore(settings, lead, withActivities(settings.scoring, lead.signals, happened, now), now);
}

/**
 * A lead that was changed, with its score. Where the change cannot have moved the score, what is known of it is kept: when a
 * score will next fade takes longer to work out than everything else about a change.
 */
export function rescored<T extends LeadFields>(
  settings: Settings,
  before: LeadFields,
  lead: T,
  events: LeadEvents,
  now: Date,
): T {
  const { scoring } = settings;
  const isCurrent = before.scored_with === scoring.version && (before.rescore_at === null || before.rescore_at > now);
  const isSignalled = (events.activities ?? []).some(({ kind }) =>
    scoring.signals.some((one) => one.activity === kind),
  );
  const points = (fields: LeadFields) => explainScore(scoring, factsOf(settings, fields), null, now).total;
  if (!isCurrent || isSignalled || points(before) !== points(lead)) return scored(settings, lead, events, now);
  const { score, signals, rescore_at, scored_with } = before;
  return { ...lead, score, signals, rescore_at, scored_with };
}

/** A score that has faded since it was written is shown as it is now. */
export function upToDate<T extends LeadFields>(settings: Settings, lead: T, now: Date): T {
  const isDue = lead.rescore_at !== null && lead.rescore_at <= now && lead.scored_with === settings.scoring.version;
  return isDue ? withScore(settings, lead, lead.signals, now) : lead;
}
