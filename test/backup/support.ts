import { createHash } from 'node:crypto';
import { Readable, Writable } from 'node:stream';
import { gunzipSync, gzipSync } from 'node:zlib';
import { backUp } from '../../src/backup/backup.ts';
import { listTables, quoted } from '../../src/backup/catalogue.ts';
import { type Head, jsonFrame, PREFIX_BYTES } from '../../src/backup/format.ts';
import { sealOf } from '../../src/backup/seal.ts';
import { connectOnce, type Target } from '../../src/db/connect.ts';

/** A backup in memory. */
export async function backUpToBuffer(target: Target): Promise<Buffer> {
  const parts: Buffer[] = [];
  const file = new Writable({
    write(part, _encoding, done) {
      parts.push(part);
      done();
    },
  });
  await backUp(target, file);
  return Buffer.concat(parts);
}

/** As a file is read: in parts. */
export function fileOf(bytes: Buffer, partBytes = 10_000): Readable {
  const parts = Array.from({ length: Math.ceil(bytes.length / partBytes) }, (_, n) =>
    bytes.subarray(n * partBytes, (n + 1) * partBytes),
  );
  return Readable.from(parts, { objectMode: false });
}

/** The same backup with another head; what comes after it stays as it was. */
export function withHead(bytes: Buffer, change: (head: Head) => Partial<Head>): Buffer {
  const plain = gunzipSync(bytes);
  const end = PREFIX_BYTES + plain.readUInt32BE(1);
  const head = JSON.parse(plain.subarray(PREFIX_BYTES, end).toString()) as Head;
  const packed = gzipSync(Buffer.concat([...jsonFrame('H', { ...head, ...change(head) }), plain.subarray(end)]));
  return Buffer.concat([packed, sealOf(createHash('sha256').update(packed).digest('hex'))]);
}

/** Every row of every table, as text. */
export async function contentsOf(target: Target): Promise<Record<string, string[]>> {
  const client = await connectOnce(target, 60_000);
  try {
    const contents: Record<string, string[]> = {};
    for (const { name } of await listTables(client)) {
      const { rows } = await client.query(`select t::text as row from ${quoted(name)} as t order by 1`);
      contents[name] = rows.map(({ row }) => row);
    }
    return contents;
  } finally {
    await client.end();
  }
}

/** How many rows all tables have together, but for the installation's own. */
export async function countRows(target: Target): Promise<number> {
  const { installation: _, ...contents } = await contentsOf(target);
  return Object.values(contents).reduce((sum, { length }) => sum + length, 0);
}
