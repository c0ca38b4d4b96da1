-- Whether a webhook's events hold the lead and the values of changes: only if whoever set `url` could read them in the event feed.
-- Webhooks from before this column go on as they are.
alter table webhooks add column sends_leads boolean not null default true;
