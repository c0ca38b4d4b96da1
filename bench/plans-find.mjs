// The cost of pages that are narrowed by what the indexes of lists do not know: words, digits, values, custom fields, times.
// Every filter with every sort and scope, then random combinations of up to three filters; the first page and one in the middle.
import { Values } from '../dist/db/values.js';
import { searchWords } from '../dist/leads/finding/words.js';
import { everyLead, sorts } from '../dist/leads/listing/filter.js';
import { isOfOthers } from '../dist/leads/listing/list.js';
import { orderOf } from '../dist/leads/listing/orders.js';
import { readPlanned } from '../dist/leads/listing/planned.js';
import { wholeConditions } from '../dist/leads/listing/whole.js';
import { loadSettings } from '../dist/settings/snapshot.js';
import { costOf } from './plans-explain.mjs';
import { actorsOf } from './plans-pages.mjs';
import { seeded } from './work.mjs';

const MOST_BUFFERS = 2_000;
const MOST_RATIO = 1.2;
const SIZE = 50;
/** Each lead of a deep page may lie on a table page of its own, and be looked up through an index level more. */
const SLACK = 4 * (SIZE + 1);
/** A shorter list may be gathered as a whole. */
const SHORT_LIST = 2_000;
const RANDOM = 200;

const now = Date.now();
const days = (from, to = 0) => ({ from: new Date(now - from * 86_400_000), before: new Date(now - to * 86_400_000) });
const words = (text) => ({ search: searchWords(text) });

function filtersOf({ customFields }) {
  const field = (key) => customFields.find((one) => one.key === key);
  return {
    'search amit': words('amit'),
    'search zar': words('zar'),
    'search s': words('s'),
    'search kumar': words('kumar'),
    'search tha': words('tha'),
    'search amit sharma': words('amit sharma'),
    'search lalrin zoya': words('lalrin zoya'),
    'search in': words('in'),
    'search gmail': words('gmail'),
    'search acme': words('acme'),
    'search कुमा': words('कुमा'),
    'search आशा': words('आशा'),
    'search 987': words('987'),
    'search 98765': words('98765'),
    'search 4321': words('4321'),
    'search amit 98': words('amit 98'),
    'city Mumbai': { custom: [{ field: field('city'), values: ['Mumbai'] }] },
    'product Term plan': { custom: [{ field: field('product'), values: ['Term plan'] }] },
    'value 10 lakh and more': { value: { least: 1_000_000, most: null } },
    'value 20,000': { value: { least: 20_000, most: 20_000 } },
    'value below 1': { value: { least: null, most: 0 } },
    'updated yesterday': { updated: days(2, 1) },
    'updated in 30 days': { updated: days(30) },
    'updated two years ago': { updated: days(720, 700) },
    'active in 7 days': { active: days(7) },
    'active a year ago': { active: days(370, 365) },
    'team 4': { teamIds: ['4'] },
    nobody: { ownerless: true },
    open: { statusIds: ['1', '2', '3', '4', '5', '6'] },
    lost: { statusIds: ['8'] },
    'rare source': { sourceIds: ['12'] },
    'owner 50': { ownerIds: ['50'] },
    '30 days': days(30),
    hot: { leastScore: 70, mostScore: 100 },
  };
}

/** Counts buffers of what it is asked to run. EXPLAIN, which reads statistics, is not counted. */
function countingSql(client) {
  const sql = { buffers: 0, statements: 0 };
  const run = async (text, values = [], isShort = false) => {
    if (!text.startsWith('explain')) {
      sql.buffers += (await costOf(client, { text, values, isShort })).buffers;
      sql.statements++;
    }
    return (await client.query(text, [...values])).rows[0];
  };
  sql.row = (text, values) => run(text, values);
  sql.shortRow = (text, values) => run(text, values, true);
  return sql;
}

const requestOf = ({ actor, filter }, after) => ({
  actor,
  filter,
  page: { size: SIZE, limit: SIZE + 1, after },
  now: new Date(now),
});

