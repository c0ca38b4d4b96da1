import { rulePoints, scoreLead } from '../../scoring/score.ts';
import { type Happened, type Signals, withActivities } from '../../scoring/signals.ts';
import type { Settings } from '../../settings/snapshot.ts';
import { factsOf, type LeadFields, type LeadScoring } from '../row.ts';
import type { LeadEvents } from '../writing/events.ts';

/** The score that a lead's fields and `signals` give it now. */
export function scoreNow(settings: Settings, lead: LeadFields, signals: Signals | null, now: Date): LeadScoring {
  const { score, rescore_at } = scoreLead(settings.scoring, factsOf(settings, lead), signals, now);
  return { score, signals, rescore_at, scored_with: settings.scoring.version };
}

/** With what has just happened counted in. */
export function scoreAfter(
  settings: Settings,
  lead: LeadFields,
  signals: Signals | null,
  { activities = [] }: Pick<LeadEvents, 'activities'>,
  now: Date,
): LeadScoring {
  const happened: Happened[] = activities.map(({ kind, occurred_at }) => ({
    kind,
    at: occurred_at === undefined ? now : new Date(occurred_at),
  }));
  return scoreNow(settings, lead, withActivities(settings.scoring, signals, happened, now), now);
}

/** Keeps the score where the change cannot have moved it: computing when it fades next is most of the cost of a change. */
export function rescore(
  settings: Settings,
  before: LeadFields,
  lead: LeadFields,
  signals: Signals | null,
  events: LeadEvents,
  now: Date,
): LeadScoring {
  const { scoring } = settings;
  const isCurrent = before.scored_with === scoring.version && (before.rescore_at === null || before.rescore_at > now);
  const isSignalled = (events.activities ?? []).some(({ kind }) =>
    scoring.signals.some((one) => one.activity === kind),
  );
  const points = (fields: LeadFields) => rulePoints(scoring, factsOf(settings, fields));
  return !isCurrent || isSignalled || points(before) !== points(lead)
    ? scoreAfter(settings, lead, signals, events, now)
    : { score: before.score, signals: before.signals, rescore_at: before.rescore_at, scored_with: before.scored_with };
}

/** A score that has faded since it was written is shown as it is now. */
export function upToDate<T extends LeadFields>(settings: Settings, lead: T, now: Date): T {
  const isDue = lead.rescore_at !== null && lead.rescore_at <= now && lead.scored_with === settings.scoring.version;
  return isDue ? { ...lead, ...scoreNow(settings, lead, lead.signals, now) } : lead;
}
