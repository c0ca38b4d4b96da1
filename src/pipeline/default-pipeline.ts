import type { Sql } from '../db/sql.ts';
import { newPublicId } from '../public-id.ts';
import { insertStatus } from './statuses/queries.ts';
import type { StatusKind } from './statuses/schemas.ts';

interface Stage {
  name: string;
  kind: StatusKind;
  /** Names of the stages that may follow; absent: any. */
  next?: string[];
}

const stages: readonly Stage[] = [
  { name: 'New', kind: 'open' },
  { name: 'Contacted', kind: 'open' },
  { name: 'Qualified', kind: 'open' },
  { name: 'Proposal', kind: 'open' },
  { name: 'Negotiation', kind: 'open' },
  { name: 'Won', kind: 'won', next: [] },
  { name: 'Lost', kind: 'lost', next: ['Contacted'] },
];

/** The pipeline of a new organization: the first stage is where leads begin; nothing leads out of Won. */
export async function insertDefaultPipeline(sql: Sql, organizationId: string): Promise<void> {
  const idOf = new Map(stages.map((stage) => [stage.name, newPublicId('status')]));
  for (const [index, { name, kind, next }] of stages.entries()) {
    await insertStatus(sql, organizationId, index, {
      public_id: idOf.get(name) as string,
      name,
      kind,
      position: index + 1,
      initial: index === 0,
      allowed_next: next === undefined ? null : next.map((other) => idOf.get(other) as string),
      note_required: false,
      required_fields: [],
      archived: false,
    });
  }
}
