/**
 * A second implementation of distribution, slow and simple, written from its definition. It counts the list of assignments
 * again for every lead, and counts credits in turns.
 */
export interface SlowMember {
  id: string;
  role: 'agent' | 'manager';
  team: string | null;
  active: boolean;
  accepting_leads: boolean;
  weight: number;
  open_cap: number | null;
  daily_cap: number | null;
  working_hours: Readonly<Record<string, readonly string[] | undefined>> | null;
}

export interface SlowCondition {
  field: string;
  op: string;
  value?: unknown;
}

export interface SlowRule {
  id: string;
  active: boolean;
  when: { all: readonly SlowCondition[] };
  strategy: 'round_robin' | 'weighted' | 'least_open' | 'fixed';
  pool: { team: string } | { memberships: string[] };
}

export interface SlowLead {
  first_name: string | null;
  source: string | null;
  estimated_value: number | null;
  custom_fields: Record<string, unknown>;
}

export interface GivenLead {
  owner: string;
  at: Date;
  open: boolean;
}

export interface SlowChoice {
  /** Members who may get the lead: several only if they are equal except for rounding. Empty: nobody. */
  best: string[];
  rule: string | null;
  strategy: string | null;
  team: string | null;
  candidates: [id: string, outcome: string][];
}

export class SlowDistribution {
  readonly given: GivenLead[] = [];
  /** Turns that a member is owed, by rule. */
  readonly #owed = new Map<string, Map<string, number>>();

  readonly #date: Intl.DateTimeFormat;
  readonly #weekday: Intl.DateTimeFormat;
  readonly #clock: Intl.DateTimeFormat;

  constructor(timeZone: string) {
    this.#date = new Intl.DateTimeFormat('en-CA', { timeZone });
    this.#weekday = new Intl.DateTimeFormat('en-GB', { timeZone, weekday: 'short' });
    this.#clock = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
  }

  open = (id: string): number => this.given.filter(({ owner, open }) => owner === id && open).length;

