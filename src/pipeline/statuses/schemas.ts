import type { Static } from 'typebox';
import { Name, Nullable, OneOf, Patch, PublicId, Shape } from '../../http/schema.ts';
import { Type } from '../../http/type.ts';

export const statusKinds = ['open', 'won', 'lost'] as const;
export type StatusKind = (typeof statusKinds)[number];

/** Fields of a lead that a status may require, besides `custom_fields.<key>`. */
const requirableFields = ['first_name', 'last_name', 'phone', 'email', 'source', 'estimated_value'] as const;

export const MOST_NEXT = 200;

const name = Name('What people read', 'Qualified');
const kind = OneOf(statusKinds, { description: 'Whether a lead in it is still open, won or lost' });
const place = { minimum: 0, description: 'Place in the pipeline, smallest first' };
const position = Type.Integer({ ...place, maximum: 1_000_000 });
const initial = Type.Boolean({
  description: 'New leads begin here; exactly one status of the organization is initial',
});
const allowed_next = Nullable(
  Type.Array(PublicId('status'), {
    maxItems: MOST_NEXT,
    uniqueItems: true,
    description: 'Statuses that a lead may go to from here; null: any',
  }),
);
const note_required = Type.Boolean({ description: 'A move into it needs a note' });
const required_fields = Type.Array(
  Type.String({
    pattern: `^(${requirableFields.join('|')}|custom_fields\\.[a-z][a-z0-9_]{0,62})$`,
    'x-message': `must be one of ${requirableFields.join(', ')}, or custom_fields.<key>`,
  }),
  {
    maxItems: 100,
    uniqueItems: true,
    description: 'Fields that a lead must have to move into it',
    examples: [['estimated_value']],
  },
);
const archived = Type.Boolean({
  description: 'An archived status is kept for the leads that have it, and refused for others',
});

const fields = { name, kind, position, initial, allowed_next, note_required, required_fields, archived };

export const Status = Shape(
  { public_id: PublicId('status'), ...fields, position: Type.Integer(place) },
  { title: 'Status' },
);
export type Status = Static<typeof Status>;

const { name: _name, kind: _kind, ...others } = fields;
export const StatusCreate = Type.Object(
  { name, kind, ...Type.Partial(Type.Object(others)).properties },
  {
    additionalProperties: false,
    title: 'StatusCreate',
    examples: [
      { name: 'Site visit', kind: 'open', position: 4, note_required: true, required_fields: ['estimated_value'] },
    ],
  },
);
export type StatusCreate = Static<typeof StatusCreate>;

export const StatusPatch = Patch(fields, 'StatusPatch', [{ name: 'Site visit', note_required: true }]);
export type StatusPatch = Static<typeof StatusPatch>;
