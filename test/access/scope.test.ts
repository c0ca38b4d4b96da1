import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type Role, roles } from '../../src/access/abilities.ts';
import type { Actor } from '../../src/access/actor.ts';
import { leadsInScope } from '../../src/access/scope.ts';
import { Values } from '../../src/db/values.ts';
import { newPublicId } from '../../src/public-id.ts';
import { useTestApp } from '../support/opened.ts';
import { insertBareLead } from '../support/rows.ts';

const app = useTestApp();

interface Member {
  role: Role;
  /** Which of the organization's teams; null: none. */
  team: number | null;
}

interface Lead {
  owner: number | null;
  team: number | null;
}

interface Organization {
  teams: number;
  members: Member[];
  leads: Lead[];
}

const TEAMS = 3;
const MEMBERS = 6;
const team = fc.option(fc.nat(TEAMS - 1));
const members = fc.array(fc.record({ role: fc.constantFrom(...roles), team }), {
  minLength: MEMBERS,
  maxLength: MEMBERS,
});

/** A lead's team is its owner's; one that nobody owns yet may have a team or none. */
const organization: fc.Arbitrary<Organization> = members.chain((members) =>
  fc.record({
    teams: fc.constant(TEAMS),
    members: fc.constant(members),
    leads: fc.array(
      fc.oneof(
        fc.nat(MEMBERS - 1).map((owner): Lead => ({ owner, team: members[owner]?.team ?? null })),
        team.map((team): Lead => ({ owner: null, team })),
      ),
      { maxLength: 25 },
    ),
  }),
);

/** The data scope as the contract says it, one lead at a time. */
function mayBeSeen(lead: Lead, viewer: number, { members }: Organization): boolean {
  const { role, team } = members[viewer] as Member;
  if (role === 'admin') return true;
  if (role === 'agent') return lead.owner === viewer;
  if (team === null) return lead.owner === viewer;
  return lead.team === team;
}

/** Internal ids begin at 1 in every organization, so a statement that forgets the organization shows. */
const idOf = (index: number) => String(index + 1);

async function insert({ teams, members, leads }: Organization): Promise<{ id: string; publicIds: string[] }> {
  const { database } = app.services;
  const made = await database.row<{ id: string }>(
    'insert into organizations (public_id, name) values ($1, $2) returning id',
    [newPublicId('organization'), 'Acme'],
  );
  const id = made?.id ?? '';
  for (let n = 0; n < teams; n++) {
    await database.rows('insert into teams (organization_id, id, public_id, name) values ($1, $2, $3, $4)', [
      id,
      idOf(n),
      newPublicId('team'),
      `Team ${n}`,
    ]);
  }
  for (const [n, { role, team }] of members.entries()) {
    await database.rows(
      `insert into memberships (organization_id, id, public_id, name, role, team_id) values ($1, $2, $3, 'Member', $4, $5)`,
      [id, idOf(n), newPublicId('membership'), role, team === null ? null : idOf(team)],
    );
  }
  await database.rows(
    `insert into statuses (organization_id, id, number, public_id, name, kind, position) values ($1, 1, 0, $2, 'New', 'open', 1)`,
    [id, newPublicId('status')],
  );
  const publicIds: string[] = [];
  for (const { owner, team } of leads) {
    const of = { owner: owner === null ? null : idOf(owner), team: team === null ? null : idOf(team) };
    publicIds.push((await insertBareLead(database, id, of)).publicId);
  }
  return { id, publicIds };
}

async function select(actor: Actor, alias: string): Promise<string[]> {
  const values = new Values();
  const rows = await app.services.database.rows<{ public_id: string }>(
    `select ${alias}.public_id from leads as ${alias} where ${leadsInScope(actor, values, alias)}`,
    values.list,
  );
  return rows.map((row) => row.public_id).sort();
}

it('each member of an organization sees exactly the leads that the data scope gives it', {
  timeout: 60_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(organization, organization, async (one, other) => {
      for (const described of [one, other]) {
        const { id, publicIds } = await insert(described);
        for (const [viewer, { role, team }] of described.members.entries()) {
          const actor: Actor = {
            organizationId: id,
            tokenId: '1',
            tokenName: 'test',
            tokenExpiresAt: null,
            tokenPublicId: newPublicId('token'),
            membershipId: idOf(viewer),
            role,
            teamId: team === null ? null : idOf(team),
            abilities: new Set(),
          };
          const expected = publicIds.filter((_, n) => mayBeSeen(described.leads[n] as Lead, viewer, described)).sort();
          expect(await select(actor, viewer % 2 === 0 ? 'leads' : 'l')).toEqual(expected);
        }
      }
    }),
    { numRuns: 30 },
  );
});
