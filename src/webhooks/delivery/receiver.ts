import type { Readable } from 'node:stream';
import { Agent, request } from 'undici';
import { version } from '../../version.ts';
import type { Dial } from './connect.ts';
import { describeFailure, isRedirect, type Outcome, REDIRECTED, TookTooLong } from './outcome.ts';
import { signedHeaders } from './sign.ts';

/** For everything: name, connection, request and the head of the answer. */
export const ANSWER_MS = 15_000;
/** The answer's body is read no further, and for no longer; a connection with more of it is closed. */
const BODY_BYTES = 65_536;
const BODY_MS = 1_000;
const HEAD_BYTES = 16_384;
const IDLE_MS = 4_000;

export interface Message {
  /** The event's public id. */
  readonly id: string;
  readonly body: string;
}

/** Reads a short body to its end, so that the connection can be used again; answers whether it was one. */
function passBody(body: Readable): Promise<boolean> {
  return new Promise((resolve) => {
    let bytes = 0;
    const late = setTimeout(() => body.destroy(), BODY_MS);
    body.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > BODY_BYTES) body.destroy();
    });
    body.on('error', () => {}); // the status has been read
    body.once('close', () => {
      clearTimeout(late);
      resolve(body.readableEnded);
    });
  });
}

/** Where the deliveries of one webhook go. Its connections are its own, so it holds up nobody else. */
export class Receiver {
  readonly #agent: Agent;
  readonly #answerMs: number;
  #isClosed = false;

  constructor(connect: Dial, answerMs = ANSWER_MS) {
    this.#answerMs = answerMs;
    this.#agent = new Agent({
      connect,
      pipelining: 1,
      keepAliveTimeout: IDLE_MS,
      keepAliveMaxTimeout: IDLE_MS,
      headersTimeout: answerMs,
      bodyTimeout: answerMs,
      maxHeaderSize: HEAD_BYTES,
    });
  }

  /** Never fails: whatever happens is an outcome. */
  async send(url: string, secrets: readonly Buffer[], message: Message): Promise<Outcome> {
    const at = new Date();
    const since = performance.now();
    const outcome = (status: number | null, error: string | null): Outcome => ({
      at,
      status,
      durationMs: Math.round(performance.now() - since),
      error,
    });
    const limit = new AbortController();
    let late: NodeJS.Timeout | undefined;
    // Besides the signal, which undici does not heed while it connects.
    const tooLate = new Promise<never>((_, reject) => {
      late = setTimeout(() => {
        const reason = new TookTooLong();
        limit.abort(reason);
        reject(reason);
      }, this.#answerMs);
    });
    try {
      const answer = await Promise.race([this.#post(url, secrets, message, limit.signal), tooLate]);
      const { statusCode } = answer;
      const result = outcome(statusCode, isRedirect(statusCode) ? REDIRECTED : null);
      return { ...result, isCutOff: !(await passBody(answer.body)) };
    } catch (error) {
      return outcome(null, describeFailure(error));
    } finally {
      clearTimeout(late);
    }
  }

  #post(url: string, secrets: readonly Buffer[], { id, body }: Message, signal: AbortSignal) {
    const headers = {
      'content-type': 'application/json',
      'user-agent': `Leadline/${version}`,
      ...signedHeaders(secrets, id, body),
    };
    return request(url, { method: 'POST', dispatcher: this.#agent, signal, headers, body });
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** Closes its connections, whatever they are doing. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#agent.destroy();
  }
}
