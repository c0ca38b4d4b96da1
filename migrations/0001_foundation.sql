-- Who may do what, how an organization has set itself up, and the trace that every change leaves.
--
-- One schema serves plain PostgreSQL and Citus: every key begins with the organization, foreign keys carry it, ids are
-- bigserial, there are no triggers, and each table is distributed right after it is made where Citus is installed.
-- Foreign keys come after that, since Citus takes them only between tables that are both distributed.

create function leadline_distribute(relation text, distribution_column text) returns void
language plpgsql as $$
begin
  if exists (select from pg_extension where extname = 'citus') then
    if distribution_column is null then
      execute format('select create_reference_table(%L)', relation);
    else
      execute format('select create_distributed_table(%L, %L, colocate_with => %L)', relation, distribution_column,
        case relation when 'organizations' then 'default' else 'organizations' end);
    end if;
  end if;
end
$$;

-- One row. The secret hides internal ids in cursors and tokens; a copy of the database keeps them valid.
create table installation (
  id smallint not null default 1,
  secret bytea not null,
  created_at timestamptz(3) not null default now(),
  constraint installation_pkey primary key (id),
  constraint installation_single check (id = 1)
);
select leadline_distribute('installation', null);

create table organizations (
  id bigserial,
  public_id text collate "C" not null,
  name text not null,
  time_zone text not null default 'Asia/Kolkata',
  currency text not null default 'INR',
  -- Counts changes of anything the settings snapshot holds: a process whose snapshot has another number reads it anew.
  settings_version bigint not null default 1,
  created_at timestamptz(3) not null default now(),
  constraint organizations_pkey primary key (id)
);
create index organizations_public_id on organizations (public_id);
select leadline_distribute('organizations', 'id');

create table teams (
  organization_id bigint not null,
  id bigserial,
  public_id text collate "C" not null,
  name text collate "C" not null,
  created_at timestamptz(3) not null default now(),
  constraint teams_pkey primary key (organization_id, id),
  constraint teams_public_id unique (organization_id, public_id),
  constraint teams_name unique (organization_id, name)
);
create index teams_newest on teams (organization_id, created_at desc, id desc);
select leadline_distribute('teams', 'organization_id');
alter table teams add constraint teams_organization foreign key (organization_id) references organizations (id);

create table memberships (
  organization_id bigint not null,
  id bigserial,
  public_id text collate "C" not null,
  name text not null,
  email text,
  role text not null,
  team_id bigint,
  active boolean not null default true,
  accepting_leads boolean not null default true,
  weight integer not null default 1,
  open_cap integer,
  daily_cap integer,
  working_hours jsonb,
  created_at timestamptz(3) not null default now(),
  constraint memberships_pkey primary key (organization_id, id),
  constraint memberships_public_id unique (organization_id, public_id),
  constraint memberships_role check (role in ('agent', 'manager', 'admin')),
  constraint memberships_weight check (weight between 1 and 100)
);
create index memberships_newest on memberships (organization_id, created_at desc, id desc);
create index memberships_team on memberships (organization_id, team_id);
select leadline_distribute('memberships', 'organization_id');
alter table memberships add constraint memberships_organization
  foreign key (organization_id) references organizations (id);
alter table memberships add constraint memberships_team
  foreign key (organization_id, team_id) references teams (organization_id, id);

create table tokens (
  organization_id bigint not null,
  id bigserial,
  public_id text collate "C" not null,
  membership_id bigint not null,
  name text not null,
  abilities text[] not null,
  secret_hash bytea not null,
  expires_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  last_used_at timestamptz(3),
  revoked_at timestamptz(3),
  constraint tokens_pkey primary key (organization_id, id),
  constraint tokens_public_id unique (organization_id, public_id),
  constraint tokens_secret_hash unique (organization_id, secret_hash)
);
create index tokens_newest on tokens (organization_id, created_at desc, id desc);
select leadline_distribute('tokens', 'organization_id');
alter table tokens add constraint tokens_membership
  foreign key (organization_id, membership_id) references memberships (organization_id, id);

