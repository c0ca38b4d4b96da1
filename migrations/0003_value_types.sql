-- Which meaning the values of leads have: increased where the type of a custom field or the currency changes. It is here because
-- whoever writes leads locks this row last: such a change and the first values come one after the other.
alter table event_feeds add column value_types integer not null default 0;

-- Refuses leads whose values were checked by settings of another state; to be run after the row is locked. A function, to fail
-- within the round trip of the commit.
create function leadline_require_value_types(p_organization_id bigint, p_value_types integer) returns void
language plpgsql as $$
begin
  if not exists (select from event_feeds
                  where organization_id = p_organization_id and value_types = p_value_types) then
    raise exception 'the types of values have changed' using errcode = 'LL002';
  end if;
end
$$;
