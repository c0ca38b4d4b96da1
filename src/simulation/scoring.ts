import type { Actor } from '../access/actor.ts';
import { CUSTOM } from '../conditions/facts.ts';
import type { Sql } from '../db/sql.ts';
import { factsOf } from '../leads/row.ts';
import { countSignals } from '../leads/scores/signals.ts';
import { unavailable } from '../problems.ts';
import { bandOf, type ScoreBand, scoreBands } from '../scoring/bands.ts';
import { scoreAt } from '../scoring/score.ts';
import type { ScoringModel } from '../settings/scoring-model.ts';
import type { Settings } from '../settings/snapshot.ts';
import { Pace } from '../slots/pace.ts';
import { listLeadsToScore, type ScoredRow } from './queries.ts';
import type { ScoringSimulation } from './scoring-schemas.ts';

/** Of so many leads a share is known to within one percent. */
export const MOST_SCORED = 10_000;
/** Few: a lead may carry 64 kB of custom fields, and a batch is held in memory. */
const BATCH = 200;
/** With a large model or long histories it scores fewer leads. */
const MOST_MS = 5_000;

interface Sample {
  /** All of them. */
  leads: number;
  /** Those that are scored, in an order that is fair to stop at. */
  ids: readonly string[];
}

/** Scores a sample of leads with the model in force and with a draft; stops when its time is over, with what it has. */
export async function simulateScoring(
  sql: Sql,
  actor: Actor,
  settings: Settings,
  draft: ScoringModel,
  { leads, ids }: Sample,
  signal: AbortSignal,
): Promise<ScoringSimulation> {
  const now = new Date();
  const pace = new Pace();
  const tally = new Tally();
  const end = performance.now() + MOST_MS;
  const tried = { ...settings, scoring: draft };
  const needsCustom = [draft, settings.scoring].some(readsCustomFields);
  const between = () => {
    if (signal.aborted) throw unavailable('The caller has gone.');
    if (performance.now() > end) throw new OutOfTime();
  };
  try {
    for (let at = 0; at < ids.length; at += BATCH) {
      between();
      const batch = ids.slice(at, at + BATCH);
      const rows = await pace.outside(listLeadsToScore(sql, actor, { ids: batch, needsCustom }));
      const signals = await pace.outside(countSignals(sql, tried, batch, now, between));
      const byId = new Map(rows.map((row) => [row.id, row]));
      for (const row of batch.flatMap((id) => byId.get(id) ?? [])) {
        if (pace.isDue()) {
          await pace.yield();
          between();
        }
        const score = scoreAt(draft, factsOf(settings, row), signals.get(row.id) ?? null, now);
        tally.add(bandOf(settings.scoring, shownScore(settings, row, now)), bandOf(draft, score));
      }
      await pace.yield();
    }
  } catch (error) {
    if (!(error instanceof OutOfTime)) throw error;
  }
  return { leads: Math.max(leads, tally.sampled), ...tally.present() };
}

class OutOfTime extends Error {}

const readsCustomFields = ({ rules }: ScoringModel): boolean =>
  rules.some(({ when }) => when.all.some(({ field }) => field.startsWith(CUSTOM)));

/** As lists show it: what has faded since it was written is computed anew. */
function shownScore(settings: Settings, row: ScoredRow, now: Date): number {
  const { scoring } = settings;
  const isDue = row.rescore_at !== null && row.rescore_at <= now && row.scored_with === scoring.version;
  return isDue ? scoreAt(scoring, factsOf(settings, row), row.signals, now) : row.score;
}

/** Leads by the band that they are in and the band that they would be in. */
class Tally {
  sampled = 0;
  readonly #leads = new Map<string, number>();

  add(from: ScoreBand, to: ScoreBand): void {
    this.sampled++;
    this.#leads.set(`${from} ${to}`, this.#of(from, to) + 1);
  }

  present(): Omit<ScoringSimulation, 'leads'> {
    const sum = (counts: readonly number[]) => counts.reduce((all, count) => all + count, 0);
    return {
      sampled: this.sampled,
      bands: scoreBands.map((band) => ({
        band,
        actual: sum(scoreBands.map((to) => this.#of(band, to))),
        simulated: sum(scoreBands.map((from) => this.#of(from, band))),
      })),
      changes: scoreBands
        .flatMap((from) => scoreBands.map((to) => ({ from, to, leads: this.#of(from, to) })))
        .filter(({ from, to, leads }) => from !== to && leads > 0),
    };
  }

  #of(from: ScoreBand, to: ScoreBand): number {
    return this.#leads.get(`${from} ${to}`) ?? 0;
  }
}