/** What a page costs with nothing remembered, and again; null: refused. */
async function costOfPage(client, list, after = null) {
  const settings = { ...list.settings };
  const costs = [];
  for (let n = 0; n < 2; n++) {
    const sql = countingSql(client);
    try {
      await readPlanned(sql, settings, requestOf(list, after));
    } catch (error) {
      if (error.status !== 422) throw error;
      return { first: sql.buffers, again: null };
    }
    costs.push(sql.buffers);
  }
  return { first: costs[0], again: costs[1] };
}

async function middleOf(client, { actor, filter, settings }) {
  const { column, direction } = orderOf(filter);
  const values = new Values();
  const sql = { row: async (text, list) => (await client.query(text, list)).rows[0] };
  const where = await wholeConditions(sql, settings, { actor, filter }, values);
  const {
    rows: [{ count }],
  } = await client.query(`select count(*)::int as count from leads where ${where}`, values.list);
  if (count < 2 * SIZE) return { count, after: null };
  const { rows } = await client.query(
    `select leads.id, leads.${column} as key from leads where ${where}
      order by leads.${column} ${direction}, leads.id ${direction} offset ${Math.floor(count / 2)} limit 1`,
    values.list,
  );
  const [{ id, key }] = rows;
  return { count, after: [key instanceof Date ? key.toISOString() : key, id] };
}

function* listsOf(organizationId, settings) {
  const filters = filtersOf(settings);
  const actors = actorsOf(organizationId);
  const names = Object.keys(filters);
  for (const name of names) {
    for (const sort of sorts) {
      for (const [scope, actor] of Object.entries(actors)) {
        yield { label: name, scope, sort, actor, settings, filter: { ...everyLead, ...filters[name], sort } };
      }
    }
  }
  const random = seeded(20_260_101);
  const one = (list) => list[Math.floor(random() * list.length)];
  for (let n = 0; n < RANDOM; n++) {
    const chosen = [...new Set([one(names), one(names), one(names)])];
    const [scope, actor] = one(Object.entries(actors));
    const filter = { ...everyLead, ...Object.assign({}, ...chosen.map((name) => filters[name])), sort: one(sorts) };
    filter.search = chosen.flatMap((name) => filters[name].search ?? []);
    filter.custom = chosen.flatMap((name) => filters[name].custom ?? []);
    yield { label: chosen.join(' + '), scope, sort: filter.sort, actor, settings, filter };
  }
}

/** Prints one line per list; returns how many exceed the limit. */
export async function measureFinds(client, organizationId, say) {
  const settings = await loadSettings(
    { row: async (text, values) => (await client.query(text, values)).rows[0] },
    organizationId,
  );
  say('scope        sort              leads  first page  again   deep  ratio  filter');
  const counts = { broken: 0, refused: 0, lists: 0, worst: 0 };
  for (const list of listsOf(organizationId, settings)) {
    if (isOfOthers(settings, list.actor, list.filter)) continue; // known to be empty
    const { count, after } = await middleOf(client, list);
    const first = await costOfPage(client, list);
    const deep = after === null || first.again === null ? null : await costOfPage(client, list, after);
    const ratio = deep?.again == null ? 1 : deep.again / first.again;
    const most = Math.max(first.first, first.again ?? 0, deep?.again ?? 0);
    const isDeeper = ratio > MOST_RATIO && deep.again - first.again > SLACK && count >= SHORT_LIST;
    const isBroken = most > MOST_BUFFERS || isDeeper;
    counts.lists++;
    if (isBroken) counts.broken++;
    if (first.again === null) counts.refused++;
    else counts.worst = Math.max(counts.worst, most);
    const number = (value, width) => String(value ?? '–').padStart(width);
    say(
      `${list.scope.padEnd(12)} ${list.sort.padEnd(17)} ${number(count, 6)} ${number(first.first, 10)} ${number(first.again ?? 'refused', 7)} ${number(deep === null ? null : (deep.again ?? 'refused'), 6)} ${number(ratio.toFixed(2), 6)}  ${list.label}${isBroken ? '  ← over the limit' : ''}`,
    );
  }
  say(
    `\n${counts.lists} lists, ${counts.refused} refused, ${counts.broken} over the limit; most buffers of a page: ${counts.worst}\n`,
  );
  return counts.broken;
}
