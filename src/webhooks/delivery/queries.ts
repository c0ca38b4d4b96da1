import { insertManyRows } from '../../db/many-rows.ts';
import { type Query, query, type Sql } from '../../db/sql.ts';
import { listOrganizationsBy } from '../../db/sweep.ts';
import type { EventHead } from '../../events/read.ts';
import type { Attempt, DeliveryStatus } from '../schemas.ts';

/** A webhook whose deliveries a process sends. */
export interface HeldWebhook {
  id: string;
  public_id: string;
  lease: string;
  active: boolean;
  url: string;
  sends_leads: boolean;
  secret: Buffer;
  previous_secret: Buffer | null;
  previous_until: Date | null;
  failing_since: Date | null;
}

const heldColumns =
  'id, public_id, lease, active, url, sends_leads, secret, previous_secret, previous_until, failing_since';

/** A delivery is due, or the feed has gone on. `webhooks` is the table's alias; `organization` names the organization. */
const hasWork = (organization: string): string => `(webhooks.due_at <= now() or exists (
    select from audit_entries as later
     where later.organization_id = ${organization} and later.lead_id is not null and later.id > webhooks.position))`;

/** Organizations with a webhook that has something to do, those that wait for longest first. */
export async function listOrganizationsDue(sql: Sql): Promise<string[]> {
  const found = await listOrganizationsBy(
    sql,
    `select organization_id from webhooks
      where active and leased_until < now() and ${hasWork('webhooks.organization_id')} order by due_at limit 1000`,
  );
  return [...new Set(found)];
}

export const listOrganizationsWithWebhooks = (sql: Sql) =>
  listOrganizationsBy(sql, 'select distinct organization_id from webhooks where active');

/** Takes on webhooks that have something to do and that no process works on. Timed by the database. */
export const claimWebhooks = (sql: Sql, organizationId: string, leaseSeconds: number, limit: number) =>
  sql.rows<HeldWebhook>(
    `update webhooks set lease = lease + 1, leased_until = now() + make_interval(secs => $2)
      where organization_id = $1 and id in (
              select id from webhooks
               where organization_id = $1 and active and leased_until < now() and ${hasWork('$1')}
               order by due_at limit $3 for update skip locked)
      returning ${heldColumns}`,
    [organizationId, leaseSeconds, limit],
  );

type Lease = Pick<HeldWebhook, 'id' | 'lease'>;

/** Keeps the lease. No row: another process has taken it, or the webhook was deleted. */
export const renewLease = (organizationId: string, { id, lease }: Lease, leaseSeconds: number): Query<HeldWebhook> =>
  query(
    `update webhooks set leased_until = now() + make_interval(secs => $4)
      where organization_id = $1 and id = $2 and lease = $3
      returning ${heldColumns}`,
    [organizationId, id, lease, leaseSeconds],
  );

/** Leaves it to whoever comes next, in so many seconds; null: when something happens. */
export const endLease = (sql: Sql, organizationId: string, { id, lease }: Lease, seconds: number | null) =>
  sql.rows(
    `update webhooks
        set leased_until = '-infinity', due_at = least(now() + make_interval(secs => $4), 'infinity')
      where organization_id = $1 and id = $2 and lease = $3`,
    [organizationId, id, lease, seconds],
  );

/** Locked until the transaction ends. No row: as above. */
export const lockHeld = (sql: Sql, organizationId: string, { id, lease }: Lease) =>
  sql.row<{ position: string; events: string[]; active: boolean }>(
    `select position, events, active from webhooks
      where organization_id = $1 and id = $2 and lease = $3 for update`,
    [organizationId, id, lease],
  );

const DUE_COLUMNS = 'position, public_id, lead_id, tries, attempts, next_attempt_at as due_at';

/** An event that has a delivery already, as after a replay, is sent again. */
export const insertDeliveries = (
  organizationId: string,
  webhookId: string,
  events: readonly (EventHead & { delivery: string; event: string })[],
): Query<DueDelivery>[] =>
  insertManyRows(
    'insert into webhook_deliveries (organization_id, webhook_id, position, lead_id, public_id, event_public_id, event_type)',
    [organizationId, webhookId],
    events.map(({ id, lead_id, type, delivery, event }) => [id, lead_id, delivery, event, type]),
    SEND_AGAIN,
  ) as Query<DueDelivery>[];

