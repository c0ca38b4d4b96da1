import type { Static } from 'typebox';
import { Name, Patch, PublicId, Shape, Timestamp } from '../../http/schema.ts';

const name = Name('Unique in the organization', 'Mumbai West');

export const Team = Shape({ public_id: PublicId('team'), name, created_at: Timestamp() }, { title: 'Team' });
export type Team = Static<typeof Team>;

export const TeamCreate = Shape({ name }, { title: 'TeamCreate' });
export type TeamCreate = Static<typeof TeamCreate>;

export const TeamPatch = Patch({ name }, 'TeamPatch');
export type TeamPatch = Static<typeof TeamPatch>;
