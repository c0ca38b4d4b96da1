/** Items under keys, taken in rotation between the keys and in their order under each. */
export class RoundRobin<T> {
  /** In the order of rotation; no list is empty. */
  readonly #lists = new Map<string, T[]>();
  #size = 0;

  get size(): number {
    return this.#size;
  }

  push(key: string, item: T): void {
    const list = this.#lists.get(key);
    if (list === undefined) this.#lists.set(key, [item]);
    else list.push(item);
    this.#size++;
  }

  /** The next item; its key then goes behind all others. */
  shift(): T | undefined {
    const [first] = this.#lists;
    if (first === undefined) return undefined;
    const [key, list] = first;
    const item = list.shift();
    this.#lists.delete(key);
    if (list.length > 0) this.#lists.set(key, list);
    this.#size--;
    return item;
  }

  remove(key: string, item: T): boolean {
    const list = this.#lists.get(key) ?? [];
    const at = list.indexOf(item);
    if (at === -1) return false;
    list.splice(at, 1);
    if (list.length === 0) this.#lists.delete(key);
    this.#size--;
    return true;
  }

  /** The newest item under the key that has the most. */
  newestOfLongest(): T | undefined {
    let longest: T[] = [];
    for (const list of this.#lists.values()) if (list.length > longest.length) longest = list;
    return longest.at(-1);
  }
}
