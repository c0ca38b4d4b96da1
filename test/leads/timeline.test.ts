import { describe, expect, it } from 'vitest';
import { publicId, timestamp } from '../support/collections.ts';
import { faultsOf, type Shown } from '../support/leads.ts';
import { useLeadDesk } from '../support/opened.ts';

const desk = useLeadDesk();

const add = (lead: string, what: string, body: unknown, token = desk.admin) =>
  desk.app.call('POST', `/leads/${lead}/${what}`, { token, body });
const lastActivity = async (lead: string) => (await desk.get(lead)).body.data.last_activity_at;
const ago = (ms: number) => new Date(Date.now() - ms).toISOString();

describe('a note', () => {
  it('is answered with 201 and its actor, and read back the same', async () => {
    const { public_id } = await desk.make({}, desk.cast.ravi);
    const { status, headers, body } = await add(
      public_id,
      'notes',
      { body: ' Prefers\r\nevenings ' },
      desk.cast.ravi.token,
    );
    expect(status).toBe(201);
    expect(headers.location).toBe(`/api/v1/leads/${public_id}/notes`);
    expect(body.data).toEqual({
      public_id: expect.stringMatching(publicId('note')),
      body: 'Prefers\nevenings',
      actor: {
        token: { public_id: expect.stringMatching(publicId('tok')), name: 'test' },
        membership: { public_id: desk.cast.ravi.membership, name: 'Ravi Iyer' },
      },
      created_at: expect.stringMatching(timestamp),
    });
    expect(await desk.around(public_id, 'notes')).toEqual([body.data]);
    const [entry] = await desk.around(public_id, 'audit');
    expect(entry).toMatchObject({ action: 'lead.note_added', request_id: headers['x-request-id'] });
  });

  it('has 1 to 10,000 characters', async () => {
    const { public_id } = await desk.make();
    expect((await add(public_id, 'notes', { body: '😀'.repeat(10_000) })).status).toBe(201);
    for (const body of ['', '  \n ', 'a'.repeat(10_001), 5, null, 'nul\u0000']) {
      expect(faultsOf(await add(public_id, 'notes', { body }))).toEqual(['body']);
    }
    expect(faultsOf(await add(public_id, 'notes', {}))).toEqual(['body']);
    expect(faultsOf(await add(public_id, 'notes', { body: 'x', text: 'y' }))).toEqual(['text']);
  });
});

