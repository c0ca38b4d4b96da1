import { hasCode } from '../api/problems.ts';
import { feedStart } from './feed-start.ts';
import {
  BufferedStream,
  endOfFeed,
  type Following,
  type Heard,
  readStream,
  StreamRefused,
  waitForEvents,
} from './stream.ts';

export interface Listener {
  onEvent: (event: Heard['event']) => void;
  /** Events were missed: everything shown may be old. */
  onGap: () => void;
  onState: (isLive: boolean) => void;
  /** The caller may not follow any more, perhaps because the session has ended. */
  onRefused: () => void;
}

const FIRST_PAUSE_MS = 2_000;
const LONGEST_PAUSE_MS = 30_000;
/** A connection that lasted so long works: what ended it is no reason to wait longer the next time. */
const STEADY_MS = 5_000;

/**
 * Follows the events until the signal ends it. A browser allows six connections to a service, so the tabs of one session share
 * one stream: the tab that holds the lock reads it and tells the others.
 */
export function followEvents(session: string, listener: Listener, signal: AbortSignal): void {
  const name = `leadline-events-${session}`;
  const others = new BroadcastChannel(name);
  const state = { cursor: null as string | null };
  const hear = (heard: Heard) => {
    state.cursor = heard.cursor;
    listener.onEvent(heard.event);
  };
  others.onmessage = ({ data }: MessageEvent<Heard | 'gap'>) => {
    listener.onState(true);
    if (data === 'gap') listener.onGap();
    else hear(data);
  };
  signal.addEventListener('abort', () => others.close());
  const tell = (message: Heard | 'gap') => {
    if (!signal.aborted) others.postMessage(message);
  };
  const lead = () =>
    keepFollowing(
      state,
      {
        signal,
        onAlive: () => listener.onState(true),
        onHeard: (heard) => {
          hear(heard);
          tell(heard);
        },
      },
      () => {
        listener.onGap();
        tell('gap');
      },
      listener,
    );
  // Without locks (plain http on a local network) every tab follows by itself.
  if (navigator.locks === undefined) void lead();
  else navigator.locks.request(name, { signal }, lead).catch(() => {});
}

async function keepFollowing(
  state: { cursor: string | null },
  following: Following,
  onGap: () => void,
  { onState, onRefused }: Pick<Listener, 'onState' | 'onRefused'>,
): Promise<void> {
  const { signal } = following;
  let isBuffered = false;
  let isFirst = true;
  let pause = FIRST_PAUSE_MS;
  while (!signal.aborted) {
    let aliveSince: number | null = null;
    const onAlive = () => {
      aliveSince ??= performance.now();
      following.onAlive();
    };
    try {
      if (state.cursor === null) {
        state.cursor = (isFirst ? await feedStart() : null) ?? (await endOfFeed(signal));
        isFirst = false;
        following.onAlive();
      }
      await (isBuffered ? waitForEvents : readStream)(state.cursor, { ...following, onAlive });
      if (signal.aborted) return;
      if (aliveSince === null) onState(false);
    } catch (error) {
      if (signal.aborted) return;
      if (error instanceof BufferedStream) {
        isBuffered = true;
        continue;
      }
      onState(false);
      if (isRefused(error)) return onRefused();
      if (isTooOld(error)) {
        state.cursor = null;
        onGap();
      }
    }
    // Also after a stream that ended as it should: all of them end at once when the service stops.
    if (aliveSince !== null && performance.now() - aliveSince >= STEADY_MS) pause = FIRST_PAUSE_MS;
    await pauseFor(pause * (0.75 + Math.random() / 2), signal);
    pause = Math.min(pause * 2, LONGEST_PAUSE_MS);
  }
}

/** Signed out, or not allowed to follow: trying again would not help. */
const isRefused = (error: unknown): boolean =>
  hasCode(error, 'unauthenticated', 'forbidden') ||
  (error instanceof StreamRefused && (error.status === 401 || error.status === 403));

const isTooOld = (error: unknown): boolean =>
  hasCode(error, 'gone') || (error instanceof StreamRefused && error.status === 410);

const pauseFor = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
