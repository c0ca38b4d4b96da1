import type { LeadFacts } from '../conditions/facts.ts';
import { matches } from '../conditions/matches.ts';
import { oncePerSettings } from '../settings/once.ts';
import type { MembershipSetting, RuleSetting, Settings } from '../settings/snapshot.ts';
import { type LocalTime, moment } from '../time-zone.ts';
import { type Outcome, obstacle } from './eligibility.ts';
import type { Pool, Strategy } from './strategies.ts';

/** Somebody whom a rule may give the lead to, with what its settings say about it. */
export interface Candidate {
  readonly id: string;
  readonly weight: number;
  readonly openCap: number | null;
  readonly dailyCap: number | null;
  readonly obstacle: Extract<Outcome, 'inactive' | 'paused' | 'outside_hours'> | null;
}

/** One thing to try: a rule that matches the lead, or at last any agent. */
export interface Step {
  /** Whose turns these are. */
  readonly key: string;
  /** Null: not a rule but the fallback. */
  readonly ruleId: string | null;
  readonly strategy: Strategy;
  readonly candidates: readonly Candidate[];
}

/** Everything about giving a lead that settings and clock decide; who of the eligible gets it, the turns decide. */
export interface Plan {
  readonly steps: readonly Step[];
  /** The team that the lead belongs to if nobody can take it. */
  readonly teamId: string | null;
  /** The first rule that matches. */
  readonly ruleId: string | null;
  readonly dayStart: Date;
}

/** The fallback's turns; rules have theirs under their ids. */
const ANYBODY = 'any';

/** A rule as far as giving leads is concerned; drafts have no id of their own. */
export type RuleLike = Pick<RuleSetting, 'id' | 'when' | 'strategy' | 'pool'>;

/** The rules in force, in the order in which they are tried. */
export const rulesInForce = oncePerSettings(({ rules }) => [...rules.byId.values()].filter((rule) => rule.active));

export function planFor(settings: Settings, rules: readonly RuleLike[], lead: LeadFacts, at: Date): Plan {
  const { now, dayStart } = moment(at, settings.organization.timeZone);
  const matching = rules.filter((rule) => matches(rule.when, lead));
  const { ofRules, anybody } = stepsAt(settings, now);
  const steps: Step[] = matching.map((rule) => {
    const step = ofRules.get(rule) ?? stepOf(settings, rule, now);
    ofRules.set(rule, step);
    return step;
  });
  return {
    steps: [...steps, anybody],
    teamId: matching[0] === undefined ? null : poolTeam(settings, matching[0].pool),
    ruleId: matching[0]?.id ?? null,
    dayStart,
  };
}

/** Steps as they are for a minute: by settings and clock alone, they change no sooner. */
interface Steps {
  readonly now: LocalTime;
  readonly ofRules: WeakMap<RuleLike, Step>;
  readonly anybody: Step;
}

const lastSteps = oncePerSettings((): { steps: Steps | null } => ({ steps: null }));

function stepsAt(settings: Settings, now: LocalTime): Steps {
  const last = lastSteps(settings);
  if (last.steps?.now.day !== now.day || last.steps.now.minute !== now.minute) {
    const anybody = new Anybody(() => activeAgentsOf(settings).map((member) => candidateOf(member, now)));
    last.steps = { now, ofRules: new WeakMap(), anybody };
  }
  return last.steps;
}

const stepOf = (settings: Settings, { id, strategy, pool }: RuleLike, now: LocalTime): Step => ({
  key: id,
  ruleId: id,
  strategy,
  candidates: membersIn(settings, pool).map((member) => candidateOf(member, now)),
});

const candidateOf = (member: MembershipSetting, now: LocalTime): Candidate => ({
  id: member.id,
  weight: member.weight,
  openCap: member.open_cap,
  dailyCap: member.daily_cap,
  obstacle: obstacle(member, now),
});

/** The last step, which few leads come to: its candidates are looked at when it is reached. */
class Anybody implements Step {
  readonly key = ANYBODY;
  readonly ruleId = null;
  readonly strategy = 'round_robin';
  readonly #list: () => readonly Candidate[];
  #candidates: readonly Candidate[] | null = null;

  constructor(list: () => readonly Candidate[]) {
    this.#list = list;
  }

  get candidates(): readonly Candidate[] {
    this.#candidates ??= this.#list();
    return this.#candidates;
  }
}

/** A team pool means the team's agents; a manager takes part only where named. */
function membersOf(settings: Settings, pool: Pool): MembershipSetting[] {
  if ('team' in pool) {
    const team = settings.teams.byPublicId.get(pool.team);
    return agentsOf(settings).filter(({ team_id }) => team !== undefined && team_id === team.id);
  }
  return pool.memberships.flatMap((id) => settings.memberships.byPublicId.get(id) ?? []);
}

const membersByPool = oncePerSettings(() => new WeakMap<Pool, MembershipSetting[]>());

function membersIn(settings: Settings, pool: Pool): MembershipSetting[] {
  const known = membersByPool(settings);
  const members = known.get(pool) ?? membersOf(settings, pool);
  known.set(pool, members);
  return members;
}

/** In the order in which they joined. */
const agentsOf = oncePerSettings(({ memberships }) =>
  [...memberships.byId.values()].filter(({ role }) => role === 'agent'),
);

const activeAgentsOf = oncePerSettings((settings) => agentsOf(settings).filter(({ active }) => active));

const poolTeam = (settings: Settings, pool: Pool): string | null =>
  'team' in pool ? (settings.teams.byPublicId.get(pool.team)?.id ?? null) : null;
