import { Actor } from '../audit/schemas.ts';
import { RANGE_HINT } from '../date-range.ts';
import { pageParameters } from '../http/pagination.ts';
import { OneOf, PublicId, Shape, Timestamp } from '../http/schema.ts';
import { Type } from '../http/type.ts';
import { Lead, Transition } from '../leads/schemas.ts';
import { eventTypes } from './types.ts';

export const LeadId = Shape({ public_id: PublicId('lead') }, { title: 'LeadId' });

const EventChange = Shape(
  {
    field: Type.String({ examples: ['phone'] }),
    from: Type.Optional(Type.Unknown()),
    to: Type.Optional(Type.Unknown()),
  },
  { title: 'EventChange', description: 'Without `leads:read`, only which field changed' },
);

export const LeadEvent = Shape(
  {
    public_id: PublicId('event', 'Stays the same however often the event is read or delivered'),
    type: OneOf(eventTypes),
    occurred_at: Timestamp(),
    actor: Actor,
    lead: Type.Union([Lead, LeadId, Type.Null()], {
      description: 'The lead as it is now; null once it is erased. Without `leads:read`, only its public id',
    }),
    changes: Type.Array(EventChange),
    transition: Type.Union([Transition, Type.Null()], {
      description: 'The stage transition that was recorded with it',
    }),
    request_id: Type.Union([Type.String(), Type.Null()]),
  },
  { title: 'Event' },
);

const LONGEST_WAIT = 30;

const filters = {
  'filter[type]': Type.Optional(
    Type.String({ description: `Types, separated by commas: ${eventTypes.join(', ')}`, examples: ['lead.moved'] }),
  ),
  'filter[lead]': Type.Optional(Type.String({ maxLength: 100, description: 'Events of one lead, by its public id' })),
  'filter[occurred_at]': Type.Optional(
    Type.String({ description: `When it happened: ${RANGE_HINT}`, examples: ['today'] }),
  ),
};

export const EventQuery = Shape({
  ...filters,
  'page[size]': pageParameters['page[size]'],
  'page[after]': Type.Optional(
    Type.String({
      maxLength: 2_000,
      description:
        'Where to go on: from `links.next`, as it is, also with other filters; `now`: only what happens from now on. Left out: from the oldest event that is kept',
    }),
  ),
  wait: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: LONGEST_WAIT,
      description:
        'Where there is nothing yet: wait for something, so many seconds at most. A stream waits in any case',
    }),
  ),
});

export const EventPage = Shape({
  data: Type.Array(LeadEvent),
  links: Shape({ next: Type.String({ description: 'Where to go on, now or later' }) }),
  meta: Shape({ has_more: Type.Boolean({ description: 'True if more can be read at once' }) }),
});
