import type { Static } from 'typebox';
import { Actor } from '../audit/schemas.ts';
import { Nullable, OneOf, PublicId, Shape, Text, Timestamp } from '../http/schema.ts';
import { Type } from '../http/type.ts';
import { ReenquiryDetails } from './details.ts';
import { activityKinds, postedKinds } from './kinds.ts';

export const Activity = Shape(
  {
    public_id: PublicId('activity'),
    kind: OneOf(activityKinds),
    summary: Nullable(Type.String({ examples: ['Wants a call on Monday'] })),
    details: Nullable(ReenquiryDetails),
    occurred_at: Timestamp(),
    actor: Actor,
  },
  { title: 'Activity' },
);
export type Activity = Static<typeof Activity>;

export const ActivityCreate = Shape(
  {
    kind: OneOf(postedKinds),
    summary: Text({ max: 2_000, lines: 'many', examples: ['Wants a call on Monday'] }),
    occurred_at: Type.Optional(Timestamp('When it happened; now unless set; not in the future')),
  },
  { title: 'ActivityCreate' },
);
export type ActivityCreate = Static<typeof ActivityCreate>;

export const Note = Shape(
  { public_id: PublicId('note'), body: Type.String(), actor: Actor, created_at: Timestamp() },
  { title: 'Note' },
);
export type Note = Static<typeof Note>;

export const NoteCreate = Shape(
  { body: Text({ max: 10_000, lines: 'many', examples: ['Prefers to be called after six'] }) },
  { title: 'NoteCreate' },
);
export type NoteCreate = Static<typeof NoteCreate>;
