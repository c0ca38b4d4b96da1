import { expect } from 'vitest';
import type { GrantedAbility, Role } from '../../src/access/abilities.ts';
import { hashToken, mintTokenText } from '../../src/access/token-text.ts';
import { newPublicId } from '../../src/public-id.ts';
import type { Answer, TestApp } from './harness.ts';

/** The table of roles, written a second time on purpose. */
const ofAgents = ['leads:read', 'leads:create', 'leads:update', 'leads:move', 'events:read', 'reports:read'] as const;
const ofManagers = [
  ...ofAgents,
  'leads:assign',
  'leads:import',
  'leads:export',
  'audit:read',
  'settings:read',
] as const;
export const everyAbility = [...ofManagers, 'leads:erase', 'settings:write', 'tokens:write'] as const;
export type Ability = (typeof everyAbility)[number];
export const mayHold: Record<Role, readonly Ability[]> = { agent: ofAgents, manager: ofManagers, admin: everyAbility };

export interface Member {
  id: string;
  role: Role;
  /** Index in the world's teams. */
  team: number | null;
  active: boolean;
}

export interface Token {
  id: string;
  secret: string;
  owner: Member;
  granted: readonly GrantedAbility[];
  /** Milliseconds. */
  expires: number;
  revoked: boolean;
}

/** A grant: abilities, and on whose leads. */
interface Grant {
  abilities: ReadonlySet<Ability>;
  scope: string;
  /** Of the membership: it sees its own leads in any role. */
  own: string;
}

export const NEVER = Number.POSITIVE_INFINITY;

export const abilitiesOf = ({ owner, granted, revoked }: Token): ReadonlySet<Ability> => {
  if (revoked || !owner.active) return new Set();
  return new Set(mayHold[owner.role].filter((ability) => granted.includes('*') || granted.includes(ability)));
};

const ownOf = ({ id }: Member) => `own ${id}`;

function scopeOf(member: Member): string {
  if (member.role === 'admin') return 'organization';
  return member.role === 'manager' && member.team !== null ? `team ${member.team}` : ownOf(member);
}

/**
 * An organization in which attackers hold some tokens, and a model of what these tokens were granted. `held` are these
 * tokens; the attackers may combine them.
 */
export class RightsWorld {
  readonly app: TestApp;
  readonly organizationId: string;
  readonly teams: readonly string[];
  readonly members: Member[];
  readonly root: Token;
  readonly held: Token[];
  readonly #given: Token[];
  #grants: Grant[] = [];

  private constructor(app: TestApp, organizationId: string, teams: string[], members: Member[], tokens: Token[]) {
    this.app = app;
    this.organizationId = organizationId;
    this.teams = teams;
    this.members = members;
    [this.root, ...this.held] = tokens as [Token, ...Token[]];
    this.#given = [...this.held];
    this.grantWhatIsHeld();
  }

  /** The first member is an admin who does not cooperate with the attackers. */
  static async create(
    app: TestApp,
    members: readonly Omit<Member, 'id'>[],
    tokens: readonly { owner: number; granted: readonly GrantedAbility[]; expires: number }[],
  ): Promise<RightsWorld> {
    const { database, keys } = app.services;
    const organization = await database.row<{ id: string }>(
      `insert into organizations (public_id, name) values ($1, 'Acme') returning id`,
      [newPublicId('organization')],
    );
    const id = organization?.id ?? '';
    const teams = [newPublicId('team'), newPublicId('team')];
    await database.rows(
      `insert into teams (organization_id, public_id, name) select $1, team, team from unnest($2::text[]) as team`,
      [id, teams],
    );
    const all: Member[] = [{ role: 'admin' as const, team: null, active: true }, ...members].map((member) => ({
      ...member,
      id: newPublicId('membership'),
    }));
    await database.rows(
      `insert into memberships (organization_id, public_id, name, role, active, team_id)
       select $1, given.public_id, 'Member', given.role, given.active, teams.id
         from unnest($2::text[], $3::text[], $4::boolean[], $5::text[]) as given (public_id, role, active, team)
         left join teams on teams.organization_id = $1 and teams.public_id = given.team`,
      [
        id,
        all.map((member) => member.id),
        all.map(({ role }) => role),
        all.map(({ active }) => active),
        all.map(({ team }) => (team === null ? null : teams[team])),
      ],
    );
    const issued: Token[] = [{ owner: 0, granted: ['*'] as const, expires: NEVER }, ...tokens].map((token) => ({
      ...token,
      id: newPublicId('token'),
      secret: mintTokenText(keys.organization, id),
      owner: all[token.owner] as Member,
      revoked: false,
    }));
    for (const token of issued) {
      await database.rows(
        `insert into tokens (organization_id, public_id, membership_id, name, abilities, secret_hash, expires_at)
         select $1, $2, id, 'test', $4, $5, $6 from memberships where organization_id = $1 and public_id = $3`,
        [
          id,
          token.id,
          token.owner.id,
          token.granted,
          hashToken(token.secret),
          token.expires === NEVER ? null : new Date(token.expires).toISOString(),
        ],
      );
    }
    return new RightsWorld(app, id, teams, all, issued);
  }

  ask = (by: Token, method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
    this.app.call(method, path, { token: by.secret, body, headers });

  /** Records what the tokens can do now as granted: a caller with the right to do so has just decided it. */
  grantWhatIsHeld(): void {
    for (const token of this.#given) {
      const { owner } = token;
      this.#grants.push({ abilities: abilitiesOf(token), scope: scopeOf(owner), own: ownOf(owner) });
    }
  }

  isActiveAdmin = ({ role, active }: Pick<Member, 'role' | 'active'>) => role === 'admin' && active;

  /** No held token can do more, on any leads, than was granted. */
  expectNothingGained(): void {
    for (const token of this.held) {
      const scope = scopeOf(token.owner);
      for (const ability of abilitiesOf(token)) {
        const isGiven = this.#grants.some(
          ({ abilities, ...grant }) => abilities.has(ability) && ['organization', scope].includes(grant.scope),
        );
        const isOwn = this.#grants.some(({ abilities, own }) => abilities.has(ability) && own === scope);
        expect(isGiven || isOwn, `${ability} on ${scope}, by a token granted ${token.granted}`).toBe(true);
      }
    }
  }

  /** The service sees each token as the model does. */
  async expectAsModelled(): Promise<void> {
    for (const token of this.held) {
      const { status, body }: Answer = await this.ask(token, 'GET', '/me');
      if (token.revoked || !token.owner.active) {
        expect(status).toBe(401);
        continue;
      }
      const { role, abilities, scope } = body.data;
      expect({ role, scope, abilities: [...abilities].sort() }).toEqual({
        role: token.owner.role,
        scope: scopeOf(token.owner).split(' ')[0],
        abilities: [...abilitiesOf(token)].sort(),
      });
    }
  }
}
