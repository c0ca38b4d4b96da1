import { beforeAll, describe, expect, it } from 'vitest';
import { useCast } from '../support/opened.ts';
import { exchange, head, listen, type RawAnswer, RawConnection } from '../support/raw-http.ts';

const { app, cast } = useCast();
let port: number;
beforeAll(async () => {
  port = await listen(app.app);
});

function expectProblem(answer: RawAnswer | null, status: number, code: string): void {
  expect([answer?.status, answer?.body?.code, answer?.body?.status]).toEqual([status, code, status]);
  expect(answer?.headers['content-type']).toMatch(/^application\/problem\+json/);
  expect(answer?.headers['x-request-id']).toBe(answer?.body.request_id);
  expect(answer?.headers['x-content-type-options']).toBe('nosniff');
  expect(answer?.body.type).toMatch(new RegExp(`/api/problems/${code}$`));
}

const authorization = () => `authorization: Bearer ${cast.admin.token}`;

describe('a request that two servers could read differently is refused, and its connection closed', () => {
  it.each([
    ['Transfer-Encoding: xchunked', ['host: a', 'transfer-encoding: xchunked', '', '0', '', '']],
    ['Transfer-Encoding: identity', ['host: a', 'transfer-encoding: identity', '', '']],
    ['Transfer-Encoding: gzip, chunked', ['host: a', 'transfer-encoding: gzip, chunked', '', '0', '', '']],
    [
      'Transfer-Encoding twice',
      ['host: a', 'transfer-encoding: chunked', 'transfer-encoding: identity', '', '0', '', ''],
    ],
    [
      'Content-Length and Transfer-Encoding',
      ['host: a', 'content-length: 5', 'transfer-encoding: chunked', '', '0', '', ''],
    ],
    ['two lengths', ['host: a', 'content-length: 5', 'content-length: 6', '', 'abcde']],
    ['a length below zero', ['host: a', 'content-length: -1', '', '']],
    ['a length that is no number', ['host: a', 'content-length: 0x10', '', '']],
    [
      'a chunk of no length',
      ['host: a', 'content-type: application/json', 'transfer-encoding: chunked', '', 'zz', '{}', '0', '', ''],
    ],
    ['two hosts', ['host: a', 'host: b', '', '']],
    ['the same host twice', ['host: a', 'Host: a', '', '']],
    ['no host', ['', '']],
    ['a blank before the colon', ['host: a', 'content-length : 5', '', 'abcde']],
    ['a folded header', ['host: a', 'x-long: one', ' two', '', '']],
    ['a NUL in a header', ['host: a', 'x-nul: a\0b', '', '']],
    ['a bare line feed for an end of line', ['host: a\ncontent-length: 5', '', 'abcde']],
  ])('%s', async (_, lines) => {
    const connection = await RawConnection.open(port);
    connection.send(['POST /api/v1/teams HTTP/1.1', authorization(), ...lines].join('\r\n'));
    expectProblem(await connection.answer(), 400, 'malformed_request');
    await connection.closed;
  });

  it('what follows it on the connection is never taken for a request', async () => {
    const connection = await RawConnection.open(port);
    const smuggled = head('GET /api/v1/me', { authorization: `Bearer ${cast.admin.token}` });
    connection.send(`POST /api/v1/teams HTTP/1.1\r\nhost: a\r\nhost: b\r\ncontent-length: 0\r\n\r\n${smuggled}`);
    expectProblem(await connection.answer(), 400, 'malformed_request');
    expect(await connection.answer()).toBeNull();
  });
});

