-- Leads, what happens to them, and the memory of requests that must not happen twice.

alter table leads add column first_name text;
alter table leads add column last_name text;
alter table leads add column phone text collate "C";
alter table leads add column email text;
-- The email as it is compared: case-folded.
alter table leads add column email_key text collate "C";
alter table leads add column source_id bigint;
alter table leads add column status_id bigint not null;
-- When the lead came into its status, by whichever way.
alter table leads add column status_since timestamptz(3) not null;
alter table leads add column estimated_value numeric(12, 2);
alter table leads add column custom_fields jsonb not null default '{}';
alter table leads add column score smallint not null;
alter table leads add column last_activity_at timestamptz(3) not null;
alter table leads add column last_reenquiry_at timestamptz(3);
alter table leads add column updated_at timestamptz(3) not null;
-- Counts every change of the lead and of its timeline: what ETag and If-Match speak of.
alter table leads add column version integer not null default 1;
-- The lead's own JSON, rendered when it is written; `rendered_shape` says in which shape.
alter table leads add column rendered text not null;
alter table leads add column rendered_shape smallint not null;
-- Most changes touch no indexed column: room in the page lets them stay there (HOT).
alter table leads set (fillfactor = 90);

alter table leads add constraint leads_source
  foreign key (organization_id, source_id) references sources (organization_id, id);
alter table leads add constraint leads_status
  foreign key (organization_id, status_id) references statuses (organization_id, id);
alter table leads add constraint leads_reachable check (phone is not null or email is not null);

-- These two decide what a duplicate is.
create unique index leads_phone on leads (organization_id, phone) where phone is not null;
create unique index leads_email on leads (organization_id, email_key) where email_key is not null;

-- A page is found in one of these: they begin with what an organization's or an agent's list begins with, go on with the
-- sort key, and end with every column that a filter may ask for. Those stand among the keys and are not merely included:
-- conditions on keys are judged inside the index, on included columns only after a look at the visibility map (measured at
-- a million leads: 7,400 buffers instead of 130 for a page of a status that one lead in 200 has).
create index leads_by_created on leads
  (organization_id, created_at desc, id desc, status_id, source_id, owner_id, team_id, score);
create index leads_by_score on leads
  (organization_id, score, id, status_id, source_id, owner_id, team_id, created_at);
create index leads_by_activity on leads
  (organization_id, last_activity_at desc, id desc, status_id, source_id, owner_id, team_id, score, created_at);
create index leads_own_by_created on leads
  (organization_id, owner_id, created_at desc, id desc, status_id, source_id, team_id, score);
create index leads_own_by_score on leads
  (organization_id, owner_id, score, id, status_id, source_id, team_id, created_at);
create index leads_own_by_activity on leads
  (organization_id, owner_id, last_activity_at desc, id desc, status_id, source_id, team_id, score, created_at);
-- For what only few leads have: a walk along the indexes above would be long.
create index leads_of_team on leads (organization_id, team_id);
create index leads_of_status on leads (organization_id, status_id, source_id, team_id, score, created_at);
create index leads_of_source on leads (organization_id, source_id, team_id, score, created_at);

create table transitions (
  organization_id bigint not null,
  id bigserial,
  public_id text collate "C" not null,
  lead_id bigint not null,
  from_status_id bigint,
  to_status_id bigint not null,
  note text,
  seconds_in_from bigint,
  actor_token_id bigint,
  actor_membership_id bigint,
  occurred_at timestamptz(3) not null,
  constraint transitions_pkey primary key (organization_id, id)
);
create index transitions_lead on transitions (organization_id, lead_id, occurred_at desc, id desc);
select leadline_distribute('transitions', 'organization_id');
alter table transitions add constraint transitions_lead
  foreign key (organization_id, lead_id) references leads (organization_id, id);

create table activities (
  organization_id bigint not null,
  id bigserial,
  public_id text collate "C" not null,
  lead_id bigint not null,
  kind text not null,
  summary text,
  actor_token_id bigint,
  actor_membership_id bigint,
  occurred_at timestamptz(3) not null,
  constraint activities_pkey primary key (organization_id, id)
);
create index activities_lead on activities (organization_id, lead_id, occurred_at desc, id desc);
select leadline_distribute('activities', 'organization_id');
alter table activities add constraint activities_lead
  foreign key (organization_id, lead_id) references leads (organization_id, id);

create table notes (
  organization_id bigint not null,
  id bigserial,
  public_id text collate "C" not null,
  lead_id bigint not null,
  body text not null,
  actor_token_id bigint,
  actor_membership_id bigint,
  created_at timestamptz(3) not null,
  constraint notes_pkey primary key (organization_id, id)
);
create index notes_lead on notes (organization_id, lead_id, created_at desc, id desc);
select leadline_distribute('notes', 'organization_id');
alter table notes add constraint notes_lead
  foreign key (organization_id, lead_id) references leads (organization_id, id);

-- Set while the leads of a membership that changed team still have to follow it.
alter table memberships add column leads_follow_since timestamptz(3);
create index memberships_leads_follow on memberships (organization_id, id) where leads_follow_since is not null;

-- Answers to POSTs with an Idempotency-Key, kept for a day. The answer is encrypted under the caller's own token.
create table idempotent_answers (
  organization_id bigint not null,
  token_id bigint not null,
  key text collate "C" not null,
  fingerprint bytea not null,
  answer bytea,
  created_at timestamptz(3) not null,
  constraint idempotent_answers_pkey primary key (organization_id, token_id, key)
);
create index idempotent_answers_age on idempotent_answers (organization_id, created_at);
select leadline_distribute('idempotent_answers', 'organization_id');

