import type { Static } from 'typebox';
import { Name, OneOf, Patch, PublicId, Reference, Shape, Timestamp } from '../http/schema.ts';
import { Type } from '../http/type.ts';
import { DEFAULT_SORT, sorts } from '../leads/listing/filter.ts';
import { LeadFilters } from '../leads/listing/named-filter.ts';

const name = Name('What people read', 'Hot leads of Pune');
const sort = OneOf(sorts, { description: `As in the list of leads; \`${DEFAULT_SORT}\` unless set` });
export const MOST_COLUMNS = 50;
const columns = Type.Array(Type.String({ maxLength: 100 }), {
  maxItems: MOST_COLUMNS,
  uniqueItems: true,
  description:
    'Fields of a lead, named as the columns of an export, custom ones `custom_fields.<key>`; empty: whoever shows the view decides',
  examples: [['first_name', 'phone', 'status', 'score']],
});
const shared = Type.Boolean({
  description: 'Whether all members see it; false unless set. Its owner and admins can change it',
});

const fields = { name, filters: LeadFilters, sort, columns, shared };

export const View = Shape(
  {
    public_id: PublicId('view'),
    ...fields,
    owner: Reference('membership', 'MembershipReference', 'Ravi Iyer'),
    created_at: Timestamp(),
  },
  { title: 'View' },
);
export type View = Static<typeof View>;

const { name: _name, ...others } = fields;
export const ViewCreate = Type.Object(
  { name, ...Type.Partial(Type.Object(others)).properties },
  {
    additionalProperties: false,
    title: 'ViewCreate',
    examples: [
      {
        name: 'Hot leads of this month',
        filters: { score_band: 'hot', created_at: 'this_month' },
        sort: '-last_activity_at',
        columns: ['first_name', 'phone', 'status', 'score'],
        shared: false,
      },
    ],
  },
);
export type ViewCreate = Static<typeof ViewCreate>;

export const ViewPatch = Patch(fields, 'ViewPatch', [{ filters: { kind: 'open' }, shared: true }]);
export type ViewPatch = Static<typeof ViewPatch>;
