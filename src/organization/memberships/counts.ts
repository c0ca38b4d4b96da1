import { roles } from '../../access/abilities.ts';
import { OneOf, Shape } from '../../http/schema.ts';
import { Type } from '../../http/type.ts';
import type { Settings } from '../../settings/snapshot.ts';
import { type MembershipFilters, passes } from './found.ts';

const groupings = ['role', 'team'] as const;
type Grouping = (typeof groupings)[number];

export const groupBy = OneOf(groupings, { description: 'What to group by' });

export const MembershipCount = Shape(
  {
    group: Type.Union([
      Shape({
        public_id: Type.Optional(Type.String({ description: 'Of the team' })),
        name: Type.String({ description: 'Name of the team, or the role', examples: ['Mumbai West'] }),
      }),
      Type.Null({ description: 'Memberships without a team' }),
    ]),
    count: Type.Integer({ description: 'Memberships', examples: [12] }),
  },
  { title: 'MembershipCount' },
);

/** From memory. Every team and role is there, also those that nobody has. */
export function countMembers(settings: Settings, by: Grouping, filters: MembershipFilters) {
  const isPassing = passes(settings, filters);
  const teams = [...settings.teams.byId.keys()];
  const counts = new Map<string | null, number>((by === 'role' ? roles : [...teams, null]).map((key) => [key, 0]));
  for (const member of settings.memberships.byId.values()) {
    const key = by === 'role' ? member.role : member.team_id;
    if (isPassing(member)) counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return [...counts].map(([key, count]) => ({ group: groupOf(settings, by, key), count }));
}

function groupOf({ teams }: Settings, by: Grouping, key: string | null) {
  if (key === null || by === 'role') return key === null ? null : { name: key };
  const team = teams.byId.get(key);
  return { ...(team && { public_id: team.public_id }), name: team?.name ?? 'Unknown' };
}
