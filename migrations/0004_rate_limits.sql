-- Calls that may still be made, counted for all processes together: token buckets, one row for each token, address, or
-- address and form that was heard of lately. Unlogged: nothing is written twice or waited for, and after a crash every
-- quota is whole again.
create unlogged table rate_limits (
  -- 0 where none is known: failed authentications.
  organization_id bigint not null,
  -- A digest, so that its length does not depend on what callers send.
  key bytea not null,
  remaining double precision not null,
  -- Calls that processes hold in advance, and that they have not said to be used; none of them is good after lent_until.
  lent integer not null,
  lent_until timestamptz not null,
  -- When it was last counted; a minute later it is full again and says nothing.
  counted_at timestamptz not null,
  constraint rate_limits_pkey primary key (organization_id, key)
) with (fillfactor = 50);
select leadline_distribute('rate_limits', 'organization_id');

-- Refills a bucket and takes the calls that are needed, as far as they are there, and more ahead while they are a small part
-- of what is left. `p_settled` of the calls lent before are used or come back, `p_returned` of them come back. While calls
-- are lent, they leave no room that time could fill, since nobody knows yet when they were used: so at no moment can more
-- than the quota be used, however many processes hold some.
create function leadline_take_calls(
  p_organization_id bigint, p_key bytea, p_quota integer, p_needed integer, p_ahead integer, p_settled integer,
  p_returned integer, out granted integer, out remaining double precision
)
language plpgsql as $$
declare
  v_bucket rate_limits%rowtype;
  v_now timestamptz;
  v_lent_until timestamptz;
  v_per_second constant double precision := p_quota / 60.0;
begin
  loop
    select * into v_bucket from rate_limits as bucket
     where bucket.organization_id = p_organization_id and bucket.key = p_key for update;
    exit when found;
    insert into rate_limits (organization_id, key, remaining, lent, lent_until, counted_at)
    values (p_organization_id, p_key, p_quota, 0, '-infinity', clock_timestamp())
    on conflict do nothing;
  end loop;
  v_now := clock_timestamp(); -- not before the row is ours: its time never goes back
  v_lent_until := greatest(least(v_bucket.lent_until, v_now), v_bucket.counted_at);
  remaining := least(v_bucket.remaining + extract(epoch from v_lent_until - v_bucket.counted_at) * v_per_second,
                     p_quota - v_bucket.lent);
  if v_lent_until < v_now then
    v_bucket.lent := 0;
    remaining := least(remaining + extract(epoch from v_now - v_lent_until) * v_per_second, p_quota);
  end if;
  v_bucket.lent := greatest(v_bucket.lent - p_settled, 0);
  remaining := greatest(least(remaining + p_returned, p_quota - v_bucket.lent), 0);
  granted := least(floor(remaining + 1e-6),
                   greatest(p_needed, least(p_needed + p_ahead, floor(remaining / 64))));
  remaining := greatest(remaining - granted, 0);
  if granted > p_needed then
    v_bucket.lent := v_bucket.lent + granted - p_needed;
    v_bucket.lent_until := v_now + interval '5 seconds';
  end if;
  update rate_limits as bucket
     set remaining = leadline_take_calls.remaining, lent = v_bucket.lent, lent_until = v_bucket.lent_until, counted_at = v_now
   where bucket.organization_id = p_organization_id and bucket.key = p_key;
end
$$;
