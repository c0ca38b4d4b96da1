import { beforeAll, describe, expect, it } from 'vitest';
import { useCast } from '../support/opened.ts';
import { exchange, head, listen, RawConnection } from '../support/raw-http.ts';

const { app } = useCast();
let port: number;
beforeAll(async () => {
  port = await listen(app.app);
});

const json = (length: number | string) => ({ 'content-type': 'application/json', 'content-length': String(length) });
const large = `{"a":[${'{"b":1},'.repeat(190_000)}1]}`;

const bodies: [string, string, string][] = [
  ['no JSON', 'application/json', '{x'],
  ['a name that comes twice', 'application/json', '{"a":1,"a":2}'],
  ['a body of 1.5 MB', 'application/json', large],
  ['no media type', ';;', '{}'],
  ['another media type', 'text/csv', 'a,b'],
  ['a form', 'application/x-www-form-urlencoded', '%zz'],
];

describe.each(bodies)('with %s', (_, type, body) => {
  const send = (line: string) =>
    exchange(port, head(line, { 'content-type': type, 'content-length': String(Buffer.byteLength(body)) }) + body);

  it.each(['POST /api/v1/nope', 'PATCH /nope', 'OPTIONS /api/v1/nope', 'DELETE /mcp/x', 'POST /mcp'])(
    '%s is not found',
    async (line) => {
      const answer = await send(line);
      expect([answer.status, answer.body.code]).toEqual([404, 'not_found']);
      expect(answer.body.request_id).toBe(answer.headers['x-request-id']);
    },
  );

  it.each([
    ['DELETE /api/v1/teams', 'GET, HEAD, POST'],
    ['POST /api/v1/me', 'GET, HEAD'],
    ['POST /healthz', 'GET, HEAD'],
    ['POST /docs', 'GET, HEAD'],
    ['PUT /api/v1/leads/import', undefined],
  ])('%s tells the methods that it takes', async (line, allow) => {
    const answer = await send(line);
    expect([answer.status, answer.body.code]).toEqual([405, 'method_not_allowed']);
    if (allow !== undefined) expect(answer.headers.allow).toBe(allow);
  });
});

it('is answered before the body comes, however it is sent', async () => {
  for (const headers of [json(1_000_000), { 'content-type': 'application/json', 'transfer-encoding': 'chunked' }]) {
    expect((await exchange(port, head('POST /api/v1/nope', headers))).status).toBe(404);
    expect((await exchange(port, head('DELETE /api/v1/teams', headers))).status).toBe(405);
  }
});

it('leaves the connection to the next request, whose start is found behind the body', async () => {
  const connection = await RawConnection.open(port);
  for (const line of ['POST /api/v1/nope', 'PUT /api/v1/me']) {
    connection.send(head(line, json(large.length)) + large);
    expect((await connection.answer())?.status).toBe(line.endsWith('nope') ? 404 : 405);
  }
  connection.send(head('GET /healthz'));
  expect((await connection.answer())?.status).toBe(200);
  connection.close();
});

it('a browser is shown a page, whatever its GET carries', async () => {
  const answer = await exchange(port, `${head('GET /nope', { accept: 'text/html', ...json(2) })}{x`);
  expect([answer.status, answer.headers['content-type']?.split(';')[0]]).toEqual([404, 'text/html']);
});

it('no such body is parsed', async () => {
  const parse = JSON.parse;
  let parsed = 0;
  JSON.parse = (text: string, ...others) => {
    if (text.length > 900_000) parsed++;
    return parse(text, ...others);
  };
  try {
    const body = large.slice(0, 1_000_000);
    await exchange(port, head('POST /api/v1/nope', json(body.length)) + body);
  } finally {
    JSON.parse = parse;
  }
  expect(parsed).toBe(0);
});
