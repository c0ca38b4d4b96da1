-- The schema, by feature:
--
--   Distribution over nodes       leadline_distribute
--   Extensions                    pg_trgm, btree_gin
--   Installation                  installation
--   Organizations and access      organizations, teams, memberships, tokens, passwords, invitations
--   Settings and pipeline         statuses, sources, custom_fields
--   Forms                         forms
--   Leads                         leads, lead_recency, lead_terms
--   Suppressed contacts           suppressed_contacts
--   Timeline                      transitions, activities, notes
--   Assignment of leads           distribution_rules, rotations, rotation_credits, assignments
--   Scoring                       scoring_models, rescorings
--   Audit trail                   audit_entries
--   Imports                       imports, import_rows
--   Webhooks                      webhooks, webhook_deliveries
--   Views                         views
--   Bulk changes                  jobs, job_leads
--   Idempotency                   idempotent_answers
--   Rate limits                   rate_limits
--   Changes of a lead             leadline_write_scores, leadline_give_team
--
-- One schema serves plain PostgreSQL and Citus. Every key starts with the organization, and foreign keys contain it. Ids are
-- bigserial. There are no triggers. A table is distributed right after it is created; its foreign keys come after that, because
-- Citus accepts them only between distributed tables. CONTRIBUTING.md has the rules.
--
-- `id` is internal, `public_id` is what callers see. Times are timestamptz(3): the API shows their full precision.
-- In tables that grow with the leads, columns of fixed width come first, to avoid padding between columns.
--
-- Each table has an index for the order in which it is listed. If the primary key has that order, it is that index.


-- Distribution over nodes -------------------------------------------------------------------------------------------

-- If Citus is installed: distributes a table by its organization, or copies it to every node (no column given).
-- A function, because plain PostgreSQL does not have the Citus functions.
create function leadline_distribute(relation text, distribution_column text) returns void
language plpgsql as $$
begin
  if exists (select from pg_extension where extname = 'citus') then
    -- Citus moves only logged tables to another node while they are written to.
    if exists (select from pg_class where oid = relation::regclass and relpersistence = 'u') then
      execute format('alter table %I set logged', relation);
    end if;
    if distribution_column is null then
      execute format('select create_reference_table(%L)', relation);
    else
      execute format('select create_distributed_table(%L, %L, colocate_with => %L)', relation, distribution_column,
        case relation when 'organizations' then 'default' else 'organizations' end);
    end if;
  end if;
end
$$;


-- Extensions --------------------------------------------------------------------------------------------------------

-- Both are part of PostgreSQL and trusted: the owner of a database may create them. They find part of a phone number.
create extension if not exists pg_trgm;
create extension if not exists btree_gin;


-- Installation ------------------------------------------------------------------------------------------------------

-- The only row is this installation. Cursors, organization keys and form pages are encrypted or signed with keys derived
-- from its secret, so they stay valid in a copy of the database.
create table installation (
  id smallint not null default 1,
  secret bytea not null,
  created_at timestamptz(3) not null default now(),
  constraint installation_pkey primary key (id),
  constraint installation_single check (id = 1)
);
select leadline_distribute('installation', null);


-- Organizations and access ------------------------------------------------------------------------------------------

-- A row is an organization: a customer of the installation. It never sees another organization's data.
create table organizations (
  id bigserial,
  public_id text collate "C" not null,
  name text not null,
  time_zone text not null default 'Asia/Kolkata',
  currency text not null default 'INR',
  -- Incremented with every change of the settings; a process with an older number reads the settings again.
  settings_version bigint not null default 1,
  created_at timestamptz(3) not null default now(),
  constraint organizations_pkey primary key (id)
);
-- For operators in psql, who know an organization by this id. The service itself uses `id`.
create index organizations_public_id on organizations (public_id);
select leadline_distribute('organizations', 'id');

-- A row is a team: its managers see the leads of all its members.
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
-- The list of teams, newest first.
create index teams_newest on teams (organization_id, created_at desc, id desc);
select leadline_distribute('teams', 'organization_id');
alter table teams add constraint teams_organization foreign key (organization_id) references organizations (id);

-- A row is a person in an organization: role and team (what it sees), and how many leads it takes and when.
create table memberships (
  organization_id bigint not null,
  id bigserial,
  public_id text collate "C" not null,
  name text not null,
  email text,
  -- The email in lower case, by which the person signs in.
  email_key text collate "C",
  role text not null,
  team_id bigint,
  active boolean not null default true,
  accepting_leads boolean not null default true,
  weight integer not null default 1,
  open_cap integer,
  daily_cap integer,
  working_hours jsonb,
  created_at timestamptz(3) not null default now(),
  -- Set after the membership changes team, until its leads have the new team.
  leads_follow_since timestamptz(3),
  constraint memberships_pkey primary key (organization_id, id),
  constraint memberships_public_id unique (organization_id, public_id),
  constraint memberships_role check (role in ('agent', 'manager', 'admin')),
  constraint memberships_weight check (weight between 1 and 100)
);
-- The list of memberships, newest first.
create index memberships_newest on memberships (organization_id, created_at desc, id desc);
-- The foreign key to teams: without it, deleting a team would scan all memberships.
create index memberships_team on memberships (organization_id, team_id);
-- Signing in finds a membership by its email.
create index memberships_email on memberships (organization_id, email_key) where email_key is not null;
-- Maintenance: memberships whose leads still need the new team.
create index memberships_leads_follow on memberships (organization_id, id) where leads_follow_since is not null;
select leadline_distribute('memberships', 'organization_id');
alter table memberships add constraint memberships_organization
  foreign key (organization_id) references organizations (id);
alter table memberships add constraint memberships_team
  foreign key (organization_id, team_id) references teams (organization_id, id);

