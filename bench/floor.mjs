// The bare servers that the service is compared with: node:http, `pg` and prepared statements, and nothing else that a
// service needs (no tokens, checks, limits, log or audit). List and read have two variants: JSON built in SQL, or rows with
// joined names mapped in JavaScript.  node bench/floor.mjs <database url> <organization id> sql|rows
import { createServer } from 'node:http';
import pg from 'pg';

const [url, organization, variant] = process.argv.slice(2);
const CONNECTIONS = 20;
const PAGE = 50;
const pool = new pg.Pool({ connectionString: url, max: CONNECTIONS });
const ids = { statuses: new Map(), sources: new Map(), memberships: new Map() };
for (const [table, map] of Object.entries(ids)) {
  const { rows } = await pool.query(`select id, public_id from ${table} where organization_id = $1`, [organization]);
  for (const { id, public_id } of rows) map.set(public_id, id);
}

const joins = `from leads
  join statuses on statuses.organization_id = leads.organization_id and statuses.id = leads.status_id
  left join sources on sources.organization_id = leads.organization_id and sources.id = leads.source_id
  left join memberships as owners on owners.organization_id = leads.organization_id and owners.id = leads.owner_id`;
const json = `json_build_object('public_id', leads.public_id,
  'contact', json_build_object('first_name', leads.first_name, 'last_name', leads.last_name, 'phone', leads.phone, 'email', leads.email),
  'source', case when sources.id is not null then json_build_object('public_id', sources.public_id, 'name', sources.name) end,
  'status', json_build_object('public_id', statuses.public_id, 'name', statuses.name, 'kind', statuses.kind),
  'owner', case when owners.id is not null then json_build_object('public_id', owners.public_id, 'name', owners.name) end,
  'currency', 'INR', 'score', leads.score, 'score_band', case when leads.score >= 70 then 'hot' when leads.score >= 40 then 'warm' else 'cold' end,
  'estimated_value', leads.estimated_value, 'custom_fields', leads.custom_fields, 'last_activity_at', leads.last_activity_at,
  'created_at', leads.created_at, 'updated_at', leads.updated_at)`;
const columns = `leads.public_id, leads.first_name, leads.last_name, leads.phone, leads.email, leads.score,
  leads.estimated_value, leads.custom_fields, leads.last_activity_at, leads.created_at, leads.updated_at,
  statuses.public_id as status, statuses.name as status_name, statuses.kind as status_kind,
  sources.public_id as source, sources.name as source_name, owners.public_id as owner, owners.name as owner_name`;
const page = `where leads.organization_id = $1 and leads.status_id = $2
  order by leads.created_at desc, leads.id desc limit ${PAGE + 1}`;
const one = 'where leads.organization_id = $1 and leads.public_id = $2';

const query = (name, text, values) => pool.query({ name, text, values });

function present(row) {
  return {
    public_id: row.public_id,
    contact: { first_name: row.first_name, last_name: row.last_name, phone: row.phone, email: row.email },
    source: row.source && { public_id: row.source, name: row.source_name },
    status: { public_id: row.status, name: row.status_name, kind: row.status_kind },
    owner: row.owner && { public_id: row.owner, name: row.owner_name },
    currency: 'INR',
    score: row.score,
    score_band: row.score >= 70 ? 'hot' : row.score >= 40 ? 'warm' : 'cold',
    estimated_value: row.estimated_value && Number(row.estimated_value),
    custom_fields: row.custom_fields,
    last_activity_at: row.last_activity_at,
    created_at: row.created_at,
    updated_at: row.updated_at,
  };
}

const variants = {
  sql: {
    async list(status) {
      const { rows } = await query(
        'list',
        `select coalesce(json_agg(lead), '[]')::text as data from (select ${json} as lead ${joins} ${page}) as page`,
        [organization, status],
      );
      return `{"data":${rows[0].data}}`;
    },
    async read(id) {
      const { rows } = await query('read', `select ${json}::text as data ${joins} ${one}`, [organization, id]);
      return `{"data":${rows[0].data}}`;
    },
  },
  rows: {
    async list(status) {
      const { rows } = await query('list', `select ${columns} ${joins} ${page}`, [organization, status]);
      return JSON.stringify({ data: rows.slice(0, PAGE).map(present) });
    },
    async read(id) {
      const { rows } = await query('read', `select ${columns} ${joins} ${one}`, [organization, id]);
      return JSON.stringify({ data: present(rows[0]) });
    },
  },
};
const reading = variants[variant];
const [initial] = ids.statuses.values();
const owners = [...ids.memberships.values()];
let created = 0;

/** Only the lead's row, in the same table with the same indexes: no transition, activity or audit entry. */
async function create(body) {
  const now = new Date();
  const id = `lead_${process.pid.toString().padStart(10, '0')}${(++created).toString().padStart(16, '0')}`;
  const owner = owners[created % owners.length];
  const { rows } = await query(
    'create',
    `insert into leads (organization_id, public_id, first_name, last_name, phone, email, email_key, source_id, status_id,
                        owner_id, status_since, estimated_value, score, last_activity_at, created_at, updated_at, rendered,
                        rendered_shape)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, 0, $11, $11, $11, '', 0) returning public_id, created_at`,
    [
      organization,
      id,
      body.first_name,
      body.last_name,
      body.phone,
      body.email,
      body.email,
      ids.sources.get(body.source) ?? null,
      initial,
      owner,
      now,
      body.estimated_value,
    ],
  );
  return JSON.stringify({ data: { ...body, ...rows[0] } });
}

async function patch(id, body) {
  const { rows } = await query(
    'patch',
    `update leads set first_name = $3, updated_at = $4, version = version + 1
      where organization_id = $1 and public_id = $2
     returning public_id, first_name, last_name, phone, email, updated_at`,
    [organization, id, body.first_name, new Date()],
  );
  return JSON.stringify({ data: rows[0] });
}

const server = createServer((request, response) => {
  const answer = (status, text) => {
    response.writeHead(status, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) });
    response.end(text);
  };
  const fail = (error) => answer(500, JSON.stringify({ error: error.message }));
  const { pathname, searchParams } = new URL(request.url, 'http://bench');
  const id = pathname.slice('/leads/'.length);
  if (request.method === 'GET') {
    const work = id === '' ? reading.list(ids.statuses.get(searchParams.get('filter[status]'))) : reading.read(id);
    work.then((text) => answer(200, text)).catch(fail);
    return;
  }
  const chunks = [];
  request.on('data', (chunk) => chunks.push(chunk));
  request.on('end', () => {
    const body = JSON.parse(Buffer.concat(chunks).toString());
    if (request.method === 'POST')
      create(body)
        .then((text) => answer(201, text))
        .catch(fail);
    else
      patch(id, body)
        .then((text) => answer(200, text))
        .catch(fail);
  });
});
server.listen(0, '127.0.0.1', () => process.send({ port: server.address().port }));
