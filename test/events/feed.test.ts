import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PAGE_BYTES } from '../../src/db/page-bytes.ts';
import { sealPosition } from '../../src/events/cursor.ts';
import { hold } from '../support/held.ts';
import { faultsOf, freshPhone, LeadDesk, type Shown } from '../support/leads.ts';
import { untilWaiting } from '../support/waiting.ts';

let desk: LeadDesk;

beforeAll(async () => {
  desk = await LeadDesk.open();
  await desk.takeNoLeads();
});
afterAll(() => desk.close());

const read = async (query = '', token = desk.admin) => {
  const { status, body } = await desk.app.call('GET', `/events${query}`, { token });
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
};

/** Follows links.next until there is no more at once. */
async function follow(start: string, token = desk.admin): Promise<Shown[]> {
  const seen: Shown[] = [];
  for (let next = start; ; ) {
    const { status, body } = await desk.app.call('GET', next, { token });
    expect(status, JSON.stringify(body)).toBe(200);
    seen.push(...body.data);
    if (!body.meta.has_more) return seen;
    next = body.links.next;
  }
}

const now = async (token = desk.admin): Promise<string> => (await read('?page[after]=now', token)).links.next;

/** What `work` makes happen, as this token sees it. */
async function during(work: () => Promise<unknown>, token = desk.admin): Promise<Shown[]> {
  const start = await now(token);
  await work();
  return follow(start, token);
}

describe('the order of events', () => {
  it('is held only at a commit: a long request that waits for a lead holds up no change of another', async () => {
    const [known, other] = [await desk.make({ first_name: 'Asha' }), await desk.make({ first_name: 'Om' })];
    const { database } = desk.app.services;
    const lead = `organization_id = ${desk.cast.organizationId} and public_id = '${known.public_id}'`;
    const release = await hold(database, `select from leads where ${lead} for update`);
    const events = await during(async () => {
      let isAnswered = false;
      const batch = desk.app
        .call('POST', '/leads/batch', {
          token: desk.admin,
          headers: { 'idempotency-key': 'waits-for-a-lead' },
          body: { leads: [{ phone: freshPhone() }, { phone: known.contact.phone, first_name: 'Again' }] },
        })
        .finally(() => (isAnswered = true));
      await untilWaiting(database, 1);
      await desk.patch(other.public_id, { first_name: 'Omkar' });
      expect(isAnswered).toBe(false);
      await release();
      expect((await batch).body.meta).toMatchObject({ created: 1, duplicates: 1 });
    });
    expect(events.map(({ type }) => type)).toEqual(['lead.updated', 'lead.created', 'lead.reenquired']);
  });
});