-- A row is an API token of a membership, or a session of its person. Only a hash of its text is stored. Revoked tokens stay: the
-- audit trail refers to them. Sessions are deleted long after their end; the audit trail then still has the membership.
create table tokens (
  organization_id bigint not null,
  id bigserial,
  public_id text collate "C" not null,
  membership_id bigint not null,
  kind text not null default 'token',
  name text not null,
  abilities text[] not null,
  secret_hash bytea not null,
  expires_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  last_used_at timestamptz(3),
  revoked_at timestamptz(3),
  constraint tokens_pkey primary key (organization_id, id),
  constraint tokens_public_id unique (organization_id, public_id),
  -- Authentication finds a token by its hash.
  constraint tokens_secret_hash unique (organization_id, secret_hash),
  constraint tokens_kind check (kind in ('token', 'session'))
);
-- The list of tokens, newest first.
create index tokens_newest on tokens (organization_id, created_at desc, id desc);
-- The same of one kind. Maintenance: old sessions.
create index tokens_of_kind on tokens (organization_id, kind, created_at desc, id desc);
-- The same of one membership; the kind is read from the index, too.
create index tokens_of_membership_newest on tokens (organization_id, membership_id, created_at desc, id desc, kind);
-- Counts the live tokens of a membership when another one is issued, and finds its live sessions.
create index tokens_of_membership on tokens (organization_id, membership_id) where revoked_at is null;
select leadline_distribute('tokens', 'organization_id');
alter table tokens add constraint tokens_membership
  foreign key (organization_id, membership_id) references memberships (organization_id, id);

-- A row is the password of a membership, as an argon2id hash with its salt and costs.
create table passwords (
  organization_id bigint not null,
  membership_id bigint not null,
  hash text not null,
  set_at timestamptz(3) not null default now(),
  constraint passwords_pkey primary key (organization_id, membership_id)
);
select leadline_distribute('passwords', 'organization_id');
alter table passwords add constraint passwords_membership
  foreign key (organization_id, membership_id) references memberships (organization_id, id);

-- A row is the open invitation of a membership: a link that signs its person in once. A new one replaces it. Only a hash of its
-- text is stored.
create table invitations (
  organization_id bigint not null,
  membership_id bigint not null,
  secret_hash bytea not null,
  -- Whether it signs in without setting a password: the link that the first start prints.
  without_password boolean not null default false,
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  constraint invitations_pkey primary key (organization_id, membership_id),
  -- Who opens the link is found by its hash.
  constraint invitations_secret_hash unique (organization_id, secret_hash)
);
-- Maintenance: invitations that nobody used.
create index invitations_old on invitations (organization_id, created_at);
select leadline_distribute('invitations', 'organization_id');
alter table invitations add constraint invitations_membership
  foreign key (organization_id, membership_id) references memberships (organization_id, id);


-- Settings and pipeline ---------------------------------------------------------------------------------------------

-- A row is a status of the pipeline, with its stage rules: what a lead needs to enter it, and where the lead may go next.
create table statuses (
  organization_id bigint not null,
  id bigserial,
  public_id text collate "C" not null,
  name text collate "C" not null,
  -- From 0 in each organization, never reused: the bit of the status in leads.entered.
  number integer not null,
  kind text not null,
  position integer not null,
  -- New leads start here.
  initial boolean not null default false,
  -- Public ids of the statuses that a lead may move to from here; null: any.
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
-- At most one initial status in an organization.
create unique index statuses_initial on statuses (organization_id) where initial;
-- Keeps numbers unique in an organization, also if two statuses are created at once.
create unique index statuses_number on statuses (organization_id, number);
select leadline_distribute('statuses', 'organization_id');
alter table statuses add constraint statuses_organization
  foreign key (organization_id) references organizations (id);

-- A row is a source: where leads come from.
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
-- Two active sources cannot have the same name. The name of an archived source can be reused.
create unique index sources_name on sources (organization_id, name) where not archived;
select leadline_distribute('sources', 'organization_id');
alter table sources add constraint sources_organization foreign key (organization_id) references organizations (id);

-- A row is a field that an organization added to its leads. The values are in leads.custom_fields, under its key.
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
  -- Includes archived fields: leads keep values under the key.
  constraint custom_fields_key unique (organization_id, key),
  constraint custom_fields_type check (type in ('text', 'number', 'boolean', 'date', 'select', 'multi_select'))
);
select leadline_distribute('custom_fields', 'organization_id');
alter table custom_fields add constraint custom_fields_organization
  foreign key (organization_id) references organizations (id);


-- Forms -------------------------------------------------------------------------------------------------------------

-- A row is a web form: visitors who submit it become leads.
create table forms (
  organization_id bigint not null,
  id bigserial,
  public_id text collate "C" not null,
  name text collate "C" not null,
  source_id bigint,
  fields jsonb not null,
  allowed_origins text[] not null default '{}',
  active boolean not null default true,
  -- Null: the default message, in the visitor's language.
  success_message text,
  created_at timestamptz(3) not null default now(),
  constraint forms_pkey primary key (organization_id, id),
  constraint forms_public_id unique (organization_id, public_id)
);
-- The list of forms, by name.
create index forms_order on forms (organization_id, name, id);
select leadline_distribute('forms', 'organization_id');
alter table forms add constraint forms_organization foreign key (organization_id) references organizations (id);
alter table forms add constraint forms_source
  foreign key (organization_id, source_id) references sources (organization_id, id);


-- Leads -------------------------------------------------------------------------------------------------------------

-- Leads, and the tables that belong to them, have no foreign keys. Each would cost a query and a lock on a row that all creates
-- share: together a third of a create. No statement deletes the rows they refer to; `leadline verify` finds broken references.

