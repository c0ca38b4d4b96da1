import type { Sql } from '../../db/sql.ts';
import type { Status } from './schemas.ts';

/** `number`: its bit in what leads have entered. */
export async function insertStatus(sql: Sql, organizationId: string, number: number, status: Status): Promise<void> {
  await sql.rows(
    `insert into statuses (organization_id, public_id, number, name, kind, position, initial, allowed_next, note_required,
                           required_fields, archived)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
    [organizationId, status.public_id, number, ...valuesOf(status)],
  );
}

export async function updateStatus(sql: Sql, organizationId: string, status: Status): Promise<void> {
  await sql.rows(
    `update statuses
        set name = $3, kind = $4, position = $5, initial = $6, allowed_next = $7, note_required = $8,
            required_fields = $9, archived = $10
      where organization_id = $1 and public_id = $2`,
    [organizationId, status.public_id, ...valuesOf(status)],
  );
}

const valuesOf = (status: Status) => [
  status.name,
  status.kind,
  status.position,
  status.initial,
  status.allowed_next,
  status.note_required,
  status.required_fields,
  status.archived,
];
