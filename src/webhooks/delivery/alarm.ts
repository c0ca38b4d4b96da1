/** Lets one wait until somebody wakes it, which may have happened already. */
export class Alarm {
  #isWoken = false;
  #resume: () => void = () => {};

  wake(): void {
    this.#isWoken = true;
    this.#resume();
  }

  /** At most so long. */
  async wait(ms: number): Promise<void> {
    let late: NodeJS.Timeout | undefined;
    await new Promise<void>((resolve) => {
      this.#resume = resolve;
      if (this.#isWoken) resolve();
      else late = setTimeout(resolve, ms);
    });
    this.#isWoken = false;
    clearTimeout(late);
  }
}
