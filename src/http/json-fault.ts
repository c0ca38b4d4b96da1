/** Where a text stops being JSON, for people: "line 2, column 14". Called only once parsing has failed. */
export function jsonFault(text: string): string {
  const at = new Scanner(text).firstFault();
  const line = countLines(text, at);
  const column = at - (at === 0 ? -1 : text.lastIndexOf('\n', at - 1));
  return `line ${line}, column ${column}${at >= text.length ? ' (it ends too early)' : ''}`;
}

function countLines(text: string, end: number): number {
  let lines = 1;
  for (let at = text.indexOf('\n'); at !== -1 && at < end; at = text.indexOf('\n', at + 1)) lines++;
  return lines;
}

const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;
const WORDS = ['true', 'false', 'null'];

const code = (character: string): number => character.charCodeAt(0);
const [QUOTE, BACKSLASH, COMMA, COLON, MINUS, PLUS, POINT] = [...'"\\,:-+.'].map(code) as [
  number,
  number,
  number,
  number,
  number,
  number,
  number,
];
const [LIST, LIST_END, OBJECT, OBJECT_END, ZERO] = [...'[]{}0'].map(code) as [number, number, number, number, number];

/** Reads JSON without making anything of it: a list of what is open takes the place of recursion, so depth costs no stack. */
class Scanner {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  firstFault(): number {
    const open: number[] = [];
    for (;;) {
      if (!this.#value(open)) return this.#at;
      while (open.length > 0 && this.#is(open.at(-1) as number)) open.pop();
      this.#blanks();
      if (open.length === 0 || !this.#is(COMMA)) return this.#at;
      if (open.at(-1) === OBJECT_END && !this.#name()) return this.#at;
    }
  }

  /** One value; of a list or an object, its beginning up to the first value inside. */
  #value(open: number[]): boolean {
    for (;;) {
      if (this.#is(LIST)) {
        if (this.#is(LIST_END)) return true;
        open.push(LIST_END);
      } else if (this.#is(OBJECT)) {
        if (this.#is(OBJECT_END)) return true;
        open.push(OBJECT_END);
        if (!this.#name()) return false;
      } else {
        return this.#peek() === QUOTE ? this.#string() : this.#number() || this.#word();
      }
    }
  }

  #name(): boolean {
    this.#blanks();
    return this.#peek() === QUOTE && this.#string() && this.#is(COLON);
  }

  #string(): boolean {
    this.#at++;
    for (;;) {
      const next = this.#peek();
      if (!(next >= 0x20)) return false; // a control character, or the end
      if (next !== BACKSLASH) this.#at++;
      if (next === QUOTE) return true;
      if (next === BACKSLASH && !this.#escape()) return false;
    }
  }

  #escape(): boolean {
    ESCAPE.lastIndex = this.#at;
    if (!ESCAPE.test(this.#text)) return false;
    this.#at = ESCAPE.lastIndex;
    return true;
  }

  #word(): boolean {
    const word = WORDS.find((one) => this.#text.startsWith(one, this.#at));
    this.#at += word?.length ?? 0;
    return word !== undefined;
  }

  #number(): boolean {
    this.#take(MINUS);
    if (!this.#take(ZERO) && !this.#digits()) return false;
    if (this.#take(POINT) && !this.#digits()) return false;
    if (!this.#take(code('e')) && !this.#take(code('E'))) return true;
    if (!this.#take(PLUS)) this.#take(MINUS);
    return this.#digits();
  }

  #digits(): boolean {
    const start = this.#at;
    while (this.#peek() >= ZERO && this.#peek() <= ZERO + 9) this.#at++;
    return this.#at > start;
  }

  #peek(): number {
    return this.#text.charCodeAt(this.#at);
  }

  #blanks(): void {
    for (let next = this.#peek(); next === 0x20 || next === 0x0a || next === 0x0d || next === 0x09; ) {
      this.#at++;
      next = this.#peek();
    }
  }

  /** Whether this character comes next, after blanks, and past it. */
  #is(character: number): boolean {
    this.#blanks();
    return this.#take(character);
  }

  #take(character: number): boolean {
    if (this.#peek() !== character) return false;
    this.#at++;
    return true;
  }
}
