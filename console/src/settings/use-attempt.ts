import { useEffect, useRef, useState } from 'react';

export interface Attempt<Asked, Result> {
  /** Of the last time; null before the first. */
  result: Result | null;
  error: unknown;
  busy: boolean;
  /** What the result is of no longer is what is asked for. */
  isStale: boolean;
  /** With what is asked for now, or with something else. */
  run: (other?: Asked) => Promise<void>;
}

/** Something tried out on demand: `asked` is what it would be tried with now, `ask` tries it. Only the last answer counts. */
export function useAttempt<Asked, Result>(
  asked: Asked,
  ask: (asked: Asked, signal: AbortSignal) => Promise<Result>,
): Attempt<Asked, Result> {
  const [done, setDone] = useState<{ of: string; result: Result | null; error: unknown } | null>(null);
  const [busy, setBusy] = useState(false);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  async function run(tried: Asked = asked) {
    running.current?.abort();
    const own = new AbortController();
    running.current = own;
    setBusy(true);
    const of = JSON.stringify(tried);
    try {
      const result = await ask(tried, own.signal);
      if (running.current === own) setDone({ of, result, error: null });
    } catch (error) {
      if (running.current === own && !own.signal.aborted) setDone({ of, result: null, error });
    } finally {
      if (running.current === own) setBusy(false);
    }
  }
  return {
    result: done?.result ?? null,
    error: done?.error ?? null,
    busy,
    isStale: done !== null && done.of !== JSON.stringify(asked),
    run,
  };
}
