-- What a re-enquiry brought that the lead did not have: named as on create, source and form by their public ids. Null for every
-- other activity.
alter table activities add column details jsonb;

-- Scoring counts one re-enquiry an hour, so a lead keeps when the last one was counted. So far all of them were.
update leads
   set signals = jsonb_set(signals, '{reenquiry,2}',
                           (extract(epoch from last_reenquiry_at - timestamptz 'epoch') * 1000)::bigint::text::jsonb)
 where last_reenquiry_at is not null and signals ? 'reenquiry';

-- As before, with the details of activities.
create or replace function leadline_record_events(
  p_organization_id bigint, p_lead_id bigint, p_at timestamptz, p_token_id bigint, p_membership_id bigint,
  p_form_id bigint, p_events jsonb
) returns void
language plpgsql as $$
begin
  if p_events ? 'activities' then
    insert into activities (organization_id, public_id, lead_id, kind, summary, details,
                            actor_token_id, actor_membership_id, actor_form_id, occurred_at)
    select p_organization_id, activity ->> 'public_id', p_lead_id, activity ->> 'kind', activity ->> 'summary',
           activity -> 'details',
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
