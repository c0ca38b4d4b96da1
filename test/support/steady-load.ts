import { randomUUID } from 'node:crypto';
import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { EventStream } from './follow.ts';
import { freshPhone, type Shown } from './leads.ts';

interface Answered {
  readonly status: number;
  readonly body: Shown;
}

/** Callers that write, read and follow over kept connections until they are told to end. Nothing is tried twice. */
export class SteadyLoad {
  readonly failures: string[] = [];
  /** Every lead whose create was answered: what it must look like at the end. */
  readonly leads = new Map<string, { phone: string; first_name: string }>();
  /** Events in the order in which each follower saw them. */
  readonly followed: string[][] = [];
  requests = 0;
  streams = 0;
  readonly #url: string;
  readonly #token: string;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 64 });
  readonly #callers: Promise<void>[] = [];
  #isOver = false;
  /** How many events there are, once that is known. */
  #events = Number.POSITIVE_INFINITY;

  constructor(url: string, token: string) {
    this.#url = url;
    this.#token = token;
    const writers = [this.#create('keyed'), this.#create('keyed'), this.#create('plain'), this.#create('plain')];
    const patches = [this.#patch(), this.#patch()];
    const reads = [this.#list(), this.#list(), this.#read(), this.#report()];
    this.#callers.push(...writers, ...patches, ...reads);
    this.#followers.push(this.#followPages(), this.#followStream(), this.#followStream());
  }

  readonly #followers: Promise<void>[] = [];

  /** Ends the callers, then the followers, when they have seen so many events. */
  async end(count: () => Promise<number>): Promise<void> {
    this.#isOver = true;
    await Promise.all(this.#callers);
    this.#events = await count();
    await Promise.all(this.#followers);
    this.#agent.destroy();
  }

  /** An answer below 400, or a failure that is noted. */
  async ask(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Shown | null> {
    this.requests++;
    const { status, body: shown } = await this.#send(method, path, body, headers).catch(
      (error: NodeJS.ErrnoException) => ({
        status: 0,
        body: error.code ?? error.message,
      }),
    );
    if (status >= 200 && status < 400) return shown;
    this.failures.push(`${method} ${path}: ${status} ${JSON.stringify(shown)}`);
    await sleep(50);
    return null;
  }

  #send(method: string, path: string, body: unknown, headers: Record<string, string>): Promise<Answered> {
    const text = body === undefined ? undefined : JSON.stringify(body);
    const sent = {
      authorization: `Bearer ${this.#token}`,
      ...(text !== undefined && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }),
      ...headers,
    };
    return new Promise((resolve, reject) => {
      const options = { method, agent: this.#agent, headers: sent, signal: AbortSignal.timeout(40_000) };
      const call = request(`${this.#url}/api/v1${path}`, options, (response) => {
        let answer = '';
        response.setEncoding('utf8').on('data', (part) => (answer += part));
        response.once('error', reject);
        response.once('end', () => {
          const isJson = response.headers['content-type']?.includes('json');
          resolve({ status: response.statusCode ?? 0, body: isJson ? JSON.parse(answer) : answer });
        });
      });
      call.once('error', reject).end(text);
    });
  }

  async #create(kind: 'keyed' | 'plain'): Promise<void> {
    while (!this.#isOver) {
      const lead = { phone: freshPhone(), first_name: 'Asha' };
      const made = await this.ask('POST', '/leads', lead, kind === 'keyed' ? { 'idempotency-key': randomUUID() } : {});
      if (made !== null) this.leads.set(made.data.public_id, lead);
      await sleep(20);
    }
  }

  async #patch(): Promise<void> {
    const phone = freshPhone();
    const own = await this.ask('POST', '/leads', { phone });
    for (let n = 0; !this.#isOver; n++) {
      const first_name = `Usha ${n}`;
      const changed = await this.ask('PATCH', `/leads/${own.data.public_id}`, { first_name });
      if (changed !== null) this.leads.set(own.data.public_id, { phone, first_name });
      await sleep(20);
    }
  }

  async #list(): Promise<void> {
    const paths = [
      '/leads?page[size]=50',
      '/leads?filter[search]=Asha',
      '/audit',
      '/leads?sort=-score',
      '/me',
      '/tokens',
    ];
    for (let n = 0; !this.#isOver; n++) {
      const page = await this.ask('GET', paths[n % paths.length] as string);
      // The cursor of one release is taken by the other.
      if (page?.links?.next) await this.ask('GET', page.links.next.slice('/api/v1'.length));
      await sleep(20);
    }
  }

  async #read(): Promise<void> {
    while (!this.#isOver) {
      const [id] = [...this.leads.keys()].slice(-1);
      if (id !== undefined) await this.ask('GET', `/leads/${id}`);
      await sleep(20);
    }
  }

  async #report(): Promise<void> {
    while (!this.#isOver) {
      await this.ask('GET', '/reports/funnel');
      await sleep(200);
    }
  }

  async #followPages(): Promise<void> {
    const seen: string[] = [];
    this.followed.push(seen);
    for (let next = '/events?wait=5'; seen.length < this.#events; ) {
      const page = await this.ask('GET', next);
      if (page === null) continue;
      for (const { public_id } of page.data) seen.push(public_id);
      next = page.links.next.slice('/api/v1'.length);
      if (!next.includes('wait=')) next += '&wait=5';
    }
  }

  /** A stream that an instance ends is opened again, from the last event on. */
  async #followStream(): Promise<void> {
    const seen: string[] = [];
    this.followed.push(seen);
    for (let last: string | undefined; seen.length < this.#events; ) {
      this.streams++;
      const stream = await EventStream.open(`${this.#url}/api/v1/events/stream`, this.#token, last).catch(() => null);
      if (stream === null) {
        this.failures.push('a stream was refused');
        await sleep(50);
        continue;
      }
      const before = seen.length;
      let isEnded = false;
      void stream.ended.then(() => {
        isEnded = true;
      });
      while (!isEnded && before + stream.events.length < this.#events) await sleep(20);
      if (isEnded && !stream.isWhole) this.failures.push('a stream was cut');
      stream.stop();
      await stream.ended;
      for (const { data } of stream.events) seen.push(data.public_id);
      last = stream.lastId || last;
    }
  }
}
