// Creates and changes of leads by the service's own verbs, on one connection that counts what their statements cost.
import { pino } from 'pino';
import { isLookup, textForOne } from '../dist/db/text.js';
import { Turns } from '../dist/distribution/turns.js';
import { HandOut } from '../dist/leads/assignment/hand-out.js';
import { patchLead } from '../dist/leads/change.js';
import { createLead } from '../dist/leads/create.js';
import { moveLead } from '../dist/leads/move.js';
import { findLead } from '../dist/leads/queries.js';
import { addActivity, addNote } from '../dist/leads/timeline.js';
import { changeLead } from '../dist/leads/write.js';
import { SettingsStore } from '../dist/settings/store.js';
import { makeHistory } from './fixture-history.mjs';
import { MEMBERS, publicId, STATUSES } from './fixture-organization.mjs';
import { costOf } from './plans-explain.mjs';

const log = pino({ level: 'silent' });

export const COUNTS = ['buffers', 'dirtied', 'records', 'bytes', 'images'];

/** EXPLAIN answers a plan in the place of rows; what writes would have answered is known without. */
const answers = {
  leadline_keep_turns: ([, version]) => ({
    kept: true,
    version: String(Number(version) + 1),
    state: null,
    now: Date.now(),
  }),
};

/** A database that counts. Statements that only read are run again for their rows. */
function countingDatabase(client) {
  const total = Object.fromEntries(COUNTS.map((count) => [count, 0]));
  const rows = async (given, values = []) => {
    const isBulk = typeof given !== 'string' && !isLookup(given);
    const text = textForOne(given);
    const cost = await costOf(client, { text, values });
    for (const count of COUNTS) total[count] += cost[count];
    if (isBulk) return [{ n: 0, id: '0' }];
    const name = Object.keys(answers).find((one) => text.includes(`${one}(`));
    return name === undefined ? (await client.query(text, values)).rows : [answers[name](values)];
  };
  return { total, database: databaseOf(rows) };
}

function databaseOf(rows) {
  const sql = { rows, row: async (text, values) => (await rows(text, values))[0] };
  return { ...sql, begin: (work) => work(sql), afterCommit: (work) => work() };
}

/** Every operation that is measured, by name: what it does to the n-th lead that it is given. */
export const operations = {
  create: ({ intake }, n) => createLead(intake, inputOf(intake.settings, n)),
  'patch a name': (context, n, lead) => patch(context, lead, { first_name: `Anita ${n}` }),
  'patch the owner': (context, n, lead) => patch(context, lead, { owner: publicId('mem', 11 + (n % 90)) }),
  move: ({ intake: { settings, ...writing }, actor }, _n, lead) =>
    changeLead({ settings, ...writing }, finder(actor, lead), (before, now) => {
      const status = publicId('sts', (Number(before.status_id) % (STATUSES - 2)) + 1);
      return moveLead(settings, { status }, before, now);
    }),
  'add an activity': ({ context }, _n, lead) =>
    addActivity(context, lead, { kind: 'call', summary: 'Asked for a quote' }),
  'add a note': ({ context }, _n, lead) => addNote(context, lead, { body: 'Wants to hear from us on Monday' }),
};

const finder = (actor, lead) => (sql, lock) => findLead(sql, actor, lead, lock);

const patch = ({ intake, actor }, lead, fields) =>
  changeLead(intake, finder(actor, lead), (before, now) => patchLead(intake.settings, actor, fields, before, now));

/** What somebody sends: the next leads of the fixture's kind, beyond the largest. */
function inputOf(settings, n) {
  const { lead } = makeHistory({ base: 0, settings }, { id: 1, number: 12_000_000 + n, createdAt: 0, now: 0 });
  const { first_name, last_name, phone, email, source_id, estimated_value, custom_fields } = lead;
  const source = source_id === null ? null : publicId('src', source_id);
  return { first_name, last_name, phone, email, source, estimated_value, custom_fields };
}

/** On whose behalf: the organization's administrator. */
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

/** Runs an operation on numbers `from` to `from + leads.length`, one lead each. */
async function runOperation(database, settings, name, { from, leads }) {
  const { actor, author } = callerOf(settings.organization.id);
  const turns = new Turns(database);
  const intake = {
    database,
    actor,
    author,
    settings,
    turns,
    handOut: new HandOut(database, turns, new SettingsStore(database), log),
  };
  const context = { sql: database, actor, author, settings };
  for (const [n, lead] of leads.entries()) await operations[name]({ intake, actor, context }, from + n, lead);
}

/** What one of them costs on average, by EXPLAIN. */
export async function costOfOperation(client, settings, name, batch) {
  const { total, database } = countingDatabase(client);
  await runOperation(database, settings, name, batch);
  return Object.fromEntries(COUNTS.map((one) => [one, total[one] / batch.leads.length]));
}

/** Runs them as the service does, for whoever counts from outside. */
export const runPlainly = (client, settings, name, batch) =>
  runOperation(
    databaseOf(async (text, values = []) => (await client.query(textForOne(text), values)).rows),
    settings,
    name,
    batch,
  );
