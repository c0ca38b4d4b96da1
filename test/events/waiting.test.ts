import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { countStatements } from '../support/counting.ts';
import { EventStream } from '../support/follow.ts';
import { LeadDesk, type Shown } from '../support/leads.ts';
import { head, listen, RawConnection } from '../support/raw-http.ts';
import { eventually } from '../support/workplace.ts';

let desk: LeadDesk;
let base: string;

beforeAll(async () => {
  desk = await LeadDesk.open({ isPatient: true, limits: { streamMs: 600_000 } });
  await desk.takeNoLeads();
  base = `http://127.0.0.1:${await listen(desk.app.app)}/api/v1`;
});
afterAll(() => desk.close());

const get = async (path: string, token = desk.admin, signal?: AbortSignal) => {
  const address = path.startsWith('/api') ? base.replace('/api/v1', path) : base + path;
  const response = await fetch(address, { headers: { authorization: `Bearer ${token}` }, ...(signal && { signal }) });
  return { status: response.status, body: (await response.json()) as Shown };
};
const now = async (token = desk.admin): Promise<string> =>
  (await get('/events?page[after]=now', token)).body.links.next;
const waiting = () => desk.app.services.watch.waiting;

describe('with wait', () => {
  it('an answer comes when something has happened', async () => {
    const start = await now();
    const answer = get(`${start}&wait=30`);
    await eventually(() => waiting() === 1);
    const lead = await desk.make({}, null);
    const { body } = await answer;
    expect(body.data).toMatchObject([{ type: 'lead.created', lead: { public_id: lead.public_id } }]);
    expect(waiting()).toBe(0);
  });

  it('an answer without events comes when the time has passed, with a cursor to go on', async () => {
    const { body } = await get(`${await now()}&wait=1`);
    expect(body).toMatchObject({ data: [], meta: { has_more: false } });
    expect(body.links.next).toContain('wait=1');
  });

  it('an agent is not woken by what it may not see, and its cursor moves on past it', async () => {
    const { ravi } = desk.cast;
    const answer = get(`${await now(ravi.token)}&wait=2`, ravi.token);
    await eventually(() => waiting() === 1);
    await desk.make({}, null);
    const { body } = await answer;
    expect(body.data).toEqual([]);
    const { statements, database } = countStatements(desk.app.services.database);
    void database;
    expect((await get(body.links.next.replace('wait=2', 'wait=1'), ravi.token)).body.data).toEqual([]);
    expect(statements).toEqual([]);
  });

  it('what another process writes is noticed though no message comes', async () => {
    const answer = get(`${await now()}&wait=30`);
    await eventually(() => waiting() === 1);
    const lead = await desk.make({}, null);
    const { body } = await answer;
    expect(body.data[0].lead.public_id).toBe(lead.public_id);
    const again = get(`${await now()}&wait=30`);
    await eventually(() => waiting() === 1);
    // As another process would: the row lock first, then the entry.
    await desk.rows(
      `insert into audit_entries (organization_id, lead_id, public_id, action, subject_type, subject_public_id, changes)
       select organization_id, id, 'aud_00000000000000000000000001', 'lead.updated', 'lead', public_id, '[]'
         from leads where public_id = $1`,
      [lead.public_id],
    );
    expect((await again).body.data).toMatchObject([
      { type: 'lead.updated', public_id: 'evt_00000000000000000000000001' },
    ]);
  });

  it('it holds no connection, and does not count as a request in flight', async () => {
    const { database } = desk.app.services;
    const start = await now();
    const gone = new AbortController();
    const all = Array.from({ length: 60 }, () => get(`${start}&wait=30`, desk.admin, gone.signal).catch(() => null));
    await eventually(() => waiting() === 60);
    await eventually(() => desk.app.app.state.inFlight === 0);
    await eventually(() => database.load().idle === database.load().connections);
    gone.abort();
    await Promise.all(all);
    await eventually(() => waiting() === 0 && desk.app.app.state.inFlight === 0);
  });

  it('a token that is revoked meanwhile is answered 401', async () => {
    const { body: issued } = await desk.app.call('POST', '/tokens', {
      token: desk.admin,
      body: { name: 'Short', membership: desk.cast.admin.membership, abilities: ['*'] },
    });
    const { secret, public_id } = issued.data;
    const answer = get(`${await now(secret)}&wait=30`, secret);
    await eventually(() => waiting() === 1);
    await desk.app.call('DELETE', `/tokens/${public_id}`, { token: desk.admin });
    await desk.make({}, null);
    expect((await answer).status).toBe(401);
  });

  it('too many of one token are refused, and others are not', async () => {
    const start = await now();
    const gone = new AbortController();
    const all = Array.from({ length: 100 }, () => get(`${start}&wait=30`, desk.admin, gone.signal).catch(() => null));
    await eventually(() => waiting() === 100);
    expect((await get(`${start}&wait=1`)).body).toMatchObject({ status: 503, code: 'service_unavailable' });
    expect((await get(`${await now(desk.cast.meera.token)}&wait=1`, desk.cast.meera.token)).status).toBe(200);
    gone.abort();
    await Promise.all(all);
    await eventually(() => waiting() === 0);
  });
});

