import { catalogue, type ProblemCode } from '../../src/problems.ts';
import { expectDocumented } from './documented.ts';
import type { FuzzRequest } from './fuzz.ts';
import { head, type RawAnswer, RawConnection } from './raw-http.ts';

/** Sends requests one after another on a connection; opens a new one if the service closed it. */
export class Sender {
  #connection: RawConnection | null = null;
  readonly #port: number;

  constructor(port: number) {
    this.#port = port;
  }

  async send({ method, url, headers, body }: FuzzRequest): Promise<RawAnswer> {
    this.#connection ??= await RawConnection.open(this.#port);
    const length = body === null ? '' : `content-length: ${body.length}\r\n`;
    const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`).join('');
    const start = head(`${method} ${url}`).slice(0, -2) + length + lines;
    const answer = await this.#connection
      .send(Buffer.concat([Buffer.from(`${start}\r\n`, 'latin1'), body ?? Buffer.of()]))
      .answer();
    if (answer === null || answer.headers.connection === 'close') this.close();
    if (answer === null) throw new Error('the connection was closed without an answer');
    return answer;
  }

  close(): void {
    this.#connection?.close();
    this.#connection = null;
  }
}

const leaks = [
  /\bat \S+ \(|\bat (async|file:|node:|\/)|node_modules|\.[jt]s:\d|\b[A-Z][a-z]+Error\b/, // a stack
  /\b(select|insert|update|delete)\b.{1,200}\b(from|into|set|where)\b|SQLSTATE|violates|duplicate key|relation "|invalid input|syntax error|leadline_[a-z]/i,
  /"(id|[a-z_]*[a-z]_id)":(?<!"(public|request)_id":)/, // an internal id
  /organization_id|email_key|rendered|status_since/,
];

/** What every response must be, whatever the request was. */
export function expectSound(request: FuzzRequest, answer: RawAnswer): void {
  const { status, headers, text, body } = answer;
  if (status >= 500) throw new Error(`answered ${status}`);
  expectDocumented(request.method, request.url, answer);
  // A response may name what the caller sent, such as unknown parameters and fields.
  const named = [...new URLSearchParams(request.url.split('?')[1])].map(([name]) => `"${name}":`);
  const sent = [request.url, request.body?.toString() ?? '', ...named, ...request.headers.flat()].join('\n');
  const said = [text, ...Object.entries(headers).flat()].join('\n');
  for (const leak of leaks) if (leak.test(said) && !leak.test(sent)) throw new Error(`the answer discloses ${leak}`);
  // Not within a cursor, whose letters are chance.
  if (/(?<![\w-])ldl_[0-9A-Za-z]{8}/.test(said)) throw new Error('the answer holds a token');
  if (status < 400) return;
  const known = catalogue[body?.code as ProblemCode];
  if (headers['content-type'] !== 'application/problem+json; charset=utf-8')
    throw new Error(`an error of ${headers['content-type']}`);
  if (known?.status !== status || body.status !== status) throw new Error(`the code ${body?.code} under ${status}`);
  if (!body.type.endsWith(`/api/problems/${body.code}`) || body.title !== known.title)
    throw new Error('not the problem of its code');
  if (body.request_id !== headers['x-request-id']) throw new Error('another request_id in the body than in the header');
}
