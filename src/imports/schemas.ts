import type { Static } from 'typebox';
import { Actor } from '../audit/schemas.ts';
import { Nullable, OneOf, PublicId, Shape, Text, Timestamp } from '../http/schema.ts';
import { Type } from '../http/type.ts';

const importStates = ['receiving', 'queued', 'running', 'done', 'cancelled', 'failed'] as const;
export type ImportState = (typeof importStates)[number];

const onDuplicate = ['skip', 'fill'] as const;
const unmapped = ['refuse', 'ignore'] as const;
const count = (description: string) => Type.Integer({ minimum: 0, description, examples: [0] });

export const Import = Shape(
  {
    public_id: PublicId('import'),
    name: Type.String({ examples: ['Leads of March.csv'] }),
    state: OneOf(importStates, {
      description:
        '`receiving` while the file comes in, `queued` until its turn, `running`; then `done`, `cancelled`, or `failed` where the file did not come in whole',
    }),
    dry_run: Type.Boolean({ description: 'Nothing is written: the counters say what would happen' }),
    on_duplicate: OneOf(onDuplicate),
    rows: count('Rows that came in, without the header line and blank lines'),
    processed: count('Rows that were processed: created, duplicates and failed ones together'),
    created: count('Rows that made a lead'),
    duplicates: count('Rows whose phone or email a lead had already, those that filled something in included'),
    filled: count('Duplicates that put values into empty fields'),
    failed: count('Rows that were refused'),
    created_at: Timestamp('When the file began to come in'),
    started_at: Nullable(Timestamp('When the first row was processed')),
    finished_at: Nullable(Timestamp()),
    actor: Actor,
    links: Shape({
      failures: Nullable(
        Type.String({
          description: 'Where the refused rows are, as CSV; null where there are none, or 30 days are over',
        }),
      ),
    }),
  },
  { title: 'Import' },
);
export type Import = Static<typeof Import>;

export const ImportQuery = Type.Object(
  {
    name: Type.Optional(Text({ max: 200, description: 'What people call it; the name of the file, say' })),
    source: Type.Optional(PublicId('source', 'For rows that name no source')),
    dry_run: Type.Optional(Type.Boolean({ description: 'Count and check only; nothing is written', default: false })),
    on_duplicate: Type.Optional(
      OneOf(onDuplicate, {
        description: '`fill` puts values into empty fields of the lead that is there',
        default: 'skip',
      }),
    ),
    unmapped: Type.Optional(
      OneOf(unmapped, {
        description:
          'What becomes of a column that no field has the name of, and no `mapping` names: `ignore` leaves it out',
        default: 'refuse',
      }),
    ),
  },
  {
    additionalProperties: false,
    patternProperties: {
      '^mapping\\[[\\s\\S]*\\]$': Text({
        max: 100,
        title: 'mapping',
        description:
          'The field that a column goes to, by the name of the column: `mapping[Mobile no]=phone`; `ignore` for none. Columns that are named like a field or its label map themselves.',
      } as never),
    },
  },
);
export type ImportQuery = Static<typeof ImportQuery>;