describe('a refusal is never taken for the answer to another request', () => {
  const create = (name: string) => {
    const body = JSON.stringify({ name });
    const headers = { 'content-type': 'application/json', 'content-length': String(body.length) };
    return head('POST /api/v1/teams', { ...headers, authorization: `Bearer ${cast.admin.token}` }) + body;
  };

  it('what is sent before it on the connection is answered first', async () => {
    const connection = await RawConnection.open(port);
    connection.send(`${create('First')}${create('Second')}nonsense\r\n\r\n`);
    expect((await connection.answer())?.body.data.name).toBe('First');
    expect((await connection.answer())?.body.data.name).toBe('Second');
    expectProblem(await connection.answer(), 400, 'malformed_request');
    await connection.closed;
  });

  it('also where the fault is in a body', async () => {
    const connection = await RawConnection.open(port);
    const headers = { 'content-type': 'application/json', 'transfer-encoding': 'chunked' };
    const broken = head('POST /api/v1/teams', { ...headers, authorization: `Bearer ${cast.admin.token}` });
    connection.send(`${create('Third')}${broken}zz\r\n`);
    expect((await connection.answer())?.body.data.name).toBe('Third');
    expectProblem(await connection.answer(), 400, 'malformed_request');
    await connection.closed;
  });

  it('a request that has been refused gets no second answer for its broken body', async () => {
    const connection = await RawConnection.open(port);
    connection.send(head('POST /api/v1/teams', { 'content-type': 'application/json', 'transfer-encoding': 'chunked' }));
    expectProblem(await connection.answer(), 401, 'unauthenticated');
    connection.send('zz\r\n');
    expect(await connection.answer()).toBeNull();
  });
});

