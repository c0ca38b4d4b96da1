import { EVERYTHING, type GrantedAbility, type Role } from '../../src/access/abilities.ts';
import { createMembership } from '../../src/organization/memberships/memberships.ts';
import { createOrganization, systemAuthor } from '../../src/organization/organizations.ts';
import { createTeam } from '../../src/organization/teams/teams.ts';
import { issueToken } from '../../src/organization/tokens/tokens.ts';
import type { TestApp } from './harness.ts';

export interface Person {
  name: string;
  membership: string;
  /** The person's token, with everything that the role may do. */
  token: string;
}

/**
 * The people of the tests. Acme has two teams, West and East. Zenith is another organization, which must never see Acme's
 * data.
 */
export interface Cast {
  organizationId: string;
  organization: string;
  teams: { west: string; east: string };
  /** Runs Acme. */
  admin: Person;
  /** Manages West. */
  meera: Person;
  /** Agents of West. */
  ravi: Person;
  asha: Person;
  /** Manages East. */
  tara: Person;
  /** Agent of East. */
  vikram: Person;
  /** A manager without a team. */
  om: Person;
  zenith: { organizationId: string; organization: string; admin: Person };
  /** Another token of a person, with these abilities only. */
  tokenOf(person: Person, abilities: GrantedAbility[]): Promise<string>;
}

export async function createCast({ services }: TestApp): Promise<Cast> {
  const { database, keys } = services;
  const acme = await createOrganization(database, keys.organization, 'Acme');
  const author = systemAuthor(acme.organizationId);
  const west = await createTeam(database, author, { name: 'West' });
  const east = await createTeam(database, author, { name: 'East' });

  const issue = async (membership: string, abilities: GrantedAbility[]) => {
    const input = { name: 'test', membership, abilities };
    return (await issueToken(database, keys.organization, author, null, input)).secret;
  };
  const join = async (name: string, role: Role, team: string | null): Promise<Person> => {
    const membership = await createMembership(database, author, { name, role, team });
    return { name, membership: membership.public_id, token: await issue(membership.public_id, [EVERYTHING]) };
  };
  const other = await createOrganization(database, keys.organization, 'Zenith');
  return {
    organizationId: acme.organizationId,
    organization: acme.organization.public_id,
    teams: { west: west.public_id, east: east.public_id },
    admin: asPerson(acme),
    meera: await join('Meera Nair', 'manager', west.public_id),
    ravi: await join('Ravi Iyer', 'agent', west.public_id),
    asha: await join('Asha Rao', 'agent', west.public_id),
    tara: await join('Tara Singh', 'manager', east.public_id),
    vikram: await join('Vikram Das', 'agent', east.public_id),
    om: await join('Om Prakash', 'manager', null),
    zenith: {
      organizationId: other.organizationId,
      organization: other.organization.public_id,
      admin: asPerson(other),
    },
    tokenOf: (person, abilities) => issue(person.membership, abilities),
  };
}

function asPerson({ membership, token }: Awaited<ReturnType<typeof createOrganization>>): Person {
  return { name: membership.name, membership: membership.public_id, token: token.secret };
}
