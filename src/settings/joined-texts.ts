/** Stands before each text, and in none. */
export const BEGINNING = '\n';

/**
 * Many short texts as one: `indexOf` goes from hit to hit, and says at once where there is none. Looking into each of 10,000
 * texts keeps the event loop for milliseconds.
 */
export class JoinedTexts {
  readonly #all: string;
  /** Where each text begins. */
  readonly #starts: Int32Array;

  constructor(texts: readonly string[]) {
    this.#all = BEGINNING + texts.join(BEGINNING);
    this.#starts = new Int32Array(texts.length);
    let start = 0;
    for (let n = 0; n < texts.length; n++) {
      this.#starts[n] = start;
      start += BEGINNING.length + (texts[n] as string).length;
    }
  }

  get length(): number {
    return this.#starts.length;
  }

  /** The first text from a place on that holds all these parts, or `length`. To be asked from rising places. */
  search(parts: readonly string[]): (from: number) => number {
    let hit = -1;
    return (from) => {
      if (hit < from) hit = this.#nextWithAll(parts, from);
      return hit;
    };
  }

  #nextWithAll(parts: readonly string[], from: number): number {
    let place = from;
    for (let n = 0; n < parts.length && place < this.length; ) {
      const next = this.#next(parts[n] as string, place);
      n = next === place ? n + 1 : 0;
      place = next;
    }
    return place;
  }

  #next(part: string, from: number): number {
    const at = this.#all.indexOf(part, this.#starts[from]);
    return at === -1 ? this.length : this.#placeOf(at, from);
  }

  /** The place of the text at a position. It is mostly near: steps become longer on the way. */
  #placeOf(at: number, from: number): number {
    const starts = this.#starts;
    let [low, step] = [from, 1];
    while (low + step < starts.length && (starts[low + step] as number) <= at) {
      low += step;
      step *= 2;
    }
    let high = Math.min(low + step, starts.length);
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((starts[middle] as number) <= at) low = middle;
      else high = middle;
    }
    return low;
  }
}
