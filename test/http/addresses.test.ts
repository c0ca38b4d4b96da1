import { beforeAll, describe, expect, it } from 'vitest';
import { useCast } from '../support/opened.ts';
import { exchange, head, listen, type RawAnswer, RawConnection } from '../support/raw-http.ts';

const { app, cast } = useCast();
let port: number;
beforeAll(async () => {
  port = await listen(app.app);
});

const ask = (line: string): Promise<RawAnswer> =>
  exchange(port, Buffer.from(head(line, { authorization: `Bearer ${cast.admin.token}` }), 'latin1'));

const outcome = ({ status, body }: RawAnswer) => [status, body?.code];

describe('an address that is not valid percent-encoded UTF-8 is malformed', () => {
  it.each([
    '/api/v1/teams/%',
    '/api/v1/teams/%zz',
    '/api/v1/teams/%FF',
    '/api/v1/teams/%C0%AF',
    '/api/v1/teams/\xe9',
    '/nonsense/%',
    '/%',
  ])('in the path: %s', async (path) => {
    for (const method of ['GET', 'PATCH']) {
      const answer = await ask(`${method} ${path}`);
      expect(outcome(answer)).toEqual([400, 'malformed_request']);
      expect(answer.headers['content-type']).toMatch(/^application\/problem\+json/);
      expect(answer.headers['x-request-id']).toBe(answer.body.request_id);
    }
  });

  it.each(['x=%', 'x=%zz', 'page[size]=%FF', '%=1', 'page[after]=%C0%AF', 'page[size]=1&x=%E0%A4'])(
    'in the query: %s',
    async (query) => {
      expect(outcome(await ask(`GET /api/v1/teams?${query}`))).toEqual([400, 'malformed_request']);
    },
  );

  it('is refused even where two servers could read the request differently, and the connection then closed', async () => {
    for (const doubtful of ['host: other', 'transfer-encoding: xchunked']) {
      const connection = await RawConnection.open(port);
      connection.send(`GET /api/v1/% HTTP/1.1\r\nhost: a\r\n${doubtful}\r\n\r\n${head('GET /api/v1/me')}`);
      expect((await connection.answer())?.status).toBe(400);
      const next = await connection.answer(); // at most the parser's own refusal, never an answer to what follows
      expect([400, undefined]).toContain(next?.status);
      await connection.closed;
    }
  });
});

describe('an id that cannot be one is just not found', () => {
  it.each([
    ['a NUL', '%00'],
    ['a NUL after a good id', `team_${'0'.repeat(26)}%00`],
    ['10,000 characters', 'x'.repeat(10_000)],
    ['10,000 characters after a prefix', `team_${'0'.repeat(10_000)}`],
    ['a slash', 'a%2Fb'],
    ['two dots', '%2e%2e'],
    ['blanks', '%20%20'],
    ['text in another script', '%E0%A4%B0%E0%A4%B5%E0%A4%BF'],
    ['half of a surrogate pair, encoded twice', '%25ED%25A0%2580'],
    ['a template', '$%7B7*7%7D'],
    ['a name of the language', '__proto__'],
  ])('%s', async (_, id) => {
    const never = await ask(`GET /api/v1/teams/team_${'0'.repeat(26)}`);
    const answer = await ask(`GET /api/v1/teams/${id}`);
    expect(outcome(answer)).toEqual([404, 'not_found']);
    expect({ ...answer.body, request_id: '' }).toEqual({ ...never.body, request_id: '' });
  });
});

describe('values of the query that no parameter can have are refused, never the service’s fault', () => {
  it.each([
    'page[size]=%00',
    'page[after]=%00',
    'page[after]=%F0%9F%92%A9',
    '%00=1',
    `page[after]=${'x'.repeat(10_000)}`,
    'page[after]=%ED%9F%BF',
    '__proto__[x]=1',
    '&&&=&=',
  ])('%s', async (query) => {
    expect((await ask(`GET /api/v1/teams?${query}`)).status).toBe(422);
  });
});

describe('the address is taken as it is written', () => {
  it.each(['//api/v1/me', '/./api/v1/me', '/api/v1/teams/../me', '/api/v1/me;x=1', '/API/V1/ME', '*', '/api\\v1\\me'])(
    'GET %s is not found',
    async (path) => {
      expect(outcome(await ask(`GET ${path}`))).toEqual([404, 'not_found']);
    },
  );

  it('characters that need no encoding may be encoded', async () => {
    expect((await ask('GET /api/v1/%6De')).status).toBe(200);
    const wrongMethod = await ask('DELETE /api/v1/%6De');
    expect([...outcome(wrongMethod), wrongMethod.headers.allow]).toEqual([405, 'method_not_allowed', 'GET, HEAD']);
  });

  // RFC 9112, 3.2.2: a server must accept the absolute form, which proxies send.
  it('a whole address is served like its path, and links stay relative', async () => {
    const list = await ask('GET http://leads.test/api/v1/memberships?page[size]=1');
    expect(list.status).toBe(200);
    expect(list.body.links.next).toMatch(/^\/api\/v1\/memberships\?/);
    const wrongMethod = await ask('DELETE http://leads.test/api/v1/me');
    expect(outcome(wrongMethod)).toEqual([405, 'method_not_allowed']);
    expect(outcome(await ask('GET http://leads.test/nonsense'))).toEqual([404, 'not_found']);
  });
});
