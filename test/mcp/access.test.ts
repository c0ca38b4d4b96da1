import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { McpDesk, refused, use } from '../support/assistant.ts';
import { openTestApp } from '../support/harness.ts';
import { freshPhone, type Shown } from '../support/leads.ts';

let mcp: McpDesk;
beforeAll(async () => {
  mcp = await McpDesk.open();
});
afterAll(() => mcp.close());

const listTools = { jsonrpc: '2.0', id: 1, method: 'tools/list' };

describe('abilities', () => {
  it('a token is shown the tools that its abilities allow, and calling another one is refused', async () => {
    const { cast, status } = mcp.desk;
    const lead = await mcp.desk.make();
    const reader = await mcp.connect(await cast.tokenOf(cast.admin, ['leads:read']));
    expect((await reader.listTools()).tools.map(({ name }) => name)).toEqual(['find_leads', 'get_lead']);
    const { public_id } = lead;
    const forbidden: [string, Record<string, unknown>, string][] = [
      ['create_lead', { phone: freshPhone() }, 'leads:create'],
      ['update_lead', { public_id, first_name: 'X' }, 'leads:update'],
      ['move_lead', { public_id, status: status.call(mcp.desk, 'Contacted') }, 'leads:move'],
      ['add_note', { public_id, body: 'X' }, 'leads:update'],
      ['add_activity', { public_id, kind: 'call', summary: 'X' }, 'leads:update'],
      ['list_settings', { kind: 'nonsense' }, 'settings:read'],
      ['report_funnel', { created_at: 'nonsense' }, 'reports:read'],
      ['report_velocity', {}, 'reports:read'],
      ['report_conversion', {}, 'reports:read'],
    ];
    const before = await mcp.desk.countLeads();
    for (const [name, given, ability] of forbidden) {
      const told = await refused(reader, name, given);
      expect([name, told.error, told.detail]).toEqual([name, 'forbidden', `This token lacks the ability ${ability}.`]);
    }
    expect(await mcp.desk.countLeads()).toBe(before);
    expect((await mcp.desk.get(public_id)).body.data).toEqual(lead);
    expect(await mcp.desk.around(public_id, 'notes')).toEqual([]);
  });

  it('every ability shows exactly its tools', async () => {
    const { cast } = mcp.desk;
    const toolsWith = async (ability: Parameters<typeof cast.tokenOf>[1][number]) =>
      (await (await mcp.connect(await cast.tokenOf(cast.admin, [ability]))).listTools()).tools.map(({ name }) => name);
    expect(await toolsWith('leads:create')).toEqual(['create_lead']);
    expect(await toolsWith('leads:update')).toEqual(['update_lead', 'add_note', 'add_activity']);
    expect(await toolsWith('leads:move')).toEqual(['move_lead']);
    expect(await toolsWith('reports:read')).toEqual(['report_funnel', 'report_velocity', 'report_conversion']);
    expect(await toolsWith('settings:read')).toEqual(['list_settings']);
    expect(await toolsWith('audit:read')).toEqual([]);
  });

  it('a token that may not read leads is told only what it sent', async () => {
    const { cast } = mcp.desk;
    const { public_id } = await mcp.desk.make({ first_name: 'Hidden', email: 'hidden@example.in' });
    const writer = await mcp.connect(await cast.tokenOf(cast.admin, ['leads:update', 'leads:create']));
    const { lead } = await use(writer, 'update_lead', { public_id, last_name: 'Rao' });
    expect(Object.keys(lead).sort()).toEqual(['last_name', 'public_id', 'status']);
    const again = await use(writer, 'create_lead', { email: 'HIDDEN@example.in', first_name: 'Who' });
    expect(again).toEqual({ duplicate: true, lead: { public_id, email: 'HIDDEN@example.in' }, matched_on: ['email'] });
  });
});

