-- A change's transition, activity and audit entry as values: taking them out of JSON cost 15 to 40 µs of a patch.
drop function leadline_write_lead(bigint, bigint, integer, text, text, text, text, text, text, bigint, bigint, timestamptz, bigint, bigint, numeric, jsonb, smallint, jsonb, timestamptz, integer, timestamptz, timestamptz, timestamptz, text, smallint, bigint, bigint, bigint, text, jsonb);
drop function leadline_record_events(bigint, bigint, text, timestamptz, timestamptz, bigint, bigint, bigint, text, jsonb);

-- What few changes of a lead leave behind: more than one activity, a note, a decision of distribution.
create function leadline_record_events(
  p_organization_id bigint, p_lead_id bigint, p_at timestamptz, p_token_id bigint, p_membership_id bigint,
  p_form_id bigint, p_events jsonb
) returns void
language plpgsql as $$
begin
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
end
$$;

-- A changed lead with everything the change leaves behind; false where it no longer has the version that was read. What is
-- left out is null; `p_more` holds what only few changes have.
create function leadline_write_lead(
  p_organization_id bigint, p_id bigint, p_version integer, p_public_id text, p_first_name text, p_last_name text,
  p_phone text, p_email text, p_email_key text, p_source_id bigint, p_status_id bigint, p_status_since timestamptz,
  p_owner_id bigint, p_team_id bigint, p_estimated_value numeric, p_custom_fields jsonb, p_score smallint,
  p_signals jsonb, p_rescore_at timestamptz, p_scored_with integer,
  p_last_activity_at timestamptz, p_last_reenquiry_at timestamptz, p_at timestamptz,
  p_rendered text, p_rendered_shape smallint,
  p_token_id bigint, p_membership_id bigint, p_form_id bigint, p_request_id text,
  p_transition_public_id text, p_from_status_id bigint, p_to_status_id bigint, p_transition_note text,
  p_seconds_in_from bigint,
  p_activity_public_id text, p_activity_kind text, p_activity_summary text, p_activity_at timestamptz,
  p_audit_public_id text, p_action text, p_changes jsonb, p_more jsonb
) returns boolean
language plpgsql as $$
declare
  v_created_at timestamptz;
begin
  update leads
     set first_name = p_first_name, last_name = p_last_name, phone = p_phone, email = p_email, email_key = p_email_key,
         source_id = p_source_id, status_id = p_status_id, status_since = p_status_since, owner_id = p_owner_id,
         team_id = p_team_id, estimated_value = p_estimated_value, custom_fields = p_custom_fields, score = p_score,
         signals = p_signals, rescore_at = p_rescore_at, scored_with = p_scored_with,
         last_activity_at = p_last_activity_at, last_reenquiry_at = p_last_reenquiry_at, updated_at = p_at,
         version = p_version + 1, rendered = p_rendered, rendered_shape = p_rendered_shape,
         entered = case when p_to_status_id is null or position(' ' || p_to_status_id || ' ' in entered) > 0
                        then entered else entered || p_to_status_id || ' ' end,
         recorded_status_id = coalesce(p_to_status_id, recorded_status_id),
         recorded_at = case when p_to_status_id is null then recorded_at else p_at end
   where organization_id = p_organization_id and id = p_id and version = p_version
  returning created_at into v_created_at;
  if not found then
    return false;
  end if;
  update lead_recency
     set last_activity_at = p_last_activity_at, status_id = p_status_id, source_id = p_source_id, owner_id = p_owner_id,
         team_id = p_team_id, score = p_score
   where organization_id = p_organization_id and lead_id = p_id;
  if p_transition_public_id is not null then
    insert into transitions (organization_id, public_id, lead_id, lead_created_at, from_status_id, to_status_id, note,
                             seconds_in_from, actor_token_id, actor_membership_id, actor_form_id, occurred_at)
    values (p_organization_id, p_transition_public_id, p_id, v_created_at, p_from_status_id, p_to_status_id,
            p_transition_note, p_seconds_in_from, p_token_id, p_membership_id, p_form_id, p_at);
  end if;
  if p_activity_public_id is not null then
    insert into activities (organization_id, public_id, lead_id, kind, summary,
                            actor_token_id, actor_membership_id, actor_form_id, occurred_at)
    values (p_organization_id, p_activity_public_id, p_id, p_activity_kind, p_activity_summary,
            p_token_id, p_membership_id, p_form_id, coalesce(p_activity_at, p_at));
  end if;
  if p_audit_public_id is not null then
    insert into audit_entries (organization_id, public_id, action, subject_type, subject_public_id, lead_id,
                               actor_token_id, actor_membership_id, actor_form_id, changes, request_id, occurred_at)
    values (p_organization_id, p_audit_public_id, p_action, 'lead', p_public_id, p_id, p_token_id, p_membership_id,
            p_form_id, p_changes, p_request_id, p_at);
  end if;
  if p_more is not null then
    perform leadline_record_events(p_organization_id, p_id, p_at, p_token_id, p_membership_id, p_form_id, p_more);
  end if;
  return true;
end
$$;
