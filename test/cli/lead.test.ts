import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectOnce } from '../../src/db/connect.ts';
import { runInShell } from '../support/cli-shell.ts';
import type { Shown } from '../support/leads.ts';
import type { ServiceProcess } from '../support/service-process.ts';
import { Workplace } from '../support/workplace.ts';

let workplace: Workplace;
let service: ServiceProcess;
let environment: Record<string, string>;
let agent: Record<string, string>;

beforeAll(async () => {
  workplace = await Workplace.withData({ LOG_LEVEL: 'warn' });
  workplace.runCommand = runInShell;
  service = await workplace.start();
  environment = { LEADLINE_URL: service.url, LEADLINE_TOKEN: service.adminToken };
  const secret = service.announced.demo?.find(({ role }) => role === 'agent')?.secret ?? '';
  agent = { ...environment, LEADLINE_TOKEN: secret };
});
afterAll(() => workplace.clean());

const json = (...args: string[]) => workplace.json(['lead', ...args], environment);
const run = (args: string[], as = environment) => workplace.cli(['lead', ...args], as);

describe('the demo', () => {
  it('has a few hundred leads in many stages, owned by its agents', async () => {
    const { leads, next } = await json('list', '--all', '--size', '200');
    expect(next).toBeNull();
    expect(leads.length).toBeGreaterThanOrEqual(200);
    expect(new Set(leads.map((lead: Shown) => lead.public_id)).size).toBe(leads.length);
    expect(new Set(leads.map((lead: Shown) => lead.status.name)).size).toBeGreaterThan(3);
    expect(new Set(leads.map((lead: Shown) => lead.owner.name))).toEqual(new Set(['Ravi Iyer', 'Asha Rao']));
    expect(new Set(leads.map((lead: Shown) => lead.score_band)).size).toBeGreaterThan(1);
  });

  it('tells of the last 90 days, with wins, losses and leads that wait, and keeps its own rules', async () => {
    const { leads } = await json('list', '--all', '--size', '200', '--created', 'last_90_days');
    expect(leads.length).toBeGreaterThanOrEqual(200);
    const ages = leads.map((lead: Shown) => (Date.now() - Date.parse(lead.created_at)) / 86_400_000);
    for (const [from, to] of [0, 30, 60].map((from) => [from, from + 30] as const)) {
      expect(ages.filter((age: number) => age >= from && age < to).length).toBeGreaterThan(60);
    }
    const { data } = await workplace.json(['report', 'funnel', '--created-at', 'last_90_days'], environment);
    for (const end of ['won', 'lost', 'open']) expect(data[end]).toBeGreaterThan(20);
    const reached = data.stages.map((stage: { reached: number }) => stage.reached);
    expect(reached).toEqual([...reached].sort((one, other) => other - one));
    const { data: pace } = await workplace.json(['report', 'velocity', '--created-at', 'last_90_days'], environment);
    expect(pace.cycle.won.median).toBeGreaterThan(5 * 86_400);
    expect(pace.cycle.won.median).toBeLessThan(30 * 86_400);

    const kinds = new Set<string>();
    for (const lead of leads.slice(0, 60)) {
      const address = `${environment.LEADLINE_URL}/api/v1/leads/${lead.public_id}?include=activities,notes`;
      const answer = await fetch(address, { headers: { authorization: `Bearer ${environment.LEADLINE_TOKEN}` } });
      const { activities, notes } = ((await answer.json()) as { data: Shown }).data;
      for (const { kind } of activities) kinds.add(kind);
      if (notes.length > 0) kinds.add('note');
      if (['reenquiry', 'call', 'moved', 'note'].every((kind) => kinds.has(kind))) break;
    }
    expect(kinds).toContain('reenquiry');
    expect(kinds).toContain('call');
    expect(kinds).toContain('note');
    const { code, stdout } = await workplace.cli(['verify']);
    expect([code, stdout.split(',')[0]]).toEqual([0, `${leads.length} leads`]);
  });

  it('prints the tokens of an admin, a manager and two agents', () => {
    expect(service.announced.demo?.map(({ role }) => role).sort()).toEqual(['admin', 'agent', 'agent', 'manager']);
  });
});

