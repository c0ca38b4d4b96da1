import type { Client } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { McpDesk, refused, use } from '../support/assistant.ts';
import { freshEmail, freshPhone } from '../support/leads.ts';

let mcp: McpDesk;
let client: Client;
beforeAll(async () => {
  mcp = await McpDesk.open();
  client = await mcp.connect(mcp.desk.admin);
});
afterAll(() => mcp.close());

const NAMES = [
  'find_leads',
  'get_lead',
  'create_lead',
  'update_lead',
  'move_lead',
  'add_note',
  'add_activity',
  'report_funnel',
  'report_velocity',
  'report_conversion',
  'list_settings',
];
const NOBODY = 'lead_00000000000000000000000000';

it('a name where an id belongs is refused: an empty list would be taken for the answer', async () => {
  for (const [tool, argument, text] of [
    ['find_leads', 'status', 'Contacted'],
    ['find_leads', 'owner', 'Ravi'],
    ['report_funnel', 'source', 'Website'],
  ] as const) {
    const { errors } = await refused(client, tool, { [argument]: text });
    expect(errors[argument][0]).toMatch(/must be a public id that begins with \w+_/);
  }
  expect(await use(client, 'find_leads', { owner: 'none', limit: 1 })).toHaveProperty('leads');
  expect(await use(client, 'find_leads', { status: 'sts_00000000000000000000000000' })).toEqual({
    leads: [],
    next: null,
  });
});

