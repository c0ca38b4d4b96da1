// The cost of more leads: a deep page of a long list against its first page, and ten million leads against 100,000.
import { loadKeys } from '../dist/db/installation.js';
import { pageLink } from '../dist/http/pagination.js';
import { compete, inWords, middle, ratioOf, spreadOf, startLoad } from './contest.mjs';
import { loadFixture, openBenchServer } from './fixture.mjs';
import { LEAST_SIZE_CREATE, MOST_DEPTH, MOST_SIZE_PAGE } from './goals.mjs';
import { startService, urlOf } from './service.mjs';
import { issueToken } from './token.mjs';

const CONNECTIONS = 4;
const DEPTH = 500_000;

/** A loaded database with a service on it. */
async function openSize(leads) {
  const server = await openBenchServer({ max_wal_size: '16GB' });
  process.stderr.write(`loading ${leads} leads …\n`);
  // Without the audit trail, which nothing here reads: at ten million leads it would double the disk space.
  const organization = await loadFixture(server.client, leads, { trail: false });
  const service = await startService(urlOf(server.target), { LEADLINE_RATE_LIMIT: 'off' });
  return {
    client: server.client,
    organization,
    port: service.port,
    token: await issueToken(server.client, organization),
    async close() {
      await service.stop();
      await server.close();
    },
  };
}

/** The address of the page that starts after the lead at this depth, by creation, newest first. */
async function pathAtDepth({ client, organization }, query, status, depth) {
  const { rows } = await client.query(
    `select created_at, id from leads where organization_id = $1 ${status === null ? '' : `and status_id = ${status}`}
      order by created_at desc, id desc offset $2 limit 1`,
    [organization, depth],
  );
  const sql = {
    rows: async (...args) => (await client.query(...args)).rows,
    row: async (...args) => (await client.query(...args)).rows[0],
  };
  const { cursor } = await loadKeys(sql);
  const position = [rows[0].created_at.toISOString(), rows[0].id];
  return pageLink(cursor, '/leads', { operationId: 'listLeads', ids: {}, query }, position);
}

export async function compareDepths(pace, say, judge) {
  const size = await openSize(1_000_000);
  const load = startLoad();
  const figures = {};
  try {
    const { rows } = await size.client.query(
      `select public_id, id from statuses where organization_id = $1 order by position limit 1`,
      [size.organization],
    );
    const lists = {
      'every lead': { query: {}, status: null, depth: DEPTH },
      'leads of a status': { query: { 'filter[status]': rows[0].public_id }, status: rows[0].id, depth: DEPTH / 5 },
    };
    for (const [name, { query, status, depth }] of Object.entries(lists)) {
      const paths = [`/leads?${new URLSearchParams(query)}`, await pathAtDepth(size, query, status, depth)];
      // One request at a time, the first page and the deep page alternately, so that other load affects both.
      const { both } = await compete(load, ['both'], pace, () => ({
        port: size.port,
        connections: 1,
        work: { task: 'page', prefix: '/api/v1', token: size.token, paths, seed: 1, expected: 200 },
      }));
      const ratio = spreadOf(both.map(({ p50s: [first, deep] }) => deep / first));
      figures[name] = ratio;
      const note = judge(ratio.ratio <= MOST_DEPTH, `${name}, ${depth} deep: ${MOST_DEPTH} or less`);
      say(`${name} of a million, ${depth} deep against the first page, in time: ${inWords(ratio)}${note}`);
    }
  } finally {
    load.stop();
    await size.close();
  }
  return figures;
}

/** Two services, one on 100,000 leads and one on ten million. */
export const openSizes = async () => ({ small: await openSize(100_000), large: await openSize(10_000_000) });

export async function compareSizes(sizes, pace, say, judge) {
  const load = startLoad();
  let runs = 0;
  const jobOf = (task) => (which) => ({
    port: sizes[which].port,
    connections: task === 'create' ? 16 : CONNECTIONS,
    work: {
      ...{ task, prefix: '/api/v1', token: sizes[which].token, paths: ['/leads'], sources: [null], seed: ++runs },
      ...{ firstPhone: 6_000_000_000 + 500_000 * runs, expected: task === 'create' ? 201 : 200 },
    },
  });
  try {
    const pages = await compete(load, ['small', 'large'], pace, jobOf('page'));
    const page = ratioOf(pages, 'large', 'small', ({ p50 }) => p50);
    const pageNote = judge(page.ratio <= MOST_SIZE_PAGE, `first page at ten million: ${MOST_SIZE_PAGE} or less`);
    say(`first page, ten million leads against 100,000, in time: ${inWords(page)}${pageNote}`);
    const creates = await compete(load, ['small', 'large'], pace, jobOf('create'));
    const create = ratioOf(creates, 'large', 'small');
    const createNote = judge(create.ratio >= LEAST_SIZE_CREATE, `creates at ten million: ${LEAST_SIZE_CREATE} or more`);
    const rate = (which) => middle(creates[which], ({ perSecond }) => perSecond).toFixed(0);
    say(`creates, ${rate('large')}/s against ${rate('small')}/s: ${inWords(create)}${createNote}`);
    return { page, create };
  } finally {
    load.stop();
    for (const size of Object.values(sizes)) await size.close();
  }
}
