import { expect } from 'vitest';
import type { Ability, GrantedAbility, Role } from '../../src/access/abilities.ts';
import { createOrganization } from '../../src/organization/organizations.ts';
import type { Answer, TestApp } from './harness.ts';
import { freshPhone, type Shown } from './leads.ts';
import { Random } from './random.ts';

export interface Member {
  id: string;
  role: Role;
  team: string | null;
  active: boolean;
  accepting: boolean;
}

export interface Caller {
  member: Member;
  token: string;
  abilities: ReadonlySet<string>;
}

export interface ModelLead {
  /** Data of re-enquiries: every caller who can see the lead sees it on the timeline. */
  brought?: string[];
  id: string;
  /** A word that is in every text of this lead and in no other. */
  mark: string;
  phone: string;
  email: string;
  owner: Member | null;
  team: string | null;
  status: string;
}

const agent: Ability[] = ['leads:read', 'leads:create', 'leads:update', 'leads:move', 'reports:read'];
const manager: Ability[] = [...agent, 'leads:assign', 'audit:read', 'settings:read'];
const limited: GrantedAbility[][] = [
  ['leads:create'],
  ['leads:read'],
  ['leads:update', 'leads:create'],
  ['leads:move'],
];

/** A simple model of one organization: its members, and the owner of each lead. */
export class LeadWorld {
  readonly app: TestApp;
  readonly random: Random;
  readonly name: string;
  readonly teams: string[] = [];
  readonly members: Member[] = [];
  readonly callers: Caller[] = [];
  readonly leads: ModelLead[] = [];
  statuses: string[] = [];
  admin: Caller = undefined as unknown as Caller;
  #marks = 0;
  #organizationId = '';

  private constructor(app: TestApp, name: string, seed: number) {
    this.app = app;
    this.name = name;
    this.random = new Random(seed);
  }

  static async open(app: TestApp, name: string, seed: number): Promise<LeadWorld> {
    const world = new LeadWorld(app, name, seed);
    const { database, keys } = app.services;
    const { organizationId, membership, token } = await createOrganization(database, keys.organization, name);
    world.#organizationId = organizationId;
    const member: Member = { id: membership.public_id, role: 'admin', team: null, active: true, accepting: false };
    const all = new Set([...manager, 'settings:write', 'tokens:write']);
    world.admin = { member, token: token.secret, abilities: all };
    world.members.push(member);
    world.callers.push(world.admin);
    const statuses = (await world.ask('GET', '/statuses', world.admin)).body.data;
    world.statuses = statuses.filter((one: Shown) => one.allowed_next === null).map((one: Shown) => one.public_id);
    for (const key of ['zone', 'a_long_key', 'city']) await world.make('custom-fields', { key, type: 'text' });
    const count = 1 + world.random.below(3);
    for (let n = 0; n < count; n++) world.teams.push((await world.make('teams', { name: `Team ${n}` })).public_id);
    const roles: Role[] = ['manager', 'agent', 'agent', 'manager', 'agent', 'agent'];
    for (const role of roles.slice(0, 3 + world.random.below(4))) await world.join(role);
    return world;
  }

  async make(collection: string, body: object): Promise<Shown> {
    const { status, body: answer } = await this.ask('POST', `/${collection}`, this.admin, body);
    expect(status, JSON.stringify(answer)).toBe(201);
    return answer.data;
  }

  async join(role: Role): Promise<void> {
    const team = this.random.chance(0.8) ? this.random.pick(this.teams) : null;
    const { public_id } = await this.make('memberships', { name: `${role} ${this.members.length}`, role, team });
    const member = { id: public_id, role, team, active: true, accepting: true };
    this.members.push(member);
    await this.issue(member, ['*']);
    if (this.random.chance(0.5)) await this.issue(member, this.random.pick(limited));
  }

  async issue(member: Member, abilities: GrantedAbility[]): Promise<void> {
    const { secret } = await this.make('tokens', { name: 'model', membership: member.id, abilities });
    const whole = member.role === 'agent' ? agent : manager;
    this.callers.push({ member, token: secret, abilities: new Set(abilities[0] === '*' ? whole : abilities) });
  }

  /** The worker assigns waiting leads in the background: waits for that, and learns the owners. */
  async settle(): Promise<void> {
    const { assignment, database } = this.app.services;
    await assignment.run(this.#organizationId);
    const unowned = this.leads.filter(({ owner }) => owner === null);
    const rows = await database.rows<{ lead: string; owner: string }>(
      `select leads.public_id as lead, memberships.public_id as owner from leads
         join memberships on memberships.organization_id = leads.organization_id and memberships.id = leads.owner_id
        where leads.organization_id = $1 and leads.public_id = any($2)`,
      [this.#organizationId, unowned.map(({ id }) => id)],
    );
    for (const { lead, owner } of rows) {
      const given = unowned.find(({ id }) => id === lead);
      if (given !== undefined) this.give(given, this.members.find(({ id }) => id === owner) ?? null);
    }
  }

  newMark = (): string => `Q${this.name}Z${++this.#marks}Q`;
  newPhone = freshPhone;

  /** The data scope by its definition. */
  mayBeSeen({ member }: Caller, lead: ModelLead | undefined): boolean {
    if (lead === undefined || !this.leads.includes(lead)) return false;
    if (member.role === 'admin') return true;
    if (member.role === 'agent' || member.team === null) return lead.owner === member;
    return lead.team === member.team;
  }

  give(lead: ModelLead, owner: Member | null): void {
    lead.owner = owner;
    if (owner !== null) lead.team = owner.team;
  }

  /** Calls, and searches the whole response for anything that the caller may not see. */
  async ask(
    method: string,
    path: string,
    caller: Caller,
    body?: object,
    headers: Record<string, string> = {},
  ): Promise<Answer> {
    const answer = await this.app.call(method, path, { token: caller.token, headers, ...(body && { body }) });
    expect(answer.status, `${method} ${path} ${JSON.stringify(answer.body)}`).toBeLessThan(500);
    return answer;
  }

  /** `sent` is what the caller sent, which a response may repeat; `also` are leads that it may see in this response. */
  expectNothingHidden(caller: Caller, answer: Answer, sent: string, also: readonly string[] = []): void {
    const text = JSON.stringify([answer.headers, answer.body]);
    for (const word of text.match(/lead_[0-9a-z]{26}|QW\d+Z\d+Q|\+91\d{10}/g) ?? []) {
      const lead = this.leads.find((one) => [one.id, one.mark, one.phone, ...(one.brought ?? [])].includes(word));
      if (this.mayBeSeen(caller, lead) || also.includes(word) || sent.includes(word)) continue;
      throw new Error(`the answer discloses ${word} to ${caller.member.role} ${caller.member.id}: ${sent} → ${text}`);
    }
    const isShown = answer.status < 400;
    if (!isShown && answer.headers.etag !== undefined) throw new Error(`a refusal carries an ETag: ${sent}`);
  }
}
