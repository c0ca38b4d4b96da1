import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LeadDesk, type Shown } from '../support/leads.ts';
import { readCsv } from '../support/read-csv.ts';

let desk: LeadDesk;
let website: string;

const risky = ['=HYPERLINK("http://evil.example")', '+1+1', '-1+1', '@SUM(A1)', '＝1+1', 'a "quoted", name'];

beforeAll(async () => {
  desk = await LeadDesk.open();
  const { ravi, asha, vikram } = desk.cast;
  website = (await desk.add('sources', { name: 'Website' })).public_id;
  await desk.add('custom-fields', { key: 'plans', type: 'multi_select', label: 'A', options: ['Term', 'Health'] });
  await desk.add('custom-fields', { key: 'story', type: 'text', label: 'B' });
  await desk.add('custom-fields', { key: 'income', type: 'number', label: 'C' });
  await desk.add('custom-fields', { key: 'known', type: 'boolean', label: 'D' });
  for (const [n, first_name] of risky.entries()) await desk.make({ first_name }, [ravi, asha, vikram][n % 3]);
  const custom_fields = { plans: ['Term', 'Health'], story: 'one\ntwo, =3', income: -1.5, known: true };
  await desk.make(
    { first_name: 'Sana', phone: '9876543210', source: website, estimated_value: 2.5, custom_fields },
    ravi,
  );
  await desk.make({ phone: null, email: 'only@example.in' }, null);
  await desk.app.call('POST', '/leads', { token: desk.cast.zenith.admin.token, body: { phone: '9876500000' } });
});
afterAll(() => desk.close());

const CSV = 'text/csv';
const LINES = 'application/x-ndjson';

async function ask(accept: string, query = '', token = desk.admin, method: 'GET' | 'HEAD' = 'GET') {
  const { statusCode, headers, body } = await desk.app.app.http.inject({
    method,
    url: `/api/v1/leads${query}`,
    headers: { authorization: `Bearer ${token}`, accept },
  });
  return { status: statusCode, headers, body };
}

async function lines(query = '', token = desk.admin): Promise<Shown[]> {
  const { status, body } = await ask(LINES, query, token);
  expect(status, body).toBe(200);
  expect(body === '' || body.endsWith('\n')).toBe(true);
  return body
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line));
}

async function paged(query = '', token = desk.admin): Promise<Shown[]> {
  const leads: Shown[] = [];
  let next: string | null = `/leads?page[size]=3${query.replace('?', '&')}`;
  while (next !== null) {
    const { body }: { body: Shown } = await desk.app.call('GET', next, { token });
    leads.push(...body.data);
    next = body.links.next;
  }
  return leads;
}

const entries = async (): Promise<Shown[]> => {
  const { body } = await desk.app.call('GET', '/audit?page[size]=200', { token: desk.admin });
  return body.data.filter(({ action }: Shown) => action === 'leads.exported');
};

describe('as JSON lines', () => {
  it.each([
    '',
    '?sort=-score',
    '?sort=score',
    '?sort=-last_activity_at',
    '?filter[score_band]=cold',
    '?filter[created_at]=today',
  ])('the list%s is exactly what its pages are', async (query) => {
    const expected = await paged(query);
    expect(await lines(query)).toEqual(expected);
    if (query === '') expect(expected).toHaveLength(risky.length + 2);
  });

  it('filters choose the same leads as in the list', async () => {
    for (const query of [`?filter[source]=${website}`, `?filter[owner]=${desk.cast.ravi.membership}`]) {
      const found = await lines(query);
      expect(found.length).toBeGreaterThan(0);
      expect(found).toEqual(await paged(query));
    }
    expect(await lines('?filter[status]=sts_unknown')).toEqual([]);
  });

  it('a manager’s export holds the team’s leads, and nobody else’s', async () => {
    for (const { token } of [desk.cast.meera, desk.cast.tara, desk.cast.om]) {
      expect(await lines('', token)).toEqual(await paged('', token));
    }
    const owners = new Set((await lines('', desk.cast.tara.token)).map(({ owner }) => owner.name));
    expect([...owners]).toEqual(['Vikram Das']);
    expect(await lines('', desk.cast.om.token)).toEqual([]);
  });

  it('another organization’s leads are not in it', async () => {
    const own = await lines('', desk.cast.zenith.admin.token);
    expect(own.map(({ contact }) => contact.phone)).toEqual(['+919876500000']);
    expect((await lines()).map(({ contact }) => contact.phone)).not.toContain('+919876500000');
  });
});