  today = (id: string, now: Date): number =>
    this.given.filter(({ owner, at }) => owner === id && this.#dateOf(at) === this.#dateOf(now)).length;

  choose(members: readonly SlowMember[], rules: readonly SlowRule[], lead: SlowLead, now: Date): SlowChoice {
    const matching = rules.filter((rule) => rule.active && rule.when.all.every((one) => isMet(one, lead)));
    const steps = matching.map(({ id, strategy, pool }) => ({
      id: id as string | null,
      strategy,
      pool: poolOf(members, pool),
    }));
    const anybody = members.filter(({ role, active }) => role === 'agent' && active);
    steps.push({ id: null, strategy: 'round_robin', pool: anybody });
    const candidates: [string, string][] = [];
    const tell = (id: string, outcome: string) => {
      if (!candidates.some(([told]) => told === id)) candidates.push([id, outcome]);
    };
    for (const { id, strategy, pool } of steps) {
      const able = pool.filter((member) => this.#obstacle(member, now) === null);
      if (able.length === 0) {
        for (const member of pool) tell(member.id, this.#obstacle(member, now) ?? '');
        continue;
      }
      const best = this.#best(id, strategy, able);
      for (const member of pool) tell(member.id, this.#obstacle(member, now) ?? 'able');
      return { best, rule: id, strategy, team: null, candidates };
    }
    const [first] = matching;
    const team = first !== undefined && 'team' in first.pool ? first.pool.team : null;
    return { best: [], rule: first?.id ?? null, strategy: null, team, candidates };
  }

  /** Assigns the lead to this member: every eligible member is owed its share of the turn. */
  give(choice: SlowChoice, members: readonly SlowMember[], owner: string, at: Date): void {
    const able = choice.candidates.flatMap(([id, outcome]) => (outcome === 'able' ? id : []));
    if (choice.strategy === 'round_robin' || choice.strategy === 'weighted') {
      const share = sharesOf(
        choice.strategy,
        able.flatMap((id) => members.find((member) => member.id === id) ?? []),
      );
      const owed = this.#accountOf(choice.rule);
      for (const id of able) owed.set(id, (owed.get(id) ?? 0) + (share.get(id) ?? 0));
      owed.set(owner, (owed.get(owner) ?? 0) - 1);
    }
    this.given.push({ owner, at, open: true });
  }

  #best(rule: string | null, strategy: SlowRule['strategy'], able: readonly SlowMember[]): string[] {
    const ids = able.map(({ id }) => id);
    if (strategy === 'fixed') return ids.slice(0, 1);
    if (strategy === 'least_open') {
      const fewest = Math.min(...ids.map(this.open));
      return [ids.find((id) => this.open(id) === fewest) ?? ''];
    }
    const share = sharesOf(strategy, able);
    const owed = this.#accountOf(rule);
    const due = (id: string) => (owed.get(id) ?? 0) + (share.get(id) ?? 0);
    const most = Math.max(...ids.map(due));
    return ids.filter((id) => most - due(id) < 1e-6);
  }

  #accountOf(rule: string | null): Map<string, number> {
    const key = rule ?? 'any';
    const account = this.#owed.get(key) ?? new Map<string, number>();
    this.#owed.set(key, account);
    return account;
  }

  #obstacle(member: SlowMember, now: Date): string | null {
    if (!member.active) return 'inactive';
    if (!member.accepting_leads) return 'paused';
    if (!this.#isAtWork(member, now)) return 'outside_hours';
    if (member.open_cap !== null && this.open(member.id) >= member.open_cap) return 'open_cap';
    if (member.daily_cap !== null && this.today(member.id, now) >= member.daily_cap) return 'daily_cap';
    return null;
  }

  #isAtWork({ working_hours }: SlowMember, now: Date): boolean {
    if (working_hours === null) return true;
    const weekday = this.#weekday.format(now).toLowerCase();
    const time = this.#clock.format(now);
    return (working_hours[weekday] ?? []).some((range) => {
      const [from = '', to = ''] = range.split('-');
      return from <= time && time < to;
    });
  }

  #dateOf = (at: Date): string => this.#date.format(at);
}

function sharesOf(strategy: string, able: readonly SlowMember[]): Map<string, number> {
  const weigh = ({ weight }: SlowMember) => (strategy === 'weighted' ? weight : 1);
  const all = able.reduce((sum, member) => sum + weigh(member), 0);
  return new Map(able.map((member) => [member.id, weigh(member) / all]));
}

const poolOf = (members: readonly SlowMember[], pool: SlowRule['pool']): SlowMember[] =>
  'team' in pool
    ? members.filter(({ role, team }) => role === 'agent' && team === pool.team)
    : pool.memberships.flatMap((id) => members.find((member) => member.id === id) ?? []);

function isMet({ field, op, value }: SlowCondition, lead: SlowLead): boolean {
  const custom = field.startsWith('custom_fields.') ? lead.custom_fields[field.slice(14)] : undefined;
  const fact = custom ?? (lead as unknown as Record<string, unknown>)[field] ?? null;
  const [a, b] = [fact, value].map((one) => (typeof one === 'string' ? one.toLowerCase() : one)) as [never, never];
  const list = (Array.isArray(value) ? value : []).map((one) => (typeof one === 'string' ? one.toLowerCase() : one));
  if (op === 'present') return fact !== null;
  if (op === 'absent') return fact === null;
  if (op === 'neq') return a !== b;
  if (op === 'not_in') return !list.includes(a);
  if (fact === null) return false;
  if (op === 'eq') return a === b;
  if (op === 'in') return list.includes(a);
  if (op === 'contains') return String(a).includes(String(b));
  if (op === 'starts_with') return String(a).startsWith(String(b));
  if (op === 'gt') return a > b;
  if (op === 'gte') return a >= b;
  if (op === 'lt') return a < b;
  if (op === 'lte') return a <= b;
  throw new Error(`no such operator: ${op}`);
}