describe('leadline lead list', () => {
  it('prints a table, and says where there is more', async () => {
    const { code, stdout } = await run(['list', '--size', '3']);
    expect(code).toBe(0);
    const [heading, ...lines] = stdout.trimEnd().split('\n');
    expect(heading).toMatch(/^PUBLIC ID +NAME +PHONE +STATUS +OWNER +SCORE +VALUE +CREATED \(Asia\/Kolkata\)$/);
    expect(lines.filter((line) => line.startsWith('lead_'))).toHaveLength(3);
    expect(stdout).toContain('--all');
  });

  it('passes filters and sort on', async () => {
    const { leads } = await json(
      'list',
      '--band',
      'hot',
      '--sort',
      'score',
      '--size',
      '200',
      '--created',
      'last_90_days',
    );
    const scores = leads.map((lead: Shown) => lead.score);
    expect(leads.every((lead: Shown) => lead.score_band === 'hot')).toBe(true);
    expect(scores).toEqual([...scores].sort((one, other) => one - other));
    const [first] = leads;
    const own = await json(
      'list',
      '--owner',
      first.owner.public_id,
      '--status',
      first.status.public_id,
      '--source',
      first.source.public_id,
    );
    expect(own.leads.map((lead: Shown) => lead.public_id)).toContain(first.public_id);
    expect(own.leads.every((lead: Shown) => lead.owner.public_id === first.owner.public_id)).toBe(true);
  });

  it('a filter given twice is either', async () => {
    const twice = await json('list', '--size', '200', '--status', 'Won', '--status', 'Lost');
    const names = new Set(twice.leads.map((lead: Shown) => lead.status.name));
    expect([...names].sort()).toEqual(['Lost', 'Won']);
    expect(await json('list', '--size', '200', '--status', 'Won,Lost')).toEqual(twice);
  });

  it('shows an agent its own leads only', async () => {
    const { leads } = await workplace.json(['lead', 'list', '--all', '--size', '200'], agent);
    expect(leads.length).toBeGreaterThan(0);
    expect(new Set(leads.map((lead: Shown) => lead.owner.name)).size).toBe(1);
  });
});

describe('names in place of ids', () => {
  it('are taken for statuses, sources, owners and teams, whatever their case', async () => {
    const filters = ['--status', 'won, LOST', '--owner', 'asha rao', '--source', 'Referral', '--size', '200'];
    const { leads } = await json('list', ...filters);
    expect(leads.length).toBeGreaterThan(0);
    for (const lead of leads) {
      expect(['Won', 'Lost']).toContain(lead.status.name);
      expect([lead.owner.name, lead.source.name]).toEqual(['Asha Rao', 'Referral']);
    }
    const created = await json('create', '--phone', '9123400001', '--source', 'walk-in');
    expect(created.lead.source.name).toBe('Walk-in');
    const moved = await json('move', created.lead.public_id, '--status', 'contacted');
    expect(moved.lead.status.name).toBe('Contacted');
    const report = ['report', 'conversion', '--team', 'mumbai west', '--owner', 'Ravi Iyer'];
    expect((await workplace.json(report, environment)).data.total.leads).toBeGreaterThan(0);
  });

  it('that are nobody’s or several’s are refused with what to use instead', async () => {
    const { code, stderr } = await run(['list', '--status', 'Wonn']);
    expect([code, stderr.split('\n')[0]]).toEqual([2, 'There is no status Wonn; did you mean Won?']);
    for (const _ of [1, 2]) {
      await service.call('POST', '/memberships', service.adminToken, {
        name: 'Two Alike',
        role: 'agent',
        active: false,
      });
    }
    const alike = await run(['list', '--owner', 'two alike']);
    expect(alike.code).toBe(2);
    expect(alike.stderr.match(/mem_[0-9a-z]{26}/g)).toHaveLength(2);
    const unread = await run(['list', '--status', 'Won'], agent);
    expect([unread.code, unread.stderr]).toEqual([
      1,
      'This token may not read names (settings:read): use public ids instead.\n',
    ]);
  });
});