describe('what is not HTTP is answered 400, and its connection closed', () => {
  it.each([
    ['nonsense', 'nonsense\r\n\r\n'],
    ['an unknown method', 'FETCH /api/v1/me HTTP/1.1\r\nhost: a\r\n\r\n'],
    ['an unknown version', 'GET /api/v1/me HTTP/9.9\r\nhost: a\r\n\r\n'],
    ['the greeting of HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
    ['a TLS greeting', Buffer.from('16030100c8010000c403030a0b0c0d', 'hex')],
    ['a line break in the address', 'GET /api/v1/\r\nme HTTP/1.1\r\nhost: a\r\n\r\n'],
  ])('%s', async (_, bytes) => {
    const connection = await RawConnection.open(port);
    expectProblem(await connection.send(bytes).answer(), 400, 'malformed_request');
    await connection.closed;
  });
});

it('letters beyond ASCII in an address are answered 400, which says how to write them', async () => {
  const connection = await RawConnection.open(port);
  connection.send('GET /api/v1/leads?filter[search]=\u0906\u0936\u093e HTTP/1.1\r\nhost: a\r\n\r\n');
  const answer = await connection.answer();
  expectProblem(answer, 400, 'malformed_request');
  expect(answer?.body.detail).toContain('percent-encoded');
});

it.each(['a/b', 'someone@a', 'a, b', 'a b', 'a?b'])('a Host that names no host (%s) is answered 400', async (host) => {
  const answer = await exchange(port, `GET /api/v1/me HTTP/1.1\r\nhost: ${host}\r\n${authorization()}\r\n\r\n`);
  expectProblem(answer, 400, 'malformed_request');
});

it.each(['/api/v1/leads#page[size]=1', '/api/v1/leads?page[size]=1#top', '/api/v1/nonsense#', '/api/v1/%zz#'])(
  'a # in an address (%s), which browsers keep to themselves, is answered 400',
  async (address) => {
    const answer = await exchange(port, `GET ${address} HTTP/1.1\r\nhost: a\r\n${authorization()}\r\n\r\n`);
    expectProblem(answer, 400, 'malformed_request');
    expect(answer.body.detail).toContain('%23');
  },
);

describe('what is too large', () => {
  it('a header of more than 16 KiB is answered 431', async () => {
    const answer = await exchange(port, head('GET /api/v1/me', { 'x-large': 'x'.repeat(20_000) }));
    expectProblem(answer, 431, 'headers_too_large');
  });

  it('an address of more than 16 KiB is answered 431', async () => {
    expectProblem(await exchange(port, head(`GET /api/v1/me?${'x'.repeat(20_000)}`)), 431, 'headers_too_large');
  });

  it('many small header fields are answered 431', async () => {
    const many = Object.fromEntries(Array.from({ length: 3_000 }, (_, n) => [`x-${n}`, 'x']));
    expectProblem(await exchange(port, head('GET /api/v1/me', many)), 431, 'headers_too_large');
  });

  it('a body that says it is too large is answered 413 before it comes', async () => {
    const headers = { authorization: `Bearer ${cast.admin.token}`, 'content-type': 'application/json' };
    const declared = head('POST /api/v1/teams', { ...headers, 'content-length': '1048577' });
    expectProblem(await exchange(port, declared), 413, 'payload_too_large');
  });

  it('a chunked body is counted as it comes, and answered 413', async () => {
    const headers = { authorization: `Bearer ${cast.admin.token}`, 'content-type': 'application/json' };
    const chunk = `10000\r\n${' '.repeat(65_536)}\r\n`;
    const start = head('POST /api/v1/teams', { ...headers, 'transfer-encoding': 'chunked' });
    expectProblem(await exchange(port, start + chunk.repeat(17)), 413, 'payload_too_large');
  });
});

describe('what is unusual, but HTTP, is served', () => {
  it.each([
    ['HTTP/1.0 without a host', () => `GET /api/v1/me HTTP/1.0\r\n${authorization()}\r\n\r\n`],
    [
      'an expectation that is not known',
      () => head('GET /api/v1/me', { expect: 'the-unexpected', authorization: `Bearer ${cast.admin.token}` }),
    ],
    [
      'an upgrade that is not offered',
      () =>
        head('GET /api/v1/me', { upgrade: 'h2c', connection: 'upgrade', authorization: `Bearer ${cast.admin.token}` }),
    ],
    [
      'empty lines before the request',
      () => `\r\n\r\n${head('GET /api/v1/me', { authorization: `Bearer ${cast.admin.token}` })}`,
    ],
  ])('%s', async (_, request) => {
    expect((await exchange(port, request())).status).toBe(200);
  });

  it('a body that waits for 100 Continue is asked for, and taken', async () => {
    const body = '{"name":"Patient"}';
    const headers = {
      authorization: `Bearer ${cast.admin.token}`,
      'content-type': 'application/json',
      'content-length': String(body.length),
      expect: '100-continue',
    };
    const connection = (await RawConnection.open(port)).send(head('POST /api/v1/teams', headers));
    expect((await connection.answer())?.status).toBe(100);
    expect((await connection.send(body).answer())?.status).toBe(201);
    connection.close();
  });

  it('several requests sent at once are answered in their order', async () => {
    const connection = await RawConnection.open(port);
    const ask = (id: string) =>
      head('GET /api/v1/me', { authorization: `Bearer ${cast.admin.token}`, 'x-request-id': id });
    connection.send(ask('first') + ask('second') + ask('third'));
    for (const id of ['first', 'second', 'third'])
      expect((await connection.answer())?.headers['x-request-id']).toBe(id);
    connection.close();
  });
});

it.each(['PROPFIND', 'MKCOL', 'PURGE', 'SEARCH', 'OPTIONS', 'TRACE'])(
  'the method %s, known to HTTP and not to us, is answered 405 on a known address and 404 on another',
  async (method) => {
    const known = await exchange(port, head(`${method} /api/v1/me`));
    expectProblem(known, 405, 'method_not_allowed');
    expect(known.headers.allow).toBe('GET, HEAD');
    expectProblem(await exchange(port, head(`${method} /api/v1/nonsense`)), 404, 'not_found');
  },
);

it('CONNECT, which asks for a tunnel, is answered 405 in its turn, and the connection closed', async () => {
  const connection = await RawConnection.open(port);
  const me = head('GET /api/v1/me', { authorization: `Bearer ${cast.admin.token}` });
  connection.send(`${me}${head('CONNECT elsewhere.test:443', { 'x-request-id': 'tunnel' })}${me}`);
  expect((await connection.answer())?.status).toBe(200);
  const refusal = await connection.answer();
  expectProblem(refusal, 405, 'method_not_allowed');
  expect([refusal?.headers.allow, refusal?.headers['x-request-id']]).toEqual([
    'DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT',
    'tunnel',
  ]);
  expect(await connection.answer()).toBeNull();
});
