/** Field, named as the caller wrote it, to what is wrong with it. */
export type FieldErrors = Record<string, string[]>;

/** More faults than this are neither described nor told; the answer then says that there are more. */
export const MOST_FAULTS = 100;

/** To find the name that was probably meant among hundreds takes a while; faults after these do without. */
export const MOST_HINTS = 20;

/** Collects faults by field. Once it is full it only remembers that there are more. */
export class FaultList {
  readonly errors: FieldErrors = Object.create(null); // a field may be called constructor
  #size = 0;

  get isEmpty(): boolean {
    return this.#size === 0;
  }

  /** There are more faults than are told: to look for others brings nothing. */
  get isFull(): boolean {
    return this.#size > MOST_FAULTS;
  }

  /** Takes a fault, and says whether it takes another. `describe` runs only if its text will be told, with how many there are. */
  add(field: string, describe: (told: number) => string): boolean {
    const messages = this.errors[field];
    if (this.#size >= MOST_FAULTS) {
      if (messages === undefined && this.#size++ === MOST_FAULTS) this.errors[field] = UNDESCRIBED;
      return false;
    }
    const message = describe(this.#size);
    if (messages?.includes(message)) return true;
    if (messages === undefined) this.errors[field] = [message];
    else messages.push(message);
    this.#size++;
    return true;
  }
}

/** Stands in for the messages of a fault beyond the limit: `boundErrors` reads it as "there are more". */
const UNDESCRIBED: string[] = [];

/** Whether the errors are those of a full list. */
export const areFull = (errors: FieldErrors): boolean => Object.values(errors).includes(UNDESCRIBED);

const MOST_NAME = 120;
const MOST_MESSAGE = 500;
/** Of the whole `errors`; the answer around it has a few hundred bytes. */
const MOST_BYTES = 28_000;

/** The errors as they are told: bounded in number, in the length of names and messages, and in bytes. */
export function boundErrors(
  errors: FieldErrors,
  most = MOST_FAULTS,
): { told: FieldErrors; count: number; more: boolean } {
  const told: FieldErrors = Object.create(null);
  let [count, bytes] = [0, 0];
  for (const [field, messages] of Object.entries(errors)) {
    if (messages.length === 0) return { told, count, more: true };
    const name = shorten(field, MOST_NAME);
    for (const message of messages) {
      const text = shorten(message, MOST_MESSAGE);
      const size = sizeOf(text) + (told[name] === undefined ? sizeOf(name) : 0);
      if (count === most || bytes + size > MOST_BYTES) return { told, count, more: true };
      told[name] = [...(told[name] ?? []), text];
      count++;
      bytes += size;
    }
  }
  return { told, count, more: false };
}

export const shorten = (text: string, most: number): string =>
  text.length <= most ? text : `${text.slice(0, most).toWellFormed()}…`;

const sizeOf = (text: string): number => Buffer.byteLength(JSON.stringify(text)) + 4; // brackets, colon, comma
