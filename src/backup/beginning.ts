import { constants, gunzipSync } from 'node:zlib';
import { noBackup } from './error.ts';
import { PREFIX_BYTES } from './format.ts';

const GZIP = Buffer.from([0x1f, 0x8b, 8]);
/** Enough for the first frame to show. Unpacked, they are half a megabyte at most. */
const JUDGED_BYTES = 512;

/** Passes a file on, and fails if it begins as no backup does. One that ends too early is judged by what there is of it. */
export async function* requireBackup(file: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let first: Buffer | null = Buffer.alloc(0);
  for await (const part of file) {
    if (first === null) yield part;
    else {
      first = Buffer.concat([first, part]);
      if (first.length < JUDGED_BYTES) continue;
      requireBeginning(first);
      yield first;
      first = null;
    }
  }
  if (first === null) return;
  requireBeginning(first);
  yield first;
}

function requireBeginning(first: Buffer): void {
  const magic = first.subarray(0, GZIP.length);
  if (magic.length === 0 || !magic.equals(GZIP.subarray(0, magic.length))) throw noBackup();
  const head = unpacked(first.subarray(0, JUDGED_BYTES));
  const isHead = head[0] === HEAD && (head.length <= PREFIX_BYTES || head[PREFIX_BYTES] === OPENING);
  if (head.length > 0 && !isHead) throw noBackup();
}

const HEAD = 'H'.charCodeAt(0);
/** Of the JSON object in the head. */
const OPENING = '{'.charCodeAt(0);

/** As much as can be unpacked. What cannot is told as damage later. */
function unpacked(bytes: Buffer): Buffer {
  try {
    return gunzipSync(bytes, { finishFlush: constants.Z_SYNC_FLUSH });
  } catch {
    return Buffer.alloc(0);
  }
}
