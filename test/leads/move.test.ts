import { expect, it } from 'vitest';
import { publicId, timestamp, unknownId } from '../support/collections.ts';
import { faultsOf, type Shown } from '../support/leads.ts';
import { useLeadDesk } from '../support/opened.ts';

const desk = useLeadDesk();

const named = (name: string) => ({ public_id: desk.status(name), name });

it('a move changes the status and answers the recorded transition', async () => {
  const lead = await desk.make({}, desk.cast.ravi);
  const { status, headers, body } = await desk.move(
    lead.public_id,
    desk.status('Contacted'),
    { note: ' Spoke\nbriefly ' },
    desk.cast.ravi.token,
  );
  expect(status).toBe(200);
  expect(body.data.status).toEqual({ ...named('Contacted'), kind: 'open' });
  expect(body.transition).toEqual({
    public_id: expect.stringMatching(publicId('trn')),
    from: named('New'),
    to: named('Contacted'),
    note: 'Spoke\nbriefly',
    actor: {
      token: { public_id: expect.stringMatching(publicId('tok')), name: 'test' },
      membership: { public_id: desk.cast.ravi.membership, name: 'Ravi Iyer' },
    },
    occurred_at: expect.stringMatching(timestamp),
    seconds_in_from: expect.any(Number),
  });
  const read = await desk.get(lead.public_id);
  expect(read.body.data).toEqual(body.data);
  expect(read.headers.etag).toBe(headers.etag);
  const [transition] = await desk.around(lead.public_id, 'transitions');
  expect(transition).toEqual(body.transition);
});

it('a move leaves one transition, one “moved” activity and one “lead.moved” entry', async () => {
  const lead = await desk.make();
  const { headers, body } = await desk.move(lead.public_id, desk.status('Contacted'), { note: 'Spoke' });
  const transitions = await desk.around(lead.public_id, 'transitions');
  expect(transitions.map((one: Shown) => one.to.name)).toEqual(['Contacted', 'New']);
  const [activity, ...rest] = await desk.around(lead.public_id, 'activities');
  expect(activity).toMatchObject({ kind: 'moved', occurred_at: body.transition.occurred_at });
  expect(rest).toHaveLength(1);
  const entries = await desk.around(lead.public_id, 'audit');
  expect(entries).toHaveLength(2);
  expect(entries[0]).toMatchObject({
    action: 'lead.moved',
    request_id: headers['x-request-id'],
    changes: [{ field: 'status', from: desk.status('New'), to: desk.status('Contacted') }],
  });
});

it('a move to where the lead is already warns of nothing where there was no note', async () => {
  const lead = await desk.make();
  for (const more of [{}, { note: null }, { note: '' }, { note: ' \n ' }]) {
    const { body } = await desk.move(lead.public_id, desk.status('New'), more);
    expect(body).toEqual({ data: lead, transition: null });
  }
});

it('a move to where the lead is already records nothing, so a retry is safe, and says what becomes of the note', async () => {
  const lead = await desk.make();
  const first = await desk.move(lead.public_id, desk.status('Won'));
  for (let n = 0; n < 2; n++) {
    const again = await desk.move(lead.public_id, desk.status('Won'), { note: 'again' });
    expect(again.status).toBe(200);
    expect(again.body).toEqual({
      data: first.body.data,
      transition: null,
      meta: { warning: expect.stringMatching(/note.*\/notes/) },
    });
    expect(again.headers.etag).toBe(first.headers.etag);
  }
  expect(await desk.around(lead.public_id, 'transitions')).toHaveLength(2);
  expect(await desk.around(lead.public_id, 'activities')).toHaveLength(2);
  expect(await desk.around(lead.public_id, 'audit')).toHaveLength(2);
});

it('seconds_in_from are the whole seconds since the lead came into the status it leaves', async () => {
  const lead = await desk.make();
  await desk.rows(`update leads set status_since = now() - interval '90061.9 seconds' where public_id = $1`, [
    lead.public_id,
  ]);
  const { body } = await desk.move(lead.public_id, desk.status('Contacted'));
  expect(Number.isInteger(body.transition.seconds_in_from)).toBe(true);
  expect(body.transition.seconds_in_from).toBeGreaterThanOrEqual(90_061);
  const next = await desk.move(lead.public_id, desk.status('Qualified'));
  expect(next.body.transition.seconds_in_from).toBeLessThan(90_061);
  const transitions = await desk.around(lead.public_id, 'transitions');
  expect(transitions.at(-1).seconds_in_from).toBeNull();
});

it('an unknown, foreign, archived or malformed status is refused on status', async () => {
  const archived = await desk.add('statuses', { name: 'Old', kind: 'open' });
  await desk.change(`statuses/${archived.public_id}`, { archived: true });
  const theirs = await desk.app.call('GET', '/statuses', { token: desk.cast.zenith.admin.token });
  const lead = await desk.make();
  for (const status of [unknownId('sts'), archived.public_id, theirs.body.data[0].public_id, 'Won', '', null, 5]) {
    expect(faultsOf(await desk.move(lead.public_id, status)), String(status)).toEqual(['status']);
  }
});

it.each([
  [{}, ['status']],
  [{ status: unknownId('sts'), note: 'a'.repeat(2_001) }, ['note', 'status']],
  [{ note: 5 }, ['note', 'status']],
  [{ status: unknownId('sts'), notes: 'x' }, ['notes', 'status']],
])('a move of %j is refused on %j', async (body, fields) => {
  const lead = await desk.make();
  const answer = await desk.app.call('POST', `/leads/${lead.public_id}/status`, { token: desk.admin, body });
  expect(faultsOf(answer)).toEqual(fields);
});

it('a note has up to 2,000 characters, counted as code points', async () => {
  const lead = await desk.make();
  expect((await desk.move(lead.public_id, desk.status('Contacted'), { note: '😀'.repeat(2_000) })).status).toBe(200);
});

it('If-Match that no longer matches stops the move, even to where the lead is already', async () => {
  const lead = await desk.make();
  const etag = (await desk.get(lead.public_id)).headers.etag as string;
  const move = (name: string, tag: string) =>
    desk.move(lead.public_id, desk.status(name), {}, desk.admin, { 'if-match': tag });
  const moved = await move('Contacted', etag);
  expect(moved.status).toBe(200);
  expect((await move('Qualified', etag)).status).toBe(412);
  expect((await move('Contacted', etag)).status).toBe(412);
  expect((await move('Qualified', moved.headers.etag as string)).status).toBe(200);
  expect((await desk.move(unknownId('lead'), desk.status('New'), {}, desk.admin, { 'if-match': etag })).status).toBe(
    404,
  );
});

it('a token without leads:move moves nothing', async () => {
  const token = await desk.cast.tokenOf(desk.cast.ravi, ['leads:read', 'leads:update']);
  const lead = await desk.make({}, desk.cast.ravi);
  expect((await desk.move(lead.public_id, desk.status('Won'), {}, token)).status).toBe(403);
});
