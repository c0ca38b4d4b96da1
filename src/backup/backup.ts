import { createHash } from 'node:crypto';
import { once } from 'node:events';
import type { Writable } from 'node:stream';
import { finished, pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { Target } from '../db/connect.ts';
import type { Client } from '../db/wire/client.ts';
import { copyOut } from '../db/wire/copy.ts';
import { version } from '../version.ts';
import { columnList, listSequences, listTables, quoted, type Table } from './catalogue.ts';
import { type Backup, FORMAT, frame, type Head, jsonFrame, type Manifest, type TableSum } from './format.ts';
import { sealing } from './seal.ts';
import { inTransaction, withConnection } from './session.ts';

/** Told as it goes on. */
export type Watch = (table: string, bytes: number) => void;

/** Writes the data of one moment. It reads on one connection, and holds back nothing but changes of the schema. */
export async function backUp(target: Target, file: Writable, watch: Watch = () => {}): Promise<Backup> {
  const names = (await withConnection(target, listTables)).map(({ name }) => quoted(name));
  return inTransaction(target, 'begin isolation level repeatable read read only', async (client) => {
    // Before the snapshot, which the first query takes: no table may change its form between the two.
    await client.query(`lock table ${names.join(', ')} in access share mode`);
    const head = await readHead(client);
    const output = new FrameWriter(file);
    try {
      await output.write(jsonFrame('H', head));
      const tables: TableSum[] = [];
      for (const table of head.tables) tables.push(await writeTable(client, output, table, watch));
      const manifest: Manifest = { tables, sha256: output.digest() };
      await output.write(jsonFrame('M', manifest));
      await output.end();
      return { ...head, ...manifest };
    } catch (error) {
      output.destroy();
      throw error;
    }
  });
}

async function readHead(client: Client): Promise<Head> {
  const { rows: migrations } = await client.query(
    'select version, name, checksum from schema_migrations order by version',
  );
  const { rows } = await client.query(
    `select to_char(now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as taken_at,
            current_setting('server_version') as server`,
  );
  const { taken_at, server } = rows[0];
  const tables = await listTables(client);
  const sequences = await listSequences(client);
  return { format: FORMAT, product: version, server, taken_at, migrations, tables, sequences };
}

async function writeTable(client: Client, output: FrameWriter, table: Table, watch: Watch): Promise<TableSum> {
  const { name } = table;
  await output.write(jsonFrame('T', { name }));
  const hash = createHash('sha256');
  let bytes = 0;
  const rows = await copyOut(client, `copy ${quoted(name)} (${columnList(table)}) to stdout`, (block) => {
    hash.update(block);
    bytes += block.length;
    watch(name, block.length);
    return output.write(frame('D', block));
  });
  const sum: TableSum = { name, rows, bytes, sha256: hash.digest('hex') };
  await output.write(jsonFrame('E', sum));
  return sum;
}

/** Frames → gzip → seal → file. */
class FrameWriter {
  readonly #gzip = createGzip();
  readonly #hash = createHash('sha256');
  readonly #written: Promise<void>;

  constructor(file: Writable) {
    this.#written = pipeline(this.#gzip, sealing(), file, { end: file !== process.stdout });
    this.#written.catch(() => {}); // told by `write` and `end`
  }

  /** A promise where the caller should wait before it writes more. */
  write(parts: readonly Buffer[]): Promise<void> | undefined {
    let isReady = true;
    for (const part of parts) {
      this.#hash.update(part);
      isReady = this.#gzip.write(part);
    }
    return isReady ? undefined : this.#drained();
  }

  async #drained(): Promise<void> {
    await Promise.race([once(this.#gzip, 'drain'), this.#written]);
  }

  digest(): string {
    return this.#hash.copy().digest('hex');
  }

  async end(): Promise<void> {
    this.#gzip.end();
    await finished(this.#gzip).catch(() => {});
    await this.#written;
  }

  destroy(): void {
    this.#gzip.destroy();
  }
}
