import { type Endpoint, type Facts, quoted } from './fuzz-endpoints.ts';
import { oddEncoded, oddHeaderValues, oddJson, oddNames, Random } from './fuzz-values.ts';

export interface FuzzRequest {
  method: string;
  url: string;
  headers: [string, string][];
  body: Buffer | null;
}

/** A valid request with one to three faults; the same for the same seed and facts. */
export function oddRequest(endpoint: Endpoint, facts: Facts, seed: number): FuzzRequest {
  const random = new Random(seed);
  const wrong = new Set<string>();
  const kinds = [
    endpoint.body ? ['body', 'body', 'body', 'text'] : 'query',
    endpoint.query ? ['query', 'query'] : [],
    'header',
    'id',
    'method',
  ];
  for (let n = 1 + random.below(3); n > 0; n--) wrong.add(random.pick(kinds.flat(2)));
  const token = random.chance(0.9) ? facts.tokens[0] : random.pick([...facts.tokens, 'ldl_00000000_x', '', 'a b']);
  const headers: [string, string][] = [['authorization', `Bearer ${token}`]];
  let text = endpoint.body ? bodyOf(endpoint.body(facts, random), random, wrong.has('body')) : null;
  if (text === null && random.chance(0.03)) text = oddJson(random);
  if (text !== null) headers.push(['content-type', 'application/json']);
  if (endpoint.method === 'POST' && random.chance(0.2)) headers.push(['idempotency-key', `key-${random.below(50)}`]);
  if (wrong.has('header')) for (let n = 1 + random.below(2); n > 0; n--) addHeader(headers, random);
  const id = wrong.has('id') ? oddId(facts, random) : facts.lead;
  const query = queryOf(endpoint.query?.(facts) ?? [], random, wrong.has('query'));
  const method = wrong.has('method')
    ? random.pick(['PUT', 'DELETE', 'OPTIONS', 'GET', 'POST', 'PATCH', 'TRACE', 'FOO', 'get'])
    : endpoint.method;
  return {
    method,
    url: endpoint.path.replace('{id}', () => id) + (query === '' ? '' : `?${query}`),
    headers,
    body: text === null ? null : wrong.has('text') ? brokenBytes(text, random) : Buffer.from(text),
  };
}

function bodyOf(members: [string, string][], random: Random, isOdd: boolean): string {
  if (!isOdd) return `{${members.filter(() => random.chance(0.8)).map(([name, value]) => `${quoted(name)}:${value}`)}}`;
  if (random.chance(0.05)) return oddJson(random);
  for (let n = 1 + random.below(3); n > 0; n--) {
    const at = random.below(members.length);
    const [name = '', value = ''] = members[at] ?? [];
    const kind = random.below(8);
    if (kind < 4) members[at] = [name, oddJson(random)];
    else if (kind === 4) members.push([random.pick(oddNames), random.chance(0.5) ? value : oddJson(random)]);
    else if (kind === 5) members.push([name, random.chance(0.5) ? value : oddJson(random)]);
    else if (kind === 6) members.splice(at, 1);
    else
      members.push([
        'custom_fields',
        `{${quoted(random.pick(['text', 'number', 'flag', 'day', 'one', 'many', ...oddNames]))}:${oddJson(random)}}`,
      ]);
    if (members.length === 0) break;
  }
  const text = `{${members.map(([name, value]) => `${quoted(name)}:${value}`)}}`;
  return random.chance(0.05) ? `[${text}]` : text;
}

function brokenBytes(text: string, random: Random): Buffer {
  const bytes = Buffer.from(text);
  const at = random.below(bytes.length || 1);
  switch (random.below(7)) {
    case 0:
      return bytes.subarray(0, at);
    case 1:
      return Buffer.concat([bytes.subarray(0, at), Buffer.from([random.below(256)]), bytes.subarray(at)]);
    case 2:
      return Buffer.concat([Buffer.from('\ufeff'), bytes]);
    case 3:
      return Buffer.from(text, 'utf16le');
    case 4:
      return Buffer.concat([bytes, Buffer.from(random.pick([',', '}', '\0', ' ', '{}', '//']))]);
    case 5:
      return Buffer.from(random.pick(['', ' ', '\n', '{', '"', 'null', 'phone=9876543210']));
    default:
      if (bytes.length > 0) bytes[at] = random.below(256);
      return bytes;
  }
}

function queryOf(pairs: [string, string][], random: Random, isOdd: boolean): string {
  const kept = pairs.filter(() => random.chance(0.3)).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  if (!isOdd) return kept.filter((part) => !part.startsWith('page[after]')).join('&');
  const names = [...pairs.map(([name]) => name), 'page[size]', 'filter[status]', 'sort', 'include'];
  for (let n = 1 + random.below(3); n > 0; n--) {
    const name = random.pick(names);
    const kind = random.below(7);
    if (kind < 3) kept.push(`${random.chance(0.5) ? name : encodeURIComponent(name)}=${oddEncoded(random)}`);
    else if (kind === 3)
      kept.push(
        `${random.pick(['filter', 'filter[', 'filter[]', 'filter]', `${name}[]`, `${name}[a]`, `[${name}]`, 'page', 'page[number]', '%5b', '&&', '=', 'offset', '%'])}=1`,
      );
    else if (kind === 4) kept.push(`${encodeURIComponent(random.pick(oddNames).toWellFormed())}=${oddEncoded(random)}`);
    else if (kind === 5) kept.push(...Array.from({ length: random.pick([2, 2, 250]) }, () => `${name}=1`));
    else
      kept.push(`page[after]=${(pairs.find(([one]) => one === 'page[after]')?.[1] ?? 'AAAA').slice(random.below(9))}`);
  }
  return kept.join('&');
}

const headerNames =
  'if-match if-none-match idempotency-key accept content-type x-request-id authorization expect content-encoding range cookie';

function addHeader(headers: [string, string][], random: Random): void {
  const name = random.pick(headerNames.split(' '));
  const before = headers.findIndex(([one]) => one === name);
  if (before !== -1 && random.chance(0.7)) headers.splice(before, 1);
  headers.push([name, random.pick(oddHeaderValues)]);
}

function oddId({ lead, foreignLead, status }: Facts, random: Random): string {
  const known = [
    lead.toUpperCase(),
    lead.slice(0, -1),
    `${lead}0`,
    foreignLead,
    status,
    lead.replace('lead_', ''),
    `${lead}%00`,
    `%20${lead}`,
  ];
  return random.chance(0.5) ? random.pick([...known, 'lead_00000000000000000000000000', '1', '0']) : oddEncoded(random);
}
