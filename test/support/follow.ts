import { expect } from 'vitest';
import type { Shown } from './leads.ts';

/** Reads server-sent events; `stop` closes the connection. */
export class EventStream {
  readonly events: { id: string; data: Shown }[] = [];
  comments = 0;
  lastId = '';
  /** Whether the service has ended it; false while it lasts, and if the connection broke. */
  isWhole = false;
  readonly ended: Promise<void>;
  readonly #controller = new AbortController();

  private constructor(response: Response, controller: AbortController) {
    this.#controller = controller;
    this.ended = this.#read(response).catch(() => {}); // the service was killed, or the test has closed it
  }

  static open(url: string, token: string, lastId?: string): Promise<EventStream> {
    return EventStream.openWith(url, { authorization: `Bearer ${token}`, ...(lastId && { 'last-event-id': lastId }) });
  }

  static async openWith(url: string, headers: Record<string, string>): Promise<EventStream> {
    const controller = new AbortController();
    const response = await fetch(url, { headers, signal: controller.signal });
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toMatch(/^text\/event-stream/);
    return new EventStream(response, controller);
  }

  stop(): void {
    this.#controller.abort();
  }

  async #read(response: Response): Promise<void> {
    let text = '';
    const decoder = new TextDecoder();
    for await (const bytes of response.body as unknown as AsyncIterable<Uint8Array>) {
      text += decoder.decode(bytes, { stream: true });
      for (let end = text.indexOf('\n\n'); end !== -1; end = text.indexOf('\n\n')) {
        this.#take(text.slice(0, end));
        text = text.slice(end + 2);
      }
    }
    this.isWhole = true;
  }

  /** As the standard says: an id counts from the empty line on, also without data. */
  #take(frame: string): void {
    const lines = frame.split('\n');
    if (lines.some((line) => line.startsWith(':'))) this.comments++;
    const value = (name: string) => lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2);
    const [id, data] = [value('id'), value('data')];
    if (id !== undefined) this.lastId = id;
    if (data !== undefined) this.events.push({ id: this.lastId, data: JSON.parse(data) });
  }
}
