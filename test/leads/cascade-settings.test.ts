import { expect, it } from 'vitest';
import { useLeadDesk } from '../support/opened.ts';

const desk = useLeadDesk();

const change = (path: string, body: object) => desk.app.call('PATCH', `/${path}`, { token: desk.admin, body });

it('a deactivated membership keeps its leads, gets no new ones, and its tokens stop working', async () => {
  const { ravi, meera } = desk.cast;
  const lead = await desk.make({}, ravi);
  await desk.change(`memberships/${ravi.membership}`, { active: false });
  expect((await desk.get(lead.public_id, ravi.token)).status).toBe(401);
  expect((await desk.post({ phone: '12' }, ravi.token)).status).toBe(401);
  const read = await desk.get(lead.public_id, meera.token);
  expect(read.body.data.owner).toEqual({ public_id: ravi.membership, name: ravi.name });
  expect(await desk.list(`?filter[owner]=${ravi.membership}`)).toContain(lead.public_id);
  for (let n = 0; n < 4; n++) expect((await desk.make()).owner.public_id).not.toBe(ravi.membership);
  expect((await desk.patch(lead.public_id, { owner: ravi.membership, first_name: 'X' })).status).toBe(422);
  expect((await desk.patch(lead.public_id, { first_name: 'Asha' })).status).toBe(200);
  await desk.change(`memberships/${ravi.membership}`, { active: true });
  expect((await desk.get(lead.public_id, ravi.token)).status).toBe(200);
});

it('an agent that becomes a manager sees the team’s leads; made an agent again, its own', async () => {
  const { asha } = desk.cast;
  const [own, other] = [await desk.make({}, asha), await desk.make({}, desk.cast.ravi)];
  await desk.change(`memberships/${asha.membership}`, { role: 'manager' });
  expect((await desk.get(other.public_id, asha.token)).status).toBe(200);
  await desk.change(`memberships/${asha.membership}`, { role: 'agent' });
  expect((await desk.get(other.public_id, asha.token)).status).toBe(404);
  expect((await desk.get(own.public_id, asha.token)).status).toBe(200);
});

it('the currency is fixed once a lead carries a value, and free again without', async () => {
  expect((await change('organization', { currency: 'USD' })).status).toBe(200);
  const lead = await desk.make({ estimated_value: 0 });
  expect(lead.currency).toBe('USD');
  const refused = await change('organization', { currency: 'INR' });
  expect([refused.status, refused.body.code]).toEqual([409, 'conflict']);
  expect((await change('organization', { currency: 'USD', name: 'Acme Realty' })).status).toBe(200);
  await desk.patch(lead.public_id, { estimated_value: null });
  expect((await change('organization', { currency: 'INR' })).status).toBe(200);
  expect((await desk.get(lead.public_id)).body.data.currency).toBe('INR');
});

it('the type of a custom field is fixed once a lead has a value of it', async () => {
  const { public_id } = await desk.add('custom-fields', { key: 'rooms', type: 'text' });
  expect((await change(`custom-fields/${public_id}`, { type: 'number' })).status).toBe(200);
  const lead = await desk.make({ custom_fields: { rooms: 3 } });
  const refused = await change(`custom-fields/${public_id}`, { type: 'text' });
  expect([refused.status, refused.body.code]).toEqual([409, 'conflict']);
  expect((await change(`custom-fields/${public_id}`, { label: 'Rooms', required: true })).status).toBe(200);
  await desk.change(`custom-fields/${public_id}`, { required: false });
  await desk.patch(lead.public_id, { custom_fields: { rooms: null } });
  expect((await change(`custom-fields/${public_id}`, { type: 'text' })).status).toBe(200);
});

it('another organization’s leads fix nothing here', async () => {
  const { token } = desk.cast.zenith.admin;
  await desk.post({ phone: '9876543210', estimated_value: 5 }, token);
  expect((await change('organization', { currency: 'EUR' })).status).toBe(200);
});

it('a renamed status, source or owner shows on every lead at once', async () => {
  const source = await desk.add('sources', { name: 'Website' });
  const lead = await desk.make({ source: source.public_id }, desk.cast.ravi);
  await desk.change(`sources/${source.public_id}`, { name: 'Web' });
  await desk.change(`statuses/${desk.status('New')}`, { name: 'Fresh' });
  await desk.change(`memberships/${desk.cast.ravi.membership}`, { name: 'R. Iyer' });
  const { body } = await desk.get(lead.public_id);
  expect([body.data.source.name, body.data.status.name, body.data.owner.name]).toEqual(['Web', 'Fresh', 'R. Iyer']);
  expect((await desk.around(lead.public_id, 'transitions'))[0].to.name).toBe('Fresh');
});

it('an archived status, source or custom field stays on the leads that have it, and other changes go on', async () => {
  const source = await desk.add('sources', { name: 'Old fair' });
  const field = await desk.add('custom-fields', { key: 'fax', type: 'text' });
  const status = await desk.add('statuses', { name: 'Old stage', kind: 'open' });
  const lead = await desk.make({ source: source.public_id, custom_fields: { fax: '1' } });
  await desk.move(lead.public_id, status.public_id);
  for (const path of [
    `sources/${source.public_id}`,
    `custom-fields/${field.public_id}`,
    `statuses/${status.public_id}`,
  ]) {
    await desk.change(path, { archived: true });
  }
  const { status: code, body } = await desk.patch(lead.public_id, { first_name: 'Asha' });
  expect(code).toBe(200);
  expect(body.data).toMatchObject({
    source: { name: 'Old fair' },
    status: { name: 'Old stage' },
    custom_fields: { fax: '1' },
  });
  const again = await desk.move(lead.public_id, status.public_id); // a retry
  expect([again.status, again.body.transition]).toEqual([200, null]);
  expect((await desk.move(lead.public_id, desk.status('Contacted'))).status).toBe(200);
});
