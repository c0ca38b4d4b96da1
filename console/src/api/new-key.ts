/** A name that nobody else has. `randomUUID` is missing on pages that came over plain http. */
export const newKey = (): string =>
  [...crypto.getRandomValues(new Uint32Array(4))].map((one) => one.toString(36)).join('-');