describe('an event', () => {
  it('of each kind is told once, in the order in which it happened', async () => {
    const { ravi } = desk.cast;
    let lead: Shown;
    const events = await during(async () => {
      lead = await desk.make({ first_name: 'Asha' }, null);
      await desk.patch(lead.public_id, { last_name: 'Rao' });
      await desk.patch(lead.public_id, { owner: ravi.membership });
      await desk.patch(lead.public_id, { owner: null, first_name: 'Usha' });
      await desk.move(lead.public_id, desk.status('Contacted'), { note: 'Called' });
      await desk.app.call('POST', `/leads/${lead.public_id}/notes`, { token: desk.admin, body: { body: 'Later' } });
      const call = { kind: 'call', summary: 'No answer' };
      await desk.app.call('POST', `/leads/${lead.public_id}/activities`, { token: desk.admin, body: call });
      await desk.post({ phone: lead.contact.phone, first_name: 'Somebody else' });
      await desk.app.call('DELETE', `/leads/${lead.public_id}`, { token: desk.admin });
    });
    expect(events.map(({ type }) => type)).toEqual([
      'lead.created',
      'lead.updated',
      'lead.assigned',
      'lead.updated',
      'lead.moved',
      'lead.note_added',
      'lead.activity_added',
      'lead.reenquired',
      'lead.erased',
    ]);
    expect(new Set(events.map(({ public_id }) => public_id)).size).toBe(events.length);
    expect(events.every((event) => event.lead === null)).toBe(true); // it is erased by now
    expect(events.map(({ public_id }) => public_id.slice(4))).toEqual(
      (await trail(lead.public_id)).map(({ public_id }) => public_id.slice(4)),
    );
  });

  it('shows who did it, what changed, the lead as it is now, and its transition', async () => {
    const lead = await desk.make({ first_name: 'Asha' }, null);
    const [moved, updated] = await during(async () => {
      await desk.move(lead.public_id, desk.status('Contacted'), { note: 'Called' });
      await desk.patch(lead.public_id, { first_name: 'Usha' }, desk.admin, { 'x-request-id': 'mine' });
    });
    const { body } = await desk.get(lead.public_id);
    expect(moved).toMatchObject({
      type: 'lead.moved',
      actor: { membership: { public_id: desk.cast.admin.membership } },
      lead: body.data,
      changes: [{ field: 'status', from: desk.status('New'), to: desk.status('Contacted') }],
      transition: { from: { name: 'New' }, to: { name: 'Contacted' }, note: 'Called' },
    });
    expect(moved.transition).toEqual((await desk.around(lead.public_id, 'transitions'))[0]);
    expect(updated).toMatchObject({
      lead: body.data,
      changes: [{ field: 'first_name', from: 'Asha', to: 'Usha' }],
      transition: null,
      request_id: 'mine',
    });
  });

  it('shows a token without leads:read only which lead and which fields', async () => {
    const { body: issued } = await desk.app.call('POST', '/tokens', {
      token: desk.admin,
      body: { name: 'Feed', membership: desk.cast.admin.membership, abilities: ['events:read'] },
    });
    const events = await during(async () => {
      const lead = await desk.make({ first_name: 'Quite Secret' }, null);
      await desk.move(lead.public_id, desk.status('Contacted'), { note: 'Quite Secret' });
    }, issued.data.secret);
    expect(JSON.stringify(events)).not.toContain('Quite Secret');
    for (const { lead, changes, transition } of events) {
      expect(Object.keys(lead)).toEqual(['public_id']);
      expect(changes.length).toBeGreaterThan(0);
      for (const change of changes) expect(Object.keys(change)).toEqual(['field']);
      expect(transition).toBeNull();
    }
  });

  it('is not kept from the feed by an empty list of changes', async () => {
    const lead = await desk.make({}, null);
    const events = await during(() => desk.post({ phone: lead.contact.phone, first_name: 'Again' }));
    expect(events).toMatchObject([{ type: 'lead.reenquired', lead: { public_id: lead.public_id } }]);
  });
});

const trail = async (lead: string): Promise<Shown[]> =>
  desk.rows(
    `select entries.public_id from audit_entries as entries
       join leads on leads.organization_id = entries.organization_id and leads.id = entries.lead_id
      where leads.public_id = $1 order by entries.id`,
    [lead],
  );

describe('scope', () => {
  it('an agent follows its own leads, a manager those of the team, nobody another organization', async () => {
    const { ravi, meera, vikram, zenith } = desk.cast;
    const tokens = [ravi.token, meera.token, vikram.token, zenith.admin.token];
    const starts = await Promise.all(tokens.map((token) => now(token)));
    const lead = await desk.make({}, ravi);
    await desk.patch(lead.public_id, { first_name: 'Asha' });
    const seen = await Promise.all(starts.map((start, n) => follow(start, tokens[n])));
    const changed = seen.map((events) => events.filter(({ changes }) => changes[0]?.field === 'first_name').length);
    expect(changed).toEqual([1, 1, 0, 0]);
  });

  it('is by what the caller may see now: earlier events of a lead that it was given are told later', async () => {
    const { ravi } = desk.cast;
    const start = await now(ravi.token);
    const lead = await desk.make({}, null);
    await desk.patch(lead.public_id, { owner: ravi.membership });
    const events = await follow(start, ravi.token);
    const own = events.filter((event) => event.lead?.public_id === lead.public_id);
    expect(own[0]?.type).toBe('lead.created');
  });

  it('passes what the caller may not see, however much it is, and tells what comes after', async () => {
    const { ravi } = desk.cast;
    const start = await now(ravi.token);
    const other = await desk.make({}, null);
    await desk.rows(
      `insert into audit_entries (organization_id, lead_id, public_id, action, subject_type, subject_public_id, changes)
       select organization_id, id, 'aud_' || lpad(n::text, 26, '0'), 'lead.updated', 'lead', public_id, '[]'
         from leads, generate_series(1, 7000) as n where public_id = $1`,
      [other.public_id],
    );
    const mine = await desk.make({}, ravi);
    const { body } = await desk.app.call('GET', start, { token: ravi.token });
    expect(body).toMatchObject({ data: [], meta: { has_more: true } }); // one call does not pass all of it
    const events = await follow(start, ravi.token);
    expect(new Set(events.map(({ lead }) => lead.public_id))).toEqual(new Set([mine.public_id]));
  });
});

