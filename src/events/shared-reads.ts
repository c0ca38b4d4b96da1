interface NotBegun<Page> {
  readonly page: Promise<Page>;
  /** Callers that have not hung up. */
  callers: number;
  readonly abandon: AbortController;
}

/** Waits for leave to begin; what it answers is called at the end. */
type Admit = (signal: AbortSignal) => Promise<() => void>;

/**
 * Callers that ask for the same page before its reading has begun get one reading: when an event wakes a thousand readers, the
 * database is asked a few times. Nobody gets what was read before they asked.
 */
export class SharedReads<Page> {
  /** By what is asked for. */
  readonly #notBegun = new Map<string, NotBegun<Page>>();

  /** Where all callers have hung up (`signal`), it is not waited for any more. */
  async read(key: string, signal: AbortSignal, admit: Admit, read: () => Promise<Page>): Promise<Page> {
    const asked = this.#notBegun.get(key) ?? this.#ask(key, admit, read);
    asked.callers++;
    const hangUp = () => {
      if (--asked.callers > 0) return;
      this.#forget(key, asked);
      asked.abandon.abort();
    };
    if (signal.aborted) hangUp();
    signal.addEventListener('abort', hangUp);
    try {
      return await asked.page;
    } finally {
      signal.removeEventListener('abort', hangUp);
    }
  }

  #ask(key: string, admit: Admit, read: () => Promise<Page>): NotBegun<Page> {
    const abandon = new AbortController();
    const begin = async () => {
      const release = await admit(abandon.signal).finally(() => this.#forget(key, asked));
      try {
        return await read();
      } finally {
        release();
      }
    };
    const asked: NotBegun<Page> = { page: begin(), callers: 0, abandon };
    this.#notBegun.set(key, asked);
    return asked;
  }

  #forget(key: string, asked: NotBegun<Page>): void {
    if (this.#notBegun.get(key) === asked) this.#notBegun.delete(key);
  }
}
