import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { McpDesk, use } from '../support/assistant.ts';
import { runsOf } from '../support/runs.ts';

let mcp: McpDesk;
beforeAll(async () => {
  mcp = await McpDesk.open();
});
afterAll(() => mcp.close());

const PARSE_ERROR = -32700;
const INVALID_REQUEST = -32600;
const METHOD_NOT_FOUND = -32601;
const INVALID_PARAMS = -32602;
const call = (params: unknown) => ({ jsonrpc: '2.0', id: 7, method: 'tools/call', params });
const modern = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
};

describe('a message that is wrong', () => {
  it.each([
    ['no JSON', '{"jsonrpc"', 400, PARSE_ERROR, null],
    ['nothing', '', 400, PARSE_ERROR, null],
    ['a forbidden name', '{"jsonrpc":"2.0","id":1,"method":"ping","__proto__":{}}', 400, INVALID_REQUEST, null],
    ['a number', '7', 400, INVALID_REQUEST, null],
    ['null', 'null', 400, INVALID_REQUEST, null],
    ['a batch', [call({ name: 'find_leads' })], 400, INVALID_REQUEST, null],
    ['an empty batch', [], 400, INVALID_REQUEST, null],
    ['no version', { id: 3, method: 'tools/list' }, 400, INVALID_REQUEST, 3],
    ['another version', { jsonrpc: '1.0', id: 'a', method: 'tools/list' }, 400, INVALID_REQUEST, 'a'],
    ['a null id', { jsonrpc: '2.0', id: null, method: 'tools/list' }, 400, INVALID_REQUEST, null],
    ['no method', { jsonrpc: '2.0', id: 1 }, 400, INVALID_REQUEST, null],
    ['too deep', `${'['.repeat(5_000)}${']'.repeat(5_000)}`, 400, INVALID_REQUEST, null],
    ['an unknown method', { jsonrpc: '2.0', id: 4, method: 'tools/forget' }, 200, METHOD_NOT_FOUND, 4],
    ['no tool', call({}), 200, INVALID_PARAMS, 7],
    ['an unknown tool', call({ name: 'erase_lead' }), 200, INVALID_PARAMS, 7],
    ['arguments that are a list', call({ name: 'find_leads', arguments: [] }), 200, INVALID_PARAMS, 7],
  ])('%s: a JSON-RPC error', async (_, body, status, code, id) => {
    const answer = await mcp.post(body);
    expect(answer).toMatchObject({ status, body: { jsonrpc: '2.0', error: { code }, id } });
    expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
    expect(answer.headers.get('x-request-id')).toMatch(/^req_/);
  });

  it.each([
    ['initialize', undefined, 'params'],
    ['initialize', { protocolVersion: 5 }, 'params.protocolVersion'],
    ['tools/call', undefined, 'params'],
    ['tools/call', { name: 5 }, 'params.name'],
    ['tools/call', { name: 'find_leads', arguments: [] }, 'params.arguments'],
    ['tools/call', { name: 'find_leads', arguments: null }, 'params.arguments'],
    ['tools/list', { cursor: 5 }, 'params.cursor'],
  ])('%s with %j is told in one sentence what is wrong', async (method, params, part) => {
    const answer = await mcp.post({ jsonrpc: '2.0', id: 8, method, params });
    const error = { code: INVALID_PARAMS, message: `${part} is missing, or not as the protocol says` };
    expect([answer.status, answer.body]).toEqual([200, { jsonrpc: '2.0', error, id: 8 }]);
  });

  it('too large, or of another type: as everywhere', async () => {
    const large = await mcp.post(call({ name: 'find_leads', arguments: { search: 'x'.repeat(1_100_000) } }));
    expect([large.status, large.body.code]).toEqual([413, 'payload_too_large']);
    const text = await mcp.post('x', { 'content-type': 'text/plain' });
    expect([text.status, text.body.code]).toEqual([415, 'unsupported_media_type']);
    const html = await mcp.post(call({ name: 'find_leads' }), { accept: 'text/html' });
    expect([html.status, html.body.code]).toEqual([406, 'not_acceptable']);
  });

  it('with more values or names than any tool takes: refused before the protocol looks at each', async () => {
    const numbered = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, n) => [`n${n}`, {}]));
    const initialize = (experimental: object, icons: unknown[] = []) => {
      const clientInfo = { name: 'test', version: '1', ...(icons.length > 0 && { icons }) };
      const params = { protocolVersion: '2025-11-25', capabilities: { experimental }, clientInfo };
      return mcp.post({ jsonrpc: '2.0', id: 1, method: 'initialize', params });
    };
    expect(await initialize(numbered(1_900))).toMatchObject({ status: 200, body: { id: 1 } });
    const refused = { status: 400, body: { error: { code: INVALID_REQUEST } } };
    expect(await initialize(numbered(2_000))).toMatchObject(refused);
    expect(await initialize({}, Array(2_001).fill(1))).toMatchObject(refused);
  });

  it('a subscription is refused, not held open', async () => {
    const params = { _meta: modern, notifications: { toolsListChanged: true } };
    const headers = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'subscriptions/listen' };
    const answer = await mcp.post({ jsonrpc: '2.0', id: 1, method: 'subscriptions/listen', params }, headers);
    expect(answer).toMatchObject({ status: 404, body: { error: { code: METHOD_NOT_FOUND }, id: 1 } });
  });

  it('notifications and answers are taken and change nothing', async () => {
    const before = await mcp.desk.countLeads();
    const params = { name: 'create_lead', arguments: { phone: '9876543210' } };
    for (const message of [
      { jsonrpc: '2.0', method: 'notifications/initialized' },
      { jsonrpc: '2.0', method: 'tools/call', params },
      { jsonrpc: '2.0', id: 1, result: {} },
    ]) {
      expect(await mcp.post(message)).toMatchObject({ status: 202, body: null });
    }
    expect(await mcp.desk.countLeads()).toBe(before);
  });

  it('needs no Accept header, nor one that names a stream', async () => {
    for (const accept of ['application/json', '*/*']) {
      expect((await mcp.post({ jsonrpc: '2.0', id: 1, method: 'tools/list' }, { accept })).status).toBe(200);
    }
  });
});