describe('leadline lead create, show and move', () => {
  it('create a lead, show it and move it through the API', async () => {
    const fields = [
      '--first-name',
      'Lata',
      '--last-name',
      'Joshi',
      '--email',
      'lata@example.in',
      '--value',
      '250000.50',
    ];
    const made = await json('create', '--phone', '91234 56789', ...fields, '--field', 'product_interest=Villa');
    expect(made).toMatchObject({
      duplicate: false,
      lead: {
        contact: { first_name: 'Lata', last_name: 'Joshi', phone: '+919123456789', email: 'lata@example.in' },
        estimated_value: 250_000.5,
        custom_fields: { product_interest: 'Villa' },
      },
    });
    const { public_id, status } = made.lead;
    const again = await json('create', '--phone', '09123456789', '--first-name', 'Lata B.');
    expect(again).toMatchObject({ duplicate: true, lead: { public_id } });

    const contacted = (await json('list', '--all', '--size', '200')).leads.find(
      (lead: Shown) => lead.status.name === 'Contacted',
    ).status;
    const moved = await json('move', public_id, '--status', contacted.public_id, '--note', 'Spoke');
    expect(moved.transition).toMatchObject({
      from: { public_id: status.public_id },
      to: { name: 'Contacted' },
      note: 'Spoke',
    });
    const text = await run(['move', public_id, '--status', contacted.public_id]);
    expect([text.code, text.stdout.trim()]).toEqual([0, `${public_id} is in Contacted already.`]);

    const shown = await json('show', public_id);
    expect(shown.lead).toMatchObject({ public_id, status: { name: 'Contacted' }, notes: [] });
    expect(shown.lead.activities.map((one: Shown) => one.kind)).toEqual(['moved', 'reenquiry', 'created']);
    const { stdout } = await run(['show', public_id]);
    for (const word of [
      public_id,
      'Lata Joshi',
      '₹2,50,000.50',
      '(Asia/Kolkata)',
      '+919123456789',
      'Contacted',
      'product_interest',
      'reenquiry',
    ]) {
      expect(stdout).toContain(word);
    }
  });

  it('say in words what the service refuses, with the fields', async () => {
    const { code, stdout, stderr } = await run(['create', '--phone', '12345', '--email', 'nobody']);
    expect([code, stdout]).toEqual([1, '']);
    for (const word of ['validation_failed', 'phone', 'email']) expect(stderr).toContain(word);
    expect(stderr).not.toMatch(/\n\s+at /);
    const missing = await run(['show', `lead_${'0'.repeat(26)}`]);
    expect(missing.code).toBe(1);
    expect(missing.stderr).toContain('not_found');
  });

  it('do not let an agent see another’s lead', async () => {
    const own = (await workplace.json(['lead', 'list'], agent)).leads[0].owner.public_id;
    const other = (await json('list', '--size', '200')).leads.find((lead: Shown) => lead.owner.public_id !== own);
    expect((await run(['show', other.public_id], agent)).stderr).toContain('not_found');
    const found = await run(['create', '--phone', other.contact.phone], agent);
    expect(found.stdout).toContain(other.public_id);
    expect(found.stdout).not.toContain(other.owner.name);
  });

  it('a token that may move but not read is told where the lead went, not where it came from', async () => {
    const { lead } = await json('create', '--phone', '9123400077');
    const { data: statuses } = (await service.call('GET', '/statuses', service.adminToken)).body;
    const contacted = statuses.find(({ name }: Shown) => name === 'Contacted').public_id;
    const { data: me } = (await service.call('GET', '/me', service.adminToken)).body;
    const token = { name: 'mover', membership: me.membership.public_id, abilities: ['leads:move'] };
    const { secret } = (await service.call('POST', '/tokens', service.adminToken, token)).body.data;
    const mover = { ...environment, LEADLINE_TOKEN: secret };
    const { code, stdout } = await run(['move', lead.public_id, '--status', contacted], mover);
    expect([code, stdout.trim()]).toEqual([0, `Moved ${lead.public_id} to Contacted.`]);
  });

  it.each([
    [['list', '--siz', '3'], '--size'],
    [['show'], ''],
    [['move', 'lead_x'], '--status'],
    [['create', '--value', 'much'], '--value'],
    [['create', '--field', 'villa'], '--field'],
  ])('refuse the command line %j with exit code 2', async (args, word) => {
    const { code, stdout, stderr } = await run(args);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(word);
  });

  it.each([
    [['--created', 'someday'], /^--created must be a date, A\.\.B/],
    [['--sort', 'name'], /^--sort must be one of/],
    [['--kind', 'opne'], /^--kind must be one of/],
    [['--size', '0'], /^--size must be/],
    [['--value', '5..1', '--band', 'hotter'], /^--value .+\n--band .+\nSee leadline lead list --help\.\n$/],
  ])('name the option where the service refuses a parameter: %j', async (args, words) => {
    const { code, stdout, stderr } = await run(['list', ...args]);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(words);
    expect(stderr).not.toMatch(/filter|page/);
  });

  it('need a token and a service that answers', async () => {
    const without = await run(['list'], { LEADLINE_URL: service.url });
    expect(without.code).toBe(2);
    expect(without.stderr).toContain('LEADLINE_TOKEN');
    const away = await run(['list'], { ...environment, LEADLINE_URL: 'http://127.0.0.1:9' });
    expect(away.code).toBe(1);
    expect(away.stderr).toContain('LEADLINE_URL');
    const wrong = await run(['list'], { ...environment, LEADLINE_TOKEN: 'ldl_nonsense' });
    expect(wrong.code).toBe(1);
    expect(wrong.stderr).toContain('unauthenticated');
  });
});

