import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { append } from '../../audit/append.ts';
import { creation } from '../../audit/audit.ts';
import type { Database } from '../../db/sql.ts';
import { hasCode } from '../../error-code.ts';
import type { Limits } from '../../http/limits.ts';
import { usableSource } from '../../leads/writing/patch.ts';
import type { Call } from '../../operation.ts';
import { conflict, invalid, Problem, readAll } from '../../problems.ts';
import { newPublicId } from '../../public-id.ts';
import { lockOrganization } from '../../settings/change.ts';
import type { FairSlots, SlotLimits } from '../../slots/fair-slots.ts';
import type { Traffic } from '../../slots/traffic.ts';
import { contactsIn } from '../cells.ts';
import { MOST_BYTES, MOST_ROWS } from '../header.ts';
import { failImport } from '../imports.ts';
import {
  countOpenImports,
  insertImport,
  insertImportRows,
  type KeptRow,
  type NewImport,
  updateQueued,
  updateReceived,
} from '../queries.ts';
import type { ImportQuery } from '../schemas.ts';
import { readRecords } from './csv.ts';
import { mapColumns, readColumns, readMapping } from './mapping.ts';
import { readText } from './text.ts';

export const uploadLimits: SlotLimits = { slots: 4, slotsEach: 2, waiting: 20, waitingEach: 4, acquireMs: 10_000 };

export interface ReceivingParts {
  readonly uploads: FairSlots;
  readonly traffic: Traffic;
  readonly limits: Limits & ImportLimits;
}

export const importLimits = { importBytes: MOST_BYTES, importRows: MOST_ROWS, openImports: 10 };
export type ImportLimits = Readonly<typeof importLimits>;

/** Without rows that come in, for so long; then the process that received it is taken for dead. */
const LEASE_SECONDS = 300;
/** Rows are kept so many at a time, or so many characters, or after so long. */
const MOST_AT_ONCE = 400;
const MOST_CHARACTERS = 262_144;
const KEEP_MS = 5_000;

/** Keeps the rows of a file as they come in, in transactions of their own; answers the public id of the import. */
export async function receiveImport(parts: ReceivingParts, call: Call<ImportQuery>): Promise<string> {
  const release = await parts.uploads.take(call.actor, call.hangUp());
  try {
    const { importBytes: bytes, uploadStallMs: stallMs, uploadBytesPerSecond: bytesPerSecond } = parts.limits;
    const records = readRecords(readText(call.body as Readable, { bytes, stallMs, bytesPerSecond }));
    const { value: header, done } = await records.next();
    const [sourceId, meaning] = readAll(
      () => usableSource(call.settings, call.query.source ?? null),
      () => readHeader(call, done ? null : header),
    );
    const { id, publicId } = await beginImport(parts, call, { sourceId, ...meaning });
    try {
      await keepAll(parts, call, id, meaning.fields, records);
    } catch (error) {
      const reason = error instanceof Problem ? error.detail : NOT_WHOLE;
      // Where the database is away, the lease runs out and another process does this.
      await failImport(call.sql, call.author, id, reason).catch(() => {});
      throw error;
    }
    return publicId;
  } catch (error) {
    throw isHangUp(error) ? new Problem('malformed_request', { detail: NOT_WHOLE, cause: error }) : error;
  } finally {
    release();
  }
}

/** The columns of the file, and the field that each goes to. */
function readHeader({ settings, query }: Call<ImportQuery>, header: string[] | null) {
  if (header === null) throw invalid({ body: ['must have a header line'] });
  const columns = readColumns(header);
  return { columns, fields: mapColumns(settings, columns, readMapping(query), query.unmapped) };
}

const NOT_WHOLE = 'The file did not come in whole.';

/** The caller has gone in the middle of the body. */
const isHangUp = (error: unknown): boolean => hasCode(error, 'ECONNRESET', 'ERR_STREAM_PREMATURE_CLOSE');

async function beginImport(
  { limits }: ReceivingParts,
  { sql: database, author, query }: Call<ImportQuery>,
  meaning: Pick<NewImport, 'sourceId' | 'columns' | 'fields'>,
): Promise<{ id: string; publicId: string }> {
  const publicId = newPublicId('import');
  const { name = 'Import', dry_run = false, on_duplicate = 'skip' } = query;
  return database.begin(async (sql) => {
    const { organizationId } = author;
    await lockOrganization(sql, organizationId);
    if ((await countOpenImports(sql, organizationId)) >= limits.openImports) {
      throw conflict(
        `${limits.openImports} imports of this organization are not finished: wait for one, or cancel it.`,
      );
    }
    const made = { dryRun: dry_run, onDuplicate: on_duplicate, leaseSeconds: LEASE_SECONDS };
    const id = await insertImport(sql, { ...author, ...made, ...meaning, publicId, name });
    const told = { name, dry_run, on_duplicate, source: query.source ?? null };
    await append(sql, author, creation('import', publicId, told));
    return { id, publicId };
  });
}

async function keepAll(
  { limits, traffic }: ReceivingParts,
  call: Call<ImportQuery>,
  importId: string,
  fields: readonly (string | null)[],
  records: AsyncGenerator<string[]>,
): Promise<void> {
  const { sql: database } = call;
  const { organizationId } = call.author;
  let rows: KeptRow[] = [];
  let [number, characters, since] = [0, 0, performance.now()];
  const keep = async () => {
    const startedAt = performance.now();
    await call.requireStillAllowed(); // a token revoked meanwhile brings in nothing
    await keepRows(database, organizationId, importId, rows, number);
    rows = [];
    characters = 0;
    since = performance.now();
    await sleep(traffic.restFor(since - startedAt));
  };
  for await (const cells of records) {
    if (++number > limits.importRows) {
      throw invalid({ body: [`must have ${limits.importRows.toLocaleString('en')} rows at most; send it in parts`] });
    }
    const row = { number, ...contactsIn({ fields }, cells), cells: JSON.stringify(cells) };
    rows.push(row);
    characters += row.cells.length;
    const isDue = rows.length === MOST_AT_ONCE || characters > MOST_CHARACTERS || performance.now() - since > KEEP_MS;
    if (isDue) await keep();
  }
  await keep();
  if ((await updateQueued(database, organizationId, importId)) === undefined) throw cancelled();
}

/** In a transaction of its own: a slow sender holds none. */
function keepRows(
  database: Database,
  organizationId: string,
  importId: string,
  rows: readonly KeptRow[],
  count: number,
) {
  return database.begin(async (sql) => {
    const [received] = await sql.together([
      updateReceived(organizationId, importId, count, LEASE_SECONDS),
      ...insertImportRows(organizationId, importId, rows),
    ]);
    if (received?.length === 0) throw cancelled();
  });
}

const cancelled = () => conflict('The import was cancelled.');
