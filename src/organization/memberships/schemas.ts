import type { Static } from 'typebox';
import { roles } from '../../access/abilities.ts';
import { Email, Name, Nullable, OneOf, Patch, PublicId, Reference, Shape, Timestamp } from '../../http/schema.ts';
import { Type } from '../../http/type.ts';
import { WorkingHours } from '../../settings/working-hours.ts';

const name = Name('Name of the person', 'Ravi Iyer');
const email = Nullable(Email('Of the person', 'ravi@example.in'));
const role = OneOf(roles, {
  description: 'agent: own leads; manager: the team’s leads; admin: the whole organization',
});
const active = Type.Boolean({ description: 'Tokens of a membership that is not active do not work' });
const accepting_leads = Type.Boolean({ description: 'Whether distribution may give it leads' });
const weight = Type.Integer({ minimum: 1, maximum: 100, description: 'Share in weighted distribution' });
const cap = (description: string) => Nullable(Type.Integer({ minimum: 0, maximum: 1_000_000, description }));
const open_cap = cap('Most leads in open statuses that it may own before distribution passes it over; null: no cap');
const daily_cap = cap('Most leads that distribution may give it in a day; null: no cap');

const fields = { name, email, role, active, accepting_leads, weight, open_cap, daily_cap, working_hours: WorkingHours };
const teamIn = Nullable(PublicId('team', 'The team it belongs to'));

export const Membership = Shape(
  {
    public_id: PublicId('membership'),
    ...fields,
    team: Nullable(Reference('team', 'TeamReference', 'Mumbai West')),
    created_at: Timestamp(),
  },
  { title: 'Membership' },
);
export type Membership = Static<typeof Membership>;

const { name: _name, role: _role, ...others } = { ...fields, team: teamIn };
export const MembershipCreate = Type.Object(
  { name, role, ...Type.Partial(Type.Object(others)).properties },
  { additionalProperties: false, title: 'MembershipCreate' },
);
export type MembershipCreate = Static<typeof MembershipCreate>;

export const MembershipPatch = Patch({ ...fields, team: teamIn }, 'MembershipPatch');
export type MembershipPatch = Static<typeof MembershipPatch>;
