// Organizations from a seed, for measurements: a large one (10 teams, 100 members, 8 statuses, 12 sources) and three small
// ones, with leads over two years and their whole history, as the service would write it.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connectOnce } from '../dist/db/connect.js';
import { openEmbedded } from '../dist/db/embedded/index.js';
import { migrate } from '../dist/db/migrate.js';
import { startCopy } from './copy.mjs';
import { makeHistory } from './fixture-history.mjs';
import { dropIndexes } from './fixture-indexes.mjs';
import { insertOrganization } from './fixture-organization.mjs';
import { assignmentLine, leadLine, recordEvents, tables, termLines } from './fixture-rows.mjs';
import { checkTexts } from './fixture-text.mjs';

/** Time limit of one statement: indexes on ten million leads take long. */
export const LOADING_MS = 3_600_000;

/** A temporary PostgreSQL with the schema; `close` removes it. */
export async function openBenchServer(settings = {}) {
  const directory = mkdtempSync(join(tmpdir(), 'leadline-bench-'));
  chmodSync(directory, 0o755);
  const server = await openEmbedded({
    dataDirectory: directory,
    log: () => {},
    settings: { max_wal_size: '4GB', maintenance_work_mem: '512MB', ...settings },
    rights: 'superuser', // to read the WAL and to change server settings
  });
  await migrate(server.target);
  return {
    target: server.target,
    client: await connectOnce(server.target, LOADING_MS),
    async close() {
      await this.client.end();
      await server.stop();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

const DAY = 86_400_000;
const SMALL_ORGANIZATIONS = 3;
/** One small organization's lead per so many leads of the large organization. */
const SMALL_SHARE = 100;
/** One lead in so many is compared with the service's own texts. */
const CHECKED = 1_000;
const ROWS = Object.keys(tables);

/**
 * Loads `leads` leads of one organization, and a few of others. They are the same on every run, except for the reference
 * time. They are spread evenly over two years; with `recent`, so many of them over the last 30 days. Without `trail`, the
 * audit trail, notes and the service's own activities are left out, which is about half of the disk space (50 GB at ten
 * million leads). With `equal`, so many organizations share the leads instead, one after the other. Returns the internal id
 * of the first organization; its teams, members, statuses and sources have the internal ids 1, 2, 3 …
 */
export async function loadFixture(client, leads, { recent = 0, trail = true, equal = 0 } = {}) {
  const organizations = [];
  const small = equal > 0 ? equal - 1 : SMALL_ORGANIZATIONS;
  for (let n = 0; n <= small; n++) {
    organizations.push(await insertOrganization(client, n === 0 ? 'Bench' : `Small ${n}`, 1_000 * n));
  }
  const restoreIndexes = await dropIndexes(client, [...ROWS, 'lead_recency']);
  const clients = [];
  for (const _ of ROWS) clients.push(await connectBeside(client));
  try {
    await copyLeads(clients, organizations, leads, { recent, trail, equal });
    await client.query(`insert into lead_recency (organization_id, lead_id, last_activity_at, updated_at, created_at, status_id,
                                                  source_id, owner_id, team_id, score)
      select organization_id, id, last_activity_at, updated_at, created_at, status_id, source_id, owner_id, team_id, score from leads`);
    await restoreIndexes(clients.slice(0, 2));
  } finally {
    for (const one of clients) await one.end();
  }
  await countSequencesOn(client);
  await client.query('vacuum (freeze, analyze)');
  await client.query('checkpoint');
  return organizations[0].id;
}

/** Another connection to the same server as `client`. */
const connectBeside = ({ host, port, user, database, password }) =>
  connectOnce(
    {
      url: `postgres://${user}${password ? `:${encodeURIComponent(password)}` : ''}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`,
    },
    LOADING_MS,
  );

async function copyLeads(clients, organizations, leads, { recent, trail, equal }) {
  const copies = Object.fromEntries(
    await Promise.all(ROWS.map(async (table, n) => [table, await startLoading(clients[n], table)])),
  );
  const now = Date.now();
  const [large, ...small] = organizations;
  const days = new Days(copies);
  let id = 0;
  const put = (organization, number, createdAt) => {
    const history = makeHistory(organization, { id: ++id, number, createdAt, now });
    if (id % CHECKED === 1) checkTexts(organization, history);
    copies.leads.add(leadLine(organization, history));
    for (const line of termLines(organization, history)) copies.lead_terms.add(line);
    copies.assignments.add(assignmentLine(organization, history));
    recordEvents(organization, history, trail, days.put);
  };
  for (let n = 1; n <= leads; n++) {
    const createdAt = arrivalOf(n, leads, recent, now);
    days.writeUntil(createdAt);
    if (equal > 0) put(organizations[(n - 1) % equal], Math.ceil(n / equal), createdAt);
    else put(large, n, createdAt);
    if (equal === 0 && n % SMALL_SHARE === 0) put(small[(n / SMALL_SHARE) % small.length], n / SMALL_SHARE, createdAt);
    if (n % 64 === 0) for (const copy of Object.values(copies)) if (copy.isFull) await copy.drained();
  }
  days.writeUntil(Number.POSITIVE_INFINITY);
  for (const [n, table] of ROWS.entries()) {
    await copies[table].finish();
    await clients[n].query('commit');
  }
}

function arrivalOf(n, leads, recent, now) {
  const before = recent === 0 ? 0 : 31 * DAY;
  if (n > leads - recent) return Math.floor(now - 30 * DAY * ((leads - n) / recent));
  return Math.floor(now - before - (730 * DAY - before) * (1 - n / (leads - recent)));
}

/** Rows of an empty table are loaded frozen, so they need no VACUUM afterwards. */
async function startLoading(client, table) {
  const { rows } = await client.query(`select exists (select from ${table}) as is_used`);
  await client.query('begin');
  if (rows[0].is_used) return startCopy(client, table, tables[table]);
  await client.query(`truncate ${table}`);
  return startCopy(client, table, tables[table], 'with (freeze)');
}

/** Holds events back until their day: the rows of one lead are then spread over the table, as in production. */
class Days {
  #copies;
  #pending = new Map();
  #next = 0;

  constructor(copies) {
    this.#copies = copies;
  }

  put = (table, ms, line) => {
    const day = Math.floor(ms / DAY);
    let rows = this.#pending.get(day);
    if (rows === undefined) {
      rows = Object.fromEntries(ROWS.map((name) => [name, []]));
      this.#pending.set(day, rows);
    }
    rows[table].push(line);
  };

  /** Writes the days that are complete. */
  writeUntil(ms) {
    const day = Math.floor(ms / DAY);
    if (day <= this.#next) return;
    this.#next = day;
    const over = [...this.#pending.keys()].filter((one) => one < day).sort((one, other) => one - other);
    for (const one of over) {
      for (const [table, lines] of Object.entries(this.#pending.get(one))) {
        for (const line of lines) this.#copies[table].add(line);
      }
      this.#pending.delete(one);
    }
  }
}

/** The fixture sets ids itself, so the sequences must continue after them. */
async function countSequencesOn(client) {
  const { rows } = await client.query(
    `select table_name as name from information_schema.columns
      where table_schema = 'public' and column_name = 'id' and column_default like 'nextval(%'`,
  );
  for (const { name } of rows) {
    await client.query(`select setval(pg_get_serial_sequence($1, 'id'), greatest(max(id), 1)) from ${name}`, [name]);
  }
}
