import { beforeAll, describe, expect, it } from 'vitest';
import { LeadCaptures } from '../../src/leads/writing/capture.ts';
import { LeadChanges } from '../../src/leads/writing/change.ts';
import { createLeads } from '../../src/leads/writing/create.ts';
import { systemAuthor } from '../../src/organization/organizations.ts';
import { countStatements } from '../support/counting.ts';
import { freshEmail, freshPhone, type Shown } from '../support/leads.ts';
import { useLeadDesk } from '../support/opened.ts';

const desk = useLeadDesk();

const batch = (leads: unknown, token = desk.admin, headers: Record<string, string> = {}) =>
  desk.app.call('POST', '/leads/batch', { token, body: { leads }, headers });

/** The outcomes; the call itself must be 200. */
async function outcomes(leads: unknown[], token = desk.admin): Promise<Shown[]> {
  const { status, body } = await batch(leads, token);
  expect(status, JSON.stringify(body)).toBe(200);
  expect(body.data).toHaveLength(leads.length);
  return body.data;
}

const statuses = (data: Shown[]) => data.map(({ status }) => status);

beforeAll(async () => {
  await desk.add('custom-fields', { key: 'city', type: 'text' });
});

describe('a batch', () => {
  it('creates up to a hundred leads, and answers them in the order sent', async () => {
    const sent = Array.from({ length: 100 }, (_, n) => ({ phone: freshPhone(), first_name: `Person ${n}` }));
    const before = await desk.countLeads();
    const { body } = await batch(sent);
    expect(body.meta).toEqual({ created: 100, duplicates: 0, failed: 0 });
    expect(body.data.map(({ data }: Shown) => data.contact.first_name)).toEqual(sent.map((one) => one.first_name));
    expect(new Set(statuses(body.data))).toEqual(new Set([201]));
    expect(await desk.countLeads()).toBe(before + 100);
    for (const { data, duplicate } of [body.data[0], body.data[99]]) {
      expect(duplicate).toBe(false);
      expect((await desk.get(data.public_id)).body.data).toEqual(data);
      expect(await desk.around(data.public_id, 'audit')).toMatchObject([{ action: 'lead.created' }]);
    }
  });

  it('answers each as if it had been sent alone: new, duplicate, refused', async () => {
    const [phone, email] = [freshPhone(), freshEmail()];
    const existing = await desk.make({ phone: freshPhone() });
    const data = await outcomes([
      { phone, first_name: 'First' },
      { phone: phone.slice(3), email, first_name: 'Second' },
      { email, first_name: 'Third' },
      { phone: existing.contact.phone },
      { first_name: 'Nobody' },
      { phone: '12345', nonsense: 1, custom_fields: { town: 'Pune' } },
      'text',
      null,
      { email: email.toUpperCase() },
    ]);
    // The second brought an email that was not stored: so the third is new, and the last one is its duplicate.
    expect(statuses(data)).toEqual([201, 200, 201, 200, 422, 422, 422, 422, 200]);
    expect(data[1]).toMatchObject({ duplicate: true, meta: { matched_on: ['phone'] } });
    expect(data[1].data.public_id).toBe(data[0].data.public_id);
    expect(data[3].data.public_id).toBe(existing.public_id);
    expect(data[8].data.public_id).toBe(data[2].data.public_id);
    expect(Object.keys(data[4].problem.errors)).toEqual(['phone']);
    expect(Object.keys(data[5].problem.errors).sort()).toEqual(['custom_fields.town', 'nonsense', 'phone']);
    expect(data[6].problem.errors).toEqual({ body: ['must be a JSON object'] });
    expect(data[7].problem).toMatchObject({ code: 'validation_failed', status: 422 });
    const alone = await desk.post({ phone: '12345', nonsense: 1, custom_fields: { town: 'Pune' } });
    expect(data[5].problem).toEqual({ ...alone.body, request_id: data[5].problem.request_id });
    expect(await desk.around(data[0].data.public_id, 'activities')).toMatchObject([
      { kind: 'reenquiry', details: { email, first_name: 'Second' } },
      { kind: 'created' },
    ]);
  });

  it('tells a thousand faults, and after them a few of each create', async () => {
    const nonsense = (n: number) => Object.fromEntries(Array.from({ length: 100 }, (_, m) => [`unknown_${n}_${m}`, 1]));
    const faulty = Array.from({ length: 20 }, (_, n) => ({ phone: freshPhone(), ...nonsense(n) }));
    const custom_fields = nonsense(0);
    const sent = [...faulty, { phone: freshPhone(), custom_fields }, { first_name: 'Nobody' }, { phone: freshPhone() }];
    const data = await outcomes(sent);
    expect(statuses(data)).toEqual([...Array.from({ length: 22 }, () => 422), 201]);
    const told = data.slice(0, 22).map(({ problem }) => Object.keys(problem.errors).length);
    expect(told).toEqual([...Array.from({ length: 10 }, () => 100), ...Array.from({ length: 11 }, () => 10), 1]);
    const endings = data
      .slice(9, 22)
      .map(({ problem }) => problem.detail.replace('Some fields are not valid; see errors.', ''));
    const more = ' There are more than the 10 listed there.';
    expect(endings).toEqual(['', ...Array.from({ length: 11 }, () => more), '']);
    expect(data[10].problem.errors.unknown_10_0).toEqual([expect.stringContaining('is not known here')]);
  });

  it('keeps what several duplicates of one lead bring, in their order', async () => {
    const phone = freshPhone();
    const names = ['One', 'Two', 'Three', 'Four', 'Five'];
    const data = await outcomes(names.map((first_name) => ({ phone, first_name })));
    expect(statuses(data)).toEqual([201, 200, 200, 200, 200]);
    const timeline = await desk.around(data[0].data.public_id, 'activities');
    const kept = timeline.filter(({ kind }) => kind === 'reenquiry').map(({ details }) => details.first_name);
    expect(kept).toEqual(['Five', 'Four', 'Three', 'Two']);
  });

  it('has the request’s id in every problem and audit entry', async () => {
    const { body } = await batch([{ phone: freshPhone() }, {}], desk.admin, { 'x-request-id': 'batch-1' });
    expect(body.data[1].problem.request_id).toBe('batch-1');
    expect(await desk.around(body.data[0].data.public_id, 'audit')).toMatchObject([{ request_id: 'batch-1' }]);
  });

  it('shows nothing of a duplicate outside the caller’s scope but what the caller sent', async () => {
    const hidden = await desk.make(
      { phone: freshPhone(), email: freshEmail(), first_name: 'Hidden' },
      desk.cast.vikram,
    );
    const { phone } = hidden.contact;
    const [outcome] = await outcomes([{ phone }], desk.cast.ravi.token);
    expect(outcome).toEqual({
      status: 200,
      data: { public_id: hidden.public_id, contact: { phone } },
      duplicate: true,
      meta: { matched_on: ['phone'] },
    });
  });

  it('takes turns as single creates do', async () => {
    await desk.add('distribution-rules', {
      name: 'Turns',
      strategy: 'round_robin',
      pool: { memberships: [desk.cast.ravi.membership, desk.cast.asha.membership] },
    });
    const data = await outcomes(Array.from({ length: 10 }, () => ({ phone: freshPhone() })));
    const owners = data.map((one) => one.data.owner.name);
    expect(owners.filter((name) => name === 'Ravi Iyer')).toHaveLength(5);
    for (const [n, name] of owners.slice(1).entries()) expect(name).not.toBe(owners[n]);
  });
});

