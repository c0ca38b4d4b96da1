import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';

/** What happens to a request: an answer of the proxy's own, or a way to lose the service's. */
export type Fault =
  | { status: number; headers?: Record<string, string>; body?: string }
  /** The service answers, and the connection breaks before the first byte of it. */
  | 'lose the answer'
  /** The service answers, and the connection breaks in the middle of the body. */
  | 'cut the answer'
  /** The connection breaks before the service sees the request. */
  | 'lose the request'
  /** No answer ever. */
  | 'hang';

export interface Seen {
  method: string;
  path: string;
  key: string | undefined;
}

/** In front of a service: the first requests meet the faults, one each; the others pass. */
export class FaultyProxy {
  readonly seen: Seen[] = [];
  faults: Fault[] = [];
  readonly #server: Server;
  readonly #service: string;

  private constructor(service: string) {
    this.#service = service;
    this.#server = createServer((request, response) => {
      void this.#handle(request, response).catch(() => response.destroy());
    });
  }

  static async open(service: string): Promise<FaultyProxy> {
    const proxy = new FaultyProxy(service);
    await new Promise<void>((resolve) => proxy.#server.listen(0, '127.0.0.1', resolve));
    return proxy;
  }

  get url(): string {
    const { port } = this.#server.address() as { port: number };
    return `http://127.0.0.1:${port}`;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  /** Forgets what was seen, and has these faults next. */
  meets(...faults: Fault[]): void {
    this.seen.length = 0;
    this.faults = faults;
  }

  async #handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', url = '', headers } = request;
    const key = headers['idempotency-key'] as string | undefined;
    this.seen.push({ method, path: url, key });
    const fault = this.faults.shift();
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    if (fault === 'hang') return;
    if (fault === 'lose the request') return void response.destroy();
    if (typeof fault === 'object') {
      response.writeHead(fault.status, fault.headers).end(fault.body);
      return;
    }
    const answer = await fetch(this.#service + url, {
      method,
      headers: endToEnd(headers as Record<string, string>),
      ...(chunks.length > 0 && { body: Buffer.concat(chunks) }),
    });
    const body = Buffer.from(await answer.arrayBuffer());
    if (fault === 'lose the answer') return void response.destroy();
    response.writeHead(answer.status, {
      ...endToEnd(Object.fromEntries(answer.headers)),
      'content-length': body.length,
    });
    if (fault === undefined) return void response.end(body);
    response.write(body.subarray(0, body.length / 2), () => response.destroy());
  }
}

const OF_ONE_CONNECTION = ['host', 'connection', 'keep-alive', 'content-length', 'transfer-encoding'];

const endToEnd = (headers: Record<string, string>) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !OF_ONE_CONNECTION.includes(name)));
