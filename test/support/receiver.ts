import { once } from 'node:events';
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll } from 'vitest';
import type { Shown } from './leads.ts';
import { eventually } from './workplace.ts';

export interface Received {
  path: string;
  headers: IncomingHttpHeaders;
  text: string;
  body: Shown;
}

type Answer = (request: Received, response: ServerResponse) => void;

export const answerWith =
  (status: number, headers: Record<string, string> = {}): Answer =>
  (_, response) =>
    void response.writeHead(status, headers).end();

/** A receiver of webhooks on this machine. */
export class TestReceiver {
  readonly received: Received[] = [];
  answer: Answer = answerWith(204);
  /** Requests that have no answer yet, and the most there were at once. */
  open = 0;
  mostOpen = 0;
  readonly #server: Server = createServer((request, response) => void this.#take(request, response));

  async start(port = 0): Promise<this> {
    this.#server.listen(port, '127.0.0.1');
    await once(this.#server, 'listening');
    return this;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  url = (path = '/'): string => `http://127.0.0.1:${this.port}${path}`;

  at = (path: string): Received[] => this.received.filter((one) => one.path === path);

  /** Waits for so many requests to a path. */
  async expect(count: number, path = '/', patience = 30_000): Promise<Received[]> {
    await eventually(() => this.at(path).length >= count, patience);
    return this.at(path);
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    this.open++;
    this.mostOpen = Math.max(this.mostOpen, this.open);
    response.once('close', () => this.open--);
    let text = '';
    for await (const part of request.setEncoding('utf8')) text += part;
    const received = { path: request.url ?? '', headers: request.headers, text, body: JSON.parse(text) };
    this.received.push(received);
    this.answer(received, response);
  }
}

/** For the tests of a file. */
export function useReceiver(): TestReceiver {
  const receiver = new TestReceiver();
  beforeAll(async () => void (await receiver.start()));
  afterAll(() => receiver.stop());
  return receiver;
}

/** Throws unless the request is signed with this secret, by the library that receivers use. */
export const verify = (secret: string, { text, headers }: Received): unknown =>
  new Webhook(secret).verify(text, headers as Record<string, string>);
