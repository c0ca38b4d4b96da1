import { once } from 'node:events';
import { PassThrough, type Readable } from 'node:stream';
import { Problem } from '../problems.ts';
import type { Follower } from './following.ts';

/** A comment so often shows both sides that the other one is still there. */
const COMMENT_MS = 15_000;
/** A caller that does not take what was written for so long is cut off. */
const STALL_MS = 30_000;

export interface Stream {
  readonly follower: Follower;
  readonly after: string;
  readonly size: number;
  /** How long it lasts. */
  readonly ms: number;
  seal(position: string): string;
}

/** Server-sent events: `id` is the cursor, `data` the event. It ends when the caller goes, its token ends, the service stops, or after its time. */
export function openStream(stream: Stream): Readable {
  const out = new PassThrough({ highWaterMark: 65_536 });
  out.on('error', () => {}); // the caller has gone
  run(stream, out)
    .then(() => void out.end())
    // The caller comes again, from its last event on, and is told then if its token has ended.
    .catch((error: unknown) => void (error instanceof Problem ? out.end() : out.destroy()));
  return out;
}

async function run({ follower, after, size, ms, seal }: Stream, out: PassThrough): Promise<void> {
  let position = after;
  let told = performance.now();
  const end = told + ms;
  await write(out, `retry: 2000\nid: ${seal(position)}\n: events\n\n`);
  while (!follower.hasGone && !out.destroyed) {
    const page = await follower.read(position, size);
    const events = await follower.present(page.rows);
    const frames = events.map((data, n) => `id: ${seal(page.rows[n]?.id ?? position)}\ndata: ${data}\n\n`);
    // Past what does not match: an id alone moves the caller's place on.
    if (page.position !== (page.rows.at(-1)?.id ?? position)) frames.push(`id: ${seal(page.position)}\n\n`);
    position = page.position;
    if (frames.length > 0) {
      await write(out, frames.join(''));
      told = performance.now();
    }
    if (page.hasMore) continue;
    const now = performance.now();
    if (now >= end) return;
    position = await follower.wait(position, Math.max(0, Math.min(COMMENT_MS - (now - told), end - now)));
    if (performance.now() - told < COMMENT_MS || follower.hasGone) continue;
    await write(out, `id: ${seal(position)}\n: waiting\n\n`);
    told = performance.now();
  }
}

async function write(out: PassThrough, text: string): Promise<void> {
  if (out.write(text) || out.destroyed) return;
  const stalled = setTimeout(() => out.destroy(), STALL_MS);
  await Promise.race([once(out, 'drain'), once(out, 'close')]).finally(() => clearTimeout(stalled));
}
