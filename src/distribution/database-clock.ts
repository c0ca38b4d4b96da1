/**
 * The database's clock, carried on from its last answer. Processes' own clocks may be minutes apart, and would then take each
 * other's assignments under way for lost.
 */
export class DatabaseClock {
  #ahead: number | null = null;

  /** What the database says it is, in milliseconds. */
  learn(ms: number): void {
    this.#ahead = ms - performance.now();
  }

  now(): number {
    if (this.#ahead === null) throw new Error('the database has not told its time yet');
    return performance.now() + this.#ahead;
  }
}
