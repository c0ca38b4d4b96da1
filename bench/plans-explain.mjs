// The cost of a statement, in counts that are the same on every machine.
import { READ_SETTINGS } from '../dist/db/pipelined-reads.js';

const OPTIONS = 'analyze, buffers, wal, timing off, summary off, format json';

/**
 * Runs a statement once and returns its plan: planned for its values, or with a generic plan if it is short, as the service
 * does.
 */
async function planOf(client, { text, values, isShort = false }) {
  if (!isShort) return (await client.query(`explain (${OPTIONS}) ${text}`, values)).rows[0]['QUERY PLAN'][0].Plan;
  await client.query(READ_SETTINGS);
  await client.query(`prepare page as ${text}`);
  const literals = values.map((value) => client.escapeLiteral(Array.isArray(value) ? `{${value}}` : String(value)));
  const { rows } = await client.query(`explain (${OPTIONS}) execute page (${literals})`);
  await client.query(
    'deallocate page; reset plan_cache_mode; reset enable_sort; reset enable_bitmapscan; reset enable_seqscan',
  );
  return rows[0]['QUERY PLAN'][0].Plan;
}

/** Every node of a plan. */
const nodesOf = (plan) => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];

const REMOVED = ['Rows Removed by Filter', 'Rows Removed by Index Recheck', 'Rows Removed by Join Filter'];

/** Rows that scans returned and rows that they filtered out. Entries skipped inside an index show only in buffers. */
function rowsTouched(node) {
  const removed = REMOVED.reduce((sum, name) => sum + (node[name] ?? 0), 0);
  return (node['Actual Rows'] + removed) * node['Actual Loops'];
}

/** A data-modifying CTE without output runs last and is not part of the total of the plan. */
const isBehind = (part) => part['Node Type'] === 'ModifyTable' && part['Actual Rows'] === 0;

/**
 * Buffers and rows that a statement touched, the indexes it read, and what it wrote: dirtied pages, WAL records, bytes and
 * full page images. Work inside functions is included.
 */
export async function costOf(client, statement) {
  const plan = await planOf(client, statement);
  const parts = [plan, ...(plan.Plans ?? []).filter(isBehind)];
  const sum = (count) => parts.reduce((all, part) => all + part[count], 0);
  const scans = nodesOf(plan).filter((node) => node['Node Type'].endsWith('Scan'));
  return {
    found: plan['Actual Rows'],
    rows: Math.round(scans.reduce((sum, scan) => sum + rowsTouched(scan), 0)),
    buffers: sum('Shared Hit Blocks') + sum('Shared Read Blocks'),
    dirtied: sum('Shared Dirtied Blocks'),
    records: sum('WAL Records'),
    bytes: sum('WAL Bytes'),
    images: sum('WAL FPI'),
    indexes: [...new Set(scans.flatMap((scan) => scan['Index Name'] ?? []))],
  };
}
