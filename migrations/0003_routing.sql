-- Who gets a lead and why, what it is worth following up, and the forms through which leads come in.

-- Rules are never removed, only hidden: leads say by which rule they were given.
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
create index distribution_rules_order on distribution_rules (organization_id, position, name, id)
  where deleted_at is null;
select leadline_distribute('distribution_rules', 'organization_id');
alter table distribution_rules add constraint distribution_rules_organization
  foreign key (organization_id) references organizations (id);

-- Whose turn it is under every rule of an organization, and which turns have been taken for leads not yet written. Changed
-- by compare and swap: who holds an old version is told the current one and decides again. Nobody waits.
create table distribution_turns (
  organization_id bigint not null,
  version bigint not null,
  state text not null,
  constraint distribution_turns_pkey primary key (organization_id)
) with (fillfactor = 50);
select leadline_distribute('distribution_turns', 'organization_id');
alter table distribution_turns add constraint distribution_turns_organization
  foreign key (organization_id) references organizations (id);

-- What distribution decided about a lead, and everything the decision rested on.
create table assignments (
  organization_id bigint not null,
  lead_id bigint not null,
  -- Null: nobody could take it.
  owner_id bigint,
  rule_id bigint,
  strategy text,
  -- Every candidate in the order of the pools; one letter of `outcomes` each, see distribution/explanation.ts.
  candidate_ids bigint[] not null,
  outcomes text collate "C" not null,
  -- Rules that matched and had nobody, and how many of the candidates had been looked at by the end of each.
  passed_rule_ids bigint[],
  passed_until smallint[],
  -- What the strategy compared, and the weights where it weighs; null where a candidate was not eligible.
  standings bigint[],
  weights smallint[],
  turn bigint,
  -- Still to be handed out, as soon as somebody can take it.
  waiting boolean not null,
  assigned_at timestamptz(3) not null,
  -- When somebody changed the owner by hand since.
  reassigned_at timestamptz(3),
  constraint assignments_pkey primary key (organization_id, lead_id)
);
-- What a member was given today.
create index assignments_given on assignments (organization_id, owner_id, assigned_at) where owner_id is not null;
-- The queue, in order of arrival.
create index assignments_waiting on assignments (organization_id, assigned_at, lead_id) where waiting;
select leadline_distribute('assignments', 'organization_id');
alter table assignments add constraint assignments_lead
  foreign key (organization_id, lead_id) references leads (organization_id, id);

-- Every model that an organization has had; the one with the highest version counts. None: the default one.
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

-- How far the leads of an organization have been scored by its latest model.
create table rescorings (
  organization_id bigint not null,
  version integer not null,
  total bigint,
  done bigint not null default 0,
  after_id bigint not null default 0,
  started_at timestamptz(3) not null default now(),
  -- Whoever works on it says until when it is to be left alone; a process that dies stops saying so.
  leased_until timestamptz(3) not null default '-infinity',
  -- When the last lead was reached; leads written with the old model meanwhile are looked for after that.
  walked_at timestamptz(3),
  finished_at timestamptz(3),
  constraint rescorings_pkey primary key (organization_id)
);
create index rescorings_pending on rescorings (organization_id) where finished_at is null;
select leadline_distribute('rescorings', 'organization_id');
alter table rescorings add constraint rescorings_organization
  foreign key (organization_id) references organizations (id);

-- What a lead's activities add to its score: by kind, how many there are, each counted less the older it is, and as of when.
alter table leads add column signals jsonb;
-- When the score changes next by age alone.
alter table leads add column rescore_at timestamptz(3);
-- Version of the model that the score was computed with.
alter table leads add column scored_with integer not null default 0;
-- The score stands in its own column alone, so that it can change without the text being rendered anew.
update leads
   set rendered = regexp_replace(rendered, '"score":\d+,"score_band":"[a-z]+",("last_activity_at":"[^"]+","created_at":"[^"]+","updated_at":"[^"]+")$', '\1'),
       rendered_shape = 2
 where rendered_shape = 1;
create index leads_due on leads (organization_id, rescore_at) where rescore_at is not null;
-- How many open leads a member has: caps and the least loaded are judged by it.
create index leads_of_owner on leads (organization_id, owner_id, status_id);
insert into rescorings (organization_id, version) select id, 1 from organizations;

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
create index forms_order on forms (organization_id, name, id);
select leadline_distribute('forms', 'organization_id');
alter table forms add constraint forms_organization foreign key (organization_id) references organizations (id);
alter table forms add constraint forms_source
  foreign key (organization_id, source_id) references sources (organization_id, id);

-- Transitions of leads that were created in a time range lie together: reports read them from the index alone.
alter table transitions add column lead_created_at timestamptz(3);
update transitions set lead_created_at = leads.created_at
  from leads
 where leads.organization_id = transitions.organization_id and leads.id = transitions.lead_id;
