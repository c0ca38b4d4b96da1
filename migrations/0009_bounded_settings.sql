-- What an organization and a lead may grow to has a bound.

-- A number for each status of an organization, counted from 0 and never given twice: a lead keeps a bit for each.
alter table statuses add column number integer;
update statuses set number = counted.number
  from (select organization_id, id, (row_number() over (partition by organization_id order by id))::integer - 1 as number
          from statuses) as counted
 where counted.organization_id = statuses.organization_id and counted.id = statuses.id;
alter table statuses alter column number set not null;
create unique index statuses_number on statuses (organization_id, number);

-- The statuses that a lead has entered, as bits by the statuses' numbers, in as many bytes as the highest needs. As ids in text
-- they made an index entry that grew with each status, until there was no room for it.
drop index leads_by_created;
alter table leads rename column entered to entered_ids;
alter table leads add column entered bytea not null default '';
update leads set entered = paths.entered
  from (select organization_id, entered_ids,
               decode(regexp_replace(string_agg(lpad(to_hex(value), 2, '0'), '' order by byte), '(00)+$', ''), 'hex') as entered
          from (select known.organization_id, known.entered_ids, statuses.number / 8 as byte,
                       sum(case when position(' ' || statuses.id::text || ' ' in known.entered_ids) > 0
                                then 1 << (statuses.number % 8) else 0 end) as value
                  from (select distinct organization_id, entered_ids from leads) as known
                  join statuses on statuses.organization_id = known.organization_id
                 group by known.organization_id, known.entered_ids, statuses.number / 8) as bytes
         group by organization_id, entered_ids) as paths
 where paths.organization_id = leads.organization_id and paths.entered_ids = leads.entered_ids;
alter table leads drop column entered_ids;
create index leads_by_created on leads
  (organization_id, created_at desc, id desc, status_id, source_id, owner_id, team_id, score)
  include (recorded_status_id, recorded_at, estimated_value, entered);

-- Live tokens of a membership are counted when one is issued.
create index tokens_of_membership on tokens (organization_id, membership_id) where revoked_at is null;
