-- Where a call came from; null where the service itself acted.
alter table audit_entries add column address inet;
-- The size of `changes` before compression where it is large, so that a page can end before it grows too large without reading
-- them; null: small.
alter table audit_entries add column changes_bytes integer;