-- A row is a lead: a person who may buy, with its status and its owner.
create table leads (
  organization_id bigint not null,
  id bigserial,
  status_id bigint not null,
  source_id bigint,
  owner_id bigint,
  -- The owner's team. Without an owner: the team that the lead waits with.
  team_id bigint,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null,
  last_activity_at timestamptz(3) not null,
  last_reenquiry_at timestamptz(3),
  -- When the lead entered its current status, by move or by PATCH.
  status_since timestamptz(3) not null,
  -- Summary of the recorded transitions, for reports: the last one here, and all entered statuses in `entered`.
  recorded_status_id bigint,
  recorded_at timestamptz(3),
  -- For the distribution report: a hash of the rule, the candidates and their state, equal for equal decisions.
  -- `chosen_candidate` below is the position of the chosen candidate, from 1.
  decision_hash bigint,
  -- When the score changes next by decay alone.
  rescore_at timestamptz(3),
  -- Version of the scoring model that the score was computed with.
  scored_with integer not null default 0,
  -- Incremented with every change of the lead and of its timeline; ETag and If-Match use it.
  version integer not null default 1,
  score smallint not null,
  chosen_candidate smallint,
  -- Version of the format of `rendered`.
  rendered_shape smallint not null,
  -- Erased: everything personal is gone; the row stays because reports count it. No list, read or change sees it.
  erased boolean not null default false,
  -- The lead's JSON for responses, without the score and the names of other records; see leads/render.ts.
  rendered text not null,
  public_id text collate "C" not null,
  first_name text,
  last_name text,
  -- In E.164 format.
  phone text collate "C",
  email text,
  -- The email case-folded, for comparison.
  email_key text collate "C",
  -- The words of names and email without case and accents, each after a space; see leads/finding/terms.ts.
  words text collate "C" not null default '',
  estimated_value numeric(12, 2),
  custom_fields jsonb not null default '{}',
  -- Input of the score from activities: by kind, the decayed count and the time of that value.
  signals jsonb,
  -- The statuses that the lead has entered: one bit per statuses.number, in as many bytes as the highest needs.
  entered bytea not null default '',
  constraint leads_pkey primary key (organization_id, id),
  -- Finds the lead of a URL.
  constraint leads_public_id unique (organization_id, public_id),
  constraint leads_reachable check (phone is not null or email is not null or erased)
) with (
  -- Most changes touch no indexed column. Free space in the page allows HOT updates.
  fillfactor = 90,
  -- Reports use index-only scans, which need a recent VACUUM. By default it runs after a fifth of the table changed.
  autovacuum_vacuum_scale_factor = 0.05,
  autovacuum_vacuum_insert_scale_factor = 0.02
);

-- Duplicates by phone: two leads of an organization cannot have the same phone.
create unique index leads_phone on leads (organization_id, phone) where phone is not null;
-- Duplicates by email.
create unique index leads_email on leads (organization_id, email_key) where email_key is not null;

-- A list index starts with what the list starts with, continues with the sort key, and ends with every column that a filter
-- uses. These are keys and not INCLUDE columns: PostgreSQL checks conditions on keys inside the index, but on included columns
-- only after the visibility map (a page of a status that one lead in 200 has: 130 buffers instead of 7,400).
-- Indexes that only lists use leave out erased leads; those that reports use too include `erased`, right after score, where it
-- needs no space. As a key, every page would start with a skip scan over the keys before it (80 µs).

-- sort=-created_at for admins and managers, filter[created_at], and the leads of every report. Reports need the included
-- columns: the index is a seventh of the table's size. chosen_candidate is right after erased, where it needs no padding.
create index leads_by_created on leads
  (organization_id, created_at desc, id desc, status_id, source_id, owner_id, team_id, score)
  include (erased, chosen_candidate, recorded_status_id, recorded_at, decision_hash, estimated_value, entered);
-- sort=score and, read backwards, sort=-score for admins and managers; filter[score_band].
create index leads_by_score on leads
  (organization_id, score, id, status_id, source_id, owner_id, team_id, created_at) where not erased;
-- filter[status] with sort=-created_at, also if many leads of other statuses lie in between.
create index leads_by_status on leads
  (organization_id, status_id, created_at desc, id desc, source_id, owner_id, team_id, score) where not erased;
-- filter[source] with sort=-created_at, also if many leads of other sources lie in between.
create index leads_by_source on leads
  (organization_id, source_id, created_at desc, id desc, status_id, owner_id, team_id, score)
  include (erased);
-- An agent's own leads, and filter[owner], in every order: for other sorts they are few enough to be sorted.
create index leads_own_by_created on leads
  (organization_id, owner_id, created_at desc, id desc, status_id, source_id, team_id, score)
  include (erased);
-- A manager's list if the team has few leads: they are found here and sorted.
create index leads_of_team on leads (organization_id, team_id);
-- Counts the open leads of a member, for open_cap and least_open; filter[owner] with filter[status].
create index leads_of_owner on leads (organization_id, owner_id, status_id) where not erased;
-- Leads whose score is due: before a list that filters or sorts by score, and in maintenance.
create index leads_due on leads (organization_id, rescore_at) where rescore_at is not null;
select leadline_distribute('leads', 'organization_id');
-- The owner determines the team. Without this, PostgreSQL underestimates an owner's leads within a team by far.
create statistics leads_owner_team (dependencies) on organization_id, owner_id, team_id from leads;

-- A row is the position of a lead in the order by last activity, with every column that a filter uses. It is a separate table
-- because almost every change of a lead updates that time: as an indexed column of `leads`, it would prevent HOT updates.
create table lead_recency (
  organization_id bigint not null,
  lead_id bigint not null,
  last_activity_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  created_at timestamptz(3) not null,
  status_id bigint not null,
  source_id bigint,
  owner_id bigint,
  team_id bigint,
  score smallint not null,
  constraint lead_recency_pkey primary key (organization_id, lead_id)
) with (fillfactor = 90);
-- sort=-last_activity_at, with every filter.
create index lead_recency_order on lead_recency
  (organization_id, last_activity_at desc, lead_id desc, status_id, source_id, owner_id, team_id, score, created_at, updated_at);
-- filter[updated_at], with every other filter: integrations ask what has changed since their last visit.
create index lead_recency_updated on lead_recency
  (organization_id, updated_at desc, lead_id desc, status_id, source_id, owner_id, team_id, score, created_at);
