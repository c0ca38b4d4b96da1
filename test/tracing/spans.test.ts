import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { readConfig } from '../../src/config.ts';
import { startTracing } from '../../src/tracing/start.ts';
import { currentTraceparent, tracer } from '../../src/tracing/tracer.ts';
import { type Cast, createCast } from '../support/cast.ts';
import { type CollectedSpan, type Collector, openCollector } from '../support/collector.ts';
import { openTestApp, type TestApp } from '../support/harness.ts';
import { hold } from '../support/held.ts';
import { listen, RawConnection } from '../support/raw-http.ts';
import { answerWith, useReceiver } from '../support/receiver.ts';
import { eventually } from '../support/workplace.ts';

let collector: Collector;
let tracing: { stop(): Promise<void> };
let app: TestApp;
let cast: Cast;
let token: string;
let source: string;
const receiver = useReceiver();

const [SERVER, CLIENT] = [2, 3];
const person = { first_name: 'Sharmila', last_name: 'Deshpande', email: 'sharmila@secret.example' };
const PHONE = '+919812345678';

beforeAll(async () => {
  collector = await openCollector();
  const config = readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url });
  tracing = await startTracing(config, pino({ level: 'silent' }), { exportEveryMs: 50 });
  app = await openTestApp({ pool: { lockMs: 300 } });
  cast = await createCast(app);
  token = cast.admin.token;
  source = (await app.call('POST', '/sources', { token, body: { name: 'Website' } })).body.data.public_id;
});
afterAll(async () => {
  await app.close();
  await tracing.stop();
  await collector.close();
});
beforeEach(() => void collector.spans.splice(0));

const create = (fields: object, headers: Record<string, string> = {}) =>
  app.call('POST', '/leads', { token, body: { source, ...fields }, headers });
const named = (name: string) => collector.span((span) => span.name === name);
/** The spans below one, at any depth. */
const below = (span: CollectedSpan): CollectedSpan[] =>
  collector.childrenOf(span).flatMap((child) => [child, ...below(child)]);
const idOf = (digits: string) => digits.repeat(32).slice(0, 32);
const trace = (digits: string) => `00-${idOf(digits)}-${'b'.repeat(16)}-01`;
const inTrace = (digits: string) => collector.span(({ traceId, kind }) => traceId === idOf(digits) && kind === SERVER);

it('a request is one server span, with its statements inside', async () => {
  const { body } = await create({ ...person, phone: PHONE });
  await app.call('GET', `/leads/${body.data.public_id}`, { token });
  const read = await named('GET /api/v1/leads/:public_id');
  expect(read).toMatchObject({ kind: SERVER, status: 0 });
  expect(read.attributes).toMatchObject({
    'http.request.method': 'GET',
    'http.route': '/api/v1/leads/:public_id',
    'http.response.status_code': 200,
    'url.scheme': 'http',
    'server.address': '127.0.0.1',
    'server.port': 8080,
  });
  expect(read.attributes).not.toHaveProperty('error.type');
  expect(below(read).map(({ name, kind }) => [name, kind])).toContainEqual(['SELECT leads', CLIENT]);
  const written = below(await named('POST /api/v1/leads'));
  const batch = written.find(({ name }) => name.startsWith('INSERT leads; '));
  expect(batch?.attributes).toMatchObject({ 'db.system.name': 'postgresql', 'db.operation.name': 'BATCH' });
  expect(batch?.attributes['db.operation.batch.size']).toBeGreaterThan(5);
  expect(batch?.name).toMatch(/INSERT audit_entries/);
  expect(written.map(({ name }) => name)).toContain('SELECT pg_logical_emit_message'); // the flush
});

it('the caller’s trace is continued; what is not a valid traceparent begins a new one', async () => {
  await app.call('GET', '/me', { token, headers: { traceparent: trace('a') } });
  expect(await inTrace('a')).toMatchObject({ name: 'GET /api/v1/me', parentSpanId: 'b'.repeat(16) });
  await app.call('GET', '/teams', { token, headers: { traceparent: `${trace('c')}-more` } });
  const fresh = await named('GET /api/v1/teams');
  expect(fresh.parentSpanId).toBeUndefined();
  expect(fresh.traceId).not.toBe('c'.repeat(32));
});

it('a caller that does not sample is not recorded', async () => {
  await app.call('GET', '/me', { token, headers: { traceparent: trace('d').replace(/1$/, '0') } });
  await app.call('GET', '/statuses', { token });
  await named('GET /api/v1/statuses');
  expect(collector.spans.map(({ name }) => name)).not.toContain('GET /api/v1/me');
});

