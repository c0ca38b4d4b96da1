import { presentActor } from '../audit/schemas.ts';
import type { ActivityRow, NoteRow } from './queries.ts';
import type { Activity, Note } from './schemas.ts';

export { listActivities, listNotes, listTransitions, type TransitionRow } from './queries.ts';

export const presentActivity = (row: ActivityRow): Activity => ({
  public_id: row.public_id,
  kind: row.kind,
  summary: row.summary,
  occurred_at: row.occurred_at.toISOString(),
  actor: presentActor(row),
});

export const presentNote = (row: NoteRow): Note => ({
  public_id: row.public_id,
  body: row.body,
  actor: presentActor(row),
  created_at: row.created_at.toISOString(),
});
