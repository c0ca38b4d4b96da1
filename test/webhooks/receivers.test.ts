import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { buildConnector } from 'undici';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { AddressRules } from '../../src/webhooks/delivery/addresses.ts';
import { judgedConnector } from '../../src/webhooks/delivery/connect.ts';
import { Receiver } from '../../src/webhooks/delivery/receiver.ts';
import { retryAfter } from '../../src/webhooks/delivery/retries.ts';
import { loopback, loopbackWebhooks } from '../support/loopback.ts';
import { answerWith, useReceiver } from '../support/receiver.ts';
import { testDirectory } from '../support/test-directory.ts';
import { eventually } from '../support/workplace.ts';

const server = useReceiver();
const rules = new AddressRules(loopbackWebhooks.networks);
const connect = judgedConnector(rules, loopback);
const patient = new Receiver(connect);
const hasty = new Receiver(connect, 300);
afterAll(() => Promise.all([patient.close(), hasty.close()]));

const message = { id: 'evt_1', body: '{"a":1}' };
const send = (url: string, receiver = patient) => receiver.send(url, [Buffer.alloc(32)], message);

beforeEach(() => {
  server.received.length = 0;
  server.answer = answerWith(204);
});

describe('a receiver', () => {
  it.each([200, 201, 202, 204, 299])('that answers %s has it', async (status) => {
    server.answer = answerWith(status);
    expect(await send(server.url())).toMatchObject({ status, error: null });
  });

  it.each([400, 404, 410, 429, 500, 503])('that answers %s has not', async (status) => {
    server.answer = answerWith(status);
    expect(await send(server.url())).toMatchObject({ status, error: null });
  });

  it.each([301, 302, 303, 307, 308])('that redirects with %s is not followed', async (status) => {
    server.answer = answerWith(status, { location: server.url('/elsewhere') });
    expect(await send(server.url())).toMatchObject({ status, error: 'Redirects are not followed.' });
    expect(server.received.map(({ path }) => path)).toEqual(['/']);
  });

  it('that never answers is given up', async () => {
    server.answer = () => {};
    const error = 'There was no answer within 15 seconds.';
    expect(await send(server.url(), hasty)).toMatchObject({ status: null, error });
    await eventually(() => server.open === 0);
  });

  it('that closes the connection has not', async () => {
    server.answer = (_, response) => void response.socket?.destroy();
    const error = 'The connection was closed before there was an answer.';
    expect(await send(server.url())).toMatchObject({ status: null, error });
  });

  it('that sends an endless body is taken by its status, and the connection is closed', async () => {
    let sent = 0;
    server.answer = (_, response) => {
      response.writeHead(200);
      const more = () => {
        while (!response.destroyed && response.write(Buffer.alloc(8_192))) sent += 8_192;
        if (!response.destroyed) response.once('drain', more);
      };
      more();
    };
    expect(await send(server.url())).toMatchObject({ status: 200, error: null });
    await eventually(() => server.open === 0);
    expect(sent).toBeLessThan(50_000_000);
  });

  it('whose body never ends and never comes is taken by its status', async () => {
    server.answer = (_, response) => void response.writeHead(200).write('a');
    expect(await send(server.url())).toMatchObject({ status: 200 });
    await eventually(() => server.open === 0);
  });

  it.each([
    ['huge headers', `HTTP/1.1 200 OK\r\nx-large: ${'a'.repeat(100_000)}\r\n\r\n`],
    ['no HTTP', 'SSH-2.0-OpenSSH_9.2\r\n'],
  ])('that answers with %s is not understood', async (_, text) => {
    const raw = createServer(
      (socket: Socket) => void socket.on('error', () => {}).once('data', () => socket.end(text)),
    );
    raw.listen(0, '127.0.0.1');
    await once(raw, 'listening');
    const outcome = await send(`http://127.0.0.1:${(raw.address() as AddressInfo).port}/`);
    expect(outcome).toMatchObject({ status: null, error: 'The answer was not understood.' });
    raw.close();
  });

  it('that is not there, or whose name is unknown, is said so', async () => {
    const closed = createServer().listen(0, '127.0.0.1');
    await once(closed, 'listening');
    const { port } = closed.address() as AddressInfo;
    await new Promise((resolve) => closed.close(resolve));
    expect((await send(`http://127.0.0.1:${port}/`)).error).toBe('The connection was refused.');
    expect((await send('https://nowhere.test/')).error).toBe('The name could not be resolved.');
  });

  it('is reached by the name in its certificate, and no other certificate is taken', async () => {
    const directory = testDirectory('webhook-tls');
    const [key, cert] = [join(directory, 'key.pem'), join(directory, 'cert.pem')];
    const names = 'subjectAltName=DNS:receiver.test';
    const days = ['-days', '2', '-subj', '/CN=receiver.test', '-addext', names];
    execFileSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-keyout', key, '-out', cert, ...days], {
      stdio: 'ignore',
    });
    const asked: (string | undefined)[] = [];
    const tls = createTlsServer({ key: readFileSync(key), cert: readFileSync(cert) }, (request, response) => {
      asked.push(request.headers.host);
      response.writeHead(204).end();
    });
    tls.listen(0, '127.0.0.1');
    await once(tls, 'listening');
    const { port } = tls.address() as AddressInfo;
    const trusting = { ...loopback, dial: buildConnector({ ca: readFileSync(cert) }) };
    const receiver = new Receiver(judgedConnector(rules, trusting));
    const unverified = 'The TLS certificate could not be verified.';
    expect(await send(`https://receiver.test:${port}/`, receiver)).toMatchObject({ status: 204, error: null });
    expect((await send(`https://127.0.0.1:${port}/`, receiver)).error).toBe(unverified);
    expect((await send(`https://receiver.test:${port}/`)).error).toBe(unverified);
    expect(asked).toEqual([`receiver.test:${port}`]);
    await receiver.close();
    tls.close();
  });
});

it('retries come after 5 s, 5 min, 30 min, 2 h, 5 h, 10 h and 10 h, up to a fifth later', () => {
  const waits = (random: () => number) => [1, 2, 3, 4, 5, 6, 7, 8].map((tries) => retryAfter(tries, random));
  const plain = [5, 300, 1_800, 7_200, 18_000, 36_000, 36_000, null];
  expect(waits(() => 0)).toEqual(plain);
  expect(waits(() => 1)).toEqual(plain.map((seconds) => (seconds === null ? null : seconds * 1.2)));
});
