import type { Settings } from './snapshot.ts';

/** Something worked out once for each state of the settings, or of a part of them, and forgotten with it. */
export function oncePerSettings<T, Part extends object = Settings>(make: (settings: Part) => T): (settings: Part) => T {
  const made = new WeakMap<Part, { value: T }>();
  return (settings) => {
    let kept = made.get(settings);
    if (kept === undefined) {
      kept = { value: make(settings) };
      made.set(settings, kept);
    }
    return kept.value;
  };
}
