-- The schema, feature by feature:
--
--   Distribution over nodes       leadline_distribute
--   Installation                  installation
--   Organizations and access      organizations, teams, memberships, tokens
--   Settings and pipeline         statuses, sources, custom_fields
--   Forms                         forms
--   Leads                         leads, lead_recency
--   Timeline                      transitions, activities, notes
--   Assignment of leads           distribution_rules, rotations, rotation_credits, assignments
--   Scoring                       scoring_models, rescorings
--   Audit trail                   audit_entries
--   Idempotency                   idempotent_answers
--   Rate limits                   rate_limits
--   Changes of a lead             leadline_write_scores, leadline_give_team
--
-- One schema serves plain PostgreSQL and Citus. Every key begins with the organization and foreign keys carry it; ids are
-- bigserial; there are no triggers. A table is distributed right after it is made, and its foreign keys come after that,
-- since Citus takes them only between tables that are both distributed. CONTRIBUTING.md has the rules.
--
-- `id` is internal, `public_id` is what callers see. Times are timestamptz(3): what callers see is all there is.
-- In tables that grow with the leads, columns of fixed width come first, so that no row has padding between its columns.
--
-- Each table has an index for the order in which it is listed. Where the primary key has that order, it is that index.


-- Distribution over nodes -------------------------------------------------------------------------------------------

-- Distributes a table by its organization, or copies it to every node (no column given), where Citus is installed.
-- A function, because plain PostgreSQL does not have the functions that it calls.
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


-- Installation ------------------------------------------------------------------------------------------------------

-- The only row is this installation. Cursors, organization keys and form pages are encrypted or signed with keys derived
-- from its secret; a copy of the database keeps them valid.
create table installation (
  id smallint not null default 1,
  secret bytea not null,
  created_at timestamptz(3) not null default now(),
  constraint installation_pkey primary key (id),
  constraint installation_single check (id = 1)
);
select leadline_distribute('installation', null);


-- Organizations and access ------------------------------------------------------------------------------------------

-- A row is an organization: a customer of the installation, who never sees another one's data.
create table organizations (
  id bigserial,
  public_id text collate "C" not null,
  name text not null,
  time_zone text not null default 'Asia/Kolkata',
  currency text not null default 'INR',
  -- Incremented with every change of what the settings snapshot holds; a process with another number reads it anew.
  settings_version bigint not null default 1,
  created_at timestamptz(3) not null default now(),
  constraint organizations_pkey primary key (id)
);
-- For operators in psql, who know an organization by this id; the service itself finds it by `id`.
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

-- A row is a person in an organization: what it may see by role and team, and how many leads it takes and when.
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
  -- Set while the leads of a membership that changed team still have to follow it.
  leads_follow_since timestamptz(3),
  constraint memberships_pkey primary key (organization_id, id),
  constraint memberships_public_id unique (organization_id, public_id),
  constraint memberships_role check (role in ('agent', 'manager', 'admin')),
  constraint memberships_weight check (weight between 1 and 100)
);
-- The list of memberships, newest first.
create index memberships_newest on memberships (organization_id, created_at desc, id desc);
-- The foreign key to teams: without it, PostgreSQL would look through all memberships before it lets a team be deleted.
create index memberships_team on memberships (organization_id, team_id);
-- Maintenance: memberships whose leads still have to follow them to another team.
create index memberships_leads_follow on memberships (organization_id, id) where leads_follow_since is not null;
select leadline_distribute('memberships', 'organization_id');
alter table memberships add constraint memberships_organization
  foreign key (organization_id) references organizations (id);
alter table memberships add constraint memberships_team
  foreign key (organization_id, team_id) references teams (organization_id, id);

-- A row is an API token of a membership. Of its text only a hash is kept. Revoked tokens stay: the audit trail names them.
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
  -- Authentication finds a token by this.
  constraint tokens_secret_hash unique (organization_id, secret_hash)
);
-- The list of tokens, newest first.
create index tokens_newest on tokens (organization_id, created_at desc, id desc);
-- How many live tokens a membership has: counted when another one is issued.
create index tokens_of_membership on tokens (organization_id, membership_id) where revoked_at is null;
select leadline_distribute('tokens', 'organization_id');
alter table tokens add constraint tokens_membership
  foreign key (organization_id, membership_id) references memberships (organization_id, id);


