import { expect, vi } from 'vitest';
import type { Person } from './cast.ts';
import { freshPhone, LeadDesk } from './leads.ts';
import type { Random } from './random.ts';
import type { ModelLead, ModelStatus, ModelWorld, Sees } from './report-model.ts';

const [SECOND, HOUR, DAY] = [1_000, 3_600_000, 86_400_000];
const START = Date.parse('2026-01-20T06:00:00.000Z');
const INDIA_MS = 5.5 * HOUR;

export interface Viewer {
  name: string;
  person: Person;
  sees: Sees;
}

/**
 * An organization with its own pipeline and a history of random moves, made through the API while the clock advances, and
 * the same history as a model. No lead is read back: the model knows what was done.
 */
export class ReportWorld {
  readonly desk: LeadDesk;
  readonly random: Random;
  readonly model: ModelWorld = { statuses: [], leads: [], names: new Map(), offsetMs: INDIA_MS };
  now = START;
  #sources: string[] = [];
  readonly #teamOf = new Map<string, string | null>();

  private constructor(desk: LeadDesk, random: Random) {
    this.desk = desk;
    this.random = random;
  }

  static async open(random: Random): Promise<ReportWorld> {
    vi.useFakeTimers({ toFake: ['Date'], now: START });
    const world = new ReportWorld(await LeadDesk.open(), random);
    await world.#settle();
    return world;
  }

  async close(): Promise<void> {
    vi.useRealTimers();
    await this.desk.close();
  }

  get people(): Person[] {
    const { meera, ravi, asha, tara, vikram, om } = this.desk.cast;
    return [meera, ravi, asha, tara, vikram, om];
  }

  get viewers(): Viewer[] {
    const { cast } = this.desk;
    const teamOf = (person: Person) => this.#teamOf.get(person.membership) ?? null;
    const owns =
      ({ membership }: Person): Sees =>
      ({ owner }) =>
        owner === membership;
    return [
      { name: 'admin', person: cast.admin, sees: () => true },
      { name: 'manager', person: cast.meera, sees: ({ team }) => team === teamOf(cast.meera) },
      { name: 'agent', person: cast.ravi, sees: owns(cast.ravi) },
      { name: 'manager without a team', person: cast.om, sees: owns(cast.om) },
    ];
  }

  get sources(): readonly string[] {
    return this.#sources;
  }

  /** Advances the clock, usually by hours; sometimes not at all, so that several things happen at the same time. */
  pass(): void {
    const { random } = this;
    const step = random.pick([0, 1, 250, SECOND, HOUR, 5 * HOUR, 9 * HOUR, 15 * HOUR, DAY]);
    this.wait(step < HOUR ? step : Math.floor(step * (0.2 + random.next())));
  }

  wait(ms: number): void {
    this.now += ms;
    vi.setSystemTime(this.now);
  }

