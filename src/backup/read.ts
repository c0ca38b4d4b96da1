import { createHash, type Hash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { codeOf } from '../error-code.ts';
import { OperatorError } from '../operator-error.ts';
import { requireBackup } from './beginning.ts';
import { damaged } from './error.ts';
import {
  type Backup,
  FORMAT,
  type FrameKind,
  type Head,
  type Manifest,
  MOST_FRAME,
  PREFIX_BYTES,
  type TableSum,
} from './format.ts';
import { unsealing } from './seal.ts';

/** What a reader of a backup does with its tables, in the order of the file. */
export interface Reader {
  table(name: string): Promise<void>;
  rows(block: Buffer): Promise<void>;
  tableEnd(sum: TableSum): Promise<void>;
}

const nothing = async (): Promise<void> => {};
const idle: Reader = { table: nothing, rows: nothing, tableEnd: nothing };

export interface OpenedBackup {
  readonly head: Head;
  /** Reads on to the end, and fails unless every byte is as it was written. What the reader got before is not to be trusted. */
  read(reader?: Reader): Promise<Manifest>;
}

/** Reads the head of a backup. */
export async function openBackup(file: Readable): Promise<OpenedBackup> {
  const frames = framesIn(file);
  const { value: first } = await frames.next();
  if (first === undefined || first.kind !== 'H') throw damaged('it has no head');
  const head = parse<Head>(first.payload);
  requireFormat(head);
  return { head, read: (reader = idle) => readTables(first, frames, reader, head.tables.length) };
}

async function readTables(head: Frame, frames: AsyncIterable<Frame>, reader: Reader, count: number): Promise<Manifest> {
  const all = createHash('sha256').update(head.prefix).update(head.payload);
  const sums: TableSum[] = [];
  let manifest: Manifest | null = null;
  let open: { name: string; bytes: number; hash: Hash } | null = null;
  for await (const { kind, prefix, payload } of frames) {
    if (manifest !== null || kind === 'H') throw damaged('something comes after its end');
    if ((kind === 'D' || kind === 'E') !== (open !== null)) throw damaged('its parts are out of order');
    const sha256 = kind === 'M' ? all.copy().digest('hex') : '';
    all.update(prefix).update(payload);
    if (kind === 'T') {
      const { name } = parse<{ name: string }>(payload);
      open = { name, bytes: 0, hash: createHash('sha256') };
      await reader.table(name);
    } else if (kind === 'D' && open !== null) {
      open.hash.update(payload);
      open.bytes += payload.length;
      await reader.rows(payload);
    } else if (kind === 'E' && open !== null) {
      const sum = parse<TableSum>(payload);
      const isSame = sum.name === open.name && sum.bytes === open.bytes && sum.sha256 === open.hash.digest('hex');
      if (!isSame) throw damaged(`the rows of ${open.name} are not those that were written`);
      sums.push(sum);
      open = null;
      await reader.tableEnd(sum);
    } else {
      manifest = parse<Manifest>(payload);
      const isSame = manifest.sha256 === sha256 && JSON.stringify(manifest.tables) === JSON.stringify(sums);
      if (!isSame) throw damaged('its checksum is not that of its contents');
    }
  }
  if (manifest === null) throw damaged('its end is missing');
  if (sums.length !== count) throw damaged('tables are missing');
  return manifest;
}

/** Reads a backup to its end without doing anything with it. */
export async function verifyBackup(file: Readable): Promise<Backup> {
  const { head, read } = await openBackup(file);
  return { ...head, ...(await read()) };
}

function requireFormat({ format, product }: Head): void {
  if (format === FORMAT) return;
  throw new OperatorError(
    `The file has the backup format ${format}, but this Leadline reads only format ${FORMAT}; use Leadline ${product}, which made it.`,
  );
}

function parse<T>(payload: Buffer): T {
  try {
    return JSON.parse(payload.toString()) as T;
  } catch {
    throw damaged('a part of it cannot be read');
  }
}

interface Frame {
  kind: FrameKind;
  prefix: Buffer;
  payload: Buffer;
}

async function* framesIn(file: Readable): AsyncGenerator<Frame> {
  let held: Buffer = Buffer.alloc(0);
  for await (const part of unpacked(file)) {
    held = held.length === 0 ? part : Buffer.concat([held, part]);
    for (;;) {
      if (held.length < PREFIX_BYTES) break;
      const length = held.readUInt32BE(1);
      const kind = held.toString('latin1', 0, 1);
      if (!isKind(kind) || length > MOST_FRAME) throw damaged('a part of it cannot be read');
      const end = PREFIX_BYTES + length;
      if (held.length < end) break;
      yield { kind, prefix: held.subarray(0, PREFIX_BYTES), payload: held.subarray(PREFIX_BYTES, end) };
      held = held.subarray(end);
    }
  }
  if (held.length > 0) throw damaged('its end is missing');
}

const isKind = (text: string): text is FrameKind => /^[HTDEM]$/.test(text);

async function* unpacked(file: Readable): AsyncGenerator<Buffer> {
  const gunzip = createGunzip({ chunkSize: 65_536 });
  const feeding = pipeline(file, requireBackup, unsealing(), gunzip);
  feeding.catch(() => {}); // awaited below
  try {
    for await (const part of gunzip as AsyncIterable<Buffer>) yield part;
    await feeding;
  } catch (error) {
    throw unpackError(error);
  }
}

function unpackError(error: unknown): unknown {
  const code = codeOf(error) ?? '';
  if (!code.startsWith('Z_')) return error;
  return damaged(code === 'Z_BUF_ERROR' ? 'its end is missing' : 'it cannot be unpacked');
}