select leadline_distribute('lead_recency', 'organization_id');
-- The same as for leads.
create statistics lead_recency_owner_team (dependencies) on organization_id, owner_id, team_id from lead_recency;


-- A row is something that a lead is found by: a word of its name or email, its phone, its value, a value of a custom field. The
-- first letter of the term says which; see leads/finding/terms.ts. Terms change rarely, so their index can be read without the table.
create table lead_terms (
  organization_id bigint not null,
  lead_id bigint not null,
  created_at timestamptz(3) not null,
  term text collate "C" not null,
  -- The leads of a term, or of all terms with a prefix; those of one term in the order of sort=-created_at.
  constraint lead_terms_pkey primary key (organization_id, term, created_at, lead_id)
) with (
  autovacuum_vacuum_insert_scale_factor = 0.02,
  autovacuum_analyze_scale_factor = 0.02
);
-- Part of a phone number.
create index lead_terms_phone on lead_terms using gin (organization_id, term gin_trgm_ops) where term like 'p%';
select leadline_distribute('lead_terms', 'organization_id');


-- Suppressed contacts -----------------------------------------------------------------------------------------------

-- A row is the phone or the email of an erased lead that must not be captured again, as a keyed hash (HMAC-SHA-256).
create table suppressed_contacts (
  organization_id bigint not null,
  hash bytea not null,
  created_at timestamptz(3) not null default now(),
  constraint suppressed_contacts_pkey primary key (organization_id, hash)
);
select leadline_distribute('suppressed_contacts', 'organization_id');

-- Refuses a change that gave a lead one of these contacts. It runs after the write: until an erasure commits, its lead has the
-- contact, so the write waits for it, and this sees what it suppressed. A function, to fail within the round trip of the commit.
create function leadline_refuse_suppressed(p_organization_id bigint, p_one bytea, p_other bytea) returns void
language plpgsql as $$
begin
  if exists (select from suppressed_contacts where organization_id = p_organization_id and hash in (p_one, p_other)) then
    raise exception 'the contact is suppressed' using errcode = 'LL001';
  end if;
end
$$;


-- Timeline ----------------------------------------------------------------------------------------------------------

-- The actor is a token and its membership, perhaps by an import, or a form. All null: the service itself.

-- A row is a lead's entry into a status, including the first one.
create table transitions (
  organization_id bigint not null,
  id bigserial,
  lead_id bigint not null,
  lead_created_at timestamptz(3) not null,
  occurred_at timestamptz(3) not null,
  -- Null: the lead was created.
  from_status_id bigint,
  to_status_id bigint not null,
  seconds_in_from bigint,
  actor_token_id bigint,
  actor_membership_id bigint,
  actor_form_id bigint,
  actor_import_id bigint,
  public_id text collate "C" not null,
  note text,
  -- A lead's transitions, and reports as of an earlier time: the transitions of a cohort are neighbours.
  constraint transitions_pkey
    primary key (organization_id, lead_created_at, lead_id, occurred_at, id) include (to_status_id)
);
select leadline_distribute('transitions', 'organization_id');

-- A row is an activity of a lead: recorded by a member (a call) or by the service (an assignment).
create table activities (
  organization_id bigint not null,
  id bigserial,
  lead_id bigint not null,
  occurred_at timestamptz(3) not null,
  actor_token_id bigint,
  actor_membership_id bigint,
  actor_form_id bigint,
  actor_import_id bigint,
  public_id text collate "C" not null,
  kind text not null,
  summary text,
  -- New data of a re-enquiry: fields named as on create, source and form by their public ids.
  details jsonb,
  -- A lead's activities, newest first.
  constraint activities_pkey primary key (organization_id, lead_id, occurred_at, id)
);
select leadline_distribute('activities', 'organization_id');

-- A row is a note on a lead.
create table notes (
  organization_id bigint not null,
  id bigserial,
  lead_id bigint not null,
  created_at timestamptz(3) not null,
  actor_token_id bigint,
  actor_membership_id bigint,
  actor_form_id bigint,
  actor_import_id bigint,
  public_id text collate "C" not null,
  body text not null,
  -- A lead's notes, newest first.
  constraint notes_pkey primary key (organization_id, lead_id, created_at, id)
);
select leadline_distribute('notes', 'organization_id');


-- Assignment of leads -----------------------------------------------------------------------------------------------

-- A row is a rule that assigns leads. Deleted rules stay: assignments refer to their rule.
create table distribution_rules (
  organization_id bigint not null,
  id bigserial,
  public_id text collate "C" not null,
  name text collate "C" not null,
  position integer not null,
  active boolean not null default true,
  conditions jsonb not null,
  strategy text not null,
  -- {"team": public id} or {"memberships": [public ids]}
  pool jsonb not null,
  created_at timestamptz(3) not null default now(),
  deleted_at timestamptz(3),
  constraint distribution_rules_pkey primary key (organization_id, id),
  constraint distribution_rules_public_id unique (organization_id, public_id),
  constraint distribution_rules_strategy check (strategy in ('round_robin', 'weighted', 'least_open', 'fixed'))
);
-- The rules of the settings, however many have been deleted.
create index distribution_rules_kept on distribution_rules (organization_id, id) where deleted_at is null;
select leadline_distribute('distribution_rules', 'organization_id');
alter table distribution_rules add constraint distribution_rules_organization
  foreign key (organization_id) references organizations (id);

-- The lock of an organization's assignments: a transaction that assigns leads locks this row until it commits.
create table rotations (
  organization_id bigint not null,
  -- Whether leads may be waiting: they are assigned before new ones.
  has_waiting boolean not null,
  -- Whether contacts may be suppressed: else captures need not look. Here, because captures read the row under its lock anyway.
  has_suppressed boolean not null default false,
  constraint rotations_pkey primary key (organization_id)
) with (fillfactor = 50);
select leadline_distribute('rotations', 'organization_id');
alter table rotations add constraint rotations_organization
  foreign key (organization_id) references organizations (id);

