/** The same numbers for the same seed (mulberry32), so that every generated request can be repeated. */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed | 0;
  }

  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  below(limit: number): number {
    return Math.floor(this.next() * limit);
  }

  chance(share: number): boolean {
    return this.next() < share;
  }

  pick<T>(list: readonly T[]): T {
    return list[this.below(list.length)] as T;
  }

  /** Characters of all kinds, including lone surrogates and control characters. */
  text(most: number): string {
    const length = this.below(most);
    let text = '';
    for (let n = 0; n < length; n++)
      text += String.fromCharCode(this.chance(0.7) ? this.below(128) : this.below(65_536));
    return text;
  }
}

const nested = (depth: number, open: string, close: string) => open.repeat(depth) + close.repeat(depth);
// Control characters, halves of surrogate pairs, and numbers, dates, addresses and ids that are almost valid.
const texts = [
  ...',\0,a\0b,\u0007,line\nbreak,\r\n,\u2028,\ud800,a\udc00b,\ufffe,\u202eabc,\ufeff, ,\u00a0'.split(','),
  ...'null,undefined,NaN,__proto__,constructor,0,-1,1e400,0x10,true,%00,{{1}},1.5,1e2'.split(','),
  ..."'|\"|\\|';--|' or 1=1 --|<script>|../../etc/passwd|$1|\\u0000".split('|'),
  ...'9876543210|+91 98765 43210 ext 5|+1 202 555 0100|５|९८७६५४३२१०|00000000000|+91|5876543210'.split('|'),
  ...'a@b|@|a@b.c|a@@b.in|İ@example.in|ß@example.in|a\u0301@example.in|a b@example.in'.split('|'),
  ...'0000-01-01|0001-01-01|0099-12-31|9999-12-31|2026-02-30|10000-01-01|2026-1-1|-000001-01-01'.split('|'),
  ...'0001-01-01T00:00:00Z|0000-12-31T23:59:59Z|9999-12-31T23:59:59.999Z|9999-12-31T23:59:59.999999999Z'.split('|'),
  ...'0001-01-01T00:00:00+23:59|9999-12-31T23:59:59-23:59|2026-01-31T24:00:00Z|2026-01-31T09:30:60Z'.split('|'),
  ...'..9999-12-31T23:59:59.999Z|0001-01-01..|0100-01-01..9999-12-31|last_0_days|last_367_days|last_1_days'.split('|'),
  ...'call|CALL|created|note|hot|lead_|sts_01k5p3c6m8q2r4s6t8v0w2x4z6|mem_0|src_é|score|-score|200|201'.split('|'),
  ...['a'.repeat(101), 'a'.repeat(2_001), 'a'.repeat(10_001), 'é'.repeat(60_000), '🙂'.repeat(2_000)],
  `${'a'.repeat(250)}@b.in`,
];

const numbers =
  '0 -0 1 -1 0.1 0.001 1e2 1e400 -1e400 1e308 5e-324 1e-400 9999999999.99 10000000000 99999999999999999999'.split(' ');

/** One JSON value, as text, that no field expects; a few are not JSON at all. */
export function oddJson(random: Random): string {
  const kind = random.below(10);
  if (kind < 4) return JSON.stringify(random.pick(texts));
  if (kind === 4) return random.pick(numbers);
  if (kind === 5) return JSON.stringify(random.text(40));
  if (kind === 6) {
    const depth = random.pick([2, 30, 500, 20_000]);
    return random.chance(0.5) ? nested(depth, '[', ']') : `${nested(depth, '{"a":', '}').replace(/:}/, ':1}')}`;
  }
  if (kind === 7) return random.pick(brokenJson);
  return random.pick(structures);
}

const brokenJson = 'NaN|Infinity|-|01|1.|.5|\'a\'|"\t"|"\\x"|undefined|/**/1|'.split('|');
const structures = [
  ...'null true false [] {} [null] [[]] ["a","a"] {"a":1} {"":""} [1,"a",null,{}] {"length":-1}'.split(' '),
  ...'{"__proto__":{"a":1}} {"constructor":{"prototype":{"a":1}}} {"toString":1,"valueOf":1} {"id":1}'.split(' '),
  `[${'0,'.repeat(5_000)}0]`,
  `{${Array.from({ length: 300 }, (_, n) => `"k${n}":${n}`)}}`,
];

/** A value of the query or the path, percent-encoded or broken. */
export function oddEncoded(random: Random): string {
  const kind = random.below(6);
  if (kind < 3) return encodeURIComponent(random.pick(texts).slice(0, 3_000).toWellFormed());
  if (kind === 3) return encodeURIComponent(random.text(20).toWellFormed());
  return random.pick(kind === 4 ? brokenEncodings : oddQueryValues);
}

const brokenEncodings = '%00 % %z %zz %ff %ed%a0%80 %c0%80 %25 %2f %5b %u0041 + %0d%0a'.split(' ');
const oddQueryValues = [
  ...' [] [a] {} .. . , ,, * | ~ ..%2f.. 2026-01-01.. ..2026-01-01'.split(' '),
  'A'.repeat(3_000),
];

export const oddNames = [
  ...'id,organization_id,lead_id,version,rendered,__proto__,constructor,prototype,toString,hasOwnProperty'.split(','),
  ...', ,\0,\ud800,phone ,PHONE,custom_fields.text,public_id,duplicate,data,é,🙂,length,errors,$ref,0'.split(','),
  ...'owner,status,note,score,created_at'.split(','),
  'a'.repeat(3_000),
];

/** A header value that is allowed but meaningless. */
export const oddHeaderValues = [
  ...'|*|"|""|"1"|W/"1"|W/|,|,,,|"1", "2"|"1.a"|é|\xff\xfe|null|0|-1|;|;;;q=|\t'.split('|'),
  ...'*/*;q=0|text/html|application/*|application/json;q=0|application/xml, */*;q=0.1|/|a/b/c|q=1'.split('|'),
  ...'text/plain|application/json|application/json; charset=utf-16|application/json; charset="'.split('|'),
  ...'application/JSON|application/merge-patch+json|multipart/form-data; boundary=x|application/json,text/plain'.split(
    '|',
  ),
  ..."same|__proto__|gzip|bytes=0-1|Thu, 01 Jan 1970 00:00:00 GMT|'; --".split('|'),
  ...[255, 256, 4_000].map((length) => 'x'.repeat(length)),
];
