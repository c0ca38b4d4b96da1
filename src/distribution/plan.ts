import type { LeadFacts } from '../conditions/facts.ts';
import { RuleSet } from '../conditions/rule-set.ts';
import { groupBy } from '../group-by.ts';
import { oncePerSettings } from '../settings/once.ts';
import type { MembershipSetting, Pool, RuleSetting, Settings, Strategy } from '../settings/snapshot.ts';
import { type LocalTime, moment } from '../time-zone.ts';
import { type Outcome, obstacle } from './eligibility.ts';

/** Somebody whom a rule may assign the lead to, with what its settings say about it. */
export interface Candidate {
  readonly id: string;
  readonly weight: number;
  readonly openCap: number | null;
  readonly dailyCap: number | null;
  readonly obstacle: Extract<Outcome, 'inactive' | 'paused' | 'outside_hours'> | null;
}

/** One thing to try: a rule that matches the lead, or at last any agent. */
export interface Step {
  /** Steps with the same key share a rotation. */
  readonly key: string;
  /** Null: not a rule but the fallback. */
  readonly ruleId: string | null;
  readonly strategy: Strategy;
  readonly candidates: readonly Candidate[];
}

/** Everything about an assignment that settings and clock decide; who of the eligible gets the lead, the rotation decides. */
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

/** A rule as far as assignment is concerned; drafts have no id of their own. */
export type RuleLike = Pick<RuleSetting, 'id' | 'when' | 'strategy' | 'pool'>;

/** The rules in force, in the order in which they are tried. */
export const rulesInForce = oncePerSettings(({ rules }) => [...rules.byId.values()].filter((rule) => rule.active));

const compiled = oncePerSettings((rules: readonly RuleLike[]) => new RuleSet(rules.map(({ when }) => when)));

/** `steps` are kept from one lead to the next; a replay of the past brings its own. */
export function planFor(
  settings: Settings,
  rules: readonly RuleLike[],
  lead: LeadFacts,
  at: Date,
  steps: Steps = currentSteps(settings),
): Plan {
  const matching = compiled(rules)
    .matching(lead)
    .map((n) => rules[n] as RuleLike);
  return planOfRules(settings, matching, at, steps);
}

/** Leads that the same rules match are on one route: they have the same chances. */
export const routeOf = ({ steps }: Plan): string => steps.map(({ key }) => key).join();

export const planOnRoute = (settings: Settings, route: string, at: Date): Plan =>
  planOfRules(
    settings,
    route.split(',').flatMap((key) => settings.rules.byId.get(key) ?? []),
    at,
    currentSteps(settings),
  );

function planOfRules(settings: Settings, matching: readonly RuleLike[], at: Date, steps: Steps): Plan {
  const { now, dayStart } = moment(at, settings.organization.timeZone);
  const [first] = matching;
  return {
    steps: [...matching, null].map((rule) => steps.of(rule, now)),
    teamId: first !== undefined && 'team' in first.pool ? teamOf(settings, first.pool.team) : null,
    ruleId: first?.id ?? null,
    dayStart,
  };
}

/** The steps of rules: by settings and clock alone, the same for every lead of a minute. */
export class Steps {
  readonly #settings: Settings;
  #now: LocalTime | null = null;
  #byRule = new WeakMap<object, Step>();
  #lists = new WeakMap<readonly MembershipSetting[], readonly Candidate[]>();

  constructor(settings: Settings) {
    this.#settings = settings;
  }

  /** Null: the fallback. */
  of(rule: RuleLike | null, now: LocalTime): Step {
    if (this.#now?.day !== now.day || this.#now.minute !== now.minute) {
      this.#now = now;
      this.#byRule = new WeakMap();
      this.#lists = new WeakMap();
    }
    const step = this.#byRule.get(rule ?? this) ?? this.#make(rule, now);
    this.#byRule.set(rule ?? this, step);
    return step;
  }

  /** Most leads are taken at the first step: the candidates of a step are judged when it is reached. */
  #make(rule: RuleLike | null, now: LocalTime): Step {
    const judged = () => this.#candidates(membersOf(this.#settings, rule?.pool), now);
    let candidates: readonly Candidate[] | null = null;
    return {
      key: rule?.id ?? ANYBODY,
      ruleId: rule?.id ?? null,
      strategy: rule?.strategy ?? 'round_robin',
      get candidates() {
        candidates ??= judged();
        return candidates;
      },
    };
  }

  /** Rules that share a team share its list. */
  #candidates(members: readonly MembershipSetting[], now: LocalTime): readonly Candidate[] {
    const list = this.#lists.get(members) ?? members.map((member) => candidateOf(member, now));
    this.#lists.set(members, list);
    return list;
  }
}

const currentSteps = oncePerSettings((settings) => new Steps(settings));

const candidateOf = (member: MembershipSetting, now: LocalTime): Candidate => ({
  id: member.id,
  weight: member.weight,
  openCap: member.open_cap,
  dailyCap: member.daily_cap,
  obstacle: obstacle(member, now),
});

/** A team pool means the team's agents; a manager takes part only where named. Without a pool: all active agents. */
function membersOf(settings: Settings, pool: Pool | undefined): readonly MembershipSetting[] {
  if (pool === undefined) return agentsOf(settings).active;
  if ('team' in pool) return agentsOf(settings).byTeam.get(teamOf(settings, pool.team)) ?? [];
  return pool.memberships.flatMap((id) => settings.memberships.byPublicId.get(id) ?? []);
}

/** In the order in which they joined. */
const agentsOf = oncePerSettings(({ memberships }) => {
  const agents = [...memberships.byId.values()].filter(({ role }) => role === 'agent');
  const inTeams = agents.filter(({ team_id }) => team_id !== null);
  return { active: agents.filter(({ active }) => active), byTeam: groupBy(inTeams, ({ team_id }) => team_id) };
});

const teamOf = ({ teams }: Settings, publicId: string): string | null => teams.byPublicId.get(publicId)?.id ?? null;
