/**
 * A second implementation of the reports, slow and simple: written from their definition, over plain lists, and without
 * code of src. Each count is the list of its leads, which is under `links` if the response has a link.
 */

export interface ModelStatus {
  public_id: string;
  name: string;
  kind: 'open' | 'won' | 'lost';
  position: number;
  archived: boolean;
}

export interface ModelLead {
  public_id: string;
  createdAt: number;
  /** Recorded transitions, in order; the first one is the creation. */
  steps: { to: string; at: number }[];
  /** The current status, recorded or not. */
  status: string;
  source: string | null;
  owner: string | null;
  team: string | null;
  value: number | null;
}

export interface ModelWorld {
  statuses: ModelStatus[];
  leads: ModelLead[];
  /** Names of sources, members and teams, by public id. */
  names: Map<string, string>;
  /** The organization's time zone, without daylight saving time. */
  offsetMs: number;
}

export interface Asked {
  from: number | null;
  /** Exclusive. */
  before: number | null;
  asOf: number;
  sources: string[] | null;
  owners: string[] | null;
  teams: string[] | null;
}

export type Sees = (lead: ModelLead) => boolean;

interface Seen extends ModelLead {
  /** The transitions recorded by this time. */
  past: { to: string; at: number }[];
  now: ModelStatus;
  /** When it entered its current status. */
  since: number;
}

const DAY_MS = 86_400_000;
const ids = (leads: readonly Seen[]) => leads.map(({ public_id }) => public_id);
const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);
const worth = (leads: readonly Seen[]) => sum(leads.map(({ value }) => value ?? 0));
const share = (part: number, whole: number) => (whole === 0 ? null : part / whole);
const mean = (numbers: readonly number[]) => share(sum(numbers), numbers.length);

/** Interpolated between the two nearest values. */
export function percentile(numbers: readonly number[], part: number): number | null {
  if (numbers.length === 0) return null;
  const sorted = [...numbers].sort((one, other) => one - other);
  const place = part * (sorted.length - 1);
  const [below, above] = [sorted[Math.floor(place)] as number, sorted[Math.ceil(place)] as number];
  return below + (above - below) * (place - Math.floor(place));
}

const median = (numbers: readonly number[]) => percentile(numbers, 0.5);

export class ReportModel {
  readonly #world: ModelWorld;
  readonly #asked: Asked;
  readonly #cohort: Seen[];

