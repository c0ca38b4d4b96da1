import { presentActor } from '../audit/schemas.ts';
import { presentDetails } from './details.ts';
import type { ActivityRow, NoteRow } from './queries.ts';
import type { Activity, Note } from './schemas.ts';

type SourceOf = Parameters<typeof presentDetails>[2];

export { type ActivityRow, listActivities, listNotes, listTransitions, type TransitionRow } from './queries.ts';

/** `sourceOf` names a source that a re-enquiry came from. */
export const presentActivity = (row: ActivityRow, sourceOf: SourceOf): Activity => ({
  public_id: row.public_id,
  kind: row.kind,
  summary: row.summary,
  details: row.details && presentDetails(row.details, row.form_name, sourceOf),
  occurred_at: row.occurred_at.toISOString(),
  actor: presentActor(row),
});

export const presentNote = (row: NoteRow): Note => ({
  public_id: row.public_id,
  body: row.body,
  actor: presentActor(row),
  created_at: row.created_at.toISOString(),
});
