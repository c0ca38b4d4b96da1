-- The leads of a range with all that reports count by, from one index: a report then reads a ninth of what the rows themselves
-- would be. Of these columns only the value changes by itself; the others change with the status, which is in the index as it is.
drop index leads_by_created;
create index leads_by_created on leads
  (organization_id, created_at desc, id desc, status_id, source_id, owner_id, team_id, score)
  include (recorded_status_id, recorded_at, estimated_value, entered);