describe('as CSV', () => {
  it('columns are named like the fields of a create, with names for status, owner and source', async () => {
    const [heading = [], ...rows] = readCsv((await ask(CSV)).body);
    expect(heading).toEqual([
      ...['public_id', 'first_name', 'last_name', 'phone', 'email', 'source', 'status', 'owner', 'estimated_value'],
      ...['currency', 'custom_fields.plans', 'custom_fields.story', 'custom_fields.income', 'custom_fields.known'],
      ...['score', 'score_band', 'last_activity_at', 'created_at', 'updated_at'],
    ]);
    const leads = await paged();
    expect(rows.map(([id]) => id)).toEqual(leads.map(({ public_id }) => public_id));
    const sana = rows.find(([, name]) => name === 'Sana');
    const lead = leads.find(({ contact }) => contact.first_name === 'Sana');
    expect(Object.fromEntries(heading.map((name, n) => [name, sana?.[n]]))).toEqual({
      public_id: lead.public_id,
      first_name: 'Sana',
      last_name: '',
      phone: '+91 98765 43210',
      email: '',
      source: 'Website',
      status: 'New',
      owner: 'Ravi Iyer',
      estimated_value: '2.5',
      currency: 'INR',
      'custom_fields.plans': 'Term; Health',
      'custom_fields.story': 'one\ntwo, =3',
      'custom_fields.income': '-1.5',
      'custom_fields.known': 'true',
      score: String(lead.score),
      score_band: lead.score_band,
      last_activity_at: lead.last_activity_at,
      created_at: lead.created_at,
      updated_at: lead.updated_at,
    });
  });

  it('no text is one that a spreadsheet would run', async () => {
    const [, ...rows] = readCsv((await ask(CSV)).body);
    const names = rows.map(([, name]) => name ?? '');
    for (const name of risky) expect(names).toContain(/^[=+\-@＝]/.test(name) ? `'${name}` : name);
    expect(rows.flat().filter((cell) => /^[=@\t\r＝]|^[+-](?!\d+( \d+)*$|\d+\.\d+$)/.test(cell))).toEqual([]);
  });

  it('an empty list still has its headings', async () => {
    const { status, body } = await ask(CSV, '?filter[status]=sts_unknown');
    expect([status, readCsv(body).length]).toEqual([200, 1]);
  });
});

describe('the answer', () => {
  it.each([
    [CSV, 'text/csv; charset=utf-8; header=present', 'csv'],
    [LINES, 'application/x-ndjson; charset=utf-8', 'jsonl'],
  ])('to Accept: %s is of that type and has a file name', async (accept, type, extension) => {
    for (const method of ['GET', 'HEAD'] as const) {
      const { status, headers, body } = await ask(accept, '', desk.admin, method);
      expect([status, headers['content-type'], headers.vary]).toEqual([200, type, 'accept']);
      expect(headers['content-disposition']).toMatch(
        new RegExp(`^attachment; filename="leads-\\d{8}T\\d{6}Z\\.${extension}"$`),
      );
      expect(headers['cache-control']).toBe('no-store');
      expect(body === '').toBe(method === 'HEAD');
    }
  });

  it.each([
    ['*/*', 'application/json'],
    ['application/json, text/csv', 'application/json'],
    ['text/csv, application/json;q=0.5', 'text/csv'],
    ['text/csv;q=0.4, application/x-ndjson;q=0.5', 'application/x-ndjson'],
    ['text/*', 'text/csv'],
  ])('to Accept: %s is %s', async (accept, type) => {
    expect((await ask(accept)).headers['content-type']).toContain(type);
  });

  it('page parameters are refused, together with every other fault', async () => {
    for (const accept of [CSV, LINES]) {
      const { status, body } = await ask(accept, '?page[size]=50&page[after]=x&filter[created_at]=soon&sort=name');
      expect(status).toBe(422);
      const named = ['filter[created_at]', 'page[after]', 'page[size]', 'sort'];
      expect(Object.keys(JSON.parse(body).errors).sort()).toEqual(named);
    }
    expect((await ask(CSV, '?page[size]=50')).status).toBe(422);
  });

  it('a token needs leads:export for it, and nothing else', async () => {
    const { admin, ravi } = desk.cast;
    const reads = await desk.cast.tokenOf(admin, ['leads:read']);
    const exports = await desk.cast.tokenOf(admin, ['leads:export']);
    for (const token of [reads, ravi.token]) {
      const { status, body } = await ask(CSV, '', token);
      expect([status, JSON.parse(body).detail]).toEqual([403, 'This token lacks the ability leads:export.']);
    }
    expect((await ask(LINES, '', exports)).status).toBe(200);
    expect((await ask('application/json', '', exports)).status).toBe(403);
    expect((await ask(CSV, '', 'ldl_none')).status).toBe(401);
    expect((await ask('text/html')).status).toBe(406);
  });
});

describe('the audit trail', () => {
  it('says who exported what and how many, and that it was whole', async () => {
    const before = await entries();
    const { meera } = desk.cast;
    const count = (await lines('?sort=-score', meera.token)).length;
    const [entry, ...others] = await entries();
    expect(others).toEqual(before);
    expect(entry).toMatchObject({
      subject: { type: 'organization', public_id: desk.cast.organization },
      actor: { membership: { public_id: meera.membership } },
    });
    expect(Object.fromEntries(entry.changes.map(({ field, to }: Shown) => [field, to]))).toEqual({
      format: 'jsonl',
      filter: { sort: '-score' },
      rows: count,
      complete: true,
    });
  });

  it('names the filters that can be about one person, without their values', async () => {
    await desk.add('custom-fields', { key: 'other_number', type: 'number' });
    const query = {
      'filter[phone]': '98765 43210',
      'filter[email]': 'asha@example.in',
      'filter[search]': 'asha',
      'filter[custom_fields.other_number]': '9876543211',
      'filter[kind]': 'open',
    };
    await lines(`?${new URLSearchParams(query)}`);
    const [entry] = await entries();
    expect(entry.changes.find(({ field }: Shown) => field === 'filter').to).toEqual({
      'filter[phone]': 'not kept',
      'filter[email]': 'not kept',
      'filter[search]': 'not kept',
      'filter[custom_fields.other_number]': 'not kept',
      'filter[kind]': 'open',
    });
  });

  it('says nothing of what was refused or only asked about', async () => {
    const before = await entries();
    await ask(CSV, '?page[size]=1');
    await ask(CSV, '', desk.cast.ravi.token);
    await ask(CSV, '', desk.admin, 'HEAD');
    expect(await entries()).toEqual(before);
  });
});
