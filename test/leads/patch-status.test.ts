import { expect, it } from 'vitest';
import { unknownId } from '../support/collections.ts';
import { faultsOf, freshEmail, type Shown } from '../support/leads.ts';
import { useLeadDesk } from '../support/opened.ts';

const desk = useLeadDesk();

it('a status changed by PATCH changes the lead, warns, and records no transition', async () => {
  const lead = await desk.make();
  const before = await desk.around(lead.public_id, 'transitions');
  const { status, body } = await desk.patch(lead.public_id, { status: desk.status('Qualified') });
  expect(status).toBe(200);
  expect(body.data.status).toMatchObject({ public_id: desk.status('Qualified'), name: 'Qualified' });
  expect(body.meta.warning).toMatch(/report/i);
  expect(body.meta.warning).toMatch(/\/leads\/.+\/status/);
  expect(await desk.around(lead.public_id, 'transitions')).toEqual(before);
  const [entry] = await desk.around(lead.public_id, 'audit');
  expect(entry).toMatchObject({
    action: 'lead.updated',
    changes: [{ field: 'status', from: desk.status('New'), to: desk.status('Qualified') }],
  });
  const [activity] = await desk.around(lead.public_id, 'activities');
  expect(activity.kind).toBe('updated');
});

it('there is no warning where the status is not changed', async () => {
  const lead = await desk.make();
  for (const body of [
    { first_name: 'Asha' },
    { status: lead.status.public_id },
    { status: lead.status.public_id, last_name: 'X' },
  ]) {
    expect((await desk.patch(lead.public_id, body)).body).not.toHaveProperty('meta');
  }
});

it('what allowed_next forbids is a conflict that names the allowed targets', async () => {
  const lead = await desk.make();
  await desk.patch(lead.public_id, { status: desk.status('Lost') });
  const refused = await desk.patch(lead.public_id, { status: desk.status('Won'), first_name: 'X' });
  expect(refused.status).toBe(409);
  expect(refused.body.detail).toContain('Contacted');
  expect((await desk.get(lead.public_id)).body.data.contact.first_name).toBeNull();
  expect((await desk.patch(lead.public_id, { status: desk.status('Contacted') })).status).toBe(200);
});

it('a status that needs a note cannot be reached, and the refusal names the status endpoint', async () => {
  const { public_id } = await desk.add('statuses', { name: 'Parked', kind: 'open', note_required: true });
  const lead = await desk.make();
  const answer = await desk.patch(lead.public_id, { status: public_id });
  expect(faultsOf(answer)).toEqual(['status']);
  expect(answer.body.errors.status[0]).toMatch(/\/status/);
});

it('fields that the status requires may come in the same change', async () => {
  const required_fields = ['email', 'estimated_value'];
  const { public_id } = await desk.add('statuses', { name: 'Quoted', kind: 'open', required_fields });
  const lead = await desk.make();
  expect(faultsOf(await desk.patch(lead.public_id, { status: public_id }))).toEqual(['email', 'estimated_value']);
  expect(faultsOf(await desk.patch(lead.public_id, { status: public_id, estimated_value: 0 }))).toEqual(['email']);
  const { status } = await desk.patch(lead.public_id, { status: public_id, email: freshEmail(), estimated_value: 0 });
  expect(status).toBe(200);
});

it('an archived status is refused', async () => {
  const { public_id } = await desk.add('statuses', { name: 'Old', kind: 'open' });
  await desk.change(`statuses/${public_id}`, { archived: true });
  const lead = await desk.make();
  expect(faultsOf(await desk.patch(lead.public_id, { status: public_id }))).toEqual(['status']);
});

it('a move after a PATCH begins in the status that the PATCH gave, and the trail tells the two apart', async () => {
  const lead = await desk.make();
  await desk.patch(lead.public_id, { status: desk.status('Qualified') });
  const { body } = await desk.move(lead.public_id, desk.status('Proposal'));
  expect(body.transition.from.name).toBe('Qualified');
  const audit = await desk.around(lead.public_id, 'audit');
  expect(audit.map((entry: Shown) => entry.action)).toEqual(['lead.moved', 'lead.updated', 'lead.created']);
});

it('404 comes before 412, 412 before what is referred to in vain, and that before a conflict', async () => {
  const other = await desk.make();
  const lead = await desk.make({}, desk.cast.ravi);
  await desk.move(lead.public_id, desk.status('Lost'));
  const stale = { 'if-match': '"stale"' };
  const status = desk.status('Won');
  const patch = (body: object, headers = {}, id = lead.public_id, token = desk.admin) =>
    desk.patch(id, body, token, headers);
  const bad = { source: unknownId('src'), phone: other.contact.phone, status };
  expect((await patch({ ...bad, first_name: 5 }, stale, unknownId('lead'))).status).toBe(422);
  expect((await patch(bad, stale, unknownId('lead'))).status).toBe(404);
  expect((await patch(bad, stale, lead.public_id, desk.cast.zenith.admin.token)).status).toBe(404);
  expect((await patch(bad, stale)).status).toBe(412);
  expect(faultsOf(await patch(bad))).toEqual(['source']);
  expect((await patch({ phone: other.contact.phone })).status).toBe(409);
  expect((await patch({ status })).status).toBe(409);
});

it('If-Match holds a change to what the caller has seen', async () => {
  const lead = await desk.make();
  const etag = (await desk.get(lead.public_id)).headers.etag as string;
  const patch = (tag: string, first_name: string) =>
    desk.patch(lead.public_id, { first_name }, desk.admin, { 'if-match': tag });
  const first = await patch(etag, 'Asha');
  expect(first.status).toBe(200);
  expect(first.headers.etag).not.toBe(etag);
  const second = await patch(etag, 'Usha');
  expect([second.status, second.body.code]).toEqual([412, 'precondition_failed']);
  const current = first.headers.etag as string;
  expect((await patch(`W/${current}`, 'Usha')).status).toBe(412);
  expect((await patch(etag, 'Asha')).status).toBe(412);
  expect((await patch(`"x", ${current}`, 'Usha')).status).toBe(200);
  expect((await patch('*', 'Isha')).status).toBe(200);
  expect((await desk.get(lead.public_id)).body.data.contact.first_name).toBe('Isha');
});
