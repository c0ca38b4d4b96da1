import { oncePerSettings } from '../../settings/once.ts';
import type { Settings } from '../../settings/snapshot.ts';

const TRUSTED_MS = 60_000;
const MOST_ANSWERS = 2_000;

const known = oncePerSettings(() => new Map<string, { answer: unknown; until: number }>());

/** What the database answered to a question about its size, for a minute. */
export async function remembered<T>(settings: Settings, key: string, ask: () => Promise<T>): Promise<T> {
  const answers = known(settings);
  const found = answers.get(key);
  if (found !== undefined && found.until > performance.now()) return found.answer as T;
  const answer = await ask();
  if (answers.size >= MOST_ANSWERS) answers.clear();
  answers.set(key, { answer, until: performance.now() + TRUSTED_MS });
  return answer;
}
