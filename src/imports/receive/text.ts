import type { Readable } from 'node:stream';
import { atMost } from '../../at-most.ts';
import { tooLarge } from '../../http/uploads.ts';
import { Problem } from '../../problems.ts';
import { Pace } from '../../slots/pace.ts';

export interface TextLimits {
  readonly bytes: number;
  /** How long nothing may come. */
  readonly stallMs: number;
  /** How many bytes must come in a second on average, once a minute was spent waiting for them. */
  readonly bytesPerSecond: number;
}

const GRACE_MS = 60_000;

/** The body as text, piece by piece, while it comes in. */
export async function* readText(stream: Readable, limits: TextLimits): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true }); // it takes a byte order mark away
  const pieces = stream.iterator({ destroyOnReturn: false }) as AsyncIterableIterator<Buffer>;
  let bytes = 0;
  let waitedMs = 0;
  const pace = new Pace();
  for (;;) {
    // A fast sender's pieces come in the same turn of the event loop, as long as somebody takes them.
    if (pace.isDue()) await pace.yield();
    const since = performance.now();
    const { done, value } = await atMost(limits.stallMs, pieces.next(), () => {
      throw tooSlow();
    });
    waitedMs += performance.now() - since;
    if (done) break;
    bytes += value.length;
    if (bytes > limits.bytes) throw tooLarge(limits.bytes);
    if (waitedMs > GRACE_MS && bytes < (waitedMs / 1_000) * limits.bytesPerSecond) throw tooSlow();
    yield decode(decoder, value);
  }
  yield decode(decoder);
}

const tooSlow = () => new Problem('request_timeout', { detail: 'The file came too slowly.' });

function decode(decoder: InstanceType<typeof TextDecoder>, piece?: Buffer): string {
  let text: string;
  try {
    text = piece === undefined ? decoder.decode() : decoder.decode(piece, { stream: true });
  } catch {
    throw malformed('The file is not valid UTF-8. In a spreadsheet, save it as "CSV UTF-8".');
  }
  if (text.includes('\0')) throw malformed('The file holds NUL bytes: it is no CSV file in UTF-8.');
  return text;
}

const malformed = (detail: string) => new Problem('malformed_request', { detail });