-- A row is the rotation of a rule: the credit of each member, as JSON.
create table rotation_credits (
  organization_id bigint not null,
  -- 0: the fallback, which includes every agent.
  rule_id bigint not null,
  credits text not null,
  constraint rotation_credits_pkey primary key (organization_id, rule_id)
) with (fillfactor = 50);
select leadline_distribute('rotation_credits', 'organization_id');
alter table rotation_credits add constraint rotation_credits_organization
  foreign key (organization_id) references organizations (id);

-- A row is the last decision on who gets a lead, with its inputs. Lists are text, separated by spaces, because they are
-- written with every lead and read only with their lead.
create table assignments (
  organization_id bigint not null,
  lead_id bigint not null,
  -- Null: nobody was eligible.
  owner_id bigint,
  -- The rule that assigned the lead, or under which it waits. Null: the fallback, or no rule matched.
  rule_id bigint,
  assigned_at timestamptz(3) not null,
  -- When the owner was last changed by hand.
  reassigned_at timestamptz(3),
  -- In the queue: to be assigned as soon as a member is eligible.
  waiting boolean not null,
  strategy text,
  -- Candidates in the order of the pools, and their outcomes: one letter each, see distribution/explanation.ts. Of a large pool
  -- the first ones and the chosen one, and how many more there were.
  candidate_ids text not null,
  outcomes text collate "C" not null,
  more_candidates smallint not null default 0,
  -- Rules that matched without an eligible candidate, and for each the number of candidates listed up to its end.
  passed_rule_ids bigint[],
  passed_until smallint[],
  -- The weights, if the strategy uses them; '-' for a candidate that was not eligible.
  weights text,
  -- A lead's assignment, and the distribution report, which joins it to the leads of its cohort.
  constraint assignments_pkey primary key (organization_id, lead_id)
);
-- Counts the leads assigned to a member today, for daily_cap.
create index assignments_given on assignments (organization_id, owner_id, assigned_at) where owner_id is not null;
-- The queue of waiting leads, in order of arrival.
create index assignments_waiting on assignments (organization_id, assigned_at, lead_id) where waiting;
select leadline_distribute('assignments', 'organization_id');


-- Scoring -----------------------------------------------------------------------------------------------------------

-- A row is a version of an organization's scoring model. The highest version is in force; without a row, the default model is.
create table scoring_models (
  organization_id bigint not null,
  version integer not null,
  model jsonb not null,
  created_at timestamptz(3) not null default now(),
  constraint scoring_models_pkey primary key (organization_id, version)
);
select leadline_distribute('scoring_models', 'organization_id');
alter table scoring_models add constraint scoring_models_organization
  foreign key (organization_id) references organizations (id);

-- A row is the progress of re-scoring an organization's leads with its latest model.
create table rescorings (
  organization_id bigint not null,
  version integer not null,
  total bigint,
  done bigint not null default 0,
  after_id bigint not null default 0,
  started_at timestamptz(3) not null default now(),
  -- The lease of the process that works on it; when it expires, another process continues.
  leased_until timestamptz(3) not null default '-infinity',
  -- When the last lead was reached; after that, a second walk re-scores leads written with the old model.
  walked_at timestamptz(3),
  finished_at timestamptz(3),
  constraint rescorings_pkey primary key (organization_id)
);
-- Maintenance: unfinished re-scorings.
create index rescorings_pending on rescorings (organization_id) where finished_at is null;
select leadline_distribute('rescorings', 'organization_id');
alter table rescorings add constraint rescorings_organization
  foreign key (organization_id) references organizations (id);


-- Audit trail -------------------------------------------------------------------------------------------------------

-- A row is one change. Append-only: the only statement that changes rows is the erasure of a lead (leads/erasure/), which takes
-- the values out of the lead's entries. No statement deletes a row.
create table audit_entries (
  organization_id bigint not null,
  id bigserial,
  occurred_at timestamptz(3) not null default now(),
  -- Set if the subject is a lead; the scope uses it.
  lead_id bigint,
  -- All four null: the service itself.
  actor_token_id bigint,
  actor_membership_id bigint,
  actor_form_id bigint,
  actor_import_id bigint,
  -- The uncompressed size of `changes` if it is large, so that a page can end early without reading them; null: small.
  changes_bytes integer,
  public_id text collate "C" not null,
  action text not null,
  subject_type text not null,
  subject_public_id text collate "C" not null,
  changes jsonb not null,
  request_id text,
  -- IP address of the caller; null: the service itself.
  address inet,
  -- The span that wrote it, if traces are on: deliveries of webhooks are linked to it.
  traceparent text,
  -- The audit trail of an organization, newest first.
  constraint audit_entries_pkey primary key (organization_id, occurred_at, id)
);
-- The audit trail of a lead, and of the leads in the scope of an agent or manager, newest first.
create index audit_entries_lead on audit_entries (organization_id, lead_id, occurred_at desc, id desc)
  where lead_id is not null;
-- The event feed: entries on leads in the order of their ids, which is that of their commits; see event_feeds.
create index audit_entries_feed on audit_entries (organization_id, id) include (lead_id) where lead_id is not null;
-- filter[actor] of the audit trail: what a member did, newest first.
create index audit_entries_actor on audit_entries (organization_id, actor_membership_id, occurred_at desc, id desc)
  where actor_membership_id is not null;
-- filter[subject], filter[action] and filter[subject_type] of the audit trail. Only entries on settings, people and the like, and
-- erasures, are in them: no other change of a lead writes to them.
create index audit_entries_subject on audit_entries (organization_id, subject_public_id, occurred_at desc, id desc)
  where lead_id is null;
-- The same by action.
create index audit_entries_action on audit_entries (organization_id, action, occurred_at desc, id desc)
  where lead_id is null or action = 'lead.erased';
