import type { Actor } from '../access/actor.ts';
import { leadsInScope } from '../access/scope.ts';
import { type ActorColumns, actorColumns, joinActor } from '../audit/actor-columns.ts';
import type { Position } from '../db/cursor.ts';
import { type WeighedRow, withinPage } from '../db/page-bytes.ts';
import type { Sql } from '../db/sql.ts';
import { Values } from '../db/values.ts';
import type { StoredDetails } from './details.ts';
import type { ActivityKind } from './kinds.ts';

export interface ActivityRow extends ActorColumns {
  id: string;
  public_id: string;
  kind: ActivityKind;
  summary: string | null;
  details: StoredDetails | null;
  occurred_at: Date;
}

export interface NoteRow extends ActorColumns {
  id: string;
  public_id: string;
  body: string;
  created_at: Date;
}

export interface TransitionRow extends ActorColumns {
  id: string;
  public_id: string;
  from_status_id: string | null;
  to_status_id: string;
  note: string | null;
  seconds_in_from: string | null;
  occurred_at: Date;
}

interface Listed {
  table: string;
  columns: string;
  /** Size of its large columns. */
  bytes: string;
  time: string;
  key?: string;
}

/** Newest first, if the actor may see the lead. */
const listOfLead =
  <Row>({ table, columns, bytes, time, key = '' }: Listed) =>
  (sql: Sql, actor: Actor, leadPublicId: string, after: Position | null, limit: number) => {
    const values = new Values();
    const scope = leadsInScope(actor, values);
    const lead = `leads.public_id = ${values.add(leadPublicId)}`;
    const rows = `
       select entry.id, entry.public_id, ${columns}, entry.${time}, ${bytes} as bytes,
              ${actorColumns}
         from leads
         join ${table} as entry on entry.organization_id = leads.organization_id and entry.lead_id = leads.id ${key}
         ${joinActor('entry.organization_id', 'entry.actor_')}
        where ${scope} and ${lead} ${values.beyond(`entry.${time}, entry.id`, after)}
        order by entry.${time} desc, entry.id desc
        limit ${values.add(limit)}`;
    return sql.rows<Row & WeighedRow>(withinPage(rows), values.list);
  };

export const listActivities = listOfLead<ActivityRow>({
  table: 'activities',
  columns: 'entry.kind, entry.summary, entry.details',
  bytes: 'coalesce(octet_length(entry.summary), 0) + coalesce(octet_length(entry.details::text), 0)',
  time: 'occurred_at',
});

export const listNotes = listOfLead<NoteRow>({
  table: 'notes',
  columns: 'entry.body',
  bytes: 'octet_length(entry.body)',
  time: 'created_at',
});

export const listTransitions = listOfLead<TransitionRow>({
  table: 'transitions',
  columns: 'entry.from_status_id, entry.to_status_id, entry.note, entry.seconds_in_from',
  bytes: 'coalesce(octet_length(entry.note), 0)',
  time: 'occurred_at',
  key: 'and entry.lead_created_at = leads.created_at', // the index begins with it
});
