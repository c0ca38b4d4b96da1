import type { Actor } from '../access/actor.ts';
import { append } from '../audit/append.ts';
import { creation } from '../audit/audit.ts';
import { DatabaseUnavailable, sqlState, type Transaction } from '../db/sql.ts';
import { isRecord } from '../http/record.ts';
import { listMatching } from '../leads/listing/ids.ts';
import { isByScore } from '../leads/listing/list.ts';
import { filterFaults, NOT_KEPT, readFilters, withoutPersonal } from '../leads/listing/named-filter.ts';
import { settleAllDue } from '../leads/scores/settle.ts';
import { referenceFaults } from '../leads/writing/patch.ts';
import type { Call } from '../operation.ts';
import { type FieldErrors, found, invalid, requireNoFaults } from '../problems.ts';
import { newPublicId } from '../public-id.ts';
import { lockOrganization } from '../settings/change.ts';
import { requireRoom } from '../settings/limits.ts';
import type { Settings } from '../settings/snapshot.ts';
import type { FairSlots } from '../slots/fair-slots.ts';
import { countOpenJobs, findJob, insertJob, insertJobLeads, type JobRow } from './queries.ts';
import { type BulkChange, type BulkRequest, MOST_LEADS } from './schemas.ts';

/** Of the note of a move. */
const MOST_NOTE = 2_000;

/** Whoever asks for a filter holds a connection while the leads are found and kept, up to a second. */
export const findingLimits = {
  slots: 2,
  slotsEach: 1,
  waiting: 20,
  waitingEach: 3,
  acquireMs: 5_000,
  mostRestMs: 1_000,
};

/** What the schema cannot tell; what has another form is the schema's to refuse. */
export function checkBulk({ ids, filter, change }: Partial<BulkRequest>, settings: Settings): FieldErrors {
  const { status, note } = isRecord(change) ? change : {};
  const isLong = status !== undefined && typeof note === 'string' && [...note.slice(0, 40_000)].length > MOST_NOTE;
  return {
    ...(ids === undefined && filter === undefined && { ids: ['is required, unless filter is sent'] }),
    ...(ids !== undefined && filter !== undefined && { filter: ['cannot be combined with ids'] }),
    ...(isRecord(change) && Object.keys(change).length === 0 && { change: ['must hold owner, status or note'] }),
    ...(isLong && { 'change.note': [`must have at most ${MOST_NOTE} characters with a status`] }),
    ...filterFaults(settings, 'filter', filter),
  };
}

/** Status and owner must be usable now; when the job runs, each lead is judged anew. */
export function changeFaults(settings: Settings, actor: Actor, change: unknown): FieldErrors {
  if (!isRecord(change)) return {};
  const { owner, status } = change;
  const faults = referenceFaults(settings, actor, { owner, status });
  return Object.fromEntries(Object.entries(faults).map(([field, messages]) => [`change.${field}`, messages]));
}

/** Makes a job of a change: which leads it is about is decided here, and does not change while it runs. */
export async function startBulkChange(finding: FairSlots, call: Call<unknown, BulkRequest>): Promise<JobRow> {
  const { actor, settings, body } = call;
  requireNoFaults(changeFaults(settings, actor, body.change));
  if (body.ids !== undefined) return createJob(call, async () => body.ids ?? []);
  const filters = body.filter ?? {};
  const release = await finding.take(actor, call.hangUp());
  try {
    const filter = readFilters(settings, filters);
    if (filter !== null && isByScore(filter)) await settleAllDue(call.sql, settings, new Date());
    const most = MOST_LEADS + 1;
    return await createJob(call, async (sql) => {
      const leads = filter === null ? [] : await listMatching(sql, settings, { actor, filter, most });
      if (leads.length === most) throw tooMany();
      return leads;
    });
  } catch (error) {
    throw isTimeout(error) ? tooSlow() : error;
  } finally {
    release();
  }
}

async function createJob(
  { sql: database, actor, author, settings, body }: Call<unknown, BulkRequest>,
  leadsOf: (sql: Transaction) => Promise<readonly string[]>,
): Promise<JobRow> {
  const { organizationId, tokenId, membershipId } = actor;
  const { requestId, address } = author;
  return database.begin(async (sql) => {
    const leads = await leadsOf(sql);
    await lockOrganization(sql, organizationId);
    requireRoom('jobs', await countOpenJobs(sql, organizationId));
    const publicId = newPublicId('job');
    const total = leads.length;
    const filter = body.filter === undefined ? null : withoutPersonal(settings, body.filter);
    const id = await insertJob(sql, {
      ...{ organizationId, tokenId, membershipId, publicId, total, requestId, address },
      change: JSON.stringify(body.change),
      filter: filter && JSON.stringify(filter),
    });
    for (const insert of insertJobLeads(organizationId, id, leads)) await sql.together([insert]);
    const record = { total, ...audited(body.change), ...(filter !== null && { filter }) };
    await append(sql, author, creation('job', publicId, record));
    return found(await findJob(sql, actor, publicId));
  });
}

/** A note is on the timelines of its leads, and goes with them. */
const audited = ({ note, ...change }: BulkChange) => ({ ...change, ...(note !== undefined && { note: NOT_KEPT }) });

const tooMany = () =>
  invalid({ filter: [`matches more than ${MOST_LEADS.toLocaleString('en')} leads: narrow it down, and repeat it`] });

const tooSlow = () =>
  invalid({ filter: ['takes too long to find its leads, in an organization with so many: add another filter'] });

const isTimeout = (error: unknown): boolean =>
  error instanceof DatabaseUnavailable && sqlState(error.cause) === '57014';