it('a batch that requests share is below the first of them, and linked with the others', async () => {
  const answers = await Promise.all(
    ['1', '2', '3'].map((n) => create({ first_name: 'Asha', phone: `+91981111111${n}` }, { traceparent: trace(n) })),
  );
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
  const requests = await Promise.all(['1', '2', '3'].map(inTrace));
  const batch = await named('batch');
  const others = requests.filter(({ spanId }) => spanId !== batch.parentSpanId);
  expect(others).toHaveLength(2);
  const idsOf = ({ traceId, spanId }: { traceId: string; spanId: string }) => `${traceId} ${spanId}`;
  expect(batch.attributes).toMatchObject({ 'leadline.batch.items': 3, 'leadline.batch.requests': 3 });
  expect(batch.links.map(idsOf).sort()).toEqual(others.map(idsOf).sort());
  for (const other of others) expect(other.links.map(idsOf)).toEqual([idsOf(batch)]);
  const writes = collector.spans.filter(({ name }) => name.startsWith('INSERT leads; '));
  expect(writes.map(({ parentSpanId }) => parentSpanId)).toEqual([batch.spanId]);
});

it('requests with an Idempotency-Key, which wait for each other, keep their statements apart', async () => {
  const digits = ['4', '5', '6', '7', '8', '9'];
  const keyed = (n: string) => ({ traceparent: trace(n), 'idempotency-key': `key-${n}` });
  await Promise.all(digits.map((n) => create({ first_name: 'Om', phone: `+91982222222${n}` }, keyed(n))));
  for (const request of await Promise.all(digits.map(inTrace))) {
    await eventually(() => below(request).some(({ name }) => name.endsWith('COMMIT')));
    const claims = below(request).filter(({ name }) => name.includes('INSERT idempotent_answers'));
    expect(claims).toHaveLength(1);
  }
});

it('an answer of 5xx is an error with its SQLSTATE, one of 4xx is not', async () => {
  const release = await hold(app.services.database, 'select 1 from organizations for update');
  try {
    const { status } = await app.call('PATCH', '/organization', { token, body: { name: 'Other' } });
    expect(status).toBe(503);
  } finally {
    await release();
  }
  const failed = await named('PATCH /api/v1/organization');
  expect(failed).toMatchObject({ status: 2, attributes: { 'error.type': '503', 'http.response.status_code': 503 } });
  const statement = below(failed).find(({ status }) => status === 2);
  expect(statement?.attributes).toMatchObject({ 'db.response.status_code': '55P03', 'error.type': '55P03' });
  await app.call('GET', '/leads/lead_x', { token });
  const missing = await named('GET /api/v1/leads/:public_id');
  expect(missing).toMatchObject({ status: 0, attributes: { 'http.response.status_code': 404 } });
});

it('work that a request causes has a trace of its own, with a link to the request', async () => {
  await app.call('POST', '/sources', { token, body: { name: 'Fair' }, headers: { traceparent: trace('e') } });
  const request = await inTrace('e');
  const assignment = await collector.span(({ name, links }) => name === 'assignment' && links.length > 0);
  expect(assignment.traceId).not.toBe(request.traceId);
  expect(assignment.links).toEqual([expect.objectContaining({ traceId: request.traceId, spanId: request.spanId })]);
  expect(below(assignment).length).toBeGreaterThan(0);
});

it('a delivery of a webhook has a trace of its own, with a link to the request that caused the event', async () => {
  const url = receiver.url('/');
  const made = await app.call('POST', '/webhooks', { token, body: { url, events: ['*'] } });
  const lead = await create({ first_name: 'Om', phone: '+919833333331' }, { traceparent: trace('f') });
  await app.call('PATCH', `/leads/${lead.body.data.public_id}`, {
    token,
    body: { first_name: 'Omkar' },
    headers: { 'x-request-id': 'of-the-caller', traceparent: trace('0a') },
  });
  const request = await inTrace('f');
  const delivery = await collector.span(({ name }) => name === 'webhook delivery');
  expect(delivery).toMatchObject({ kind: CLIENT, status: 0 });
  expect(delivery.traceId).not.toBe(request.traceId);
  expect(delivery.links).toEqual([expect.objectContaining({ traceId: request.traceId, spanId: request.spanId })]);
  const webhook = made.body.data.public_id;
  expect(delivery.attributes).toMatchObject({ 'leadline.webhook': webhook, 'http.response.status_code': 204 });
  const other = await inTrace('0a');
  await collector.span(({ name, links }) => name === 'webhook delivery' && links[0]?.spanId === other.spanId);
  receiver.answer = answerWith(500);
  await app.call('POST', `/leads/${lead.body.data.public_id}/notes`, { token, body: { body: 'Called' } });
  const failed = await collector.span(({ name, status }) => name === 'webhook delivery' && status === 2);
  expect(failed.attributes).toMatchObject({ 'error.type': '500' });
  expect(collector.received.join('\n')).not.toContain(url);
  await app.call('DELETE', `/webhooks/${webhook}`, { token });
});