describe('a stream', () => {
  const open = (query = '?page[after]=now', token = desk.admin, last?: string) =>
    EventStream.open(`${base}/events/stream${query}`, token, last);

  it('is not disturbed by what is no request behind it on the connection', async () => {
    const connection = await RawConnection.open(Number(new URL(base).port));
    let received = '';
    connection.socket.on('data', (bytes) => {
      received += bytes.toString();
    });
    connection.send(
      `${head('GET /api/v1/events/stream?page[after]=now', { authorization: `Bearer ${desk.admin}` })}nonsense\r\n\r\n`,
    );
    await eventually(() => received.includes(': events'));
    const lead = await desk.make({}, null);
    await eventually(() => received.includes(lead.public_id));
    expect(received).not.toContain('malformed_request');
    connection.close();
    await eventually(() => waiting() === 0);
  });

  it('tells what happens, each with its cursor, and goes on after Last-Event-ID', async () => {
    const stream = await open('?page[after]=now&wait=5'); // as in an address of the feed
    await eventually(() => stream.comments > 0);
    const leads = [await desk.make({}, null), await desk.make({}, null), await desk.make({}, null)];
    await eventually(() => stream.events.length === 3);
    const seen = stream.events.map(({ data }) => data.lead.public_id);
    expect(seen).toEqual(leads.map(({ public_id }) => public_id));
    stream.stop();
    await stream.ended;
    const again = await open('', desk.admin, stream.events[0]?.id);
    await eventually(() => again.events.length === 2);
    expect(again.events).toEqual(stream.events.slice(1));
    again.stop();
    const paged = await get(`/events?page[after]=${stream.events[1]?.id}`);
    expect(paged.body.data).toEqual([stream.events[2]?.data]);
    await eventually(() => waiting() === 0);
  });

  it('begins with what has happened, without a cursor, page by page', async () => {
    const all = (await get('/events?page[size]=200')).body.data;
    const stream = await open('?page[size]=2');
    await eventually(() => stream.events.length >= all.length);
    expect(stream.events.slice(0, all.length).map(({ data }) => data)).toEqual(all);
    stream.stop();
  });

  it('of a lead that cannot be stays open, and tells nothing', async () => {
    await eventually(() => waiting() === 0);
    for (const lead of ['%00', 'lead_%00', 'lead_unknown']) {
      const stream = await open(`?page[after]=now&filter[lead]=${lead}`);
      await eventually(() => waiting() === 1);
      await desk.make({}, null);
      expect(stream.events).toEqual([]);
      stream.stop();
      await eventually(() => waiting() === 0);
    }
  });

  it('moves an agent’s place on past what it may not see', async () => {
    const { ravi } = desk.cast;
    const stream = await open('?page[after]=now', ravi.token);
    await eventually(() => stream.lastId !== '');
    stream.stop();
    await desk.make({}, null);
    const again = await open('', ravi.token, stream.lastId);
    await eventually(() => again.comments > 0 && again.lastId !== stream.lastId);
    expect(again.events).toEqual([]);
    again.stop();
  });

  it('ends when its token is revoked', async () => {
    const { body: issued } = await desk.app.call('POST', '/tokens', {
      token: desk.admin,
      body: { name: 'Short', membership: desk.cast.admin.membership, abilities: ['*'] },
    });
    const stream = await open('?page[after]=now', issued.data.secret);
    await desk.app.call('DELETE', `/tokens/${issued.data.public_id}`, { token: desk.admin });
    await desk.make({}, null);
    await stream.ended;
    expect(stream.events).toEqual([]);
  });

  it('tells nothing once its token is revoked, not even what it is just reading', async () => {
    const { feedSlots } = desk.app.services;
    const { organizationId } = desk.cast;
    const held = await Promise.all([1, 2, 3].map(() => feedSlots.take({ organizationId, tokenId: '' })));
    const { body: issued } = await desk.app.call('POST', '/tokens', {
      token: desk.admin,
      body: { name: 'Short', membership: desk.cast.admin.membership, abilities: ['*'] },
    });
    const stream = await open('?page[after]=now', issued.data.secret);
    await eventually(() => feedSlots.load().waiting === 1);
    await desk.make({}, null);
    await desk.app.call('DELETE', `/tokens/${issued.data.public_id}`, { token: desk.admin });
    for (const release of held) release();
    await stream.ended;
    expect(stream.events).toEqual([]);
  });

  it('with a wrong Last-Event-ID is refused', async () => {
    const answer = await desk.app.call('GET', '/events/stream', {
      token: desk.admin,
      headers: { 'last-event-id': 'x' },
    });
    expect(answer).toMatchObject({ status: 422, body: { errors: { 'Last-Event-ID': [expect.any(String)] } } });
  });

  it('leaves nothing behind', async () => {
    await eventually(() => waiting() === 0);
    await eventually(() => desk.app.app.state.inFlight === 0);
  });
});