-- Everything that a change of a lead leaves behind, in one call: `events` holds what happened, `at` when.
create function leadline_record_events(
  p_organization_id bigint, p_lead_id bigint, p_lead_public_id text, p_at timestamptz,
  p_token_id bigint, p_membership_id bigint, p_request_id text, p_events jsonb
) returns void
language plpgsql as $$
begin
  if p_events ? 'transition' then
    insert into transitions (organization_id, public_id, lead_id, from_status_id, to_status_id, note, seconds_in_from,
                             actor_token_id, actor_membership_id, occurred_at)
    values (p_organization_id, p_events #>> '{transition,public_id}', p_lead_id,
            (p_events #>> '{transition,from}')::bigint, (p_events #>> '{transition,to}')::bigint,
            p_events #>> '{transition,note}', (p_events #>> '{transition,seconds}')::bigint,
            p_token_id, p_membership_id, p_at);
  end if;
  if p_events ? 'activities' then
    insert into activities (organization_id, public_id, lead_id, kind, summary,
                            actor_token_id, actor_membership_id, occurred_at)
    select p_organization_id, activity ->> 'public_id', p_lead_id, activity ->> 'kind', activity ->> 'summary',
           p_token_id, p_membership_id, coalesce((activity ->> 'occurred_at')::timestamptz, p_at)
      from jsonb_array_elements(p_events -> 'activities') as activity;
  end if;
  if p_events ? 'note' then
    insert into notes (organization_id, public_id, lead_id, body, actor_token_id, actor_membership_id, created_at)
    values (p_organization_id, p_events #>> '{note,public_id}', p_lead_id, p_events #>> '{note,body}',
            p_token_id, p_membership_id, p_at);
  end if;
  if p_events ? 'audit' then
    insert into audit_entries (organization_id, public_id, action, subject_type, subject_public_id, lead_id,
                               actor_token_id, actor_membership_id, changes, request_id, occurred_at)
    values (p_organization_id, p_events #>> '{audit,public_id}', p_events #>> '{audit,action}', 'lead',
            p_lead_public_id, p_lead_id, p_token_id, p_membership_id, p_events #> '{audit,changes}', p_request_id, p_at);
  end if;
end
$$;

-- A new lead with everything it leaves behind: its id, or null where the phone or the email is another lead's already.
-- The unique indexes decide, so this is true under any concurrency.
create function leadline_create_lead(
  p_organization_id bigint, p_public_id text, p_first_name text, p_last_name text, p_phone text, p_email text,
  p_email_key text, p_source_id bigint, p_status_id bigint, p_owner_id bigint, p_team_id bigint,
  p_estimated_value numeric, p_custom_fields jsonb, p_score smallint, p_at timestamptz,
  p_rendered text, p_rendered_shape smallint,
  p_token_id bigint, p_membership_id bigint, p_request_id text, p_events jsonb
) returns bigint
language plpgsql as $$
declare
  v_id bigint;
begin
  insert into leads (organization_id, public_id, first_name, last_name, phone, email, email_key, source_id, status_id,
                     status_since, owner_id, team_id, estimated_value, custom_fields, score, last_activity_at,
                     created_at, updated_at, rendered, rendered_shape)
  values (p_organization_id, p_public_id, p_first_name, p_last_name, p_phone, p_email, p_email_key, p_source_id,
          p_status_id, p_at, p_owner_id, p_team_id, p_estimated_value, p_custom_fields, p_score, p_at,
          p_at, p_at, p_rendered, p_rendered_shape)
  on conflict do nothing
  returning id into v_id;
  if v_id is not null then
    perform leadline_record_events(p_organization_id, v_id, p_public_id, p_at, p_token_id, p_membership_id,
                                   p_request_id, p_events);
  end if;
  return v_id;
end
$$;

-- A change of a lead with everything it leaves behind, if the lead still has the version that the change was made for.
create function leadline_write_lead(
  p_organization_id bigint, p_id bigint, p_version integer, p_public_id text, p_first_name text, p_last_name text,
  p_phone text, p_email text, p_email_key text, p_source_id bigint, p_status_id bigint, p_status_since timestamptz,
  p_owner_id bigint, p_team_id bigint, p_estimated_value numeric, p_custom_fields jsonb, p_score smallint,
  p_last_activity_at timestamptz, p_last_reenquiry_at timestamptz, p_at timestamptz,
  p_rendered text, p_rendered_shape smallint,
  p_token_id bigint, p_membership_id bigint, p_request_id text, p_events jsonb
) returns boolean
language plpgsql as $$
begin
  update leads
     set first_name = p_first_name, last_name = p_last_name, phone = p_phone, email = p_email, email_key = p_email_key,
         source_id = p_source_id, status_id = p_status_id, status_since = p_status_since, owner_id = p_owner_id,
         team_id = p_team_id, estimated_value = p_estimated_value, custom_fields = p_custom_fields, score = p_score,
         last_activity_at = p_last_activity_at, last_reenquiry_at = p_last_reenquiry_at, updated_at = p_at,
         version = p_version + 1, rendered = p_rendered, rendered_shape = p_rendered_shape
   where organization_id = p_organization_id and id = p_id and version = p_version;
  if not found then
    return false;
  end if;
  perform leadline_record_events(p_organization_id, p_id, p_public_id, p_at, p_token_id, p_membership_id, p_request_id,
                                 p_events);
  return true;
end
$$;