describe('an activity', () => {
  it('happened now unless it says when, and is audited', async () => {
    const { public_id } = await desk.make();
    const { status, headers, body } = await add(public_id, 'activities', { kind: 'call', summary: ' Called ' });
    expect(status).toBe(201);
    expect(body.data).toMatchObject({ kind: 'call', summary: 'Called', occurred_at: expect.stringMatching(timestamp) });
    expect((await desk.around(public_id, 'activities'))[0]).toEqual(body.data);
    expect(await lastActivity(public_id)).toBe(body.data.occurred_at);
    const [entry] = await desk.around(public_id, 'audit');
    expect(entry).toMatchObject({ action: 'lead.activity_added', request_id: headers['x-request-id'] });
  });

  it.each(['call', 'email', 'meeting', 'whatsapp', 'sms', 'visit', 'other'])('may be of kind %s', async (kind) => {
    const { public_id } = await desk.make();
    expect((await add(public_id, 'activities', { kind, summary: 'x' })).status).toBe(201);
  });

  it.each(['created', 'reenquiry', 'moved', 'assigned', 'updated', 'Call', '', null])(
    'is not posted as %j',
    async (kind) => {
      const { public_id } = await desk.make();
      expect(faultsOf(await add(public_id, 'activities', { kind, summary: 'x' }))).toEqual(['kind']);
    },
  );

  it('needs a kind and a summary of 1 to 2,000 characters', async () => {
    const { public_id } = await desk.make();
    expect(faultsOf(await add(public_id, 'activities', {}))).toEqual(['kind', 'summary']);
    for (const summary of ['', ' ', 'a'.repeat(2_001), null]) {
      expect(faultsOf(await add(public_id, 'activities', { kind: 'call', summary }))).toEqual(['summary']);
    }
    expect((await add(public_id, 'activities', { kind: 'call', summary: 'न'.repeat(2_000) })).status).toBe(201);
  });

  it('of the past stands in its place and does not move the last activity back', async () => {
    const lead = await desk.make();
    const occurred_at = ago(3 * 86_400_000);
    const { body } = await add(lead.public_id, 'activities', { kind: 'visit', summary: 'Came by', occurred_at });
    expect(body.data.occurred_at).toBe(occurred_at);
    expect(await lastActivity(lead.public_id)).toBe(lead.last_activity_at);
    const kinds = (await desk.around(lead.public_id, 'activities')).map((one: Shown) => one.kind);
    expect(kinds).toEqual(['created', 'visit']);
  });

  it('later than the last one moves the last activity to its own time', async () => {
    const lead = await desk.make();
    await desk.rows(`update leads set last_activity_at = now() - interval '2 days' where public_id = $1`, [
      lead.public_id,
    ]);
    const occurred_at = ago(86_400_000);
    await add(lead.public_id, 'activities', { kind: 'call', summary: 'x', occurred_at });
    expect(await lastActivity(lead.public_id)).toBe(occurred_at);
  });

  it.each([
    ['in an hour', () => new Date(Date.now() + 3_600_000).toISOString()],
    ['in two minutes', () => new Date(Date.now() + 120_000).toISOString()],
    ['in the year 9999', () => '9999-12-31T23:59:59Z'],
    ['on no such day', () => '2026-02-30T10:00:00Z'],
    ['on a date without a time', () => '2026-01-31'],
    ['at null', () => null],
  ])('that happened %s is refused', async (_, time) => {
    const { public_id } = await desk.make();
    const body = { kind: 'call', summary: 'x', occurred_at: time() };
    expect(faultsOf(await add(public_id, 'activities', body))).toEqual(['occurred_at']);
  });

  it('of long ago is read back as it was', async () => {
    const { public_id } = await desk.make();
    const occurred_at = '0001-01-01T00:00:00.000Z';
    expect((await add(public_id, 'activities', { kind: 'call', summary: 'x', occurred_at })).status).toBe(201);
    expect((await desk.around(public_id, 'activities')).at(-1).occurred_at).toBe(occurred_at);
  });

  it('from a clock that is ahead never makes a later change move the last activity back', async () => {
    const { public_id } = await desk.make();
    const occurred_at = new Date(Date.now() + 50_000).toISOString();
    await add(public_id, 'activities', { kind: 'call', summary: 'x', occurred_at });
    for (const change of [
      () => desk.patch(public_id, { first_name: 'Asha' }),
      () => desk.move(public_id, desk.status('Contacted')),
      () => add(public_id, 'activities', { kind: 'call', summary: 'x' }),
    ]) {
      const before = await lastActivity(public_id);
      await change();
      expect((await lastActivity(public_id)) >= before, String(change)).toBe(true);
    }
  });
});

describe.each(['activities', 'notes', 'transitions', 'audit'])('the list of %s', (what) => {
  it('is paged newest first, each entry once', async () => {
    const { public_id } = await desk.make();
    for (let n = 0; n < 7; n++) {
      await add(public_id, 'notes', { body: `Note ${n}` });
      await desk.move(public_id, desk.status(n % 2 === 0 ? 'Contacted' : 'New'));
    }
    const all = await desk.around(public_id, what);
    expect(all.length).toBeGreaterThanOrEqual(7);
    const times = all.map((one: Shown) => one.occurred_at ?? one.created_at);
    expect(times).toEqual([...times].sort().reverse());
    for (const size of [1, 3, 200]) {
      const seen: Shown[] = [];
      for (let next: string | null = `/leads/${public_id}/${what}?page[size]=${size}`; next !== null; ) {
        const { body } = await desk.app.call('GET', next, { token: desk.admin });
        seen.push(...body.data);
        next = body.links.next;
      }
      expect(seen).toEqual(all);
    }
  });

  it('is not found for a lead outside scope, and empty is not the same', async () => {
    const { public_id } = await desk.make({}, desk.cast.vikram);
    const { status } = await desk.app.call('GET', `/leads/${public_id}/${what}`, { token: desk.cast.meera.token });
    expect(status).toBe(404);
    expect((await desk.app.call('GET', `/leads/${public_id}/${what}`, { token: desk.cast.tara.token })).status).toBe(
      200,
    );
  });

  it('takes no unknown parameter', async () => {
    const { public_id } = await desk.make();
    const answer = await desk.app.call('GET', `/leads/${public_id}/${what}?sort=score`, { token: desk.admin });
    expect(faultsOf(answer)).toEqual(['sort']);
  });
});

it('what is refused outside scope leaves no trace on the lead', async () => {
  const lead = await desk.make({}, desk.cast.vikram);
  const { etag } = (await desk.get(lead.public_id)).headers;
  for (const [what, body] of [
    ['notes', { body: 'x' }],
    ['activities', { kind: 'call', summary: 'x' }],
    ['status', { status: desk.status('Won') }],
  ] as const) {
    expect((await add(lead.public_id, what, body, desk.cast.ravi.token)).status).toBe(404);
  }
  expect((await desk.get(lead.public_id)).headers.etag).toBe(etag);
});