alter table transitions alter column lead_created_at set not null;
create index transitions_cohort on transitions
  (organization_id, lead_created_at, lead_id, occurred_at, id, to_status_id);
drop index transitions_lead;

-- What the recorded transitions of a lead amount to, kept on the lead by the statements that record them: the statuses it
-- entered (ids between spaces), and the last one with its time. Whole pipelines are counted from this without reading
-- every transition.
alter table leads add column entered text collate "C" not null default ' ';
alter table leads add column recorded_status_id bigint;
alter table leads add column recorded_at timestamptz(3);
update leads
   set entered = path.entered, recorded_status_id = path.last_status_id, recorded_at = path.last_at
  from (select organization_id, lead_id, ' ' || string_agg(distinct to_status_id::text, ' ') || ' ' as entered,
               (array_agg(to_status_id order by occurred_at desc, id desc))[1] as last_status_id,
               max(occurred_at) as last_at
          from transitions group by organization_id, lead_id) as path
 where path.organization_id = leads.organization_id and path.lead_id = leads.id;

-- A form acts too.
alter table transitions add column actor_form_id bigint;
alter table activities add column actor_form_id bigint;
alter table notes add column actor_form_id bigint;
alter table audit_entries add column actor_form_id bigint;

-- Keeps the new state of the turns if nobody has changed it meanwhile; else answers what it is now. The commit is not waited
-- for: a turn that a crash takes back is one whose lead was not written either, since a lead's commit flushes what came before.
create function leadline_keep_turns(
  p_organization_id bigint, p_version bigint, p_state text, out kept boolean, out version bigint, out state text
)
language plpgsql as $$
begin
  perform set_config('synchronous_commit', 'off', true);
  if p_version = 0 then
    insert into distribution_turns (organization_id, version, state)
    values (p_organization_id, 1, p_state)
    on conflict do nothing;
  else
    update distribution_turns as turns
       set version = turns.version + 1, state = p_state
     where turns.organization_id = p_organization_id and turns.version = p_version;
  end if;
  kept := found;
  if kept then
    version := p_version + 1;
    return;
  end if;
  select turns.version, turns.state into version, state
    from distribution_turns as turns where turns.organization_id = p_organization_id;
end
$$;

-- The functions below take the place of their first versions: scores that fade, assignments, and forms as actors.
drop function leadline_create_lead(bigint, text, text, text, text, text, text, bigint, bigint, bigint, bigint, numeric, jsonb, smallint, timestamptz, text, smallint, bigint, bigint, text, jsonb);
drop function leadline_write_lead(bigint, bigint, integer, text, text, text, text, text, text, bigint, bigint, timestamptz, bigint, bigint, numeric, jsonb, smallint, timestamptz, timestamptz, timestamptz, text, smallint, bigint, bigint, text, jsonb);
drop function leadline_record_events(bigint, bigint, text, timestamptz, bigint, bigint, text, jsonb);

-- Everything that a change of a lead leaves behind, in one call: `events` holds what happened, `at` when.
create function leadline_record_events(
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
            (p_events #>> '{assignment,candidates}')::bigint[], p_events #>> '{assignment,outcomes}',
            (p_events #>> '{assignment,passed_rules}')::bigint[], (p_events #>> '{assignment,passed_until}')::smallint[],
            (p_events #>> '{assignment,standings}')::bigint[], (p_events #>> '{assignment,weights}')::smallint[],
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

-- A new lead with everything it leaves behind: its id, or null where the phone or the email is another lead's already.
-- The unique indexes decide, so this is true under any concurrency.
create function leadline_create_lead(
  p_organization_id bigint, p_public_id text, p_first_name text, p_last_name text, p_phone text, p_email text,
  p_email_key text, p_source_id bigint, p_status_id bigint, p_owner_id bigint, p_team_id bigint,
  p_estimated_value numeric, p_custom_fields jsonb, p_score smallint, p_signals jsonb, p_rescore_at timestamptz,
  p_scored_with integer, p_at timestamptz, p_rendered text, p_rendered_shape smallint,
  p_token_id bigint, p_membership_id bigint, p_form_id bigint, p_request_id text, p_events jsonb
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
  if v_id is not null then
    perform leadline_record_events(p_organization_id, v_id, p_public_id, p_at, p_at, p_token_id, p_membership_id,
                                   p_form_id, p_request_id, p_events);
  end if;
  return v_id;
end
$$;

-- A change of a lead with everything it leaves behind, if the lead still has the version that the change was made for.
create function leadline_write_lead(
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
  perform leadline_record_events(p_organization_id, p_id, p_public_id, v_created_at, p_at, p_token_id, p_membership_id,
                                 p_form_id, p_request_id, p_events);
  return true;
end
$$;
