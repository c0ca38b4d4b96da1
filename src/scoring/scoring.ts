import type { Actor } from '../access/actor.ts';
import { scopeOf } from '../access/scope.ts';
import { type Author, alteration } from '../audit/audit.ts';
import { checkRules, staleReferences } from '../conditions/check.ts';
import { sizeFault, whensIn } from '../conditions/size.ts';
import type { Database, Sql } from '../db/sql.ts';
import { type FieldErrors, requireNoFaults } from '../problems.ts';
import { type Changing, changeSettings } from '../settings/change.ts';
import { defaultModel, type ScoringModel } from '../settings/scoring-model.ts';
import type { Settings } from '../settings/snapshot.ts';
import { wholeWhen } from '../settings/when.ts';
import { findRescoring, insertModel, type RescoringRow, restartRescoring } from './queries.ts';
import { MOST_SIGNALS, type Scoring, type ScoringReplacement } from './schemas.ts';

type Seer = Pick<Actor, 'organizationId' | 'role' | 'teamId'>;

/** The model with what is to be known beside it: rules that name what is no longer in use, and how far the leads are. */
export async function presentScoring(sql: Sql, actor: Seer, settings: Settings, model: ScoringModel): Promise<Scoring> {
  // It counts all leads of the organization.
  const rescoring = scopeOf(actor) === 'organization' ? await findRescoring(sql, actor.organizationId) : undefined;
  const warnings = model.rules.flatMap(({ when }, n) => staleReferences(settings, when, `rules.${n}.when`));
  return {
    ...(model as Scoring),
    warnings,
    rescoring: rescoring === undefined ? null : presentRescoring(rescoring),
  };
}

const presentRescoring = ({ version, total, done, started_at, finished_at }: RescoringRow) => ({
  version,
  leads: total === null ? null : Number(total),
  rescored: Number(done),
  started_at: started_at.toISOString(),
  finished_at: finished_at?.toISOString() ?? null,
});

/** What is wrong with a model beyond its schema, which may have refused parts of it already. */
export function checkModel({ bands, rules, signals }: ScoringReplacement): FieldErrors {
  const errors: FieldErrors = {};
  if (typeof bands?.hot === 'number' && typeof bands.warm === 'number' && bands.hot <= bands.warm) {
    errors['bands.hot'] = ['must be more than warm'];
  }
  const tooMuch = sizeFault(whensIn(rules));
  if (tooMuch !== null) errors.rules = [`have conditions with ${tooMuch}`];
  const seen = new Set<string>();
  for (const [n, signal] of (Array.isArray(signals) ? signals.slice(0, MOST_SIGNALS) : []).entries()) {
    if (typeof (signal as typeof signal | null)?.activity !== 'string') continue;
    if (seen.has(signal.activity)) errors[`signals.${n}.activity`] = ['is in the list already; each kind counts once'];
    seen.add(signal.activity);
  }
  return errors;
}

/** What its rules refer to that does not exist, or that conditions cannot use. Too many conditions are not looked at. */
export function checkModelReferences({ rules }: Pick<ScoringReplacement, 'rules'>, settings: Settings): FieldErrors {
  if (sizeFault(whensIn(rules)) !== null) return {};
  return checkRules(settings, rules, (n) => `rules.${n}.when`);
}

/** Leads that are there already are scored anew in the background. The same model again changes nothing. */
export function replaceModel(
  database: Database,
  author: Author,
  input: ScoringReplacement,
  known: Changing,
): Promise<ScoringModel> {
  return changeSettings(database, author, async (sql) => {
    const settings = await known.currentSettings(sql);
    const before = settings.scoring;
    known.requireSeen({ version: before.version });
    requireNoFaults(checkModelReferences(input, settings));
    const model = modelOf(input, before.version + 1);
    const entry = alteration('scoring', settings.organization.publicId, partsOf(before), partsOf(model), 'replaced');
    if (entry.changes.length === 0) return { result: before, entries: [] };
    const now = new Date();
    await insertModel(sql, author.organizationId, model, now);
    await restartRescoring(sql, author.organizationId, model.version, now);
    return { result: model, entries: [entry] };
  });
}

/** With what was left out; and as the database gives it back, so that the same is found to be the same. */
export function modelOf({ bands, rules = [], signals = [] }: ScoringReplacement, version: number): ScoringModel {
  const model: ScoringModel = {
    version,
    bands: bands ?? defaultModel.bands,
    rules: rules.map(({ name, when, points }) => ({ name, when: wholeWhen(when), points })),
    signals: signals.map(({ activity, points, half_life_days = null, cap = null }) => ({
      activity,
      points,
      half_life_days,
      cap,
    })),
  };
  return JSON.parse(JSON.stringify(model));
}

const partsOf = ({ bands, rules, signals }: ScoringModel) => ({ bands, rules, signals });