describe('scope', () => {
  it('an agent finds, reads and changes its own leads only', async () => {
    const { ravi, asha } = mcp.desk.cast;
    const [own, other] = [await mcp.desk.make({}, ravi), await mcp.desk.make({}, asha)];
    const agent = await mcp.connect(ravi.token);
    const { leads } = await use(agent, 'find_leads', { limit: 200 });
    expect(new Set(leads.map(({ owner }: Shown) => owner.public_id))).toEqual(new Set([ravi.membership]));
    expect((await use(agent, 'get_lead', { public_id: own.public_id })).lead.public_id).toBe(own.public_id);
    const { public_id } = other;
    expect((await refused(agent, 'get_lead', { public_id })).error).toBe('not_found');
    expect((await refused(agent, 'update_lead', { public_id, first_name: 'X' })).error).toBe('not_found');
    expect((await refused(agent, 'add_note', { public_id, body: 'X' })).error).toBe('not_found');
    const status = mcp.desk.status('Contacted');
    expect((await refused(agent, 'move_lead', { public_id, status })).error).toBe('not_found');
    expect((await mcp.desk.get(public_id)).body.data).toEqual(other);
    const seen = await use(agent, 'report_funnel', { created_at: 'last_7_days' });
    expect(seen.cohort_size).toBe(leads.length);
  });

  it('another organization sees and counts nothing of it', async () => {
    await mcp.desk.make({ first_name: 'Acmeonly' });
    const zenith = await mcp.connect(mcp.desk.cast.zenith.admin.token);
    expect(await use(zenith, 'find_leads')).toEqual({ leads: [], next: null });
    expect((await use(zenith, 'report_conversion')).total.leads).toBe(0);
    const { members } = await use(zenith, 'list_settings', { kind: 'members' });
    expect(members.items).toHaveLength(1);
  });
});

describe('the audit trail', () => {
  it('has each change of an assistant under the name of its token, with the request', async () => {
    const { cast } = mcp.desk;
    const made = await mcp.desk.app.call('POST', '/tokens', {
      token: cast.admin.token,
      body: { name: 'Assistant', membership: cast.ravi.membership, abilities: ['*'] },
    });
    const { public_id: tokenId, secret } = made.body.data;
    const assistant = await mcp.connect(secret);
    const { public_id } = await mcp.desk.make({}, cast.ravi);
    await use(assistant, 'update_lead', { public_id, first_name: 'Asha' });
    await use(assistant, 'move_lead', { public_id, status: mcp.desk.status('Contacted') });
    await use(assistant, 'add_note', { public_id, body: 'x' });
    await use(assistant, 'add_activity', { public_id, kind: 'call', summary: 'x' });
    const entries = (await mcp.desk.around(public_id, 'audit')).slice(0, 4);
    expect(entries.map(({ action }) => action).reverse()).toEqual([
      ...['lead.updated', 'lead.moved', 'lead.note_added', 'lead.activity_added'],
    ]);
    for (const { actor, request_id } of entries) {
      expect(actor.token).toEqual({ public_id: tokenId, name: 'Assistant' });
      expect(actor.membership.public_id).toBe(cast.ravi.membership);
      expect(request_id).toMatch(/^req_/);
    }
    expect(new Set(entries.map(({ request_id }) => request_id)).size).toBe(4);
  });
});

describe('the door', () => {
  it('is closed unless it is turned on', async () => {
    const app = await openTestApp();
    for (const method of ['POST', 'GET', 'DELETE'] as const) {
      const { statusCode } = await app.app.http.inject({ method, url: '/mcp' });
      expect(statusCode).toBe(404);
    }
    await app.close();
  });

  it('asks for a token as everywhere', async () => {
    const bare = await fetch(mcp.url, { method: 'POST', body: '{}' });
    expect([bare.status, bare.headers.get('www-authenticate')]).toEqual([401, 'Bearer realm="leadline"']);
    const wrong = await mcp.post(listTools, {}, 'ldl_wrong');
    expect(wrong.status).toBe(401);
    expect(wrong.headers.get('www-authenticate')).toBe('Bearer realm="leadline", error="invalid_token"');
    expect(wrong.body.code).toBe('unauthenticated');
    await expect(mcp.connect('ldl_wrong')).rejects.toThrow();
  });

  it('takes POST alone', async () => {
    for (const method of ['GET', 'DELETE', 'PUT', 'OPTIONS']) {
      const { status, headers } = await fetch(mcp.url, { method });
      expect([method, status, headers.get('allow')]).toEqual([method, 405, 'POST']);
    }
  });

  it('takes no request from a page of another site, whatever its Host says', async () => {
    const { port } = new URL(mcp.url);
    for (const origin of ['https://evil.example', `http://evil.example:${port}`, 'null', `http://127.0.0.1:${port}/`]) {
      const { status, body } = await mcp.post(listTools, { origin });
      expect([origin, status, body.code]).toEqual([origin, 403, 'forbidden']);
    }
    const rebound = await mcp.desk.app.app.http.inject({
      method: 'POST',
      url: '/mcp',
      headers: { authorization: `Bearer ${mcp.desk.admin}`, host: 'evil.example', origin: 'http://evil.example' },
      payload: listTools,
    });
    expect(rebound.statusCode).toBe(403);
    const own = new URL(mcp.desk.app.services.urls.publicUrl).origin;
    expect((await mcp.post(listTools, { origin: own })).status).toBe(200);
  });
});
