import type { Actor } from '../access/actor.ts';
import { leadsInScope } from '../access/scope.ts';
import type { ActorColumns } from '../audit/schemas.ts';
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
    const beyond =
      after === null ? '' : `and (entry.${time}, entry.id) < (${values.add(after[0])}, ${values.add(after[1])})`;
    const rows = `
       select entry.id, entry.public_id, ${columns}, entry.${time}, ${bytes} as bytes,
              tokens.public_id as token_public_id, tokens.name as token_name,
              memberships.public_id as membership_public_id, memberships.name as membership_name,
              forms.public_id as form_public_id, forms.name as form_name,
              imports.public_id as import_public_id, imports.name as import_name
         from leads
         join ${table} as entry on entry.organization_id = leads.organization_id and entry.lead_id = leads.id ${key}
         left join tokens on tokens.organization_id = entry.organization_id and tokens.id = entry.actor_token_id
         left join memberships
           on memberships.organization_id = entry.organization_id and memberships.id = entry.actor_membership_id
         left join forms on forms.organization_id = entry.organization_id and forms.id = entry.actor_form_id
         left join imports
           on imports.organization_id = entry.organization_id and imports.id = entry.actor_import_id
        where ${scope} and ${lead} ${beyond}
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
