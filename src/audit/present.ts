import type { AuditRow } from './queries.ts';
import { type AuditEntry, presentActor } from './schemas.ts';

export function presentEntry(row: AuditRow): AuditEntry {
  return {
    public_id: row.public_id,
    action: row.action,
    subject: { type: row.subject_type as AuditEntry['subject']['type'], public_id: row.subject_public_id },
    actor: presentActor(row),
    changes: row.changes,
    request_id: row.request_id,
    occurred_at: row.occurred_at.toISOString(),
  };
}