-- The same by the kind of the subject.
create index audit_entries_subject_type on audit_entries (organization_id, subject_type, occurred_at desc, id desc)
  where lead_id is null;
select leadline_distribute('audit_entries', 'organization_id');

-- The order of an organization's events: a transaction locks this row before it draws the ids of audit entries on leads, as the
-- last thing before it commits. So an entry never becomes visible after one with a higher id.
create table event_feeds (
  organization_id bigint not null,
  constraint event_feeds_pkey primary key (organization_id)
);
select leadline_distribute('event_feeds', 'organization_id');
alter table event_feeds add constraint event_feeds_organization
  foreign key (organization_id) references organizations (id);


-- Imports -----------------------------------------------------------------------------------------------------------

-- A row is a file of leads: on whose behalf it was sent, what its columns mean, and how far it has come.
create table imports (
  organization_id bigint not null,
  id bigserial,
  token_id bigint not null,
  membership_id bigint not null,
  -- For rows that name no source.
  source_id bigint,
  created_at timestamptz(3) not null,
  started_at timestamptz(3),
  finished_at timestamptz(3),
  -- The lease of the process that receives or processes it; when it expires, another process takes over.
  leased_until timestamptz(3) not null,
  -- When rows of it are to be deleted next; null: there are none.
  clean_at timestamptz(3),
  -- Rows that came in, and those up to which it is processed: with what came of them in the same transaction.
  rows integer not null default 0,
  processed integer not null default 0,
  created integer not null default 0,
  duplicates integer not null default 0,
  filled integer not null default 0,
  failed integer not null default 0,
  -- How often a process has begun on it since rows were processed last.
  tries integer not null default 0,
  dry_run boolean not null,
  public_id text collate "C" not null,
  name text not null,
  state text not null,
  on_duplicate text not null,
  -- The header line, and the field of each of its columns (null: ignored), as JSON lists.
  columns text not null,
  fields text not null,
  request_id text,
  address inet,
  constraint imports_pkey primary key (organization_id, id),
  constraint imports_public_id unique (organization_id, public_id),
  constraint imports_state check (state in ('receiving', 'queued', 'running', 'done', 'cancelled', 'failed')),
  constraint imports_on_duplicate check (on_duplicate in ('skip', 'fill'))
);
-- The list of imports, newest first.
create index imports_newest on imports (organization_id, created_at desc, id desc);
-- The same for a manager, who sees its own.
create index imports_own on imports (organization_id, membership_id, created_at desc, id desc);
-- Maintenance: imports that are not finished.
create index imports_open on imports (organization_id, id) where state in ('receiving', 'queued', 'running');
-- Maintenance: imports with rows to be deleted.
create index imports_to_clean on imports (organization_id, clean_at) where clean_at is not null;
select leadline_distribute('imports', 'organization_id');
alter table imports add constraint imports_organization foreign key (organization_id) references organizations (id);

-- A row is a line of a file: until it is processed, or for 30 days if it failed. No foreign key: a million rows come and go.
create table import_rows (
  organization_id bigint not null,
  import_id bigint not null,
  -- In a dry run: the lead that it is a duplicate of, by its id, or by the negative number of the row that would create it.
  target bigint,
  -- The first line after the header is 1.
  number integer not null,
  -- As leads have them, so that a person can be found here, too.
  phone text collate "C",
  email_key text collate "C",
  -- As sent, as a JSON list.
  cells text not null,
  -- Why it failed; null: it has not been processed, or it is kept for a dry run.
  fault text,
  constraint import_rows_pkey primary key (organization_id, import_id, number)
);
-- Rows of a person: to be erased, and duplicates within the file of a dry run.
create index import_rows_phone on import_rows (organization_id, phone) where phone is not null;
-- The same by email.
create index import_rows_email on import_rows (organization_id, email_key) where email_key is not null;
-- Rows of a dry run about one lead.
create index import_rows_target on import_rows (organization_id, import_id, target) where target is not null;
-- Failures of an import, in their order.
create index import_rows_failed on import_rows (organization_id, import_id, number) where fault is not null;
select leadline_distribute('import_rows', 'organization_id');


-- Webhooks ----------------------------------------------------------------------------------------------------------

-- A row is a webhook: where events go, and how far the event feed has been turned into deliveries.
create table webhooks (
  organization_id bigint not null,
  id bigserial,
  -- Events up to this position of the feed have deliveries, if they are of the wanted types.
  position bigint not null,
  -- The process that sends its deliveries holds the lease, whose number every claim increments.
  lease bigint not null default 0,
  leased_until timestamptz(3) not null default '-infinity',
  -- When a process looks at it next.
  due_at timestamptz(3) not null default now(),
  created_at timestamptz(3) not null default now(),
  -- The first failure since the last success.
  failing_since timestamptz(3),
  -- Until then the previous secret signs, too.
  previous_until timestamptz(3),
  active boolean not null default true,
  public_id text collate "C" not null,
  url text not null,
  -- Types of events, or only '*'.
  events text[] not null,
  description text,
  -- Why the service itself made it inactive.
  disabled_reason text,
  -- Encrypted with a key of the installation: the service must sign with them.
  secret bytea not null,
  previous_secret bytea,
  constraint webhooks_pkey primary key (organization_id, id),
  constraint webhooks_public_id unique (organization_id, public_id)
);
-- The list of webhooks, newest first.
create index webhooks_newest on webhooks (organization_id, created_at desc, id desc);
-- The worker: webhooks that a process has to look at, those that wait for longest first.
create index webhooks_due on webhooks (due_at) where active;
select leadline_distribute('webhooks', 'organization_id');
alter table webhooks add constraint webhooks_organization foreign key (organization_id) references organizations (id);

