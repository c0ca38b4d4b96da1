import { listOrganizationsBy, type Round, sweepOrganizations } from './sweep.ts';

const AT_ONCE = 500;

interface OldRows {
  readonly table: string;
  /** The columns of its key after the organization. */
  readonly key: string;
  /** Rows that do not fulfil it stay. */
  readonly only?: string;
  /** Rows that were made before go. */
  readonly cutoff: Date;
}

/** Deletes old rows, in batches so small that each ends well within the limit of a statement. */
export async function forgetOld(round: Round, { table, key, only = 'true', cutoff }: OldRows): Promise<void> {
  const { sql } = round;
  const before = cutoff.toISOString();
  // By the index that has the oldest row of each organization first. The next round takes the others.
  const list = () =>
    listOrganizationsBy(
      sql,
      `select o.id as organization_id from organizations as o
        where exists (select 1 from ${table} as old where old.organization_id = o.id and ${only} and old.created_at < $1)
        limit 1000`,
      [before],
    );
  await sweepOrganizations({ ...round, list }, async (organizationId) => {
    for (let deleted = AT_ONCE; deleted === AT_ONCE && !round.isStopped?.(); ) {
      const rows = await sql.rows(
        `delete from ${table}
          where organization_id = $1 and (${key}) in (
                  select ${key} from ${table}
                   where organization_id = $1 and ${only} and created_at < $2
                   order by created_at limit $3 for update skip locked)
          returning organization_id`,
        [organizationId, before, AT_ONCE],
      );
      deleted = rows.length;
    }
  });
}
