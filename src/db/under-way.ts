import type { Statement } from './statement.ts';

/**
 * Statements whose answers are awaited. A list in which each knows its place, rather than a Set: a Set that much goes through
 * leaves its outgrown tables behind, each pointing to the next, and as soon as one of them is old everything that was ever in
 * the later ones is kept until the whole heap is looked through. Measured, each request left 1 KB behind like this.
 */
export class UnderWay {
  readonly #statements: Statement[] = [];

  add(statement: Statement): void {
    statement.place = this.#statements.push(statement) - 1;
  }

  /** The last one takes its place. */
  remove(statement: Statement): void {
    if (this.#statements[statement.place] !== statement) return;
    const last = this.#statements.pop() as Statement;
    if (last === statement) return;
    this.#statements[statement.place] = last;
    last.place = statement.place;
  }

  /** Gives up on those that were sent before that moment. */
  abandon(moment: number): void {
    for (const statement of [...this.#statements]) if (statement.startedAt < moment) statement.abandon();
  }
}
