import { expect, it } from 'vitest';
import { summaryOf } from '../../src/db/statement-summary.ts';

it.each([
  ['select id from leads where organization_id = $1 for update', 'SELECT leads'],
  ['select l.id from leads as l join statuses as s on s.id = l.status_id', 'SELECT leads statuses'],
  ['insert into leads (id) values ($1) on conflict (id) do update set id = $1', 'INSERT leads'],
  ['update leads set name = $2 where id = $1', 'UPDATE leads'],
  ['delete from lead_terms where lead_id = $1', 'DELETE lead_terms'],
  ['with due as (select id from leads) update leads set score = 1 from due', 'SELECT leads UPDATE leads'],
  ["select pg_notify('changes', $1)", 'SELECT pg_notify'],
  ['select extract(epoch from created_at) from leads where a is distinct from b', 'SELECT leads'],
  ['select * from unnest($1::text[]) join leads on true', 'SELECT leads'],
  ['begin isolation level repeatable read', 'BEGIN'],
  ['set local lock_timeout = 100', 'SET'],
  ['fetch 50 from exported', 'FETCH exported'],
  ['commit', 'COMMIT'],
])('%s is summed up as %s', (text, summary) => {
  expect(summaryOf(text)).toBe(summary);
  expect(summaryOf(text)).toBe(summary);
});

it('a literal or comment of a statement is in no summary', () => {
  expect(summaryOf("select 1 from leads where name = 'x from secrets' -- from notes")).toBe('SELECT leads');
});
