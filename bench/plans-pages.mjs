// The cost of a page of leads, for every sort, scope, filter and pair of filters, at the start of the list and deep in it.
import { accessPathOf } from '../dist/leads/listing/access-path.js';
import { everyLead, sorts } from '../dist/leads/listing/filter.js';
import { gatherStatement, walkStatement } from '../dist/leads/listing/statements.js';
import { loadSettings } from '../dist/settings/snapshot.js';
import { costOf } from './plans-explain.mjs';

const MOST_BUFFERS = 2_000;
const MOST_RATIO = 1.2;
const SIZE = 50;
/**
 * Allowance for a deep page. How close its leads lie together does not depend on depth: each may be on its own table page, or
 * one index level deeper (hot leads of two years ago are rarer than those of today).
 */
const SLACK = SIZE + 1;
/** A shorter list may be gathered and sorted as a whole, at the cost of the rest of the list: depth does not matter. */
const SHORT_LIST = 2_000;

export const actorsOf = (organizationId) => ({
  organization: { organizationId, membershipId: '1', role: 'admin', teamId: null },
  team: { organizationId, membershipId: '2', role: 'manager', teamId: '3' },
  own: { organizationId, membershipId: '50', role: 'agent', teamId: '1' },
  // Owns one lead in 4,000.
  'few of own': { organizationId, membershipId: '9', role: 'agent', teamId: '10' },
});
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

const names = Object.keys(filters);
const pairs = names.flatMap((one, n) => names.slice(n + 1).map((other) => [one, other]));
const combinations = [[], ...names.map((name) => [name]), ...pairs].filter(
  (combination) =>
    combination.filter((name) => name.endsWith('status')).length < 2 &&
    combination.filter((name) => name.endsWith('source')).length < 2,
);

const requestOf = ({ actor, filter }, after = null, size = SIZE) => ({
  actor,
  filter,
  page: { size, limit: size + 1, after },
  now: new Date(now),
});

const sqlOf = (client) => ({ row: async (text, values) => (await client.query(text, values)).rows[0] });

/** The position in the middle of the list, or at depth 500,000 if the list is longer. */
async function middleOf(client, list) {
  const at = async (size) => {
    const { text, values } = gatherStatement(requestOf(list, null, size));
    return (await client.query(text.replaceAll('leads.rendered', `''::text as rendered`), values)).rows[0];
  };
  const { found } = await at(10_000_000);
  const depth = Math.min(500_000, Math.floor(found / 2));
  if (depth === 0) return null;
  const { last_key, last_id } = await at(depth);
  return { depth, position: [last_key instanceof Date ? last_key.toISOString() : last_key, last_id] };
}

/** As the service would read it: by the access path that PostgreSQL's estimates speak for. */
async function costOfPage(client, list, after = null) {
  const request = requestOf(list, after);
  const path = await accessPathOf(sqlOf(client), { ...list.settings }, request); // a new object: nothing is remembered
  return costOf(client, { ...statements[path](request), isShort: path === 'walk' });
}

const statements = { walk: walkStatement, gather: gatherStatement };

/** The cost of the first page and of a deep page. `middle` is given if the list was measured before. */
async function measurePage(client, { middle, ...list }) {
  const first = await costOfPage(client, list);
  const deep = middle && (await costOfPage(client, list, middle.position));
  const ratio = deep === null ? 1 : deep.buffers / first.buffers;
  const most = Math.max(first.buffers, deep?.buffers ?? 0);
  const isBroken =
    most > MOST_BUFFERS ||
    (ratio > MOST_RATIO && deep.buffers - first.buffers > SLACK && 2 * middle.depth >= SHORT_LIST);
  const indexes = [...new Set([...first.indexes, ...(deep?.indexes ?? [])])].filter((name) => name !== 'leads_pkey');
  return { first, deep, ratio, most, isBroken, indexes };
}

/** Every list that is measured. */
function* listsOf(organizationId, settings) {
  for (const [scope, actor] of Object.entries(actorsOf(organizationId))) {
    for (const sort of sorts) {
      for (const combination of combinations) {
        const filter = Object.assign({ ...everyLead, sort }, ...combination.map((name) => filters[name]));
        yield { scope, sort, label: combination.join(' + ') || '–', actor, filter, settings };
      }
    }
  }
}

/** Prints one line per list; returns how many exceed the limit. */
export async function measurePages(client, organizationId, say) {
  const lists = [];
  const settings = await loadSettings(sqlOf(client), organizationId);
  say(HEADING);
  for (const list of listsOf(organizationId, settings)) {
    const middle = await middleOf(client, list);
    const page = await measurePage(client, { ...list, middle });
    lists.push({ ...list, middle, page });
    say(lineOf({ ...list, middle, page }));
  }
  const broken = lists.filter(({ page }) => page.isBroken).length;
  say(`\n${broken} over the limit (${MOST_BUFFERS} buffers a page, deep at most ${MOST_RATIO} times the first)\n`);
  await judgeIndexes(client, lists, say);
  return broken;
}

const HEADING =
  'scope        sort              filter                       first: buffers  rows  deep: buffers  rows   depth  ratio  indexes';

function lineOf({ scope, sort, label, middle, page }) {
  const { first, deep, ratio, isBroken, indexes } = page;
  const number = (value, width) => String(value ?? '–').padStart(width);
  const counts = `${number(first.buffers, 15)} ${number(first.rows, 5)} ${number(deep?.buffers, 14)} ${number(deep?.rows, 5)}`;
  return `${scope.padEnd(12)} ${sort.padEnd(17)} ${label.padEnd(27)} ${counts} ${number(middle?.depth, 7)} ${number(ratio.toFixed(2), 6)}  ${indexes.join(', ')}${isBroken ? '  ← over the limit' : ''}`;
}

/** For each index: how many lists use it, and what they would cost without it. An index may be used and still not be needed. */
async function judgeIndexes(client, lists, say) {
  const { rows } = await client.query(
    `select indexrelid::regclass::text as name, pg_size_pretty(pg_relation_size(indexrelid)) as size
       from pg_index
      where indrelid in ('leads'::regclass, 'lead_recency'::regclass) and not exists (select from pg_constraint where conindid = indexrelid)
      order by 1`,
  );
  say(
    'index                    size      serves lists  of which worst  without it worst  over the limit  worst list without it',
  );
  for (const { name, size } of rows) {
    const served = lists.filter(({ page }) => page.indexes.includes(name));
    const without = await measureWithout(client, name, served);
    const worst = (pages) => pages.reduce((most, one) => (one.page.most > most.page.most ? one : most));
    const [before, after] = served.length === 0 ? [] : [worst(served), worst(without)];
    const over = without.filter(({ page }) => page.isBroken).length;
    const number = (value, width) => String(value ?? '–').padStart(width);
    say(
      `${name.padEnd(24)} ${size.padEnd(9)} ${number(served.length, 12)} ${number(before?.page.most, 15)} ${number(after?.page.most, 17)} ${number(over, 15)}  ${after === undefined ? '' : `${after.scope} ${after.sort} ${after.label}`}`,
    );
  }
}

async function measureWithout(client, index, lists) {
  await client.query('begin');
  await client.query(`drop index ${index}`);
  const measured = [];
  for (const list of lists) measured.push({ ...list, page: await measurePage(client, list) });
  await client.query('rollback');
  return measured;
}
