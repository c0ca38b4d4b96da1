import type { Actor } from '../access/actor.ts';
import type { AuditRow } from './queries.ts';
import { type AuditEntry, presentActor } from './schemas.ts';

/** Where a call came from is personal data, which only admins are shown. */
export function presentEntry({ role }: Pick<Actor, 'role'>, row: AuditRow): AuditEntry {
  return {
    public_id: row.public_id,
    action: row.action,
    subject: {
      type: row.subject_type as AuditEntry['subject']['type'],
      public_id: row.subject_public_id,
      ...(row.lead_name !== null && { name: row.lead_name }),
    },
    actor: presentActor(row),
    changes: row.changes,
    request_id: row.request_id,
    ...(role === 'admin' && { address: row.address }),
    occurred_at: row.occurred_at.toISOString(),
  };
}
