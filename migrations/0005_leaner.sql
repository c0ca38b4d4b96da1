-- Less work for each write: fewer indexes and checks, and a new lead as one call without JSON in between.

-- What these promised is kept by there being no statement that deletes a lead, a status, a source, a team or a member, and by
-- every row here being written together with its lead; `leadline verify` looks whether it is so. As constraints they cost a
-- third of a create: each is a query of its own and a lock on the row it finds, and all creates lock the same few rows.
alter table leads drop constraint leads_owner;
alter table leads drop constraint leads_team;
alter table leads drop constraint leads_source;
alter table leads drop constraint leads_status;
alter table transitions drop constraint transitions_lead;
alter table activities drop constraint activities_lead;
alter table notes drop constraint notes_lead;
alter table assignments drop constraint assignments_lead;

-- One index a table where there were two: the order in which the rows are read also tells them apart.
alter table transitions drop constraint transitions_pkey;
drop index transitions_cohort;
alter table transitions add constraint transitions_pkey
  primary key (organization_id, lead_created_at, lead_id, occurred_at, id) include (to_status_id);
alter table activities drop constraint activities_pkey;
drop index activities_lead;
alter table activities add constraint activities_pkey primary key (organization_id, lead_id, occurred_at, id);
alter table notes drop constraint notes_pkey;
drop index notes_lead;
alter table notes add constraint notes_pkey primary key (organization_id, lead_id, created_at, id);
alter table audit_entries drop constraint audit_entries_pkey;
drop index audit_entries_newest;
alter table audit_entries add constraint audit_entries_pkey primary key (organization_id, occurred_at, id);

-- The rendered text also says whose names go into it: a page is then these texts and nothing else.
update leads
   set rendered = replace(rendered, E'\n', concat(E'\n', coalesce(source_id, 0), ' ', status_id, ' ', coalesce(owner_id, 0), E'\n')),
       rendered_shape = 3
 where rendered_shape = 2;

-- When each lead was last active, with whatever a list may ask for besides. A table of its own: almost every change of a lead
-- moves this time, and as a column in an index of `leads` it made each of them write into all fifteen. Written together with
-- the lead, by the functions below and nobody else.
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
select leadline_distribute('lead_recency', 'organization_id');
insert into lead_recency (organization_id, lead_id, last_activity_at, created_at, status_id, source_id, owner_id, team_id, score)
select organization_id, id, last_activity_at, created_at, status_id, source_id, owner_id, team_id, score from leads;
create index lead_recency_order on lead_recency
  (organization_id, last_activity_at desc, lead_id desc, status_id, source_id, owner_id, team_id, score, created_at);
-- Who owns a lead says whose team's it is: without being told, PostgreSQL takes an owner's leads in a team for far fewer.
create statistics leads_owner_team (dependencies) on owner_id, team_id from leads;
create statistics lead_recency_owner_team (dependencies) on owner_id, team_id from lead_recency;
drop index leads_by_activity;
drop index leads_own_by_activity;
-- An agent's leads are few enough to be sorted: they are read from leads_own_by_created alone.
drop index leads_own_by_score;
-- The leads of a status or a source lie in the order in which they are listed, however many others came in between; what is
-- rare is gathered from the same.
drop index leads_of_status;
drop index leads_of_source;
create index leads_by_status on leads
  (organization_id, status_id, created_at desc, id desc, source_id, owner_id, team_id, score);
create index leads_by_source on leads
  (organization_id, source_id, created_at desc, id desc, status_id, owner_id, team_id, score);

-- Lists of ids and numbers as text, between spaces: they are read with a lead's assignment, and written with every lead.
alter table assignments alter column candidate_ids type text using array_to_string(candidate_ids, ' ');
alter table assignments alter column standings type text using array_to_string(standings, ' ', '-');
alter table assignments alter column weights type text using array_to_string(weights, ' ', '-');

drop function leadline_create_lead(bigint, text, text, text, text, text, text, bigint, bigint, bigint, bigint, numeric, jsonb, smallint, jsonb, timestamptz, integer, timestamptz, text, smallint, bigint, bigint, bigint, text, jsonb);

-- A new lead with everything it leaves behind: its id, or null where the phone or the email is another lead's already.
-- The unique indexes decide, so this is true under any concurrency.
create function leadline_create_lead(
  p_organization_id bigint, p_public_id text, p_first_name text, p_last_name text, p_phone text, p_email text,
  p_email_key text, p_source_id bigint, p_status_id bigint, p_owner_id bigint, p_team_id bigint,
  p_estimated_value numeric, p_custom_fields jsonb, p_score smallint, p_signals jsonb, p_rescore_at timestamptz,
  p_scored_with integer, p_at timestamptz, p_rendered text, p_rendered_shape smallint,
  p_token_id bigint, p_membership_id bigint, p_form_id bigint, p_request_id text,
  p_transition_public_id text, p_activity_public_id text, p_audit_public_id text, p_changes jsonb,
  p_rule_id bigint, p_strategy text, p_candidate_ids text, p_outcomes text, p_passed_rule_ids bigint[],
  p_passed_until smallint[], p_standings text, p_weights text, p_turn bigint, p_waiting boolean
) returns bigint
language plpgsql as $$
declare
  v_id bigint;