/** Values that people and models send by mistake, and worse ones. */
const wrong = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }),
  fc.constantFrom<unknown>(
    null,
    '',
    ' ',
    '\u0000',
    '\ud800',
    'ͅ'.repeat(40),
    -1,
    1e308,
    0.1,
    true,
    [],
    {},
    'x'.repeat(9_000),
  ),
  fc.constantFrom(
    'lead_00000000000000000000000000',
    '../../tokens',
    "' or 1=1 --",
    'none',
    'today',
    '..',
    '2026-02-30',
  ),
);

it('malformed calls never get 500 and never stop the service', { timeout: 300_000 }, async () => {
  const client = await mcp.connect(mcp.desk.admin);
  const { tools } = await client.listTools();
  const anyTool = fc.constantFrom(...tools).chain((tool) => {
    const names = Object.keys(tool.inputSchema.properties ?? {});
    const given = fc.dictionary(fc.oneof(fc.constantFrom(...names), fc.string()), wrong, { maxKeys: 6 });
    return fc.record({ name: fc.constant(tool.name), arguments: given });
  });
  const message = fc.oneof(
    { weight: 6, arbitrary: anyTool.map(call) },
    { weight: 2, arbitrary: anyTool.map((params) => call({ ...params, _meta: modern })) },
    { weight: 1, arbitrary: wrong.map(call) },
    { weight: 1, arbitrary: fc.record({ jsonrpc: wrong, id: wrong, method: wrong, params: wrong }) },
    { weight: 1, arbitrary: wrong },
  );
  const headers = fc.constantFrom<Record<string, string>>(
    {},
    { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/call' },
    { 'mcp-protocol-version': 'nonsense' },
    { 'mcp-session-id': 'x', 'mcp-method': 'x', 'mcp-name': 'x' },
  );
  let refusals = 0;
  await fc.assert(
    fc.asyncProperty(message, headers, async (body, more) => {
      const answer = await mcp.post(JSON.stringify(body) ?? '', more);
      expect([200, 202, 400, 404], JSON.stringify(answer.body)).toContain(answer.status);
      expect(answer.body?.error?.code).not.toBe(-32603);
      const told = answer.body?.result?.content?.[0]?.text;
      if (told !== undefined && answer.body.result.isError) {
        refusals++;
        expect(JSON.parse(told).error).toMatch(/^(validation_failed|not_found|conflict)$/);
      }
    }),
    { numRuns: runsOf(300, 5_000, 'LEADLINE_FUZZ') },
  );
  expect(refusals).toBeGreaterThan(50);
  expect((await use(client, 'list_settings', { kind: 'statuses' })).statuses.items).toHaveLength(7);
});
