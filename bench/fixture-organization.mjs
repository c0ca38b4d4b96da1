// The settings of an organization of the fixture: everything that its leads refer to.
import { loadSettings } from '../dist/settings/snapshot.js';

export const CITIES = ['Mumbai', 'Delhi', 'Pune', 'Chennai', 'Kolkata', 'Jaipur', 'Surat', 'Indore', 'Kochi', 'Nagpur'];
export const PRODUCTS = ['Term plan', 'Health plan', 'Child plan', 'Pension plan'];
export const TEAMS = CITIES.length;
export const MEMBERS = 100;
export const MANAGERS = 10;
export const STATUSES = 8;
export const SOURCES = 12;

/** Public ids contain the number: `lead_00000000000000000000000042`. */
export const publicId = (prefix, number) => `${prefix}_${String(number).padStart(26, '0')}`;

/**
 * Creates an organization: 10 teams with a manager and nine agents each, an administrator, 8 statuses, 12 sources, two custom
 * fields, and one rule per team by city. Internal ids count up from `base`, so they are known in advance.
 */
export async function insertOrganization(client, name, base) {
  const { rows } = await client.query('insert into organizations (public_id, name) values ($1, $2) returning id', [
    publicId('org', base),
    name,
  ]);
  const { id } = rows[0];
  await client.query('insert into event_feeds (organization_id) values ($1)', [id]);
  const insert = (text, values = []) => client.query(text, [id, base, ...values]);
  await insert(
    `insert into teams (organization_id, id, public_id, name)
     select $1, $2::int + n, 'team_' || lpad(($2::int + n)::text, 26, '0'), 'Team ' || n from generate_series(1, $3::int) as n`,
    [TEAMS],
  );
  await insert(
    `insert into memberships (organization_id, id, public_id, name, role, team_id, accepting_leads)
     select $1, $2::int + n, 'mem_' || lpad(($2::int + n)::text, 26, '0'),
            case when n > $4::int then 'Administrator' else 'Member ' || n end,
            case when n > $4::int then 'admin' when n <= $5::int then 'manager' else 'agent' end,
            case when n <= $4::int then $2::int + 1 + n % $3::int end, n <= $4::int
       from generate_series(1, $4::int + 1) as n`,
    [TEAMS, MEMBERS, MANAGERS],
  );
  // No secret has such a hash: these tokens exist only as actors.
  await insert(
    `insert into tokens (organization_id, id, public_id, membership_id, name, abilities, secret_hash)
     select $1, id, 'tok_' || lpad(id::text, 26, '0'), id, name, '{*}', sha256(('bench ' || id)::bytea)
       from memberships where organization_id = $1 and id > $2`,
  );
  await insert(
    `insert into statuses (organization_id, id, number, public_id, name, kind, position, initial)
     select $1, $2::int + n, n - 1, 'sts_' || lpad(($2::int + n)::text, 26, '0'), 'Status ' || n,
            case n when $3::int - 1 then 'won' when $3::int then 'lost' else 'open' end, n, n = 1
       from generate_series(1, $3::int) as n`,
    [STATUSES],
  );
  await insert(
    `insert into sources (organization_id, id, public_id, name)
     select $1, $2::int + n, 'src_' || lpad(($2::int + n)::text, 26, '0'), 'Source ' || n from generate_series(1, $3::int) as n`,
    [SOURCES],
  );
  await insert(
    `insert into custom_fields (organization_id, id, public_id, key, label, type, options)
     values ($1, $2::int + 1, $3, 'city', 'City', 'select', $4), ($1, $2::int + 2, $5, 'product', 'Product', 'select', $6)`,
    [publicId('fld', base + 1), CITIES, publicId('fld', base + 2), PRODUCTS],
  );
  await insertRules(insert, base);
  const settings = await loadSettings({ row: async (text, values) => (await client.query(text, values)).rows[0] }, id);
  return { id, base, settings };
}

/** Each city goes to its team. Leads without a city go to the first team, so every lead has nine candidates. */
async function insertRules(insert, base) {
  for (let n = 1; n <= TEAMS + 1; n++) {
    const city = CITIES[n - 1];
    const all = city === undefined ? [] : [{ field: 'custom_fields.city', op: 'eq', value: city }];
    const pool = { team: publicId('team', base + (city === undefined ? 1 : n)) };
    await insert(
      `insert into distribution_rules (organization_id, id, public_id, name, position, conditions, strategy, pool)
       values ($1, $2::int + $3, $4, $5, $3, $6, 'round_robin', $7)`,
      [n, publicId('rule', base + n), city ?? 'The rest', JSON.stringify({ all }), JSON.stringify(pool)],
    );
  }
}
