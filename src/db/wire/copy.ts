import { once } from 'node:events';
import type { Socket } from 'node:net';
import type pg from 'pg';

/** The part of pg's connection object that COPY needs. */
interface CopyConnection {
  readonly stream: Socket;
  query(text: string): void;
  sendCopyFromChunk(chunk: Buffer): void;
  endCopyFrom(): void;
}

/** Rows are passed on in blocks of this size. */
const BLOCK = 65_536;
/** The writer waits while more than this is unsent. */
const MOST_UNSENT = 4 * BLOCK;

/** A COPY as pg runs it: pg has the messages of the protocol, but no query for them. */
class Copy {
  readonly #text: string;
  readonly ended: Promise<number>;
  #resolve: (rows: number) => void = () => {};
  #reject: (error: Error) => void = () => {};
  #rows = 0;

  constructor(text: string) {
    this.#text = text;
    this.ended = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
    this.ended.catch(() => {}); // told to whoever awaits it
  }

  submit(connection: CopyConnection): void {
    connection.query(this.#text);
  }

  handleCommandComplete({ text }: { text: string }): void {
    this.#rows = Number(/^COPY (\d+)$/.exec(text)?.[1]);
  }

  handleReadyForQuery(): void {
    this.#resolve(this.#rows);
  }

  handleError(error: Error): void {
    this.#reject(error);
  }
}

const start = <T extends Copy>(client: pg.Client, copy: T): T => {
  client.query(copy as unknown as pg.Submittable);
  return copy;
};

class CopyOut extends Copy {
  readonly #take: (block: Buffer) => Promise<void> | undefined;
  /** The last block's. */
  last: Promise<void> | undefined;
  #block = Buffer.allocUnsafe(BLOCK);
  #length = 0;

  constructor(text: string, take: (block: Buffer) => Promise<void> | undefined) {
    super(text);
    this.#take = take;
  }

  /** pg reuses the memory of a message for the next one: the row is copied. */
  handleCopyData({ chunk }: { chunk: Buffer }, connection: CopyConnection): void {
    if (this.#length + chunk.length > BLOCK) this.#pass(connection);
    if (chunk.length > BLOCK) this.#hand(Buffer.from(chunk), connection);
    else this.#length += chunk.copy(this.#block, this.#length);
  }

  #pass(connection: CopyConnection): void {
    if (this.#length === 0) return;
    const block = this.#block.subarray(0, this.#length);
    this.#block = Buffer.allocUnsafe(BLOCK);
    this.#length = 0;
    this.#hand(block, connection);
  }

  /** Reads on when the block has been taken. */
  #hand(block: Buffer, { stream }: CopyConnection): void {
    const taken = this.#take(block);
    if (taken === undefined) return;
    stream.pause();
    taken.then(
      () => stream.resume(),
      (error: Error) => stream.destroy(error),
    );
  }

  /** What is left when the server has sent the last row. */
  override handleCommandComplete(message: { text: string }): void {
    super.handleCommandComplete(message);
    const rest = this.#block.subarray(0, this.#length);
    this.#length = 0;
    if (rest.length > 0) this.last = this.#take(rest);
  }
}

/** Runs COPY … TO STDOUT; answers the number of rows. Where `take` returns a promise, reading waits for it. */
export async function copyOut(
  client: pg.Client,
  text: string,
  take: (block: Buffer) => Promise<void> | undefined,
): Promise<number> {
  const copy = start(client, new CopyOut(text, take));
  const rows = await copy.ended;
  await copy.last;
  return rows;
}

class CopyIn extends Copy {
  readonly started: Promise<CopyConnection>;
  #begin: (connection: CopyConnection) => void = () => {};

  constructor(text: string) {
    super(text);
    this.started = new Promise((resolve) => {
      this.#begin = resolve;
    });
  }

  handleCopyInResponse(connection: CopyConnection): void {
    this.#begin(connection);
  }
}

export interface CopyingIn {
  /** Waits while too much is unsent. Fails where the server refused the rows. */
  write(block: Buffer): Promise<void>;
  /** Answers the number of rows. */
  finish(): Promise<number>;
}

/** Starts COPY … FROM STDIN. The client is busy until `finish`. */
export async function copyIn(client: pg.Client, text: string): Promise<CopyingIn> {
  const copy = start(client, new CopyIn(text));
  const connection = await Promise.race([copy.started, copy.ended.then(refuseEarlyEnd)]);
  const { stream } = connection;
  let failure: Error | null = null;
  copy.ended.catch((error: Error) => {
    failure = error;
  });
  return {
    async write(block) {
      if (failure !== null) throw failure;
      connection.sendCopyFromChunk(block);
      if (stream.writableLength > MOST_UNSENT) await Promise.race([once(stream, 'drain'), copy.ended]);
    },
    async finish() {
      if (failure === null) connection.endCopyFrom();
      return copy.ended;
    },
  };
}

function refuseEarlyEnd(): never {
  throw new Error('the server ended COPY before it began');
}