-- A row is an event on its way to a webhook, or what became of it. It names the event and holds nothing of it. Rows of a deleted
-- webhook stay until they are as old as all that are deleted.
create table webhook_deliveries (
  organization_id bigint not null,
  webhook_id bigint not null,
  -- Of the event in the feed.
  position bigint not null,
  lead_id bigint not null,
  created_at timestamptz(3) not null default now(),
  next_attempt_at timestamptz(3) default now(),
  -- Attempts since it was made, or sent again by hand: how long to wait for the next one.
  tries smallint not null default 0,
  status text not null default 'pending',
  public_id text collate "C" not null,
  event_public_id text collate "C" not null,
  event_type text not null,
  -- The latest ones, oldest first.
  attempts jsonb not null default '[]',
  constraint webhook_deliveries_pkey primary key (organization_id, webhook_id, position),
  constraint webhook_deliveries_public_id unique (organization_id, public_id),
  constraint webhook_deliveries_status check (status in ('pending', 'succeeded', 'failed')),
  constraint webhook_deliveries_next check ((status = 'pending') = (next_attempt_at is not null))
);
-- The list of deliveries, newest first, also of one status.
create index webhook_deliveries_newest
  on webhook_deliveries (organization_id, webhook_id, status, created_at desc, position desc);
-- The worker: deliveries that are due.
create index webhook_deliveries_due
  on webhook_deliveries (organization_id, webhook_id, next_attempt_at, position) where status = 'pending';
-- Maintenance: deliveries that are old enough to be deleted.
create index webhook_deliveries_old on webhook_deliveries (organization_id, created_at);
select leadline_distribute('webhook_deliveries', 'organization_id');


-- Views -------------------------------------------------------------------------------------------------------------

-- A row is a saved list of leads: filters, sort and columns, for its owner or for everybody.
create table views (
  organization_id bigint not null,
  id bigserial,
  owner_id bigint not null,
  created_at timestamptz(3) not null default now(),
  shared boolean not null,
  public_id text collate "C" not null,
  name text not null,
  sort text not null,
  -- As sent, as a JSON object and a JSON list.
  filters text not null,
  columns text not null,
  -- What it filters by, as leads have it: when that person is erased, the view goes, too.
  phone text collate "C",
  email_key text collate "C",
  constraint views_pkey primary key (organization_id, id),
  constraint views_public_id unique (organization_id, public_id)
);
-- The list of views, newest first: those of a member.
create index views_own on views (organization_id, owner_id, created_at desc, id desc);
-- The same: those that everybody sees.
create index views_shared on views (organization_id, created_at desc, id desc) where shared;
-- Erasure of a lead: views of its phone.
create index views_phone on views (organization_id, phone) where phone is not null;
-- The same by email.
create index views_email on views (organization_id, email_key) where email_key is not null;
select leadline_distribute('views', 'organization_id');
alter table views add constraint views_owner foreign key (organization_id, owner_id)
  references memberships (organization_id, id);


-- Bulk changes ------------------------------------------------------------------------------------------------------

-- A row is a change of many leads: on whose behalf it was asked for, and how far it has come.
create table jobs (
  organization_id bigint not null,
  id bigserial,
  token_id bigint not null,
  membership_id bigint not null,
  created_at timestamptz(3) not null default now(),
  started_at timestamptz(3),
  finished_at timestamptz(3),
  -- The lease of the process that works on it; when it expires, another process takes over.
  leased_until timestamptz(3) not null default '-infinity',
  -- Leads of it, and those up to which it has come: with what came of them in the same transaction.
  total integer not null,
  processed integer not null default 0,
  changed integer not null default 0,
  unchanged integer not null default 0,
  failed integer not null default 0,
  -- How often a process has begun on it since leads were processed last.
  tries integer not null default 0,
  public_id text collate "C" not null,
  state text not null default 'queued',
  -- As sent, as JSON; the filter without what is personal in it.
  change text not null,
  filter text,
  -- The first failures, as a JSON list.
  failures text not null default '[]',
  -- Why the service itself stopped it.
  reason text,
  request_id text,
  address inet,
  constraint jobs_pkey primary key (organization_id, id),
  constraint jobs_public_id unique (organization_id, public_id),
  constraint jobs_state check (state in ('queued', 'running', 'done', 'stopped'))
);
-- The list of jobs, newest first. Maintenance: jobs that are old enough to be deleted.
create index jobs_newest on jobs (organization_id, created_at desc, id desc);
-- The same for those who see their own.
create index jobs_own on jobs (organization_id, membership_id, created_at desc, id desc);
-- Maintenance: jobs that are not finished.
create index jobs_open on jobs (organization_id, id) where state in ('queued', 'running');
select leadline_distribute('jobs', 'organization_id');
alter table jobs add constraint jobs_organization foreign key (organization_id) references organizations (id);

-- A row is the next 500 leads of a job, until they are processed. No foreign key: they come and go.
create table job_leads (
  organization_id bigint not null,
  job_id bigint not null,
  -- From 0 on.
  number integer not null,
  -- Public ids: some may not exist, or be out of the caller's sight.
  leads text[] collate "C" not null,
  constraint job_leads_pkey primary key (organization_id, job_id, number)
);
select leadline_distribute('job_leads', 'organization_id');


-- Idempotency -------------------------------------------------------------------------------------------------------

-- A row is the response to a POST with an Idempotency-Key, kept for a day, encrypted with a key derived from the caller's token.
create table idempotent_answers (
  organization_id bigint not null,
  token_id bigint not null,
  key text collate "C" not null,
  -- Hash of the request, so that a different request with the same key is rejected.
  fingerprint bytea not null,
  -- Null while the request runs, in its own transaction, and after a lead that it shows was erased.
  answer bytea,
  -- Public ids of the leads that the response shows.
  shows text[] collate "C",
  created_at timestamptz(3) not null,
  constraint idempotent_answers_pkey primary key (organization_id, token_id, key)
);
-- Maintenance: deletes responses older than a day.
create index idempotent_answers_age on idempotent_answers (organization_id, created_at);
-- Erasure of a lead: the responses that show it.
create index idempotent_answers_shows on idempotent_answers using gin (shows) with (fastupdate = off);
select leadline_distribute('idempotent_answers', 'organization_id');