  constructor(world: ModelWorld, asked: Asked, sees: Sees) {
    this.#world = world;
    this.#asked = asked;
    const among = (list: string[] | null, id: string | null) => list === null || (id !== null && list.includes(id));
    this.#cohort = world.leads
      .filter(sees)
      .filter(({ createdAt }) => asked.from === null || createdAt >= asked.from)
      .filter(({ createdAt }) => asked.before === null || createdAt < asked.before)
      .filter(({ createdAt }) => createdAt <= asked.asOf)
      .filter(({ source }) => among(asked.sources, source))
      .filter(({ owner }) => among(asked.owners, owner ?? 'none'))
      .filter(({ team }) => among(asked.teams, team))
      .map((lead) => {
        const past = lead.steps.filter(({ at }) => at <= asked.asOf);
        const last = past.at(-1) as { to: string; at: number };
        return { ...lead, past, now: this.#status(last.to), since: last.at };
      });
  }

  cohort = (): readonly ModelLead[] => this.#cohort;

  meta() {
    const text = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString());
    return {
      cohort_size: this.#cohort.length,
      from: text(this.#asked.from),
      to: text(this.#asked.before),
      as_of: text(this.#asked.asOf),
      unrecorded_changes: this.#cohort.filter(({ steps, status }) => steps.at(-1)?.to !== status).length,
    };
  }

  funnel() {
    const statuses = this.#stageStatuses();
    const stages = statuses.filter(({ kind }) => kind === 'open').map((status) => [status]);
    const won = statuses.filter(({ kind }) => kind === 'won');
    if (won.length > 0) stages.push(won); // several won statuses are one stage
    const entered = (lead: Seen, k: number) => lead.past.some(({ to }) => stages[k]?.some((s) => s.public_id === to));
    // A lead that was in no stage (its first status counts as lost now) counts at the first active stage.
    const beginning = stages.findIndex((members) => members.some(({ archived }) => !archived));
    const furthest = (lead: Seen) => {
      const been = [...stages.keys()].filter((k) => entered(lead, k));
      return been.at(-1) ?? beginning;
    };
    const reached = (k: number) => this.#cohort.filter((lead) => furthest(lead) >= k);
    return {
      stages: stages.map((members, k) => {
        const here = this.#cohort.filter((lead) => furthest(lead) === k);
        const isWonStage = members[0]?.kind === 'won';
        const lists = {
          leads: reached(k),
          entered: this.#cohort.filter((lead) => entered(lead, k)),
          lost: here.filter(({ now }) => now.kind === 'lost'),
          open: here.filter(({ now }) => now.kind === 'open' || (now.kind === 'won' && !isWonStage)),
        };
        return {
          status: { public_id: members[0]?.public_id, name: members[0]?.name },
          entered: lists.entered.length,
          reached: lists.leads.length,
          share: share(lists.leads.length, this.#cohort.length),
          step_conversion: k + 1 < stages.length ? share(reached(k + 1).length, lists.leads.length) : null,
          lost: lists.lost.length,
          open: lists.open.length,
          value: worth(lists.leads),
          links: {
            leads: ids(lists.leads),
            entered: ids(lists.entered),
            lost: ids(lists.lost),
            open: ids(lists.open),
          },
        };
      }),
      won: this.#standing('won').length,
      lost: this.#standing('lost').length,
      open: this.#standing('open').length,
      links: {
        won: ids(this.#standing('won')),
        lost: ids(this.#standing('lost')),
        open: ids(this.#standing('open')),
      },
    };
  }

  velocity() {
    const visits = this.#cohort.flatMap((lead) =>
      lead.past.map(({ to, at }, n) => ({ lead, to, at, until: lead.past[n + 1]?.at ?? null })),
    );
    const stages = this.#stageStatuses().map(({ public_id, name }) => {
      const here = visits.filter(({ to }) => to === public_id);
      const finished = here.filter(({ until }) => until !== null);
      const unfinished = here.filter(({ until }) => until === null);
      const lengths = finished.map(({ at, until }) => ((until as number) - at) / 1_000);
      const ages = unfinished.map(({ at }) => (this.#asked.asOf - at) / 1_000);
      return {
        status: { public_id, name },
        finished: {
          count: lengths.length,
          mean: mean(lengths),
          median: median(lengths),
          p75: percentile(lengths, 0.75),
          p90: percentile(lengths, 0.9),
        },
        unfinished: { count: ages.length, median_age: median(ages) },
        links: {
          finished: [...new Set(ids(finished.map(({ lead }) => lead)))],
          unfinished: ids(unfinished.map(({ lead }) => lead)),
        },
      };
    });
    const cycle = (kind: 'won' | 'lost') => {
      const ended = this.#standing(kind);
      const lengths = ended.map(({ since, createdAt }) => (since - createdAt) / 1_000);
      return {
        count: ended.length,
        median: median(lengths),
        p90: percentile(lengths, 0.9),
        links: { leads: ids(ended) },
      };
    };
    const [won, lost] = [this.#standing('won'), this.#standing('lost')];
    const open = this.#standing('open').length;
    const winRate = share(won.length, won.length + lost.length);
    const meanValue = mean(won.map(({ value }) => value ?? 0));
    const meanDays = mean(won.map(({ since, createdAt }) => (since - createdAt) / DAY_MS));
    const isKnown = winRate !== null && meanValue !== null && meanDays !== null && meanDays !== 0;
    return {
      stages,
      cycle: { won: cycle('won'), lost: cycle('lost') },
      sales_velocity: {
        per_day: isKnown ? (open * winRate * meanValue) / meanDays : null,
        open,
        win_rate: winRate,
        mean_won_value: meanValue,
        mean_cycle_days: meanDays,
      },
    };
  }

  conversion(groupBy: string) {
    const groups = new Map<string | null, Seen[]>();
    for (const lead of this.#cohort) {
      const key = this.#groupKey(groupBy, lead);
      groups.set(key, [...(groups.get(key) ?? []), lead]);
    }
    return {
      groups: [...groups].map(([key, leads]) => ({ group: this.#groupName(groupBy, key), ...this.#outcome(leads) })),
      total: this.#outcome(this.#cohort),
    };
  }

  #outcome(leads: Seen[]) {
    const of = (kind: string) => leads.filter(({ now }) => now.kind === kind);
    const [won, lost, open] = [of('won'), of('lost'), of('open')];
    return {
      leads: leads.length,
      won: won.length,
      lost: lost.length,
      open: open.length,
      conversion: share(won.length, leads.length),
      win_rate: share(won.length, won.length + lost.length),
      won_value: worth(won),
      median_days_to_win: median(won.map(({ since, createdAt }) => (since - createdAt) / DAY_MS)),
      links: { leads: ids(leads), won: ids(won), lost: ids(lost), open: ids(open) },
    };
  }

  #groupKey(groupBy: string, lead: Seen): string | null {
    if (groupBy === 'source') return lead.source;
    if (groupBy === 'owner') return lead.owner;
    if (groupBy === 'team') return lead.team;
    if (groupBy === 'status') return lead.now.public_id;
    const day = new Date(lead.createdAt + this.#world.offsetMs);
    return groupBy === 'month' ? day.toISOString().slice(0, 7) : weekOf(day);
  }

  #groupName(groupBy: string, key: string | null): { public_id?: string; name: string } {
    if (groupBy === 'week' || groupBy === 'month') return { name: String(key) };
    if (key === null) return { name: `No ${groupBy}` };
    const name = groupBy === 'status' ? this.#status(key).name : (this.#world.names.get(key) ?? '?');
    return { public_id: key, name };
  }

  #status(id: string): ModelStatus {
    const found = this.#world.statuses.find(({ public_id }) => public_id === id);
    if (found === undefined) throw new Error(`the model knows no status ${id}`);
    return found;
  }

  #standing = (kind: string) => this.#cohort.filter(({ now }) => now.kind === kind);

  /** Open statuses by position, then won ones; an archived one is listed if a lead of the cohort has been in it. */
  #stageStatuses(): ModelStatus[] {
    const wasEntered = (id: string) => this.#cohort.some(({ past }) => past.some(({ to }) => to === id));
    const shown = this.#world.statuses
      .filter(({ public_id, archived }) => !archived || wasEntered(public_id))
      .sort((one, other) => one.position - other.position || (one.name < other.name ? -1 : 1));
    return [...shown.filter(({ kind }) => kind === 'open'), ...shown.filter(({ kind }) => kind === 'won')];
  }
}

/** ISO 8601: the year and week number of this day's Thursday. */
export function weekOf(day: Date): string {
  const thursday = new Date(day);
  while (thursday.getUTCDay() !== 4) {
    const isBefore = thursday.getUTCDay() >= 1 && thursday.getUTCDay() < 4;
    thursday.setUTCDate(thursday.getUTCDate() + (isBefore ? 1 : -1));
  }
  const year = thursday.getUTCFullYear();
  let number = 0;
  for (const one = new Date(thursday); one.getUTCFullYear() === year; one.setUTCDate(one.getUTCDate() - 7)) number++;
  return `${year}-W${String(number).padStart(2, '0')}`;
}
