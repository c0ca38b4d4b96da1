import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { version } from '../../src/version.ts';
import { faultsOf } from '../support/migration-rules.ts';
import { EXTRA_KINDS, extraMigration } from '../support/releases.ts';

const later = readdirSync('migrations').filter((file) => file.endsWith('.sql') && !file.startsWith('0001_'));

it('every migration after the first can run while the release before it serves', () => {
  const faults = later.map((file) => [file, faultsOf(readFileSync(`migrations/${file}`, 'utf8'), version)]);
  expect(faults.filter(([, found]) => found?.length !== 0)).toEqual([]);
});

describe('a migration may', () => {
  it.each([
    ['add a column', 'alter table leads add column city text;'],
    [
      'add columns with defaults',
      'alter table leads add column a integer not null default 7, add b text default now();',
    ],
    [
      'add a table with whatever it needs',
      `
create table visits (organization_id bigint not null, id bigserial not null, place text not null, primary key (organization_id, id));
create unique index visits_place on visits (organization_id, place);
alter table visits add constraint visits_org foreign key (organization_id) references organizations (id);
select leadline_distribute('visits');`,
    ],
    [
      'build indexes concurrently',
      '-- Why.\ncreate index concurrently if not exists leads_city on leads (organization_id, city);',
    ],
    ['add a function', 'create function drop_all() returns integer language sql as $$ drop table leads; select 1 $$;'],
    ['say what it does not do', "-- We do not drop column a.\ncomment on table leads is 'never rename';"],
    ['take away what the release before does not use', '-- contract: since 1.3.2\nalter table leads drop column city;'],
  ])('%s', (_, source) => {
    expect(faultsOf(source, '1.4.0')).toEqual([]);
  });

  it.each(Array.from({ length: EXTRA_KINDS }, (_, n) => n + 1))(
    'be the one of the rolling upgrades, number %i',
    (n) => {
      expect(faultsOf(extraMigration(n), '1.4.0')).toEqual([]);
    },
  );
});

describe('a migration that', () => {
  it.each([
    ['drops something', 'alter table leads drop column city;'],
    ['drops something', 'DROP TABLE visits;'],
    ['drops something', 'drop index leads_city;'],
    ['drops something', 'alter table leads alter column city drop not null;'],
    ['renames something', 'alter table leads\n  rename column city to town;'],
    ['changes the type of a column', 'alter table leads alter column score type bigint;'],
    ['changes the type of a column', 'alter table leads alter score set data type bigint;'],
    ['changes the type of a column', "alter type mood add value 'glad';"],
    ['requires a value', 'alter table leads alter column city set not null;'],
    ['changes a default', "alter table leads alter column city set default 'Pune';"],
    ['adds a constraint', 'alter table leads add constraint leads_city check (city <> 1) not valid;'],
    ['adds a column without a default that requires a value', 'alter table leads add column city text not null;'],
    [
      'adds a column without a default that requires a value',
      'alter table leads add column a integer default 1, add column city text not null;',
    ],
    [
      'makes an index unique',
      'create unique index concurrently if not exists leads_city on leads (organization_id, city);',
    ],
    [
      'replaces or changes a function',
      'create or replace function f() returns integer language sql as $$ select 1 $$;',
    ],
    ['adds a trigger or a rule', 'create trigger t before insert on leads execute function f();'],
    ['changes rows', "update leads set city = 'Pune';"],
    ['changes rows', 'delete from leads;'],
    ['adds a column that rewrites the table', 'alter table leads add column number bigserial;'],
    ['adds a column that rewrites the table', 'alter table leads add column key uuid default gen_random_uuid();'],
    ['locks a table', 'lock table leads;'],
    [
      'builds an index on an existing table, but not concurrently',
      'create index leads_city on leads (organization_id, city);',
    ],
    [
      'builds an index concurrently beside other statements, or without "if not exists"',
      'create index concurrently leads_city on leads (organization_id, city);',
    ],
    [
      'builds an index concurrently beside other statements, or without "if not exists"',
      'alter table leads add column city text;\ncreate index concurrently if not exists leads_city on leads (city);',
    ],
    ['changes several existing tables', 'alter table leads add column a text;\nalter table teams add column a text;'],
    ['takes away what the release before still uses', '-- contract: since 1.4.0\nalter table leads drop column city;'],
  ])('%s is refused: %s', (fault, source) => {
    expect(faultsOf(source, '1.4.2')).toContain(fault);
  });
});