begin
  insert into leads (organization_id, public_id, first_name, last_name, phone, email, email_key, source_id, status_id,
                     status_since, owner_id, team_id, estimated_value, custom_fields, score, signals, rescore_at,
                     scored_with, last_activity_at, created_at, updated_at, rendered, rendered_shape,
                     entered, recorded_status_id, recorded_at)
  values (p_organization_id, p_public_id, p_first_name, p_last_name, p_phone, p_email, p_email_key, p_source_id,
          p_status_id, p_at, p_owner_id, p_team_id, p_estimated_value, p_custom_fields, p_score, p_signals, p_rescore_at,
          p_scored_with, p_at, p_at, p_at, p_rendered, p_rendered_shape,
          ' ' || p_status_id || ' ', p_status_id, p_at)
  on conflict do nothing
  returning id into v_id;
  if v_id is null then
    return null;
  end if;
  insert into lead_recency (organization_id, lead_id, last_activity_at, created_at, status_id, source_id, owner_id, team_id,
                            score)
  values (p_organization_id, v_id, p_at, p_at, p_status_id, p_source_id, p_owner_id, p_team_id, p_score);
  insert into transitions (organization_id, public_id, lead_id, lead_created_at, to_status_id,
                           actor_token_id, actor_membership_id, actor_form_id, occurred_at)
  values (p_organization_id, p_transition_public_id, v_id, p_at, p_status_id, p_token_id, p_membership_id, p_form_id, p_at);
  insert into activities (organization_id, public_id, lead_id, kind, actor_token_id, actor_membership_id, actor_form_id,
                          occurred_at)
  values (p_organization_id, p_activity_public_id, v_id, 'created', p_token_id, p_membership_id, p_form_id, p_at);
  insert into assignments (organization_id, lead_id, owner_id, rule_id, strategy, candidate_ids, outcomes,
                           passed_rule_ids, passed_until, standings, weights, turn, waiting, assigned_at)
  values (p_organization_id, v_id, p_owner_id, p_rule_id, p_strategy, p_candidate_ids, p_outcomes,
          p_passed_rule_ids, p_passed_until, p_standings, p_weights, p_turn, p_waiting, p_at);
  insert into audit_entries (organization_id, public_id, action, subject_type, subject_public_id, lead_id,
                             actor_token_id, actor_membership_id, actor_form_id, changes, request_id, occurred_at)
  values (p_organization_id, p_audit_public_id, 'lead.created', 'lead', p_public_id, v_id, p_token_id, p_membership_id,
          p_form_id, p_changes, p_request_id, p_at);
  return v_id;
end
$$;

