import { EVERYTHING, type Role } from '../access/abilities.ts';
import type { Actor } from '../access/actor.ts';
import { beginWithin, type Database, type Sql } from '../db/sql.ts';
import { createRule } from '../distribution/rules/rules.ts';
import { createMembership } from '../organization/memberships/memberships.ts';
import { createOrganization, listOrganizationIds, systemAuthor } from '../organization/organizations.ts';
import { inviteMember } from '../organization/sign-in/invitations.ts';
import { createTeam } from '../organization/teams/teams.ts';
import { issueToken } from '../organization/tokens/tokens.ts';
import type { Parts } from '../parts.ts';
import { createCustomField } from '../settings/custom-fields/custom-fields.ts';
import { loadSettings, type Settings } from '../settings/snapshot.ts';
import { createSource } from '../settings/sources/sources.ts';
import { sampleLeads } from './leads.ts';
import { INTERESTS, SOURCES } from './story.ts';

export interface DemoToken {
  person: string;
  role: Role;
  secret: string;
}

export interface Demo {
  readonly tokens: DemoToken[];
  /** Signs the manager in to the console, once and without a password. */
  readonly invitation: string;
}

const NAME = 'Demo Realty';
const LEADS = 240;
const people = [
  { name: 'Meera Nair', role: 'manager', email: 'meera@example.in' },
  { name: 'Ravi Iyer', role: 'agent', email: 'ravi@example.in' },
  { name: 'Asha Rao', role: 'agent', email: 'asha@example.in' },
] as const;

/** On a database without any organization: one to try things with. Answers its secrets, which are shown once. */
export async function createDemo(parts: Parts): Promise<Demo | null> {
  const { database, keys, tokens } = parts;
  const made = await beginWithin(database, 'begin', async (inner, sql) => {
    // Of several services that start at once, one makes it.
    await sql.rows('select id from installation where id = 1 for update');
    if ((await listOrganizationIds(sql)).length > 0) return null;
    return makeOrganization(inner, keys.organization);
  });
  if (made === null) return null;
  const actors: Actor[] = [];
  for (const { secret } of made.tokens) {
    const found = await tokens.recognize(secret);
    if (found !== null) actors.push(found.actor);
  }
  await sampleLeads(parts, actors, LEADS);
  return made;
}

async function makeOrganization(database: Database, organizationKey: Buffer): Promise<Demo> {
  const { organizationId, token } = await createOrganization(database, organizationKey, NAME);
  const author = systemAuthor(organizationId);
  const known = { currentSettings: async (sql: Sql) => (await loadSettings(sql, organizationId)) as Settings };
  const team = await createTeam(database, author, { name: 'Mumbai West' });
  for (const name of SOURCES) await createSource(database, author, { name }, known);
  await createCustomField(
    database,
    author,
    {
      key: 'product_interest',
      type: 'select',
      label: 'Interest',
      options: INTERESTS,
    },
    known,
  );
  let invitation = '';
  const tokens: DemoToken[] = [{ person: 'Administrator', role: 'admin', secret: token.secret }];
  for (const { name, role, email } of people) {
    const membership = await createMembership(database, author, { name, role, email, team: team.public_id });
    const { secret } = await issueToken(database, organizationKey, author, null, {
      name: `${name} (demo)`,
      membership: membership.public_id,
      abilities: [EVERYTHING],
    });
    tokens.push({ person: name, role, secret });
    if (role === 'manager') {
      const options = { withoutPassword: true };
      ({ text: invitation } = await inviteMember(
        database,
        organizationKey,
        author,
        null,
        membership.public_id,
        options,
      ));
    }
  }
  const rule = { name: 'Everything to Mumbai West', strategy: 'round_robin', pool: { team: team.public_id } } as const;
  await createRule(database, author, rule, known);
  return { tokens, invitation };
}
