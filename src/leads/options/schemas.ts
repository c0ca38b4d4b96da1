import { roles } from '../../access/abilities.ts';
import { Nullable, OneOf, PublicId, Reference, Shape } from '../../http/schema.ts';
import { Type } from '../../http/type.ts';
import { Status } from '../../pipeline/statuses/schemas.ts';
import { ScoreBands } from '../../scoring/schemas.ts';
import { CustomField } from '../../settings/custom-fields/schemas.ts';

const { archived: _status, ...status } = Status.properties;
const { archived: _field, options, ...field } = CustomField.properties;

export const LeadOptions = Shape(
  {
    statuses: Type.Array(Shape(status, { title: 'StatusOption' }), { description: 'By position, then name' }),
    sources: Type.Array(Reference('source', 'SourceReference', 'Website'), { description: 'By name' }),
    custom_fields: Type.Array(
      Shape(
        {
          ...field,
          options: Type.Unsafe<string[] | null>({
            ...options,
            type: ['array', 'null'],
            description:
              'Allowed values of the select types; empty for the others. Null where all lists together are longer than 512 KiB and this one does not fit any more',
          }),
        },
        { title: 'CustomFieldOption' },
      ),
      { description: 'By label' },
    ),
    score_bands: ScoreBands,
  },
  { title: 'LeadOptions' },
);

export const PossibleOwner = Shape(
  {
    public_id: PublicId('membership'),
    name: Type.String({ examples: ['Ravi Iyer'] }),
    role: OneOf(roles),
    team: Nullable(Reference('team', 'TeamReference', 'Mumbai West')),
  },
  { title: 'PossibleOwner' },
);
