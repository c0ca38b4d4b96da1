/** Where a text stops being JSON, for people: "line 2, column 14". Called only once parsing has failed. */
export function jsonFault(text: string): string {
  const at = new Scanner(text).firstFault();
  const before = text.slice(0, at);
  const line = before.split('\n').length;
  const column = at - before.lastIndexOf('\n');
  return `line ${line}, column ${column}${at >= text.length ? ' (it ends too early)' : ''}`;
}

const BLANK = /[ \t\n\r]*/y;
const SCALAR = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;
const PLAIN = /[ !#-[\]-\uffff]*/y; // all but quotes, backslashes and control characters
const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;

/** Reads JSON without making anything of it: a list of what is open takes the place of recursion, so depth costs no stack. */
class Scanner {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  firstFault(): number {
    const open: string[] = [];
    for (;;) {
      if (!this.#value(open)) return this.#at;
      while (open.length > 0 && this.#is(open.at(-1) as string)) open.pop();
      this.#skip(BLANK);
      if (open.length === 0) return this.#at;
      if (!this.#is(',')) return this.#at;
      if (open.at(-1) === '}' && !this.#name()) return this.#at;
    }
  }

  /** One value; of a list or an object, its beginning up to the first value inside. */
  #value(open: string[]): boolean {
    for (;;) {
      if (this.#is('[')) {
        if (this.#is(']')) return true;
        open.push(']');
      } else if (this.#is('{')) {
        if (this.#is('}')) return true;
        open.push('}');
        if (!this.#name()) return false;
      } else {
        return this.#peek() === '"' ? this.#string() : this.#skip(SCALAR);
      }
    }
  }

  #name(): boolean {
    this.#skip(BLANK);
    return this.#peek() === '"' && this.#string() && this.#is(':');
  }

  #string(): boolean {
    this.#at++;
    do this.#skip(PLAIN);
    while (this.#skip(ESCAPE));
    if (this.#peek() !== '"') return false;
    this.#at++;
    return true;
  }

  #peek = (): string | undefined => this.#text[this.#at];

  /** Whether this character comes next, after blanks, and past it. */
  #is(character: string): boolean {
    this.#skip(BLANK);
    if (this.#peek() !== character) return false;
    this.#at++;
    return true;
  }

  /** Past what the pattern matches here; whether it matched anything. */
  #skip(pattern: RegExp): boolean {
    pattern.lastIndex = this.#at;
    const isThere = pattern.test(this.#text) && pattern.lastIndex > this.#at;
    if (isThere) this.#at = pattern.lastIndex;
    return isThere;
  }
}
