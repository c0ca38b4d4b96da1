import { connect, type Socket } from 'node:net';
import type { App } from '../../src/app.ts';

/** The application on its own port, for tests that need a real connection. */
export async function listen({ http }: App): Promise<number> {
  await http.listen({ host: '127.0.0.1', port: 0 });
  const address = http.server.address();
  if (address === null || typeof address === 'string') throw new Error('not listening on a port');
  return address.port;
}

export interface RawAnswer {
  status: number;
  headers: Record<string, string>;
  text: string;
  /** The parsed body; null if there is none. */
  // biome-ignore lint/suspicious/noExplicitAny: tests read responses freely
  body: any;
}

/** A connection on which a test controls every byte. */
export class RawConnection {
  readonly socket: Socket;
  /** Resolves when either side has closed the connection. */
  readonly closed: Promise<void>;
  #received = Buffer.alloc(0);
  #ended = false;
  #wake: () => void = () => {};

  private constructor(socket: Socket) {
    this.socket = socket;
    socket.on('data', (bytes) => {
      this.#received = Buffer.concat([this.#received, bytes]);
      this.#wake();
    });
    socket.on('error', () => {}); // a reset shows as closed
    this.closed = new Promise((resolve) => {
      socket.on('close', () => {
        this.#ended = true;
        this.#wake();
        resolve();
      });
    });
  }

  static open(port: number): Promise<RawConnection> {
    return new Promise((resolve, reject) => {
      const socket = connect(port, '127.0.0.1', () => resolve(new RawConnection(socket)));
      socket.once('error', reject);
    });
  }

  send(bytes: string | Buffer): this {
    this.socket.write(bytes);
    return this;
  }

  /** The next response on this connection; null if it was closed without one. */
  async answer(): Promise<RawAnswer | null> {
    for (;;) {
      const answer = this.#take();
      if (answer !== null || this.#ended) return answer;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }

  close(): void {
    this.socket.destroy();
  }

  #take(): RawAnswer | null {
    const headEnd = this.#received.indexOf('\r\n\r\n');
    if (headEnd === -1) return null;
    const [statusLine = '', ...lines] = this.#received.subarray(0, headEnd).toString('latin1').split('\r\n');
    const headers = Object.fromEntries(
      lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
    );
    const bodyEnd = headEnd + 4 + Number(headers['content-length'] ?? 0);
    if (this.#received.length < bodyEnd) return null;
    const text = this.#received.subarray(headEnd + 4, bodyEnd).toString('utf8');
    this.#received = this.#received.subarray(bodyEnd);
    const isJson = /json/.test(headers['content-type'] ?? '');
    return {
      status: Number(statusLine.split(' ')[1]),
      headers,
      text,
      body: isJson && text !== '' ? JSON.parse(text) : null,
    };
  }
}

/** Sends these bytes on a new connection and returns the first response; then closes the connection. */
export async function exchange(port: number, bytes: string | Buffer): Promise<RawAnswer> {
  const connection = await RawConnection.open(port);
  const answer = await connection.send(bytes).answer();
  connection.close();
  if (answer === null) throw new Error('the connection was closed without an answer');
  return answer;
}

/** The head of a request, with a Host; a body may follow. */
export const head = (line: string, headers: Record<string, string> = {}): string =>
  [
    `${line} HTTP/1.1`,
    'host: leads.test',
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    '',
    '',
  ].join('\r\n');
