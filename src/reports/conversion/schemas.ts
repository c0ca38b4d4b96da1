import type { Static } from 'typebox';
import { Nullable, Shape } from '../../http/schema.ts';
import { Type } from '../../http/type.ts';
import { count, link } from '../meta.ts';

const figures = {
  leads: count('Leads'),
  won: count('Of these, won'),
  lost: count('Of these, lost'),
  open: count('Of these, neither'),
  conversion: Nullable(Type.Number({ description: 'Won by leads' })),
  win_rate: Nullable(Type.Number({ description: 'Won by won and lost' })),
  won_value: Type.Number({ description: 'Estimated values of the won leads, summed' }),
  median_days_to_win: Nullable(Type.Number({ description: 'Days from creation to the win' })),
  links: Shape({
    leads: link('These leads'),
    won: link('The won ones'),
    lost: link('The lost ones'),
    open: link('The open ones'),
  }),
};

export const Conversion = Shape(
  {
    groups: Type.Array(
      Shape(
        {
          group: Shape({
            public_id: Type.Optional(Type.String({ description: 'Of the source, member, team or status' })),
            name: Type.String({ examples: ['Website'] }),
          }),
          ...figures,
        },
        { title: 'ConversionGroup' },
      ),
    ),
    total: Shape(figures, { title: 'ConversionTotal' }),
  },
  { title: 'Conversion' },
);
export type Conversion = Static<typeof Conversion>;