describe('the list', () => {
  it.each([
    ['empty', []],
    ['of more than 100', Array.from({ length: 101 }, () => ({}))],
    ['no list', { phone: '9876543210' }],
  ])('that is %s is refused as a whole', async (_, leads) => {
    const before = await desk.countLeads();
    const { status, body } = await batch(leads);
    expect([status, Object.keys(body.errors)]).toEqual([422, ['leads']]);
    expect(await desk.countLeads()).toBe(before);
  });

  it('needs leads:create', async () => {
    const reader = await desk.cast.tokenOf(desk.cast.ravi, ['leads:read']);
    expect((await batch([{ phone: freshPhone() }], reader)).status).toBe(403);
  });
});

describe('with an Idempotency-Key', () => {
  it('is created once, and answered again as the first time', async () => {
    const sent = [
      { phone: freshPhone() },
      { phone: '1' },
      ...Array.from({ length: 40 }, () => ({ email: freshEmail() })),
    ];
    sent.push({ ...sent[0] } as never);
    const headers = { 'idempotency-key': 'batch-key-1' };
    const before = await desk.countLeads();
    const first = await batch(sent, desk.admin, headers);
    expect(first.body.meta).toEqual({ created: 41, duplicates: 1, failed: 1 });
    const again = await batch(sent, desk.admin, headers);
    expect(again.headers['idempotent-replayed']).toBe('true');
    expect(again.body).toEqual(first.body);
    expect(await desk.countLeads()).toBe(before + 41);
  });
});

it('a hundred new leads take four transactions of two round trips', async () => {
  const { database, settings, assignment, leads } = desk.app.services;
  const counted = countStatements(database);
  const { organizationId } = desk.cast;
  const made = await createLeads(
    {
      database: counted.database,
      leads: {
        captures: new LeadCaptures(counted.database, assignment, leads.suppression),
        changes: new LeadChanges(counted.database),
        suppression: leads.suppression,
        nudge: () => {},
        written: () => {},
        erased: () => {},
      },
      actor: null,
      author: systemAuthor(organizationId),
      settings: await settings.current(organizationId),
    },
    Array.from({ length: 100 }, () => ({ phone: freshPhone() })),
  );
  expect(made.filter((one) => 'duplicate' in one && !one.duplicate)).toHaveLength(100);
  expect(counted.roundTrips).toHaveLength(8);
});

it('two batches of the same people at once create each of them once', async () => {
  const sent = Array.from({ length: 60 }, () => ({ phone: freshPhone() }));
  const before = await desk.countLeads();
  const [one, other] = await Promise.all([batch(sent), batch(sent.toReversed())]);
  expect(one?.body.meta.created + other?.body.meta.created).toBe(60);
  expect(one?.body.meta.duplicates + other?.body.meta.duplicates).toBe(60);
  expect(await desk.countLeads()).toBe(before + 60);
});
