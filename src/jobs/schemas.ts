import type { Static } from 'typebox';
import { Actor } from '../audit/schemas.ts';
import { Nullable, OneOf, ProblemDocument, PublicId, Shape, Text, Timestamp } from '../http/schema.ts';
import { Type } from '../http/type.ts';
import { LeadFilters } from '../leads/listing/named-filter.ts';

const jobStates = ['queued', 'running', 'done', 'stopped'] as const;
export type JobState = (typeof jobStates)[number];

export const MOST_IDS = 1_000;
export const MOST_LEADS = 100_000;
export const MOST_FAILURES = 100;

const change = {
  owner: Nullable(
    PublicId('membership', 'Gives the leads to this member, by `leads:assign`; null takes the owner away'),
  ),
  status: PublicId('status', 'Moves the leads there, by `leads:move`, and records the transitions'),
  note: Text({
    max: 10_000,
    lines: 'many',
    description: 'With `status`, the note of the moves, up to 2,000 characters; else a note on each timeline',
    examples: ['Asked for a call next week'],
  }),
};

export const BulkChange = Type.Partial(Type.Object(change), { additionalProperties: false, title: 'BulkChange' });
export type BulkChange = Static<typeof BulkChange>;

const { note: _note, ...shownChange } = change;

export const BulkRequest = Shape(
  {
    ids: Type.Optional(
      Type.Array(PublicId('lead'), { minItems: 1, maxItems: MOST_IDS, uniqueItems: true, description: 'These leads' }),
    ),
    filter: Type.Optional(LeadFilters),
    change: BulkChange,
  },
  {
    title: 'BulkRequest',
    examples: [
      {
        filter: { kind: 'open', owner: 'none', created_at: 'last_30_days' },
        change: { status: 'sts_01k5p3c6m8q2r4s6t8v0w2x4z6', note: 'Asked for a call next week' },
      },
    ],
  },
);
export type BulkRequest = Static<typeof BulkRequest>;

const count = (description: string) => Type.Integer({ minimum: 0, description, examples: [0] });

export const Job = Shape(
  {
    public_id: PublicId('job'),
    state: OneOf(jobStates, {
      description: '`queued` until its turn, `running`; then `done`, or `stopped` by somebody or for a `reason`',
    }),
    reason: Nullable(Type.String({ description: 'Why the service stopped it; null where it did not' })),
    change: Type.Partial(Type.Object(shownChange), {
      additionalProperties: false,
      title: 'JobChange',
      description: 'Without the `note`, which is on the timelines of the leads and not kept with the job',
    }),
    filter: Nullable(LeadFilters),
    total: count('Leads that it is about'),
    processed: count('Leads that it has come to: changed, unchanged and failed ones together'),
    changed: count('Leads that were changed'),
    unchanged: count('Leads that were as asked for already'),
    failed: count('Leads that could not be changed'),
    failures: Type.Array(Shape({ lead: PublicId('lead'), problem: ProblemDocument }, { title: 'JobFailure' }), {
      description: 'The first 100 of those, each with what a call for this lead alone would have been answered',
    }),
    created_at: Timestamp(),
    started_at: Nullable(Timestamp('When the first lead was processed')),
    finished_at: Nullable(Timestamp()),
    actor: Actor,
  },
  { title: 'Job' },
);
export type Job = Static<typeof Job>;
