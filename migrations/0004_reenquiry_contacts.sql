-- Erasing a person: re-enquiries that came to another lead and brought this phone.
create index concurrently if not exists activities_brought_phone on activities (organization_id, (details ->> 'phone'))
  where details ->> 'phone' is not null;
-- The same for an email.
create index concurrently if not exists activities_brought_email on activities (organization_id, lower(details ->> 'email'))
  where details ->> 'email' is not null;
