// Creates and changes of leads with the service's own functions, on one connection that counts the cost of their statements.

import { Suppression } from '../dist/leads/suppression/suppression.js';
import { addActivity, addNote } from '../dist/leads/timeline/timeline.js';
import { LeadCaptures } from '../dist/leads/writing/capture.js';
import { LeadChanges } from '../dist/leads/writing/change.js';
import { createLead } from '../dist/leads/writing/create.js';
import { moveLead } from '../dist/leads/writing/move.js';
import { patchLead } from '../dist/leads/writing/patch.js';
import { makeHistory } from './fixture-history.mjs';
import { MEMBERS, publicId, STATUSES } from './fixture-organization.mjs';
import { costOf } from './plans-explain.mjs';

export const COUNTS = ['buffers', 'dirtied', 'records', 'bytes', 'images'];

/** A database that counts. EXPLAIN returns a plan and no rows, so statements that read run again for their rows. */
function countingDatabase(client) {
  const total = Object.fromEntries(COUNTS.map((count) => [count, 0]));
  const rows = async (text, values = []) => {
    const cost = await costOf(client, { text, values });
    for (const count of COUNTS) total[count] += cost[count];
    return /^\s*select\b/i.test(text) ? (await client.query(text, values)).rows : [];
  };
  return { total, database: databaseOf(rows) };
}

/** The interface of db/sql.ts on `rows`. It counts as a transaction already, so writes run at once and not in batches. */
function databaseOf(rows) {
  const row = async (text, values) => (await rows(text, values))[0];
  const together = async (queries) => {
    const answers = [];
    for (const { text, values } of queries) answers.push(await rows(text, values));
    return answers;
  };
  const kept = [];
  const commitWith = (queries) => together([...queries, ...kept.splice(0)]);
  const sql = { rows, row, shortRow: row, together, commitWith, atCommit: (queries) => kept.push(...queries) };
  const begin = (work) => work(sql);
  return { ...sql, begin, beginUnflushed: begin, flush: async () => {}, isTransaction: true, afterCommit: () => {} };
}

/** Every measured operation, by name: what it does to the n-th lead. */
export const operations = {
  create: (writing, n) => createLead(writing, inputOf(writing.settings, n)),
  'patch a name': (writing, n, lead) => patchLead(writing, lead, { first_name: `Anita ${n}` }),
  'patch the owner': (writing, n, lead) => patchLead(writing, lead, { owner: publicId('mem', 11 + (n % 90)) }),
  move: (writing, n, lead) => moveLead(writing, lead, { status: publicId('sts', (n % (STATUSES - 2)) + 1) }),
  'add an activity': (writing, _n, lead) => addActivity(writing, lead, { kind: 'call', summary: 'Asked for a quote' }),
  'add a note': (writing, _n, lead) => addNote(writing, lead, { body: 'Wants to hear from us on Monday' }),
};

/** The input of a create: a lead of the fixture's kind, with a number beyond the largest fixture. */
function inputOf(settings, n) {
  const { lead } = makeHistory({ base: 0, settings }, { id: 1, number: 12_000_000 + n, createdAt: 0, now: 0 });
  const { first_name, last_name, phone, email, source_id, estimated_value, custom_fields } = lead;
  const source = source_id === null ? null : publicId('src', source_id);
  return { first_name, last_name, phone, email, source, estimated_value, custom_fields };
}

/** The caller: the organization's administrator. */
function callerOf(organizationId) {
  const id = String(MEMBERS + 1);
  const requestId = publicId('req', 1);
  return {
    author: { organizationId, tokenId: id, membershipId: id, formId: null, requestId, address: '127.0.0.1' },
    actor: {
      organizationId,
      tokenId: id,
      tokenPublicId: '',
      tokenName: '',
      tokenExpiresAt: null,
      membershipId: id,
      role: 'admin',
      teamId: null,
    },
  };
}

const queues = { nudge: () => {}, isAside: () => false };
const suppression = new Suppression(Buffer.alloc(32));

/** Runs an operation on numbers `from` to `from + leads.length`, one lead each. */
async function runOperation(database, settings, name, { from, leads }) {
  const captures = new LeadCaptures(database, queues, suppression);
  const writer = { captures, changes: new LeadChanges(database), suppression, nudge: () => {}, written: () => {} };
  const writing = { database, settings, leads: writer, ...callerOf(settings.organization.id) };
  for (const [n, lead] of leads.entries()) await operations[name](writing, from + n, lead);
}

/** The average cost of an operation, by EXPLAIN. */
export async function costOfOperation(client, settings, name, batch) {
  const { total, database } = countingDatabase(client);
  await runOperation(database, settings, name, batch);
  return Object.fromEntries(COUNTS.map((one) => [one, total[one] / batch.leads.length]));
}

/** Runs an operation without EXPLAIN; the caller counts from outside. */
export const runPlainly = (client, settings, name, batch) =>
  runOperation(
    databaseOf(async (text, values = []) => (await client.query(text, values)).rows),
    settings,
    name,
    batch,
  );