describe('the list of tools', () => {
  it('has every tool, described, with a schema that hosts of models take', async () => {
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(NAMES);
    for (const { description, inputSchema } of tools) {
      expect(description?.length).toBeGreaterThan(100);
      expect(inputSchema).toMatchObject({ type: 'object', additionalProperties: false });
      for (const name of Object.keys(inputSchema.properties ?? {})) expect(name).toMatch(/^[a-zA-Z0-9_]{1,64}$/);
      expect(JSON.stringify(inputSchema)).not.toMatch(/x-text|x-message|x-phone|filter\[|page\[|\/api\/v1/);
    }
  });

  it('says which tools write, and which of these can be called twice', async () => {
    const { tools } = await client.listTools();
    const hints = Object.fromEntries(tools.map(({ name, annotations }) => [name, annotations]));
    const writing = NAMES.filter((name) => hints[name]?.readOnlyHint === false);
    expect(writing).toEqual(['create_lead', 'update_lead', 'move_lead', 'add_note', 'add_activity']);
    for (const name of writing) expect(hints[name]?.destructiveHint).toBe(false);
    expect(writing.filter((name) => hints[name]?.idempotentHint)).toEqual(['update_lead', 'move_lead']);
  });

  it('is the same for clients of earlier revisions of the protocol', async () => {
    const earlier = await mcp.connect(mcp.desk.admin, 'legacy');
    expect(earlier.getNegotiatedProtocolVersion()).toMatch(/^2025/);
    expect(client.getNegotiatedProtocolVersion()).toMatch(/^2026/);
    expect((await earlier.listTools()).tools).toEqual((await client.listTools()).tools);
    expect(await use(earlier, 'list_settings', { kind: 'statuses' })).toEqual(
      await use(client, 'list_settings', { kind: 'statuses' }),
    );
  });

  it('is not open to names that do not exist', async () => {
    await expect(client.callTool({ name: 'find_lead' })).rejects.toMatchObject({
      code: -32602,
      message: expect.stringContaining('did you mean find_leads?'),
    });
  });
});

describe('find_leads', () => {
  it('finds leads by words, compact, without what is empty', async () => {
    const made = await mcp.desk.make({ first_name: 'Zubeida', email: freshEmail(), estimated_value: 5_000 }, null);
    const { leads, next } = await use(client, 'find_leads', { search: 'zubei' });
    expect(next).toBeNull();
    expect(leads).toEqual([
      {
        public_id: made.public_id,
        first_name: 'Zubeida',
        phone: made.contact.phone,
        email: made.contact.email,
        status: made.status,
        estimated_value: 5_000,
        currency: 'INR',
        score: expect.any(Number),
        score_band: expect.any(String),
        last_activity_at: expect.any(String),
        created_at: made.created_at,
      },
    ]);
  });

  it('gives pages by a cursor, each lead once', async () => {
    const source = await mcp.desk.add('sources', { name: 'Pages' });
    const made = [];
    for (let n = 0; n < 5; n++) made.push((await mcp.desk.make({ source: source.public_id })).public_id);
    const found: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await use(client, 'find_leads', { source: source.public_id, limit: 2, ...(cursor && { cursor }) });
      expect(page.leads.length).toBeLessThanOrEqual(2);
      found.push(...page.leads.map((lead: { public_id: string }) => lead.public_id));
      cursor = page.next ?? undefined;
    } while (cursor !== undefined);
    expect(found).toEqual(made.reverse());
  });

  it('filters by custom fields', async () => {
    await mcp.desk.add('custom-fields', { key: 'plan', type: 'select', options: ['Term', 'Health'] });
    const lead = await mcp.desk.make({ custom_fields: { plan: 'Term' } });
    await mcp.desk.make({ custom_fields: { plan: 'Health' } });
    const { leads } = await use(client, 'find_leads', { custom_fields: { plan: 'Term' } });
    expect(leads.map((one: { public_id: string }) => one.public_id)).toEqual([lead.public_id]);
    expect((await refused(client, 'find_leads', { custom_fields: { plan: 'Life' } })).errors).toEqual({
      'custom_fields.plan': [expect.any(String)],
    });
  });

  it('names every faulty argument at once, as it was called', async () => {
    const told = await refused(client, 'find_leads', {
      limit: 1_000,
      created_at: 'soon',
      status: ['sts_a', 'sts_b'],
      serch: 'asha',
      cursor: 'nonsense',
    });
    expect(told.error).toBe('validation_failed');
    expect(Object.keys(told.errors).sort()).toEqual(['created_at', 'cursor', 'limit', 'serch', 'status']);
    expect(told.errors.serch).toEqual([expect.stringContaining('did you mean search?')]);
    expect(told.errors.status).toEqual(['must be one text; separate several values with commas']);
    expect(told.errors.cursor).toEqual([expect.stringContaining('take it from next')]);
    expect(told.request_id).toMatch(/^req_/);
  });

  it('takes the parameters of the API under their names as arguments only', async () => {
    expect((await refused(client, 'find_leads', { 'filter[search]': 'asha' })).errors).toEqual({
      'filter[search]': ['is called search here'],
    });
    expect(Object.keys((await refused(client, 'find_leads', { constructor: 'x' })).errors)).toEqual(['constructor']);
  });

  it('takes no more than a URL could hold', async () => {
    const many = Object.fromEntries(Array.from({ length: 300 }, (_, n) => [`key_${n}`, 'x']));
    expect((await refused(client, 'find_leads', { custom_fields: many })).errors).toHaveProperty('arguments');
    const ids = { status: 'x'.repeat(7_000), owner: 'x'.repeat(7_000), team: 'x'.repeat(7_000) };
    expect((await refused(client, 'find_leads', ids)).errors).toHaveProperty('arguments');
  });
});

describe('get_lead', () => {
  it('reads a lead with its timeline', async () => {
    const lead = await mcp.desk.make({ first_name: 'Farah' });
    await use(client, 'add_note', { public_id: lead.public_id, body: 'Call after six' });
    const { lead: shown } = await use(client, 'get_lead', { public_id: lead.public_id, include: 'activities,notes' });
    expect(shown).toMatchObject({ public_id: lead.public_id, first_name: 'Farah' });
    expect(shown.notes).toEqual([
      {
        public_id: expect.stringMatching(/^note_/),
        body: 'Call after six',
        created_at: expect.any(String),
        by: mcp.desk.cast.admin.name,
      },
    ]);
    expect(shown.activities.map(({ kind }: { kind: string }) => kind)).toContain('created');
  });

  it('finds nothing under ids that are unknown, malformed or of another organization', async () => {
    const lead = await mcp.desk.make();
    const zenith = await mcp.connect(mcp.desk.cast.zenith.admin.token);
    const told = [];
    for (const [who, public_id] of [
      [client, NOBODY],
      [client, 'x'],
      [client, '../tokens'],
      [zenith, lead.public_id],
    ] as const) {
      const { request_id: _, ...rest } = await refused(who, 'get_lead', { public_id });
      told.push(rest);
    }
    expect(new Set(told.map((one) => JSON.stringify(one))).size).toBe(1);
    expect(told[0].error).toBe('not_found');
  });

  it('asks for the id where it is missing', async () => {
    expect((await refused(client, 'get_lead')).errors).toEqual({ public_id: ['is required'] });
    expect((await refused(client, 'get_lead', { public_id: 7 })).errors).toEqual({ public_id: ['must be text'] });
    expect((await refused(client, 'get_lead', { public_id: NOBODY, include: 'all' })).errors).toHaveProperty('include');
  });
});

describe('create_lead', () => {
  it('creates a lead once', async () => {
    const phone = freshPhone();
    const made = await use(client, 'create_lead', { first_name: ' Asha ', phone });
    expect(made).toMatchObject({ duplicate: false, lead: { first_name: 'Asha', phone, status: { name: 'New' } } });
    const again = await use(client, 'create_lead', { first_name: 'Asha', phone });
    expect(again).toMatchObject({ duplicate: true, matched_on: ['phone'], lead: { public_id: made.lead.public_id } });
  });

  it('tells every faulty field', async () => {
    const given = { phone: '12', email: 'no', estimated_value: -1, owner: 'x', custom_fields: { unknown: 1 } };
    const told = await refused(client, 'create_lead', given);
    expect(told.error).toBe('validation_failed');
    expect(Object.keys(told.errors).sort()).toEqual(
      ['custom_fields.unknown', 'email', 'estimated_value', 'owner', 'phone'].sort(),
    );
  });

  it('gives the first answer again under an idempotency key, and refuses it for another lead', async () => {
    const given = { phone: freshPhone(), idempotency_key: 'mcp-create-1' };
    const first = await use(client, 'create_lead', given);
    expect(await use(client, 'create_lead', given)).toEqual(first);
    const told = await refused(client, 'create_lead', { ...given, phone: freshPhone() });
    expect(told.errors).toEqual({ idempotency_key: [expect.stringContaining('another request')] });
    expect((await refused(client, 'create_lead', { ...given, idempotency_key: 7 })).errors).toHaveProperty(
      'idempotency_key',
    );
  });
});

describe('update_lead', () => {
  it('changes what is sent and clears what is null', async () => {
    const lead = await mcp.desk.make({ first_name: 'Asha', last_name: 'Rao' });
    const { public_id } = lead;
    const changed = await use(client, 'update_lead', {
      public_id,
      first_name: 'Usha',
      last_name: null,
      estimated_value: 10,
    });
    expect(changed.lead).toMatchObject({ first_name: 'Usha', estimated_value: 10 });
    expect(changed.lead).not.toHaveProperty('last_name');
  });

  it('leaves the status to move_lead, and tells a conflict', async () => {
    const [one, other] = [await mcp.desk.make(), await mcp.desk.make()];
    const moved = { public_id: one.public_id, status: mcp.desk.status('Contacted') };
    expect((await refused(client, 'update_lead', moved)).errors).toEqual({
      status: ['is not changed here; use move_lead'],
    });
    expect((await mcp.desk.get(one.public_id)).body.data.status.name).toBe('New');
    const taken = { public_id: one.public_id, phone: other.contact.phone };
    expect((await refused(client, 'update_lead', taken)).error).toBe('conflict');
  });

  it('gives a lead away only with the ability for that', async () => {
    const { ravi, asha, admin } = mcp.desk.cast;
    const lead = await mcp.desk.make({}, ravi);
    const given = { public_id: lead.public_id, owner: asha.membership };
    const weak = await mcp.connect(await mcp.desk.cast.tokenOf(admin, ['leads:read', 'leads:update']));
    expect(await refused(weak, 'update_lead', given)).toMatchObject({
      error: 'forbidden',
      detail: expect.stringContaining('leads:assign'),
    });
    expect((await use(client, 'update_lead', given)).lead.owner.public_id).toBe(asha.membership);
  });
});

describe('move_lead', () => {
  it('moves a lead and records the transition, once', async () => {
    const { public_id } = await mcp.desk.make();
    const given = { public_id, status: mcp.desk.status('Contacted'), note: 'Reached' };
    const moved = await use(client, 'move_lead', given);
    expect(moved.lead.status.name).toBe('Contacted');
    expect(moved.transition).toMatchObject({ from: { name: 'New' }, to: { name: 'Contacted' }, note: 'Reached' });
    const again = await use(client, 'move_lead', given);
    expect(again).toMatchObject({ transition: null, warning: expect.stringContaining('Use add_note for notes') });
    expect(await mcp.desk.around(public_id, 'transitions')).toHaveLength(2);
  });

  it('tells what the pipeline allows, and what is missing', async () => {
    const { public_id } = await mcp.desk.make();
    await use(client, 'move_lead', { public_id, status: mcp.desk.status('Lost') });
    const told = await refused(client, 'move_lead', { public_id, status: mcp.desk.status('Won') });
    expect(told).toMatchObject({ error: 'conflict', detail: expect.stringContaining('Contacted') });
    expect((await refused(client, 'move_lead', { public_id })).errors).toEqual({ status: ['is required'] });
    expect((await refused(client, 'move_lead', { public_id, status: 'Won' })).errors).toHaveProperty('status');
  });
});

describe('add_note and add_activity', () => {
  it('write on the timeline', async () => {
    const { public_id } = await mcp.desk.make();
    const { note } = await use(client, 'add_note', { public_id, body: 'Prefers email' });
    const { activity } = await use(client, 'add_activity', { public_id, kind: 'call', summary: 'Spoke' });
    expect(Object.keys(note).sort()).toEqual(['created_at', 'public_id']);
    expect(Object.keys(activity).sort()).toEqual(['kind', 'occurred_at', 'public_id']);
    expect((await mcp.desk.around(public_id, 'notes')).map((one) => one.body)).toEqual(['Prefers email']);
    expect((await mcp.desk.around(public_id, 'activities')).map((one) => one.summary)).toContain('Spoke');
  });

  it('write once under an idempotency key', async () => {
    const { public_id } = await mcp.desk.make();
    const given = { public_id, body: 'Once', idempotency_key: 'note-1' };
    expect(await use(client, 'add_note', given)).toEqual(await use(client, 'add_note', given));
    expect(await mcp.desk.around(public_id, 'notes')).toHaveLength(1);
  });

  it('tell what is wrong', async () => {
    const { public_id } = await mcp.desk.make();
    expect((await refused(client, 'add_note', { public_id, body: '' })).errors).toEqual({
      body: ['must not be empty'],
    });
    const wrong = { public_id, kind: 'fax', summary: 'x', occurred_at: '2999-01-01T00:00:00Z' };
    expect(Object.keys((await refused(client, 'add_activity', wrong)).errors)).toEqual(
      expect.arrayContaining(['kind', 'occurred_at']),
    );
    expect((await refused(client, 'add_note', { public_id: NOBODY, body: 'x' })).error).toBe('not_found');
    expect((await refused(client, 'add_activity', { public_id: NOBODY, kind: 'call', summary: 'x' })).error).toBe(
      'not_found',
    );
  });
});

describe('list_settings', () => {
  it('lists all four kinds, compact', async () => {
    const settings = await use(client, 'list_settings');
    expect(Object.keys(settings)).toEqual(['statuses', 'sources', 'members', 'custom_fields']);
    expect(settings.statuses.items.map(({ name }: { name: string }) => name)).toEqual([
      ...['New', 'Contacted', 'Qualified', 'Proposal', 'Negotiation', 'Won', 'Lost'],
    ]);
    expect(settings.statuses.items[0]).toMatchObject({
      public_id: mcp.desk.status('New'),
      kind: 'open',
      initial: true,
    });
    expect(settings.statuses.items[5]).toMatchObject({ name: 'Won', allowed_next: [] });
    expect(settings.members.items.map(({ name }: { name: string }) => name)).toContain('Ravi Iyer');
    expect(settings.members.items[0]).not.toHaveProperty('working_hours');
  });

  it('lists one kind by pages', async () => {
    const { statuses } = await use(client, 'list_settings', { kind: 'statuses', limit: 4 });
    expect(statuses.items).toHaveLength(4);
    const rest = await use(client, 'list_settings', { kind: 'statuses', limit: 4, cursor: statuses.next });
    expect(rest.statuses.items).toHaveLength(3);
    expect(rest.statuses.next).toBeNull();
  });

  it('tells what is wrong', async () => {
    expect((await refused(client, 'list_settings', { kind: 'teams' })).errors).toHaveProperty('kind');
    expect((await refused(client, 'list_settings', { cursor: 'x' })).errors).toHaveProperty('kind');
    expect(
      Object.keys((await refused(client, 'list_settings', { kind: 'sources', limit: 0, sort: 'x' })).errors).sort(),
    ).toEqual(['limit', 'sort']);
  });
});

describe('reports', () => {
  it.each(['report_funnel', 'report_velocity', 'report_conversion'])(
    '%s counts the cohort, without links',
    async (name) => {
      await mcp.desk.make();
      const report = await use(client, name, { created_at: 'last_7_days' });
      const [counted] = await mcp.desk.rows<{ n: string }>(
        `select count(*) as n from leads join organizations as o on o.id = leads.organization_id where o.name = 'Acme'`,
      );
      expect(report.cohort_size).toBe(Number(counted?.n));
      expect(report.definition.length).toBeGreaterThan(50);
      expect(JSON.stringify(report)).not.toContain('/api/v1');
      expect(Object.keys((await refused(client, name, { created_at: 'soon', as_of: 'x' })).errors).sort()).toEqual([
        'as_of',
        'created_at',
      ]);
    },
  );

  it('report_conversion shows 50 groups, and how many it leaves out', async () => {
    for (let n = 0; n < 55; n++) {
      const { public_id } = await mcp.desk.add('sources', { name: `Group ${n}` });
      await mcp.desk.make({ source: public_id });
    }
    const report = await use(client, 'report_conversion', { group_by: 'source' });
    expect(report.groups).toHaveLength(50);
    expect(report.groups_left_out).toBeGreaterThanOrEqual(5);
    expect((await refused(client, 'report_conversion', { group_by: 'name' })).errors).toHaveProperty('group_by');
  });
});
