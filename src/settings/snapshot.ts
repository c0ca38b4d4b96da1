import type { Role } from '../access/abilities.ts';
import type { Sql } from '../db/sql.ts';
import type { CustomField } from './custom-fields/schemas.ts';
import { deepFreeze } from './deep-freeze.ts';
import { type Index, readRecords } from './records.ts';
import { defaultModel, type ScoringModel } from './scoring-model.ts';
import type { Source } from './sources/schemas.ts';
import type { When } from './when.ts';
import type { WorkingHours } from './working-hours.ts';

/** Everything about an organization that is small and changes rarely, read by one statement. `version` says which state it is. */
export interface Settings {
  readonly version: string;
  readonly organization: {
    readonly id: string;
    readonly publicId: string;
    readonly name: string;
    readonly timeZone: string;
    readonly currency: string;
  };
  readonly teams: Index<TeamSetting>;
  readonly memberships: Index<MembershipSetting>;
  readonly statuses: Index<StatusSetting>;
  readonly sources: Index<SourceSetting>;
  readonly customFields: readonly CustomFieldSetting[];
  /** In the order in which they are tried. */
  readonly rules: Index<RuleSetting>;
  readonly scoring: ScoringModel;
  /** Which state the types of custom fields and the currency are in. */
  readonly valueTypes: number;
}

interface Named {
  readonly id: string;
  readonly public_id: string;
  readonly name: string;
}

export type TeamSetting = Named;

export interface MembershipSetting extends Named {
  readonly role: Role;
  readonly team_id: string | null;
  readonly active: boolean;
  readonly accepting_leads: boolean;
  readonly weight: number;
  readonly open_cap: number | null;
  readonly daily_cap: number | null;
  readonly working_hours: WorkingHours;
}

export interface StatusSetting extends Named {
  /** Which of a lead's bits says that it has entered this status. */
  readonly number: number;
  readonly kind: 'open' | 'won' | 'lost';
  readonly position: number;
  readonly initial: boolean;
  readonly allowed_next: readonly string[] | null;
  readonly note_required: boolean;
  readonly required_fields: readonly string[];
  readonly archived: boolean;
}

export type SourceSetting = Readonly<Source> & Named;

export type CustomFieldSetting = Readonly<CustomField> & { readonly id: string };

export const strategies = ['round_robin', 'weighted', 'least_open', 'fixed'] as const;
export type Strategy = (typeof strategies)[number];
/** Whom a rule assigns leads to: a team's agents, or the members named. Public ids. */
export type Pool = { readonly team: string } | { readonly memberships: readonly string[] };

export interface RuleSetting extends Named {
  readonly position: number;
  readonly active: boolean;
  readonly when: When;
  readonly strategy: Strategy;
  readonly pool: Pool;
}

interface SnapshotRow {
  id: string;
  public_id: string;
  name: string;
  time_zone: string;
  currency: string;
  settings_version: string;
  teams: TeamSetting[];
  /** An object in each line. */
  memberships: string;
  statuses: StatusSetting[];
  sources: SourceSetting[];
  custom_fields: CustomFieldSetting[];
  rules: RuleSetting[];
  scoring: ScoringModel | null;
  value_types: number;
}

/** Ids travel as text: a bigint does not survive JSON. `before` is an older state: what is the same need not be read again. */
export async function loadSettings(
  sql: Sql,
  organizationId: string,
  before: Settings | null = null,
): Promise<Settings | null> {
  const row = await sql.row<SnapshotRow>(
    `select o.id, o.public_id, o.name, o.time_zone, o.currency, o.settings_version,
       (select coalesce(json_agg(json_build_object('id', t.id::text, 'public_id', t.public_id, 'name', t.name)), '[]')
          from teams as t where t.organization_id = $1) as teams,
       (select coalesce(string_agg(json_build_object('id', m.id::text, 'public_id', m.public_id, 'name', m.name,
                 'role', m.role, 'team_id', m.team_id::text, 'active', m.active,
                 'accepting_leads', m.accepting_leads, 'weight', m.weight, 'open_cap', m.open_cap,
                 'daily_cap', m.daily_cap, 'working_hours', m.working_hours)::text, e'\\n' order by m.created_at, m.id), '')
          from memberships as m where m.organization_id = $1) as memberships,
       (select coalesce(json_agg(json_build_object('id', s.id::text, 'public_id', s.public_id, 'name', s.name,
                 'number', s.number, 'kind', s.kind, 'position', s.position, 'initial', s.initial, 'allowed_next', s.allowed_next,
                 'note_required', s.note_required, 'required_fields', s.required_fields, 'archived', s.archived)
                 order by s.position, s.name, s.id), '[]')
          from statuses as s where s.organization_id = $1) as statuses,
       (select coalesce(json_agg(json_build_object('id', s.id::text, 'public_id', s.public_id, 'name', s.name,
                 'archived', s.archived) order by s.name, s.id), '[]')
          from sources as s where s.organization_id = $1) as sources,
       (select coalesce(json_agg(json_build_object('id', f.id::text, 'public_id', f.public_id, 'key', f.key,
                 'label', f.label, 'type', f.type, 'required', f.required, 'options', f.options, 'archived', f.archived) order by f.label, f.id), '[]')
          from custom_fields as f where f.organization_id = $1) as custom_fields,
       (select coalesce(json_agg(json_build_object('id', r.id::text, 'public_id', r.public_id, 'name', r.name,
                 'position', r.position, 'active', r.active, 'when', r.conditions, 'strategy', r.strategy,
                 'pool', r.pool) order by r.position, r.name, r.id), '[]')
          from distribution_rules as r where r.organization_id = $1 and r.deleted_at is null) as rules,
       (select m.model || jsonb_build_object('version', m.version)
          from scoring_models as m where m.organization_id = $1 order by m.version desc limit 1) as scoring,
       (select e.value_types from event_feeds as e where e.organization_id = $1) as value_types
     from organizations as o where o.id = $1`,
    [organizationId],
  );
  if (row === undefined) return null;
  return snapshotOf(row, await readRecords(row.memberships, before?.memberships ?? null));
}

function snapshotOf(row: SnapshotRow, memberships: Settings['memberships']): Settings {
  return deepFreeze({
    version: row.settings_version,
    organization: {
      id: row.id,
      publicId: row.public_id,
      name: row.name,
      timeZone: row.time_zone,
      currency: row.currency,
    },
    teams: indexOf(row.teams),
    memberships,
    statuses: indexOf(row.statuses),
    sources: indexOf(row.sources),
    customFields: row.custom_fields,
    rules: indexOf(row.rules),
    scoring: row.scoring ?? defaultModel,
    valueTypes: row.value_types,
  });
}

function indexOf<T extends Named>(records: T[]): Index<T> {
  return {
    byId: new Map(records.map((record) => [record.id, deepFreeze(record)])),
    byPublicId: new Map(records.map((record) => [record.public_id, record])),
  };
}

/** The ids of the statuses of a kind, archived ones included. */
export const statusIdsOf = ({ statuses }: Settings, kind: StatusSetting['kind']): string[] =>
  [...statuses.byId.values()].flatMap((status) => (status.kind === kind ? [status.id] : []));
