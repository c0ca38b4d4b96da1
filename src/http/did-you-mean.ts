/** The candidate that was probably meant, if one is close enough to say so. */
export function closest(given: string, candidates: readonly string[]): string | null {
  if (given.length > 60) return null;
  const lower = given.toLowerCase();
  let best: string | null = null;
  let least = Math.max(1, Math.floor(given.length / 3)) + 1;
  for (const candidate of candidates) {
    const steps = distance(lower, candidate.toLowerCase(), least);
    if (steps < least) {
      least = steps;
      best = candidate;
    }
  }
  return best;
}

export function didYouMean(given: string, candidates: readonly string[]): string {
  const meant = closest(given, candidates);
  return meant === null ? '' : `; did you mean ${meant}?`;
}

/** Edits from one text to the other (a swap of neighbours counts as one), given up once `limit` is reached. */
function distance(from: string, to: string, limit: number): number {
  if (Math.abs(from.length - to.length) >= limit) return limit;
  let beforeLast: number[] = [];
  let last = Array.from({ length: to.length + 1 }, (_, n) => n);
  for (let i = 1; i <= from.length; i++) {
    const row = [i];
    for (let j = 1; j <= to.length; j++) {
      const same = from[i - 1] === to[j - 1];
      let cost = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + (same ? 0 : 1));
      if (i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1]) {
        cost = Math.min(cost, (beforeLast[j - 2] ?? 0) + 1);
      }
      row.push(cost);
    }
    beforeLast = last;
    last = row;
  }
  return last[to.length] ?? limit;
}