it('an export is a span with its statements inside', async () => {
  const headers = { authorization: `Bearer ${token}`, accept: 'text/csv' };
  const { statusCode } = await app.app.http.inject({ method: 'GET', url: '/api/v1/leads', headers });
  expect(statusCode).toBe(200);
  const request = await named('GET /api/v1/leads');
  const exported = below(request).find(({ name }) => name === 'export');
  expect(exported).toBeDefined();
  expect(below(exported as CollectedSpan).map(({ name }) => name)).toContain('FETCH exported');
});

it('probes have no span, and addresses that are not ours no route', async () => {
  await app.app.http.inject({ method: 'GET', url: '/readyz' });
  await app.app.http.inject({ method: 'GET', url: `/${person.email}` });
  const unmatched = await named('GET');
  expect(unmatched.attributes).toMatchObject({ 'http.response.status_code': 404 });
  expect(unmatched.attributes).not.toHaveProperty('http.route');
  expect(collector.spans.filter(({ attributes }) => attributes['http.route'] === '/readyz')).toEqual([]);
  expect(collector.spans.map(({ name }) => name)).not.toContain('GET /readyz');
});

it('a body that comes in parts and an address that cannot be read are traced as well', async () => {
  const connection = await RawConnection.open(await listen(app.app));
  const text = JSON.stringify({ name: 'Slow source' });
  const head = `POST /api/v1/sources HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: ${text.length}`;
  connection.send(`${head}\r\nauthorization: Bearer ${token}\r\n\r\n${text.slice(0, 5)}`);
  await new Promise((resolve) => setTimeout(resolve, 50));
  connection.send(text.slice(5));
  expect((await connection.answer())?.status).toBe(201);
  connection.send('GET /api/v1/%zz HTTP/1.1\r\nhost: x\r\n\r\n');
  expect((await connection.answer())?.status).toBe(400);
  connection.socket.destroy();
  expect(below(await named('POST /api/v1/sources')).map(({ name }) => name)).toContain('INSERT sources');
  expect((await named('GET')).attributes).toMatchObject({ 'http.response.status_code': 400 });
});

it('the current traceparent names the span that code runs in', async () => {
  expect(currentTraceparent()).toBeNull();
  const span = tracer?.start('task', { kind: 'internal', parent: null });
  if (!tracer || !span) throw new Error('traces are off');
  const seen = await tracer.within(span, async () => {
    await app.services.database.rows('select 1');
    return currentTraceparent();
  });
  span.end();
  expect(seen).toBe(`00-${span.ids.trace_id}-${span.ids.span_id}-01`);
  expect(collector.childrenOf(await named('task'))).toHaveLength(1);
});

it('nothing personal is in what was sent: no name, phone, email, query, address, token or caller’s text', async () => {
  const found = await app.call(
    'GET',
    `/leads?filter[search]=${person.last_name}&filter[phone]=${encodeURIComponent(PHONE)}`,
    { token },
  );
  expect(found.body.data).toHaveLength(1);
  const lead = found.body.data[0].public_id;
  await app.call('PATCH', `/leads/${lead}`, { token, body: { first_name: 'Sharmila-Renamed' } });
  await create({ ...person, phone: PHONE }, { 'x-request-id': 'call-of-sharmila', 'user-agent': 'hush-hush' });
  await app.call('GET', '/leads?filter[nonsense]=hush-hush', { token });
  await app.call('GET', '/me', { token: `${token.slice(0, -3)}xyz`, headers: { tracestate: 'hush=hush-hush' } });
  await app.app.http.inject({
    method: 'GET',
    url: '/api/v1/me?hush-hush',
    headers: { host: 'hush-hush.example' },
    remoteAddress: '203.0.113.77',
  });
  await collector.span(({ name }) => name === 'PATCH /api/v1/leads/:public_id');
  await eventually(() => collector.spans.filter(({ name }) => name === 'GET /api/v1/me').length === 2);
  const sent = collector.received.join('\n').toLowerCase();
  const secrets = [
    'sharmila',
    'deshpande',
    'secret.example',
    PHONE.slice(1),
    PHONE.slice(3),
    'hush',
    '203.0.113',
    lead,
  ];
  for (const secret of [...secrets, token, token.slice(-30), cast.organization])
    expect(sent).not.toContain(secret.toLowerCase());
  expect(collector.paths.every((path) => path === 'POST /v1/traces')).toBe(true);
});
