import { answerOf, type components } from '@leadline/client';
import { authorization, leadline } from '../api/client.ts';

export type LeadEvent = components['schemas']['Event'];

export interface Heard {
  event: LeadEvent;
  /** Where to go on after it. */
  cursor: string;
}

export interface Following {
  signal: AbortSignal;
  onHeard: (heard: Heard) => void;
  /** The connection is known to work. */
  onAlive: () => void;
}

/** The service writes a comment every 15 seconds. */
const SILENT_MS = 40_000;
/** A proxy that collects answers before it passes them on brings nothing at all by then. */
const FIRST_BYTES_MS = 20_000;
const WAIT_SECONDS = 25;

/** Nothing came through: somebody on the way collects the stream. */
export class BufferedStream extends Error {}

/** The end of the feed, from which on events are new. */
export async function endOfFeed(signal: AbortSignal): Promise<string> {
  const query = { 'page[after]': 'now', 'page[size]': 1 } as const;
  const { data } = await answerOf(leadline.api.GET('/api/v1/events', { params: { query }, signal }));
  return cursorIn(data.links.next);
}

/** Reads the stream of events until it ends, fails or is silent for too long. */
export async function readStream(after: string, { signal, onHeard, onAlive }: Following): Promise<void> {
  const silence = new AbortController();
  let timer = setTimeout(() => silence.abort(new BufferedStream()), FIRST_BYTES_MS);
  try {
    const answer = await fetch(`/api/v1/events/stream?page%5Bafter%5D=${encodeURIComponent(after)}`, {
      headers: { ...authorization, accept: 'text/event-stream' },
      signal: AbortSignal.any([signal, silence.signal]),
    });
    if (!answer.ok || answer.body === null) throw new StreamRefused(answer.status);
    const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
    let rest = '';
    for (;;) {
      const { done, value } = await reader.read();
      clearTimeout(timer);
      if (done) return;
      timer = setTimeout(() => silence.abort(), SILENT_MS);
      onAlive();
      const blocks = (rest + value).split('\n\n');
      rest = blocks.pop() ?? '';
      for (const block of blocks) {
        const heard = readBlock(block);
        if (heard !== null) onHeard(heard);
      }
    }
  } finally {
    clearTimeout(timer);
  }
}

export class StreamRefused extends Error {
  readonly status: number;
  constructor(status: number) {
    super(`the stream was refused: ${status}`);
    this.status = status;
  }
}

function readBlock(block: string): Heard | null {
  let [cursor, data] = ['', ''];
  for (const line of block.split('\n')) {
    if (line.startsWith('id: ')) cursor = line.slice(4);
    else if (line.startsWith('data: ')) data += line.slice(6);
  }
  return data === '' ? null : { event: JSON.parse(data) as LeadEvent, cursor };
}

/** The same by requests that wait, for networks through which a stream does not pass. */
export async function waitForEvents(after: string, { signal, onHeard, onAlive }: Following): Promise<never> {
  for (let cursor = after; ; ) {
    const query = { 'page[after]': cursor, wait: WAIT_SECONDS };
    const timeoutMs = (WAIT_SECONDS + 15) * 1_000;
    const { data } = await answerOf(leadline.api.GET('/api/v1/events', { params: { query }, signal, timeoutMs }));
    onAlive();
    cursor = cursorIn(data.links.next);
    for (const event of data.data) onHeard({ event, cursor });
  }
}

const cursorIn = (next: string): string => new URL(next, location.origin).searchParams.get('page[after]') ?? '';