const SEND_AGAIN = `on conflict (organization_id, webhook_id, position)
  do update set status = excluded.status, tries = excluded.tries, next_attempt_at = excluded.next_attempt_at,
                created_at = excluded.created_at
  returning ${DUE_COLUMNS}`;

export const updateReached = (organizationId: string, webhookId: string, position: string): Query =>
  query('update webhooks set position = $3 where organization_id = $1 and id = $2', [
    organizationId,
    webhookId,
    position,
  ]);

/** A delivery that is due. */
export interface DueDelivery {
  position: string;
  public_id: string;
  lead_id: string;
  tries: number;
  attempts: Attempt[];
  due_at: Date;
}

export const listDue = (sql: Sql, organizationId: string, webhookId: string, limit: number) =>
  sql.rows<DueDelivery>(
    `select ${DUE_COLUMNS} from webhook_deliveries
      where organization_id = $1 and webhook_id = $2 and status = 'pending' and next_attempt_at <= now()
      order by next_attempt_at, position limit $3`,
    [organizationId, webhookId, limit],
  );

/** Seconds until the next delivery is due; null: none waits. */
export async function findNextDue(sql: Sql, organizationId: string, webhookId: string): Promise<number | null> {
  const row = await sql.row<{ seconds: number }>(
    `select extract(epoch from next_attempt_at - now())::float8 as seconds from webhook_deliveries
      where organization_id = $1 and webhook_id = $2 and status = 'pending' order by next_attempt_at limit 1`,
    [organizationId, webhookId],
  );
  return row?.seconds ?? null;
}

export interface Result {
  position: string;
  /** When it was due, as it was read: a replay or a redelivery makes it due anew. */
  dueAt: Date;
  status: DeliveryStatus;
  tries: number;
  attempts: readonly Attempt[];
  /** Seconds until the next attempt; null: there is none. */
  retryAfter: number | null;
}

/** No row: a replay or a redelivery has made it due anew meanwhile, and it is sent again. */
export const updateDelivery = (
  organizationId: string,
  webhookId: string,
  result: Result,
): Query<{ position: string }> =>
  query(
    `update webhook_deliveries
        set status = $4, tries = $5, attempts = $6, next_attempt_at = now() + make_interval(secs => $7)
      where organization_id = $1 and webhook_id = $2 and position = $3 and next_attempt_at = $8
      returning position`,
    [
      organizationId,
      webhookId,
      result.position,
      result.status,
      result.tries,
      JSON.stringify(result.attempts),
      result.retryAfter,
      result.dueAt.toISOString(),
    ],
  );

/** Of one that is due anew: it shows the attempt that was under way. */
export const updateAttempts = (organizationId: string, webhookId: string, { position, attempts }: Result): Query =>
  query(
    `update webhook_deliveries set attempts = $4
      where organization_id = $1 and webhook_id = $2 and position = $3 and status = 'pending'`,
    [organizationId, webhookId, position, JSON.stringify(attempts)],
  );

/** `since`: the first failure after the last success among the attempts. */
export const updateFailing = (
  organizationId: string,
  { id }: Lease,
  hasSucceeded: boolean,
  since: Date | null,
): Query<{ failing_since: Date | null }> =>
  query(
    `update webhooks set failing_since = case when $3 then $4::timestamptz else coalesce(failing_since, $4) end
      where organization_id = $1 and id = $2
      returning failing_since`,
    [organizationId, id, hasSucceeded, since?.toISOString() ?? null],
  );

/** Of webhooks that are active, in all organizations: deliveries that are due, and since when the oldest of them is. */
export const countWaiting = (sql: Sql, most: number) =>
  sql.row<{ pending: number; lag: number | null }>(
    `select count(*)::integer as pending, extract(epoch from now() - min(next_attempt_at))::float8 as lag
       from (select d.next_attempt_at from webhooks as w
               join webhook_deliveries as d
                 on d.organization_id = w.organization_id and d.webhook_id = w.id and d.status = 'pending'
              where w.active and d.next_attempt_at <= now() limit $1) as waiting`,
    [most],
  );
