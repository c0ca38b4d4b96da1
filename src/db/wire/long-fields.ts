import { Parser } from 'pg-protocol/dist/parser.js';

/** A field of a row as it arrives: long ones as bytes, see `LONG`. */
export type Field = string | Buffer | null;

/** The part of pg's parser that is changed here. */
interface Reader {
  string(length: number): string | Buffer;
  bytes(length: number): Buffer;
}

/** The part of pg's connection that reads. */
export interface Reading {
  emit(event: string, message: unknown): void;
  /** Called once there is a stream, with or without TLS. */
  attachListeners(stream: { on(event: 'data', listener: (bytes: Buffer) => void): void }): void;
}

/** Bytes. Copying them takes microseconds, decoding a page of leads takes longer than its statement. */
const LONG = 2_048;

/** Lets a connection read long fields as bytes. Called before it connects. */
export function keepLongFields(wire: Reading): void {
  wire.attachListeners = (stream) => {
    const parser = new Parser();
    const { reader } = parser as unknown as { reader: Reader };
    const decode = reader.string.bind(reader);
    // Copied, because the parser uses its buffer again.
    reader.string = (length) => (length < LONG ? decode(length) : Buffer.from(reader.bytes(length)));
    stream.on('data', (bytes) => {
      parser.parse(bytes, (message) => wire.emit(message.name === 'error' ? 'errorMessage' : message.name, message));
    });
  };
}

/** A column with this end to its name is not decoded: it is a Buffer of UTF-8, whatever its length. */
const UNDECODED = '_utf8';

export const isUndecoded = (column: string): boolean => column.endsWith(UNDECODED);

export const bytesOf = (field: string | Buffer): Buffer => (typeof field === 'string' ? Buffer.from(field) : field);

export const textOf = (field: string | Buffer): string => (typeof field === 'string' ? field : field.toString());