describe('leadline lead show --all', () => {
  it('prints everything that is stored of a lead, all pages of it, as one object', async () => {
    const { lead } = await json('create', '--phone', '9876500001', '--first-name', 'Access');
    const { url } = service;
    const headers = { authorization: `Bearer ${service.adminToken}`, 'content-type': 'application/json' };
    const many = Array.from({ length: 205 }, (_, n) => JSON.stringify({ body: `Note ${n}` }));
    for (const body of many)
      await fetch(`${url}/api/v1/leads/${lead.public_id}/notes`, { method: 'POST', headers, body });
    await json('move', lead.public_id, '--status', 'Contacted', '--note', 'Called');
    const all = await json('show', lead.public_id, '--all');
    expect(Object.keys(all)).toEqual(['lead', 'activities', 'notes', 'transitions', 'audit', 'assignment', 'score']);
    expect(all.lead.contact.first_name).toBe('Access');
    expect(new Set(all.notes.map(({ body }: Shown) => body)).size).toBe(205);
    expect(all.transitions.map(({ note }: Shown) => note)).toEqual(['Called', null]);
    expect(all.audit).toHaveLength(207);
    expect(all.activities.map(({ kind }: Shown) => kind)).toEqual(['moved', 'created']);
    const { stdout } = await run(['show', lead.public_id, '--all']);
    expect(stdout.match(/Note \d+/g)).toHaveLength(205);
    const denied = await run(['show', lead.public_id, '--all'], agent);
    expect(denied.code).toBe(1);
  });
});

describe('leadline lead erase', () => {
  it('erases a lead; suppressed, it is captured again only after it was unsuppressed', async () => {
    const { lead } = await json('create', '--phone', '9876500002', '--email', 'Gone@example.in');
    const denied = await run(['erase', lead.public_id], agent);
    expect([denied.code, denied.stderr]).toEqual([1, expect.stringContaining('forbidden')]);
    const erased = await run(['erase', lead.public_id, '--reason', 'On request', '--suppress']);
    expect([erased.code, erased.stdout]).toEqual([0, `Erased ${lead.public_id}.\n`]);
    const again = await run(['erase', lead.public_id, '--json']);
    expect([again.code, again.stderr]).toEqual([1, expect.stringContaining('not_found')]);
    for (const contact of [
      ['--phone', '098765 00002'],
      ['--email', 'gone@EXAMPLE.in'],
    ]) {
      expect((await run(['create', ...contact])).stderr).toContain('conflict');
    }
    expect(await json('unsuppress', '098765 00002')).toEqual({ unsuppressed: true });
    expect(await json('unsuppress', '9876500002')).toEqual({ unsuppressed: false });
    expect((await run(['create', '--email', 'gone@example.in'])).code).toBe(1);
    expect((await run(['unsuppress', 'GONE@example.in'])).stdout).toBe('It can be captured again.\n');
    expect((await run(['create', '--phone', '9876500002', '--email', 'gone@example.in'])).code).toBe(0);
    expect((await run(['unsuppress', 'nobody'])).code).toBe(2);

    const trail = await fetch(`${service.url}/api/v1/audit`, {
      headers: { authorization: `Bearer ${service.adminToken}` },
    });
    const { data } = (await trail.json()) as { data: Shown[] };
    const lifted = data.filter(({ action }) => action === 'organization.contact_unsuppressed');
    expect(lifted.map(({ actor, changes }) => [actor, changes[0].from])).toEqual([
      [{ system: true }, 'email'],
      [{ system: true }, 'phone'],
    ]);
    const entry = data.find(({ action }) => action === 'lead.erased');
    expect(entry.changes.map(({ to }: Shown) => to)).toEqual(['On request', true]);
  });
});

describe('leadline verify', () => {
  it('finds no fault in the demo, while the service runs', async () => {
    const { leads, faulty } = await workplace.json(['verify']);
    expect(leads).toBeGreaterThanOrEqual(200);
    expect(faulty).toEqual([]);
  });

  it('names a lead whose text and columns differ, with exit code 1', async () => {
    const server = await workplace.openServer();
    const client = await connectOnce(server.target);
    const { rows } = await client.query(
      `update leads set first_name = 'Corrupt' where id = (select min(id) from leads) returning public_id`,
    );
    await client.end();
    const { code, stdout } = await workplace.cli(['verify']);
    expect(code).toBe(1);
    expect(stdout).toContain(rows[0].public_id);
    expect(JSON.parse((await workplace.cli(['verify', '--json'])).stdout).faulty).toEqual([rows[0].public_id]);
  });
});