describe('filters', () => {
  it('by type, by lead and by time, each alone and together, with a cursor of any of them', async () => {
    const start = await now();
    const [one, other] = [await desk.make({}, null), await desk.make({}, null)];
    await desk.patch(one.public_id, { first_name: 'Asha' });
    await desk.move(other.public_id, desk.status('Contacted'));
    const seen = async (query: string) => (await follow(`${start}${query}`)).map(({ type }) => type);
    const owned = (await seen('')).filter((type) => type === 'lead.assigned');
    expect(await seen('&filter[type]=lead.updated,lead.moved')).toEqual(['lead.updated', 'lead.moved']);
    expect(await seen(`&filter[lead]=${one.public_id}`)).toEqual(
      expect.arrayContaining(['lead.created', 'lead.updated']),
    );
    expect(await seen(`&filter[lead]=${other.public_id}&filter[type]=lead.moved`)).toEqual(['lead.moved']);
    expect(await seen('&filter[occurred_at]=today')).toHaveLength(4 + owned.length);
    expect(await seen('&filter[occurred_at]=yesterday')).toEqual([]);
    for (const none of ['lead_unknown', '%00', 'lead_%00', `${one.public_id}%00`]) {
      expect(await seen(`&filter[lead]=${none}`), none).toEqual([]);
    }
  });

  it('of a lead move its cursor on past everything else', async () => {
    const lead = await desk.make({}, null);
    const start = await now();
    await desk.make({}, null);
    const { body } = await desk.app.call('GET', `${start}&filter[lead]=${lead.public_id}`, { token: desk.admin });
    expect(body.data).toEqual([]);
    const cursor = new URLSearchParams(body.links.next.split('?')[1]).get('page[after]');
    expect((await read(`?page[after]=${cursor}`)).data).toEqual([]);
  });

  it('that are wrong are refused, all at once', async () => {
    const ask = (query: string) => desk.app.call('GET', `/events?${query}`, { token: desk.admin });
    expect(faultsOf(await ask('filter[type]=lead.sold&filter[occurred_at]=soon&page[after]=x&wait=31'))).toEqual([
      'filter[occurred_at]',
      'filter[type]',
      'page[after]',
      'wait',
    ]);
    expect(faultsOf(await ask('page[after]=now&filter[type]='))).toEqual(['filter[type]']);
    expect(faultsOf(await ask('wait=0'))).toEqual(['wait']);
  });
});

describe('a cursor', () => {
  it('in pages of one shows each event once, in order, and the same as large pages', async () => {
    const start = await now();
    for (let n = 0; n < 4; n++) await desk.make({ first_name: `Lead ${n}` }, null);
    const whole = await follow(`${start}&page[size]=200`);
    const single = await follow(`${start}&page[size]=1`);
    expect(single).toEqual(whole);
    expect(whole.length).toBeGreaterThanOrEqual(4);
  });

  it('is never null, and goes on where nothing was', async () => {
    const first = await read('?page[after]=now');
    expect(first).toMatchObject({ data: [], meta: { has_more: false } });
    const lead = await desk.make({}, null);
    const { data } = await read(first.links.next.slice('/api/v1/events'.length));
    expect(data[0].lead.public_id).toBe(lead.public_id);
  });

  it('of another organization, or of another list, is refused', async () => {
    const { zenith } = desk.cast;
    const foreign = new URLSearchParams((await now(zenith.admin.token)).split('?')[1]).get('page[after]');
    const list = await desk.app.call('GET', '/leads?page[size]=1', { token: desk.admin });
    const ofLeads = new URLSearchParams(list.body.links.next.split('?')[1]).get('page[after]');
    for (const cursor of [foreign, ofLeads]) {
      const answer = await desk.app.call('GET', `/events?page[after]=${cursor}`, { token: desk.admin });
      expect(faultsOf(answer)).toEqual(['page[after]']);
    }
  });

  it('that is older than events are kept is gone', async () => {
    const { keys, keptMs } = desk.app.services;
    const cursors = { key: keys.cursor, organizationId: desk.cast.organizationId, keptMs };
    const ask = (cursor: string) => desk.app.call('GET', `/events?page[after]=${cursor}`, { token: desk.admin });
    const day = 86_400_000;
    expect((await ask(sealPosition(cursors, '1', Date.now() - keptMs + day))).status).toBe(200);
    const old = await ask(sealPosition(cursors, '1', Date.now() - keptMs - day));
    expect(old).toMatchObject({ status: 410, body: { code: 'gone' } });
  });

  it('is not needed: the feed begins with the oldest event that is kept', async () => {
    const lead = await desk.make({}, null);
    await desk.rows(
      `update audit_entries set occurred_at = $3
        where lead_id is not null and organization_id = $1 and subject_public_id <> $2`,
      [desk.cast.organizationId, lead.public_id, new Date(Date.now() - 31 * 86_400_000).toISOString()],
    );
    expect((await read('?page[size]=1')).data[0].lead.public_id).toBe(lead.public_id);
  });
});