-- Settings and pipeline ---------------------------------------------------------------------------------------------

-- A row is a status of the pipeline, with what a lead needs to get there and where it may go next.
create table statuses (
  organization_id bigint not null,
  id bigserial,
  public_id text collate "C" not null,
  name text collate "C" not null,
  -- Counted from 0 in each organization and never given twice: the bit of the status in leads.entered.
  number integer not null,
  kind text not null,
  position integer not null,
  -- New leads begin here.
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
-- At most one initial status in an organization.
create unique index statuses_initial on statuses (organization_id) where initial;
-- No number twice in an organization, also where two statuses are made at once.
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
-- No two sources in use have one name; that of an archived source can be given again.
create unique index sources_name on sources (organization_id, name) where not archived;
select leadline_distribute('sources', 'organization_id');
alter table sources add constraint sources_organization foreign key (organization_id) references organizations (id);

-- A row is a field that an organization has added to its leads; the values are in leads.custom_fields, under its key.
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
  -- Archived ones included: leads keep values under the key.
  constraint custom_fields_key unique (organization_id, key),
  constraint custom_fields_type check (type in ('text', 'number', 'boolean', 'date', 'select', 'multi_select'))
);
select leadline_distribute('custom_fields', 'organization_id');
alter table custom_fields add constraint custom_fields_organization
  foreign key (organization_id) references organizations (id);


-- Forms -------------------------------------------------------------------------------------------------------------

