// What a page of leads costs, for every sort, scope, filter and pair of filters, at the beginning and deep in the list:
// buffers touched, as EXPLAIN (ANALYZE, BUFFERS) counts them. Exit code 1 where a limit is broken.
//   node bench/plans.mjs [--leads 1000000]
//   node bench/plans.mjs --url postgres://…   on a database that holds the fixture already
import { parseArgs } from 'node:util';
import { connectOnce } from '../dist/db/connect.js';
import { pageStatement, sorts } from '../dist/leads/filter.js';
import { loadFixture, openBenchServer } from './fixture.mjs';

const MOST_BUFFERS = 2_000;
const MOST_RATIO = 1.2;
const PAGE = 51;
/** A page that costs a handful of buffers may touch a few more deeper down: index levels. */
const SLACK = 12;
/** A list shorter than this may be gathered and sorted as a whole, which costs what is left of it: there is no depth. */
const SHORT_LIST = 2_000;

const { values: flags } = parseArgs({
  options: { leads: { type: 'string', default: '1000000' }, url: { type: 'string' } },
});
const server =
  flags.url === undefined
    ? await openBenchServer({ fsync: 'off', synchronous_commit: 'off' })
    : await attach(flags.url);
const organizationId = flags.url === undefined ? await load(Number(flags.leads)) : await findOrganization();

async function attach(url) {
  const client = await connectOnce({ url });
  return { client, close: () => client.end() };
}

async function load(leads) {
  const startedAt = Date.now();
  process.stderr.write(`loading ${leads} leads … `);
  const id = await loadFixture(server.client, leads);
  process.stderr.write(`${Math.round((Date.now() - startedAt) / 1000)} s\n`);
  return id;
}

async function findOrganization() {
  const { rows } = await server.client.query(`select id from organizations where name = 'Bench'`);
  return rows[0].id;
}

const actors = {
  organization: { organizationId, membershipId: '1', role: 'admin', teamId: null },
  team: { organizationId, membershipId: '2', role: 'manager', teamId: '3' },
  own: { organizationId, membershipId: '50', role: 'agent', teamId: '1' },
};
const now = Date.now();
const filters = {
  status: { statusIds: ['3'] },
  'rare status': { statusIds: ['8'] },
  owner: { ownerIds: ['50'] },
  source: { sourceIds: ['4'] },
  'rare source': { sourceIds: ['12'] },
  '30 days': { from: new Date(now - 30 * 86_400_000), before: new Date(now) },
  hot: { leastScore: 70, mostScore: 100 },
};
const none = {
  statusIds: null,
  ownerIds: null,
  sourceIds: null,
  from: null,
  before: null,
  leastScore: null,
  mostScore: null,
};

async function buffersOf({ text, values }) {
  const { rows } = await server.client.query(`explain (analyze, buffers, format json) ${text}`, values);
  const { Plan } = rows[0]['QUERY PLAN'][0];
  return { buffers: Plan['Shared Hit Blocks'] + Plan['Shared Read Blocks'], rows: Plan['Actual Rows'] };
}

/** The position in the middle of the list, or at depth 500,000 if it is longer than that. */
async function middleOf(actor, filter) {
  const { text, values } = pageStatement(actor, filter, null, 10_000_000);
  const inner = text.replaceAll('leads.rendered', `''`);
  const { rows } = await server.client.query(`select count(*)::int as count from (${inner}) as list`, values);
  const depth = Math.min(500_000, Math.floor(rows[0].count / 2));
  const { rows: found } = await server.client.query(
    `select sort_key, id from (${inner}) as list offset ${depth} limit 1`,
    values,
  );
  const row = found[0];
  if (row === undefined) return null;
  return { depth, position: [row.sort_key instanceof Date ? row.sort_key.toISOString() : row.sort_key, row.id] };
}

const names = Object.keys(filters);
const pairs = names.flatMap((one, n) => names.slice(n + 1).map((other) => [one, other]));
const combinations = [[], ...names.map((name) => [name]), ...pairs].filter(
  (combination) =>
    combination.filter((name) => name.endsWith('status')).length < 2 &&
    combination.filter((name) => name.endsWith('source')).length < 2,
);

let broken = 0;
process.stdout.write('scope         sort               filter                     first   deep   depth   ratio\n');
for (const [scope, actor] of Object.entries(actors)) {
  for (const sort of sorts) {
    for (const combination of combinations) {
      const filter = Object.assign({ ...none, sort }, ...combination.map((name) => filters[name]));
      const first = await buffersOf(pageStatement(actor, filter, null, PAGE));
      const middle = await middleOf(actor, filter);
      const deep = middle === null ? null : await buffersOf(pageStatement(actor, filter, middle.position, PAGE));
      const ratio = deep === null ? 1 : deep.buffers / first.buffers;
      const isBroken =
        Math.max(first.buffers, deep?.buffers ?? 0) > MOST_BUFFERS ||
        (ratio > MOST_RATIO && deep.buffers - first.buffers > SLACK && 2 * middle.depth >= SHORT_LIST);
      if (isBroken) broken++;
      process.stdout.write(
        `${scope.padEnd(13)} ${sort.padEnd(18)} ${(combination.join(' + ') || '–').padEnd(24)} ${String(first.buffers).padStart(7)} ${String(deep?.buffers ?? '–').padStart(6)} ${String(middle?.depth ?? '–').padStart(7)}  ${ratio.toFixed(2).padStart(6)} ${isBroken ? ' ← over the limit' : ''}\n`,
      );
    }
  }
}
process.stdout.write(
  `\n${broken} over the limit (${MOST_BUFFERS} buffers a page, deep at most ${MOST_RATIO} times the first)\n`,
);
await server.close();
process.exitCode = broken > 0 ? 1 : 0;
