-- The leads of a range with all that reports count by, from one index: a report then reads a seventh of what the leads themselves
-- are. Of these columns only the value changes by itself; the others change with the status, which is in the index as it is.
drop index leads_by_created;
create index leads_by_created on leads
  (organization_id, created_at desc, id desc, status_id, source_id, owner_id, team_id, score)
  include (recorded_status_id, recorded_at, estimated_value, entered);

-- What VACUUM has not been over since it changed is looked up in the table after all, and most of what changes is what reports
-- are about. By default it comes when a fifth of the table has changed, which may be half a year of leads.
alter table leads set (autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_insert_scale_factor = 0.02);