-- A row is a form through which visitors of a website become leads.
create table forms (
  organization_id bigint not null,
  id bigserial,
  public_id text collate "C" not null,
  name text collate "C" not null,
  source_id bigint,
  fields jsonb not null,
  allowed_origins text[] not null default '{}',
  active boolean not null default true,
  -- Null: the default one, in the visitor's language.
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

-- Neither leads nor what belongs to them has foreign keys: each costs a query and a lock on a row that all creates share, a
-- third of a create together. No statement deletes what they would refer to; `leadline verify` looks for broken references.

-- A row is a lead: somebody who may buy, with the status it is in and the member who owns it.
create table leads (
  organization_id bigint not null,
  id bigserial,
  status_id bigint not null,
  source_id bigint,
  owner_id bigint,
  -- The owner's team. Without an owner, the team that it was left with.
  team_id bigint,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null,
  last_activity_at timestamptz(3) not null,
  last_reenquiry_at timestamptz(3),
  -- When the lead came into its status, by whichever way.
  status_since timestamptz(3) not null,
  -- What the recorded transitions of the lead amount to, for reports: the last one, and in `entered` all of them.
  recorded_status_id bigint,
  recorded_at timestamptz(3),
  -- What distribution decided, for its report: a hash of what the decision rested on, the same for all that found the same
  -- candidates in the same state, and below which of them was chosen, counted from 1.
  decision_hash bigint,
  -- When the score changes next by age alone.
  rescore_at timestamptz(3),
  -- Version of the scoring model that the score was computed with.
  scored_with integer not null default 0,
  -- Incremented with every change of the lead and of its timeline: what ETag and If-Match speak of.
  version integer not null default 1,
  score smallint not null,
  chosen_candidate smallint,
  -- In which shape `rendered` is.
  rendered_shape smallint not null,
  -- The lead's own JSON as it is answered, without the score and the names of others; see leads/render.ts.
  rendered text not null,
  public_id text collate "C" not null,
  first_name text,
  last_name text,
  -- In E.164.
  phone text collate "C",
  email text,
  -- The email as it is compared: case-folded.
  email_key text collate "C",
  estimated_value numeric(12, 2),
  custom_fields jsonb not null default '{}',
  -- What activities add to the score: by kind, how many there are, each counted less the older it is, and as of when.
  signals jsonb,
  -- The statuses that the lead has entered, a bit for each by statuses.number, in as many bytes as the highest needs.
  entered bytea not null default '',
  constraint leads_pkey primary key (organization_id, id),
  -- A lead read or changed by its URL.
  constraint leads_public_id unique (organization_id, public_id),
  constraint leads_reachable check (phone is not null or email is not null)
) with (
  -- Most changes touch no indexed column: room in the page lets them stay there (HOT).
  fillfactor = 90,
  -- Reports read from an index alone what VACUUM has been over. By default it would come after a fifth of the table changed.
  autovacuum_vacuum_scale_factor = 0.05,
  autovacuum_vacuum_insert_scale_factor = 0.02
);

-- What a duplicate is: a create whose phone another lead has meets a conflict here.
create unique index leads_phone on leads (organization_id, phone) where phone is not null;
-- The same by email, for leads of whom no phone is known, or another one.
create unique index leads_email on leads (organization_id, email_key) where email_key is not null;

-- An index of a list begins with what the list begins with, goes on with the sort key, and ends with every column that a
-- filter may ask for. These are keys and not merely included: conditions on keys are judged inside the index, on included
-- columns only after a look at the visibility map (a status that one lead in 200 has: 130 buffers instead of 7,400).

-- sort=-created_at for admins and managers, filter[created_at], and the leads of every report: the included columns are
-- what reports count by, so that they read a seventh of what the leads themselves are. chosen_candidate comes first of them:
-- right after the score it takes no room of its own.
create index leads_by_created on leads
  (organization_id, created_at desc, id desc, status_id, source_id, owner_id, team_id, score)
  include (chosen_candidate, recorded_status_id, recorded_at, decision_hash, estimated_value, entered);
-- sort=score and, read backwards, sort=-score for admins and managers; filter[score_band].
create index leads_by_score on leads
  (organization_id, score, id, status_id, source_id, owner_id, team_id, created_at);
-- filter[status] with sort=-created_at, however many leads of other statuses came in between.
create index leads_by_status on leads
  (organization_id, status_id, created_at desc, id desc, source_id, owner_id, team_id, score);
-- filter[source] with sort=-created_at, however many leads of other sources came in between.
create index leads_by_source on leads
  (organization_id, source_id, created_at desc, id desc, status_id, owner_id, team_id, score);
-- An agent's own leads and filter[owner] in every order: few enough to be sorted where it is not by creation.
create index leads_own_by_created on leads
  (organization_id, owner_id, created_at desc, id desc, status_id, source_id, team_id, score);
-- A manager's list where the team has few leads: they are gathered from here and sorted.
create index leads_of_team on leads (organization_id, team_id);
-- How many open leads a member has, which caps and the strategy least_open go by; filter[owner] with filter[status].
create index leads_of_owner on leads (organization_id, owner_id, status_id);
-- Scores that have changed by age: before a list that scores decide, and in maintenance.
create index leads_due on leads (organization_id, rescore_at) where rescore_at is not null;
select leadline_distribute('leads', 'organization_id');
-- The owner decides the team: without being told, PostgreSQL takes an owner's leads in a team for far fewer than they are.
create statistics leads_owner_team (dependencies) on owner_id, team_id from leads;

-- A row is the place of a lead in the order by last activity, with every column that a filter may ask for. A table of its
-- own, because almost every change of a lead moves that time: in an index of `leads` it would make each write all of them.
create table lead_recency (
  organization_id bigint not null,
  lead_id bigint not null,
  last_activity_at timestamptz(3) not null,
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
  (organization_id, last_activity_at desc, lead_id desc, status_id, source_id, owner_id, team_id, score, created_at);
select leadline_distribute('lead_recency', 'organization_id');
-- As for leads.
create statistics lead_recency_owner_team (dependencies) on owner_id, team_id from lead_recency;


-- Timeline ----------------------------------------------------------------------------------------------------------

-- Who acted is a token and its membership, or a form; all null: the service itself.

-- A row is a lead's step into a status, the first one included.
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
  public_id text collate "C" not null,
  note text,
  -- A lead's transitions, and the reports on an earlier moment: leads that were created in a range lie together.
  constraint transitions_pkey
    primary key (organization_id, lead_created_at, lead_id, occurred_at, id) include (to_status_id)
);
select leadline_distribute('transitions', 'organization_id');

-- A row is something that happened with a lead: a call that somebody recorded, or what the service did itself.
create table activities (
  organization_id bigint not null,
  id bigserial,
  lead_id bigint not null,
  occurred_at timestamptz(3) not null,
  actor_token_id bigint,
  actor_membership_id bigint,
  actor_form_id bigint,
  public_id text collate "C" not null,
  kind text not null,
  summary text,
  -- What a re-enquiry brought that the lead did not have: named as on create, source and form by their public ids.
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
  public_id text collate "C" not null,
  body text not null,
  -- A lead's notes, newest first.
  constraint notes_pkey primary key (organization_id, lead_id, created_at, id)
);
select leadline_distribute('notes', 'organization_id');


-- Assignment of leads -----------------------------------------------------------------------------------------------

-- A row is a rule that says who gets which leads. Deleted rules stay: assignments name the rule they were made by.
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

-- A row is locked by whoever assigns leads of an organization, until it commits: assignment is one after the other there.
create table rotations (
  organization_id bigint not null,
  -- Leads may be waiting for somebody: those are assigned before new ones.
  has_waiting boolean not null,
  constraint rotations_pkey primary key (organization_id)
) with (fillfactor = 50);
select leadline_distribute('rotations', 'organization_id');
alter table rotations add constraint rotations_organization
  foreign key (organization_id) references organizations (id);

-- A row says who is next under a rule: by member, what it is owed of leads, as JSON.
create table rotation_credits (
  organization_id bigint not null,
  -- 0: of the fallback, which any agent takes part in.
  rule_id bigint not null,
  credits text not null,
  constraint rotation_credits_pkey primary key (organization_id, rule_id)
) with (fillfactor = 50);
select leadline_distribute('rotation_credits', 'organization_id');
alter table rotation_credits add constraint rotation_credits_organization
  foreign key (organization_id) references organizations (id);

-- A row is the last decision on who gets a lead, with everything it rested on. Lists are text, separated by spaces: they are
-- only read with their lead, and written with every lead.
create table assignments (
  organization_id bigint not null,
  lead_id bigint not null,
  -- Null: nobody could take it.
  owner_id bigint,
  -- The rule that gave the lead away, or under which it waits. Null: the fallback, or no rule matched.
  rule_id bigint,
  assigned_at timestamptz(3) not null,
  -- When somebody changed the owner by hand since.
  reassigned_at timestamptz(3),
  -- Still to be assigned, as soon as somebody can take it.
  waiting boolean not null,
  strategy text,
  -- Candidates in the order of the pools, and what was found of each: one letter, see distribution/explanation.ts. Of a
  -- large pool the first ones, with the one that was chosen, and how many more there were.
  candidate_ids text not null,
  outcomes text collate "C" not null,
  more_candidates smallint not null default 0,
  -- Rules that matched and had nobody, and how many of the candidates had been looked at by the end of each.
  passed_rule_ids bigint[],
  passed_until smallint[],
  -- Where the strategy weighs; '-' where a candidate was not eligible.
  weights text,
  -- A lead's assignment, and the distribution report, which joins it to the leads of its cohort.
  constraint assignments_pkey primary key (organization_id, lead_id)
);
-- How many leads a member was given today: daily caps are judged by it.
create index assignments_given on assignments (organization_id, owner_id, assigned_at) where owner_id is not null;
-- Leads that wait for somebody, in the order of arrival.
create index assignments_waiting on assignments (organization_id, assigned_at, lead_id) where waiting;
select leadline_distribute('assignments', 'organization_id');


-- Scoring -----------------------------------------------------------------------------------------------------------

-- A row is a scoring model that an organization has had. The one with the highest version is in force; none: the default.
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

-- A row says how far the leads of an organization have been scored with its latest model.
create table rescorings (
  organization_id bigint not null,
  version integer not null,
  total bigint,
  done bigint not null default 0,
  after_id bigint not null default 0,
  started_at timestamptz(3) not null default now(),
  -- The process that works on it renews this lease; once it is over, another process goes on.
  leased_until timestamptz(3) not null default '-infinity',
  -- When the last lead was reached; after that all are walked through once more, for those written with the old model.
  walked_at timestamptz(3),
  finished_at timestamptz(3),
  constraint rescorings_pkey primary key (organization_id)
);
-- Maintenance: rescorings that are not finished.
create index rescorings_pending on rescorings (organization_id) where finished_at is null;
select leadline_distribute('rescorings', 'organization_id');
alter table rescorings add constraint rescorings_organization
  foreign key (organization_id) references organizations (id);


-- Audit trail -------------------------------------------------------------------------------------------------------

-- A row is a change that somebody made. Append-only: no statement of the service changes or deletes one.
create table audit_entries (
  organization_id bigint not null,
  id bigserial,
  occurred_at timestamptz(3) not null default now(),
  -- Set where the subject is a lead, for the scope.
  lead_id bigint,
  -- All three null: the service itself.
  actor_token_id bigint,
  actor_membership_id bigint,
  actor_form_id bigint,
  -- The size of `changes` before compression where it is large, so that a page can end before it grows too large without
  -- reading them; null: small.
  changes_bytes integer,
  public_id text collate "C" not null,
  action text not null,
  subject_type text not null,
  subject_public_id text collate "C" not null,
  changes jsonb not null,
  request_id text,
  -- Where the call came from; null where the service itself acted.
  address inet,
  -- The audit trail of an organization, newest first.
  constraint audit_entries_pkey primary key (organization_id, occurred_at, id)
);
-- The audit trail of a lead, and of those in the scope of an agent or manager, newest first.
create index audit_entries_lead on audit_entries (organization_id, lead_id, occurred_at desc, id desc)
  where lead_id is not null;
select leadline_distribute('audit_entries', 'organization_id');


-- Idempotency -------------------------------------------------------------------------------------------------------

-- A row is the answer to a POST with an Idempotency-Key, kept for a day and encrypted under the caller's own token.
create table idempotent_answers (
  organization_id bigint not null,
  token_id bigint not null,
  key text collate "C" not null,
  -- Of the request, so that another one under the same key is refused.
  fingerprint bytea not null,
  -- Null while the request is under way, in its own transaction.
  answer bytea,
  created_at timestamptz(3) not null,
  constraint idempotent_answers_pkey primary key (organization_id, token_id, key)
);
-- Maintenance: answers older than a day are deleted.
create index idempotent_answers_age on idempotent_answers (organization_id, created_at);
select leadline_distribute('idempotent_answers', 'organization_id');


-- Rate limits -------------------------------------------------------------------------------------------------------

-- A row is a token bucket that all processes share: of a token, an address, or an address and a form, heard of lately.
-- Unlogged: nothing is written twice or waited for, and after a crash every quota is whole again.
create unlogged table rate_limits (
  -- 0 where none is known: failed authentications.
  organization_id bigint not null,
  -- A digest, so that its length does not depend on what callers send.
  key bytea not null,
  remaining double precision not null,
  -- Calls that processes hold in advance and have not reported as used; none of them is good after lent_until.
  lent integer not null,
  lent_until timestamptz not null,
  -- When it was last counted; a minute later it is full again and says nothing.
  counted_at timestamptz not null,
  constraint rate_limits_pkey primary key (organization_id, key)
) with (fillfactor = 50);
select leadline_distribute('rate_limits', 'organization_id');

-- Refills a bucket and takes the calls that are needed, as far as they are there, and more ahead while they are a small part
-- of what is left. `p_settled` of the calls lent before are used or come back, `p_returned` of them come back. While calls
-- are lent, they leave no room that time could fill, since nobody knows yet when they were used: so at no moment can more
-- than the quota be used, however many processes hold some.
-- A function, to lock the row, read the clock after that, and write, in one round trip.
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
  v_now := clock_timestamp(); -- not before the row is ours: its time never goes back
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

-- Leads are written by plain statements (leads/writing/); these functions do what would take several round trips.

-- Writes scores beside everything else that happens to leads: only where a lead is still what its score was computed from,
-- and never over the score of a newer model. The lead's own version stays: nobody has changed it. Answers whose was written.
-- A function, because what is written to lead_recency must see what was written to leads, which no single statement does.
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

-- Gives leads the team of their owner, as far as they still have that owner. The version is incremented, so that a change of
-- the lead under way does not bring the old team back. A function, to change both tables in one round trip.
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
