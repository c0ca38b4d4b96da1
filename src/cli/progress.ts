const EVERY_MS = 1_000;

/** Says on standard error how far a command has come: on a terminal in one line, else in a line every ten seconds. */
export class Progress {
  readonly #sentence: () => string;
  readonly #everyMs: number;
  #saidAt = performance.now();
  #isOpen = false;

  constructor(sentence: () => string) {
    this.#sentence = sentence;
    this.#everyMs = process.stderr.isTTY ? EVERY_MS : 10 * EVERY_MS;
  }

  /** Called often; speaks now and then. */
  move(): void {
    if (performance.now() - this.#saidAt < this.#everyMs) return;
    this.#saidAt = performance.now();
    this.#isOpen = process.stderr.isTTY;
    process.stderr.write(this.#isOpen ? `\r${this.#sentence()}` : `${this.#sentence()}\n`);
  }

  /** Before anything else is said. */
  end(): void {
    if (this.#isOpen) process.stderr.write('\n');
    this.#isOpen = false;
  }
}

export const inMegabytes = (bytes: number): string => `${(bytes / 1_000_000).toFixed(1)} MB`;
