import type { Settings } from './snapshot.ts';

/** Something worked out once for each state of the settings, not for each lead, and forgotten with it. */
export function oncePerSettings<T>(make: (settings: Settings) => T): (settings: Settings) => T {
  const made = new WeakMap<Settings, { value: T }>();
  return (settings) => {
    let kept = made.get(settings);
    if (kept === undefined) {
      kept = { value: make(settings) };
      made.set(settings, kept);
    }
    return kept.value;
  };
}
