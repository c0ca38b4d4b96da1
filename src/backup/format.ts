import type { Migration } from '../db/migrate.ts';
import type { Sequence, Table } from './catalogue.ts';

/** A backup is a gzip file of frames: a letter, the length in four bytes, and so many bytes. `seal.ts` adds a checksum. */
export const FORMAT = 1;
/** The head; for each table `T`, its rows as COPY's text (`D`, any number) and `E`; last the manifest. All but `D` are JSON. */
export type FrameKind = 'H' | 'T' | 'D' | 'E' | 'M';
export const PREFIX_BYTES = 5;
/** A row larger than a block has a frame of its own; PostgreSQL keeps no field larger than 1 GiB. */
export const MOST_FRAME = 2 ** 30;

export interface Head {
  readonly format: number;
  readonly product: string;
  /** Of PostgreSQL. */
  readonly server: string;
  /** The moment that the data is of. */
  readonly taken_at: string;
  readonly migrations: readonly Pick<Migration, 'version' | 'name' | 'checksum'>[];
  readonly tables: readonly Table[];
  readonly sequences: readonly Sequence[];
}

export interface TableSum {
  readonly name: string;
  readonly rows: number;
  readonly bytes: number;
  readonly sha256: string;
}

export interface Manifest {
  readonly tables: readonly TableSum[];
  /** Of all frames before. */
  readonly sha256: string;
}

/** What a whole file holds. */
export type Backup = Omit<Head, 'tables'> & Manifest;

export function frame(kind: FrameKind, payload: Buffer): Buffer[] {
  const prefix = Buffer.alloc(PREFIX_BYTES);
  prefix.write(kind, 'latin1');
  prefix.writeUInt32BE(payload.length, 1);
  return [prefix, payload];
}

export const jsonFrame = (kind: FrameKind, value: unknown): Buffer[] => frame(kind, Buffer.from(JSON.stringify(value)));
