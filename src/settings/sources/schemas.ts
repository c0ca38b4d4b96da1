import type { Static } from 'typebox';
import { Name, Patch, PublicId, Shape } from '../../http/schema.ts';
import { Type } from '../../http/type.ts';

const name = Name('Unique among the sources that are not archived', 'Website');
const archived = Type.Boolean({
  description: 'An archived source is kept for the leads that have it, and refused for others',
});

export const Source = Shape({ public_id: PublicId('source'), name, archived }, { title: 'Source' });
export type Source = Static<typeof Source>;

export const SourceCreate = Shape(
  { name, archived: Type.Optional(archived) },
  {
    title: 'SourceCreate',
    examples: [{ name: 'Trade fair' }],
  },
);
export type SourceCreate = Static<typeof SourceCreate>;

export const SourcePatch = Patch({ name, archived }, 'SourcePatch', [{ archived: true }]);
export type SourcePatch = Static<typeof SourcePatch>;