create table statuses (
  organization_id bigint not null,
  id bigserial,
  public_id text collate "C" not null,
  name text collate "C" not null,
  kind text not null,
  position integer not null,
  initial boolean not null default false,
  -- Public ids of the statuses a lead may go to from here; null: any.
  allowed_next text[],
  note_required boolean not null default false,
  required_fields text[] not null default '{}',
  archived boolean not null default false,
  created_at timestamptz(3) not null default now(),
  constraint statuses_pkey primary key (organization_id, id),
  constraint statuses_public_id unique (organization_id, public_id),
  constraint statuses_kind check (kind in ('open', 'won', 'lost')),
  constraint statuses_initial_is_usable check (not initial or (kind = 'open' and not archived))
);
create unique index statuses_initial on statuses (organization_id) where initial;
create index statuses_order on statuses (organization_id, position, name, id);
select leadline_distribute('statuses', 'organization_id');
alter table statuses add constraint statuses_organization
  foreign key (organization_id) references organizations (id);

create table sources (
  organization_id bigint not null,
  id bigserial,
  public_id text collate "C" not null,
  name text collate "C" not null,
  archived boolean not null default false,
  created_at timestamptz(3) not null default now(),
  constraint sources_pkey primary key (organization_id, id),
  constraint sources_public_id unique (organization_id, public_id)
);
create unique index sources_name on sources (organization_id, name) where not archived;
create index sources_order on sources (organization_id, name, id);
select leadline_distribute('sources', 'organization_id');
alter table sources add constraint sources_organization foreign key (organization_id) references organizations (id);

create table custom_fields (
  organization_id bigint not null,
  id bigserial,
  public_id text collate "C" not null,
  key text collate "C" not null,
  label text collate "C" not null,
  type text not null,
  required boolean not null default false,
  options text[] not null default '{}',
  archived boolean not null default false,
  created_at timestamptz(3) not null default now(),
  constraint custom_fields_pkey primary key (organization_id, id),
  constraint custom_fields_public_id unique (organization_id, public_id),
  -- Over the archived ones too: leads keep values under the key.
  constraint custom_fields_key unique (organization_id, key),
  constraint custom_fields_type check (type in ('text', 'number', 'boolean', 'date', 'select', 'multi_select'))
);
create index custom_fields_order on custom_fields (organization_id, label, id);
select leadline_distribute('custom_fields', 'organization_id');
alter table custom_fields add constraint custom_fields_organization
  foreign key (organization_id) references organizations (id);

-- What the data scope rests on: whose a lead is, and which team's. The rest of a lead comes with the lead endpoints.
create table leads (
  organization_id bigint not null,
  id bigserial,
  public_id text collate "C" not null,
  owner_id bigint,
  team_id bigint,
  created_at timestamptz(3) not null default now(),
  constraint leads_pkey primary key (organization_id, id),
  constraint leads_public_id unique (organization_id, public_id)
);
select leadline_distribute('leads', 'organization_id');
alter table leads add constraint leads_owner
  foreign key (organization_id, owner_id) references memberships (organization_id, id);
alter table leads add constraint leads_team
  foreign key (organization_id, team_id) references teams (organization_id, id);

-- Append-only: no statement of the service changes or deletes a row of it.
create table audit_entries (
  organization_id bigint not null,
  id bigserial,
  public_id text collate "C" not null,
  action text not null,
  subject_type text not null,
  subject_public_id text collate "C" not null,
  -- Set where the subject is a lead, for the scope.
  lead_id bigint,
  -- Both null: the service itself.
  actor_token_id bigint,
  actor_membership_id bigint,
  changes jsonb not null,
  request_id text,
  occurred_at timestamptz(3) not null default now(),
  constraint audit_entries_pkey primary key (organization_id, id)
);
create index audit_entries_newest on audit_entries (organization_id, occurred_at desc, id desc);
create index audit_entries_lead on audit_entries (organization_id, lead_id, occurred_at desc, id desc)
  where lead_id is not null;
select leadline_distribute('audit_entries', 'organization_id');