-- As before, with the lists of an assignment as text.
create or replace function leadline_record_events(
  p_organization_id bigint, p_lead_id bigint, p_lead_public_id text, p_lead_created_at timestamptz, p_at timestamptz,
  p_token_id bigint, p_membership_id bigint, p_form_id bigint, p_request_id text, p_events jsonb
) returns void
language plpgsql as $$
begin
  if p_events ? 'transition' then
    insert into transitions (organization_id, public_id, lead_id, lead_created_at, from_status_id, to_status_id, note,
                             seconds_in_from, actor_token_id, actor_membership_id, actor_form_id, occurred_at)
    values (p_organization_id, p_events #>> '{transition,public_id}', p_lead_id, p_lead_created_at,
            (p_events #>> '{transition,from}')::bigint, (p_events #>> '{transition,to}')::bigint,
            p_events #>> '{transition,note}', (p_events #>> '{transition,seconds}')::bigint,
            p_token_id, p_membership_id, p_form_id, p_at);
  end if;
  if p_events ? 'activities' then
    insert into activities (organization_id, public_id, lead_id, kind, summary,
                            actor_token_id, actor_membership_id, actor_form_id, occurred_at)
    select p_organization_id, activity ->> 'public_id', p_lead_id, activity ->> 'kind', activity ->> 'summary',
           p_token_id, p_membership_id, p_form_id, coalesce((activity ->> 'occurred_at')::timestamptz, p_at)
      from jsonb_array_elements(p_events -> 'activities') as activity;
  end if;
  if p_events ? 'note' then
    insert into notes (organization_id, public_id, lead_id, body, actor_token_id, actor_membership_id, actor_form_id,
                       created_at)
    values (p_organization_id, p_events #>> '{note,public_id}', p_lead_id, p_events #>> '{note,body}',
            p_token_id, p_membership_id, p_form_id, p_at);
  end if;
  if p_events ? 'assignment' then
    insert into assignments (organization_id, lead_id, owner_id, rule_id, strategy, candidate_ids, outcomes,
                             passed_rule_ids, passed_until, standings, weights, turn, waiting, assigned_at)
    values (p_organization_id, p_lead_id, (p_events #>> '{assignment,owner}')::bigint,
            (p_events #>> '{assignment,rule}')::bigint, p_events #>> '{assignment,strategy}',
            p_events #>> '{assignment,candidates}', p_events #>> '{assignment,outcomes}',
            (p_events #>> '{assignment,passed_rules}')::bigint[], (p_events #>> '{assignment,passed_until}')::smallint[],
            p_events #>> '{assignment,standings}', p_events #>> '{assignment,weights}',
            (p_events #>> '{assignment,turn}')::bigint, (p_events #>> '{assignment,waiting}')::boolean, p_at)
    on conflict (organization_id, lead_id) do update
       set owner_id = excluded.owner_id, rule_id = excluded.rule_id, strategy = excluded.strategy,
           candidate_ids = excluded.candidate_ids, outcomes = excluded.outcomes,
           passed_rule_ids = excluded.passed_rule_ids, passed_until = excluded.passed_until,
           standings = excluded.standings, weights = excluded.weights, turn = excluded.turn, waiting = excluded.waiting,
           assigned_at = excluded.assigned_at;
  end if;
  if p_events ? 'reassigned' then
    update assignments set reassigned_at = p_at, waiting = false
     where organization_id = p_organization_id and lead_id = p_lead_id;
  end if;
  if p_events ? 'audit' then
    insert into audit_entries (organization_id, public_id, action, subject_type, subject_public_id, lead_id,
                               actor_token_id, actor_membership_id, actor_form_id, changes, request_id, occurred_at)
    values (p_organization_id, p_events #>> '{audit,public_id}', p_events #>> '{audit,action}', 'lead',
            p_lead_public_id, p_lead_id, p_token_id, p_membership_id, p_form_id, p_events #> '{audit,changes}',
            p_request_id, p_at);
  end if;
end
$$;

-- As before, with the lead's recency.
create or replace function leadline_write_lead(
  p_organization_id bigint, p_id bigint, p_version integer, p_public_id text, p_first_name text, p_last_name text,
  p_phone text, p_email text, p_email_key text, p_source_id bigint, p_status_id bigint, p_status_since timestamptz,
  p_owner_id bigint, p_team_id bigint, p_estimated_value numeric, p_custom_fields jsonb, p_score smallint,
  p_signals jsonb, p_rescore_at timestamptz, p_scored_with integer,
  p_last_activity_at timestamptz, p_last_reenquiry_at timestamptz, p_at timestamptz,
  p_rendered text, p_rendered_shape smallint,
  p_token_id bigint, p_membership_id bigint, p_form_id bigint, p_request_id text, p_events jsonb
) returns boolean
language plpgsql as $$
declare
  v_created_at timestamptz;
  v_to bigint := (p_events #>> '{transition,to}')::bigint;
begin
  update leads
     set first_name = p_first_name, last_name = p_last_name, phone = p_phone, email = p_email, email_key = p_email_key,
         source_id = p_source_id, status_id = p_status_id, status_since = p_status_since, owner_id = p_owner_id,
         team_id = p_team_id, estimated_value = p_estimated_value, custom_fields = p_custom_fields, score = p_score,
         signals = p_signals, rescore_at = p_rescore_at, scored_with = p_scored_with,
         last_activity_at = p_last_activity_at, last_reenquiry_at = p_last_reenquiry_at, updated_at = p_at,
         version = p_version + 1, rendered = p_rendered, rendered_shape = p_rendered_shape,
         entered = case when v_to is null or position(' ' || v_to || ' ' in entered) > 0
                        then entered else entered || v_to || ' ' end,
         recorded_status_id = coalesce(v_to, recorded_status_id),
         recorded_at = case when v_to is null then recorded_at else p_at end
   where organization_id = p_organization_id and id = p_id and version = p_version
  returning created_at into v_created_at;
  if not found then
    return false;
  end if;
  update lead_recency
     set last_activity_at = p_last_activity_at, status_id = p_status_id, source_id = p_source_id, owner_id = p_owner_id,
         team_id = p_team_id, score = p_score
   where organization_id = p_organization_id and lead_id = p_id;
  perform leadline_record_events(p_organization_id, p_id, p_public_id, v_created_at, p_at, p_token_id, p_membership_id,
                                 p_form_id, p_request_id, p_events);
  return true;
end
$$;

-- Writes scores beside everything else that happens to leads: only where a lead is still what its score was computed from,
-- and never over the score of a newer model. The lead's own version stays: nobody has changed it. Answers whose was written.
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

-- Gives leads the team of their owner, as far as they still have that owner. The version is counted on, so that a change of
-- the lead under way does not bring the old team back.
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
