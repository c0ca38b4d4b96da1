import type { LeadFacts } from '../conditions/facts.ts';
import { compiledFor } from '../conditions/rule-set.ts';
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
  /** Whose rotation this is: steps with the same key share one. */
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

/** The key of the fallback's rotation; a rule's is its id. */
const ANYBODY = '0';

/** A rule as far as giving leads is concerned; drafts have no id of their own. */
export type RuleLike = Pick<RuleSetting, 'id' | 'when' | 'strategy' | 'pool'>;

/** The rules in force, in the order in which they are tried. */
export const rulesInForce = oncePerSettings(({ rules }) => [...rules.byId.values()].filter((rule) => rule.active));

const compiled = compiledFor((rules: readonly RuleLike[]) => rules.map(({ when }) => when));

/** `known` is where steps are kept from one lead to the next; leads of the past need a place of their own. */
export function planFor(
  settings: Settings,
  rules: readonly RuleLike[],
  lead: LeadFacts,
  at: Date,
  known: KnownSteps = currentSteps(settings),
): Plan {
  const { now, dayStart } = moment(at, settings.organization.timeZone);
  const matching = compiled(rules)
    .matching(lead)
    .map((n) => rules[n] as RuleLike);
  const { ofRules, anybody, candidates } = stepsAt(settings, now, known);
  const steps = matching.map((rule) => {
    const step = ofRules.get(rule) ?? stepOf(settings, rule, candidates);
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

type CandidatesOf = (members: readonly MembershipSetting[]) => readonly Candidate[];

/** Steps as they are for a minute: by settings and clock alone, they change no sooner. */
interface Steps {
  readonly now: LocalTime;
  readonly ofRules: WeakMap<RuleLike, Step>;
  readonly anybody: Step;
  readonly candidates: CandidatesOf;
}

export interface KnownSteps {
  steps: Steps | null;
}

const currentSteps = oncePerSettings((): KnownSteps => ({ steps: null }));

function stepsAt(settings: Settings, now: LocalTime, known: KnownSteps): Steps {
  if (known.steps?.now.day !== now.day || known.steps.now.minute !== now.minute) {
    const candidates = candidatesAt(now);
    const anybody = new LazyStep(ANYBODY, null, 'round_robin', () => candidates(activeAgentsOf(settings)));
    known.steps = { now, ofRules: new WeakMap(), anybody, candidates };
  }
  return known.steps;
}

/** A member is judged once a minute, whatever the number of pools that it is in; so is a list of members. */
function candidatesAt(now: LocalTime): CandidatesOf {
  const known = new Map<MembershipSetting, Candidate>();
  const lists = new Map<readonly MembershipSetting[], readonly Candidate[]>();
  const judge = (member: MembershipSetting): Candidate => {
    const candidate = known.get(member) ?? candidateOf(member, now);
    known.set(member, candidate);
    return candidate;
  };
  return (members) => {
    const list = lists.get(members) ?? members.map(judge);
    lists.set(members, list);
    return list;
  };
}

const stepOf = (settings: Settings, { id, strategy, pool }: RuleLike, candidates: CandidatesOf): Step =>
  new LazyStep(id, id, strategy, () => candidates(membersIn(settings, pool)));

const candidateOf = (member: MembershipSetting, now: LocalTime): Candidate => ({
  id: member.id,
  weight: member.weight,
  openCap: member.open_cap,
  dailyCap: member.daily_cap,
  obstacle: obstacle(member, now),
});

/** Most leads are taken at the first step: the candidates of a step are looked at when it is reached. */
class LazyStep implements Step {
  readonly key: string;
  readonly ruleId: string | null;
  readonly strategy: Strategy;
  readonly #list: () => readonly Candidate[];
  #candidates: readonly Candidate[] | null = null;

  constructor(key: string, ruleId: string | null, strategy: Strategy, list: () => readonly Candidate[]) {
    this.key = key;
    this.ruleId = ruleId;
    this.strategy = strategy;
    this.#list = list;
  }

  get candidates(): readonly Candidate[] {
    this.#candidates ??= this.#list();
    return this.#candidates;
  }
}

/** A team pool means the team's agents; a manager takes part only where named. */
function membersOf(settings: Settings, pool: Pool): readonly MembershipSetting[] {
  if ('team' in pool) return agentsByTeam(settings).get(settings.teams.byPublicId.get(pool.team)?.id ?? '') ?? [];
  return pool.memberships.flatMap((id) => settings.memberships.byPublicId.get(id) ?? []);
}

const membersByPool = oncePerSettings(() => new WeakMap<Pool, readonly MembershipSetting[]>());

function membersIn(settings: Settings, pool: Pool): readonly MembershipSetting[] {
  const known = membersByPool(settings);
  const members = known.get(pool) ?? membersOf(settings, pool);
  known.set(pool, members);
  return members;
}

/** In the order in which they joined. */
const agentsOf = oncePerSettings(({ memberships }) =>
  [...memberships.byId.values()].filter(({ role }) => role === 'agent'),
);

const agentsByTeam = oncePerSettings((settings) => {
  const teams = new Map<string, MembershipSetting[]>();
  for (const agent of agentsOf(settings)) {
    if (agent.team_id === null) continue;
    const team = teams.get(agent.team_id) ?? [];
    team.push(agent);
    teams.set(agent.team_id, team);
  }
  return teams;
});

const activeAgentsOf = oncePerSettings((settings) => agentsOf(settings).filter(({ active }) => active));

const poolTeam = (settings: Settings, pool: Pool): string | null =>
  'team' in pool ? (settings.teams.byPublicId.get(pool.team)?.id ?? null) : null;