  async #settle(): Promise<void> {
    const { desk, random, model } = this;
    const { cast } = desk;
    for (const person of [cast.admin, ...this.people]) model.names.set(person.membership, person.name);
    model.names.set(cast.teams.west, 'West').set(cast.teams.east, 'East');
    for (const { membership } of [cast.meera, cast.ravi, cast.asha]) this.#teamOf.set(membership, cast.teams.west);
    for (const { membership } of [cast.tara, cast.vikram]) this.#teamOf.set(membership, cast.teams.east);
    for (const name of ['Website', '=Fair', 'Referral']) {
      const { public_id } = await desk.add('sources', { name });
      this.#sources.push(public_id);
      model.names.set(public_id, name);
    }
    const kinds = [
      ...Array<'open'>(2 + random.below(4)).fill('open'),
      ...Array<'won'>(random.below(3)).fill('won'),
      ...Array<'lost'>(1 + random.below(2)).fill('lost'),
    ];
    for (const [n, kind] of random.shuffle(kinds).entries()) {
      const position = random.below(12); // two may share one: then the name decides
      await desk.add('statuses', { name: `${random.pick(['A', 'M', 'Z'])}${n}`, kind, position });
    }
    await this.#readStatuses();
    const own = this.#usable('open').filter(({ name }) => desk.statuses[name] === undefined);
    await this.#change(random.pick(own), { initial: true });
    for (const [name, public_id] of Object.entries(desk.statuses)) {
      // The default statuses of a new organization: archived, or left in place and never entered.
      if (random.chance(0.8)) await desk.change(`statuses/${public_id}`, { archived: true, allowed_next: null });
      else await desk.change(`statuses/${public_id}`, { name: `Old ${name}`, allowed_next: null });
    }
    await this.#readStatuses();
  }

  async #readStatuses(): Promise<void> {
    const { desk } = this;
    const { body } = await desk.app.call('GET', '/statuses?page[size]=200', { token: desk.admin });
    this.model.statuses = body.data;
  }

  #usable(kind?: string): ModelStatus[] {
    return this.model.statuses.filter((status) => !status.archived && (kind === undefined || status.kind === kind));
  }

  async #change({ public_id }: ModelStatus, patch: Record<string, unknown>): Promise<void> {
    const { desk } = this;
    const { status } = await desk.app.call('PATCH', `/statuses/${public_id}`, { token: desk.admin, body: patch });
    expect([200, 409, 422]).toContain(status); // the initial status stays open and active
    await this.#readStatuses();
  }

  async live(steps: number): Promise<void> {
    for (let n = 0; n < steps; n++) {
      this.pass();
      await this.#act();
    }
    this.pass();
  }

  async #act(): Promise<void> {
    const { random, model } = this;
    const dice = random.below(100);
    const lead = model.leads.length === 0 ? undefined : random.pick(model.leads);
    if (lead === undefined || dice < 27) return this.#create();
    if (dice < 72) return this.#move(lead);
    if (dice < 80) return this.#patch(lead, { status: random.pick(this.#usable()).public_id });
    if (dice < 87) {
      const owner = random.chance(0.2) ? null : random.pick(this.people).membership;
      return this.#patch(lead, { owner });
    }
    if (dice < 90) return this.#patch(lead, { source: random.chance(0.3) ? null : random.pick(this.#sources) });
    if (dice < 93) return this.#patch(lead, { estimated_value: random.chance(0.3) ? null : this.#value() });
    if (dice < 95) return this.#elsewhere();
    if (dice < 96) return this.#changeTeam();
    const status = random.pick(model.statuses);
    if (dice < 97) return this.#change(status, { archived: !status.archived });
    if (dice < 98) return this.#change(status, { position: random.below(12) });
    if (dice < 99) return this.#change(status, { initial: true });
    return this.#change(status, { kind: random.pick(['open', 'won', 'lost']) });
  }

  #value = () => random2(this.random.next() * 500_000);

  async #create(): Promise<void> {
    const { desk, random, model } = this;
    const source = random.chance(0.2) ? null : random.pick(this.#sources);
    const value = random.chance(0.3) ? null : this.#value();
    const { body, status } = await desk.post({ phone: freshPhone(), source, estimated_value: value });
    expect(status, JSON.stringify(body)).toBe(201);
    const initial = body.data.status.public_id;
    const lead: ModelLead = {
      public_id: body.data.public_id,
      createdAt: this.now,
      steps: [{ to: initial, at: this.now }],
      status: initial,
      source,
      owner: body.data.owner.public_id,
      team: this.#teamOf.get(body.data.owner.public_id) ?? null,
      value,
    };
    model.leads.push(lead);
    if (random.chance(0.3)) await this.#patch(lead, { owner: random.pick(this.people).membership });
  }

  async #move(lead: ModelLead): Promise<void> {
    const target = this.random.pick(this.#usable()).public_id;
    const { status, body } = await this.desk.move(lead.public_id, target);
    expect(status, JSON.stringify(body)).toBe(200);
    if (target === lead.status) return; // a retry: nothing is recorded
    lead.status = target;
    // Each has a moment of its own.
    const at = Date.parse(body.transition.occurred_at);
    expect(at).toBeGreaterThan(lead.steps.at(-1)?.at ?? 0);
    expect(at - this.now).toBeLessThan(100);
    lead.steps.push({ to: target, at });
    if (this.random.chance(0.15)) await this.#move(lead); // again within the same millisecond
  }

  async #patch(lead: ModelLead, patch: Record<string, unknown>): Promise<void> {
    const { status, body } = await this.desk.patch(lead.public_id, patch);
    expect(status, JSON.stringify(body)).toBe(200);
    if ('status' in patch) lead.status = patch.status as string;
    if ('source' in patch) lead.source = patch.source as string | null;
    if ('estimated_value' in patch) lead.value = patch.estimated_value as number | null;
    if ('owner' in patch) {
      lead.owner = patch.owner as string | null;
      if (lead.owner !== null) lead.team = this.#teamOf.get(lead.owner) ?? null;
    }
  }

  /** The actions of another organization must not show anywhere. */
  async #elsewhere(): Promise<void> {
    const { desk } = this;
    const { token } = desk.cast.zenith.admin;
    const made = await desk.post({ phone: freshPhone(), estimated_value: 1_000 }, token);
    const { body } = await desk.app.call('GET', '/statuses', { token });
    await desk.move(made.body.data.public_id, this.random.pick(body.data as ModelStatus[]).public_id, {}, token);
  }

  /** A member changes team, and its leads follow. */
  async #changeTeam(): Promise<void> {
    const { desk, random, model } = this;
    const { membership } = random.pick([desk.cast.asha, desk.cast.vikram]);
    const team = random.pick([desk.cast.teams.west, desk.cast.teams.east, null]);
    await desk.change(`memberships/${membership}`, { team });
    this.#teamOf.set(membership, team);
    for (const lead of model.leads) if (lead.owner === membership) lead.team = team;
  }
}

const random2 = (value: number) => Math.round(value * 100) / 100;
