/** Collects the values of a statement that is put together from parts, and answers their placeholders. */
export class Values {
  readonly list: unknown[] = [];

  constructor(...first: unknown[]) {
    this.list.push(...first);
  }

  add(value: unknown): string {
    return `$${this.list.push(value)}`;
  }
}
