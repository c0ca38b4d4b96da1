/** What was opened so far; it is closed again last things first. */
export class Opened {
  readonly #closers: (() => Promise<unknown>)[] = [];

  /** Remembers how to close what was just opened. */
  add(close: () => Promise<unknown>): void {
    this.#closers.push(close);
  }

  async closeAll(): Promise<void> {
    for (const close of this.#closers.splice(0).reverse()) await close();
  }
}

/** Runs `work`; where it fails, whatever it had opened is closed again. */
export async function opening<T>(work: (opened: Opened) => Promise<T>): Promise<T> {
  const opened = new Opened();
  try {
    return await work(opened);
  } catch (error) {
    await opened.closeAll();
    throw error;
  }
}
