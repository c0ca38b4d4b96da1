-- What distribution decided about a lead, for its report: a hash of what the decision rested on (the same for all that found the
-- same candidates in the same state), and which of the candidates was chosen, counted from 1. With the two in the index by
-- creation the report reads no assignment but one for each hash. They change only when the lead is given to somebody, and with
-- that the owner, which is in the index as it is.
drop index leads_by_created;
alter table leads add column decision_hash bigint;
alter table leads add column chosen_candidate smallint;
update leads
   set decision_hash = given.decision_hash, chosen_candidate = given.chosen_candidate
  from (select organization_id, lead_id, nullif(strpos(outcomes, 'C'), 0)::smallint as chosen_candidate,
               hashtextextended(coalesce(rule_id::text, '') || ' ' || coalesce(strategy, ''),
                 hashtextextended(candidate_ids,
                   hashtextextended(translate(outcomes, 'C', 'n'),
                     hashtextextended(coalesce(weights, ''),
                       hash_array_extended(coalesce(passed_rule_ids, '{}'),
                         hash_array_extended(coalesce(passed_until, '{}'), 0)))))) as decision_hash
          from assignments) as given
 where given.organization_id = leads.organization_id and given.lead_id = leads.id;
-- The smallint comes first: after the score it takes no room of its own.
create index leads_by_created on leads
  (organization_id, created_at desc, id desc, status_id, source_id, owner_id, team_id, score)
  include (chosen_candidate, recorded_status_id, recorded_at, decision_hash, estimated_value, entered);