it('a page ends before it grows too large, and nothing is lost', async () => {
  const keys = Array.from({ length: 20 }, (_, n) => `text_${n}`);
  for (const key of keys) await desk.add('custom-fields', { key, type: 'text' });
  const start = await now();
  const large = Object.fromEntries(keys.map((key) => [key, 'x'.repeat(2_000)]));
  for (let n = 0; n < 12; n++) await desk.make({ custom_fields: large }, null);
  const page = await desk.app.call('GET', `${start}&page[size]=200`, { token: desk.admin });
  expect(Buffer.byteLength(JSON.stringify(page.body.data))).toBeLessThan(PAGE_BYTES + 200_000);
  expect(page.body.meta.has_more).toBe(true);
  const created = (await follow(`${start}&page[size]=200`)).filter(({ type }) => type === 'lead.created');
  expect(created).toHaveLength(12);
});

it('every lead’s event feed row is there: without it, events would have no order', async () => {
  const missing = await desk.rows(
    'select id from organizations left join event_feeds on organization_id = id where organization_id is null',
  );
  expect(missing).toEqual([]);
});

it('needs events:read', async () => {
  const { body: issued } = await desk.app.call('POST', '/tokens', {
    token: desk.admin,
    body: { name: 'Other', membership: desk.cast.admin.membership, abilities: ['leads:read'] },
  });
  for (const path of ['/events', '/events/stream']) {
    expect((await desk.app.call('GET', path, { token: issued.data.secret })).status).toBe(403);
    expect((await desk.app.call('GET', path)).status).toBe(401);
  }
});

it('a phone can be found in the feed by nobody once its lead is erased', async () => {
  const phone = freshPhone();
  const start = await now();
  const lead = await desk.make({ phone, first_name: 'Gone Tomorrow' }, null);
  await desk.app.call('DELETE', `/leads/${lead.public_id}`, { token: desk.admin });
  const text = JSON.stringify(await follow(start));
  expect(text).toContain('lead.erased');
  expect(text).not.toContain(phone);
  expect(text).not.toContain('Gone Tomorrow');
});

it('moves of one lead at the same moment are one event each, with the transition that it tells of', async () => {
  const lead = await desk.make({}, null);
  const stages = ['Contacted', 'Qualified', 'Proposal'].map((name) => desk.status(name));
  const events = await during(() =>
    Promise.all(Array.from({ length: 12 }, (_, n) => desk.move(lead.public_id, stages[n % 3] as string))),
  );
  const moves = events.filter(({ type }) => type === 'lead.moved');
  const { body } = await desk.app.call('GET', `/leads/${lead.public_id}/transitions`, { token: desk.admin });
  expect(moves.map(({ transition }) => transition.public_id)).toEqual(
    body.data
      .map(({ public_id }: Shown) => public_id)
      .reverse()
      .slice(1),
  );
  expect(moves.length).toBeGreaterThan(5);
  for (const { changes, transition } of moves) {
    expect([transition.from.public_id, transition.to.public_id]).toEqual([changes[0].from, changes[0].to]);
  }
});