-- Rate limits -------------------------------------------------------------------------------------------------------

-- A row is a token bucket that all processes share: for a token, an address, or an address and a form.
-- Unlogged, except on Citus: no WAL and no flush; after a crash every quota is full again.
create unlogged table rate_limits (
  -- 0 if the organization is not known: failed authentications, requests to forms.
  organization_id bigint not null,
  -- A digest, so that its length does not depend on the caller's input.
  key bytea not null,
  remaining double precision not null,
  -- Leased calls that processes have not reported as used; the leases are void after lent_until.
  lent integer not null,
  lent_until timestamptz not null,
  -- Time of the last update; a minute later the bucket is full, and the row is not needed.
  counted_at timestamptz not null,
  constraint rate_limits_pkey primary key (organization_id, key)
) with (fillfactor = 50);
select leadline_distribute('rate_limits', 'organization_id');

-- Refills a bucket and takes the needed calls, as far as available. It also leases calls ahead, as long as they are a small part
-- of what is left. `p_settled` of the leased calls were used or are returned; `p_returned` of these are returned. Leased calls
-- take up room that is not refilled, because nobody knows yet when they are used. So the quota is never exceeded, however
-- many processes hold leases.
-- A function, to lock the row, then read the clock, and write, in one round trip.
create function leadline_take_calls(
  p_organization_id bigint, p_key bytea, p_quota integer, p_needed integer, p_ahead integer, p_settled integer,
  p_returned integer, out granted integer, out remaining double precision
)
language plpgsql as $$
declare
  v_bucket rate_limits%rowtype;
  v_now timestamptz;
  v_lent_until timestamptz;
  v_per_second constant double precision := p_quota / 60.0;
begin
  loop
    select * into v_bucket from rate_limits as bucket
     where bucket.organization_id = p_organization_id and bucket.key = p_key for update;
    exit when found;
    insert into rate_limits (organization_id, key, remaining, lent, lent_until, counted_at)
    values (p_organization_id, p_key, p_quota, 0, '-infinity', clock_timestamp())
    on conflict do nothing;
  end loop;
  v_now := clock_timestamp(); -- after the lock, so that the time of a row never goes back
  v_lent_until := greatest(least(v_bucket.lent_until, v_now), v_bucket.counted_at);
  remaining := least(v_bucket.remaining + extract(epoch from v_lent_until - v_bucket.counted_at) * v_per_second,
                     p_quota - v_bucket.lent);
  if v_lent_until < v_now then
    v_bucket.lent := 0;
    remaining := least(remaining + extract(epoch from v_now - v_lent_until) * v_per_second, p_quota);
  end if;
  v_bucket.lent := greatest(v_bucket.lent - p_settled, 0);
  remaining := greatest(least(remaining + p_returned, p_quota - v_bucket.lent), 0);
  granted := least(floor(remaining + 1e-6),
                   greatest(p_needed, least(p_needed + p_ahead, floor(remaining / 64))));
  remaining := greatest(remaining - granted, 0);
  if granted > p_needed then
    v_bucket.lent := v_bucket.lent + granted - p_needed;
    v_bucket.lent_until := v_now + interval '5 seconds';
  end if;
  update rate_limits as bucket
     set remaining = leadline_take_calls.remaining, lent = v_bucket.lent, lent_until = v_bucket.lent_until, counted_at = v_now
   where bucket.organization_id = p_organization_id and bucket.key = p_key;
end
$$;


-- Changes of a lead -------------------------------------------------------------------------------------------------

-- Leads are written by plain statements (leads/writing/). These functions do what would take several round trips.

-- Updates scores, but only of leads that still have the version their score was computed from, and never over the score of a
-- newer model. The lead's version stays, because nobody changed the lead. Returns the ids of the updated leads.
-- A function, because the update of lead_recency must see the update of leads, which is not possible in one statement.
create function leadline_write_scores(
  p_organization_id bigint, p_scored_with integer, p_now timestamptz, p_ids bigint[], p_versions integer[],
  p_scores smallint[], p_signals jsonb[], p_rescore_at timestamptz[]
) returns bigint[]
language plpgsql as $$
declare
  v_ids bigint[];
begin
  with written as (
    update leads
       set score = fresh.score, signals = fresh.signals, rescore_at = fresh.rescore_at, scored_with = p_scored_with
      from unnest(p_ids, p_versions, p_scores, p_signals, p_rescore_at)
           as fresh (id, version, score, signals, rescore_at)
     where leads.organization_id = p_organization_id and leads.id = fresh.id and leads.version = fresh.version
       and (leads.scored_with < p_scored_with or (leads.scored_with = p_scored_with and leads.rescore_at <= p_now))
    returning leads.id)
  select array_agg(id) into v_ids from written;
  update lead_recency set score = leads.score
    from leads
   where lead_recency.organization_id = p_organization_id and lead_recency.lead_id = any(v_ids)
     and leads.organization_id = p_organization_id and leads.id = lead_recency.lead_id
     and lead_recency.score <> leads.score;
  return v_ids;
end
$$;

-- Sets the team of leads to their owner's team, if they still have that owner, and increments their version.
-- A function, to update both tables in one round trip.
create function leadline_give_team(p_organization_id bigint, p_owner_id bigint, p_lead_ids bigint[]) returns void
language plpgsql as $$
declare
  v_team_id bigint;
begin
  select team_id into v_team_id from memberships where organization_id = p_organization_id and id = p_owner_id;
  update leads set team_id = v_team_id, version = version + 1
   where organization_id = p_organization_id and id = any(p_lead_ids) and owner_id = p_owner_id
     and team_id is distinct from v_team_id;
  update lead_recency set team_id = v_team_id
   where organization_id = p_organization_id and lead_id = any(p_lead_ids) and owner_id = p_owner_id
     and team_id is distinct from v_team_id;
end
$$;
