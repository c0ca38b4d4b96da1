import { describe, expect, it } from 'vitest';
import { unknownId } from '../support/collections.ts';
import { faultsOf, freshEmail, type Shown } from '../support/leads.ts';
import { useLeadDesk } from '../support/opened.ts';

const desk = useLeadDesk();

describe('the default pipeline', () => {
  it('lets nothing out of Won', async () => {
    const lead = await desk.make();
    await desk.move(lead.public_id, desk.status('Won'));
    for (const name of ['New', 'Contacted', 'Lost']) {
      const { status, body } = await desk.move(lead.public_id, desk.status(name));
      expect([status, body.code]).toEqual([409, 'conflict']);
    }
  });

  it('lets a lead go from Lost to Contacted only, and says so', async () => {
    const lead = await desk.make();
    await desk.move(lead.public_id, desk.status('Lost'));
    const refused = await desk.move(lead.public_id, desk.status('Won'));
    expect(refused.status).toBe(409);
    expect(refused.body.detail).toContain('Contacted');
    expect(refused.body.detail).not.toContain('Qualified');
    expect((await desk.move(lead.public_id, desk.status('Contacted'))).status).toBe(200);
  });

  it('lets an open lead go anywhere, back included, and asks no note', async () => {
    const lead = await desk.make();
    for (const name of ['Negotiation', 'Contacted', 'New', 'Proposal']) {
      expect((await desk.move(lead.public_id, desk.status(name))).status).toBe(200);
    }
  });
});

it('the refusal does not name targets that are archived', async () => {
  const gone = await desk.add('statuses', { name: 'Gone', kind: 'open' });
  const narrow = await desk.add('statuses', {
    name: 'Narrow',
    kind: 'open',
    allowed_next: [gone.public_id, desk.status('Won')],
  });
  await desk.change(`statuses/${gone.public_id}`, { archived: true });
  const lead = await desk.make();
  await desk.move(lead.public_id, narrow.public_id);
  const { status, body } = await desk.move(lead.public_id, desk.status('New'));
  expect(status).toBe(409);
  expect(body.detail).toContain('Won');
  expect(body.detail).not.toContain('Gone');
});

it('a status that needs a note is reached with one, and a blank one is none', async () => {
  const { public_id } = await desk.add('statuses', { name: 'Parked', kind: 'open', note_required: true });
  const lead = await desk.make();
  for (const more of [{}, { note: null }, { note: '' }, { note: '  \n ' }]) {
    expect(faultsOf(await desk.move(lead.public_id, public_id, more))).toEqual(['note']);
  }
  expect((await desk.move(lead.public_id, public_id, { note: 'On holiday' })).body.transition.note).toBe('On holiday');
});

it('a field that was archived is needed no longer: nobody could fill it in', async () => {
  const field = await desk.add('custom-fields', { key: 'kyc', type: 'text' });
  const required_fields = ['custom_fields.kyc'];
  const status = await desk.add('statuses', { name: 'Known', kind: 'open', required_fields });
  const lead = await desk.make();
  expect(faultsOf(await desk.move(lead.public_id, status.public_id))).toEqual(required_fields);
  await desk.change(`custom-fields/${field.public_id}`, { archived: true });
  const { body } = await desk.app.call('GET', '/leads/options', { token: desk.admin });
  const shown = body.data.statuses.find(({ public_id }: Shown) => public_id === status.public_id);
  expect(shown.required_fields).toEqual([]);
  expect((await desk.move(lead.public_id, status.public_id)).status).toBe(200);
});

it('a status that needs fields names every one that is missing', async () => {
  for (const key of ['budget', 'constructor']) await desk.add('custom-fields', { key, type: 'text' });
  const required_fields = [
    'first_name',
    'email',
    'source',
    'estimated_value',
    'custom_fields.budget',
    'custom_fields.constructor',
  ];
  const status = await desk.add('statuses', { name: 'Complete', kind: 'open', required_fields, note_required: true });
  const lead = await desk.make();
  expect(faultsOf(await desk.move(lead.public_id, status.public_id))).toEqual([...required_fields, 'note'].sort());
  const { public_id: source } = await desk.add('sources', { name: 'Website' });
  await desk.patch(lead.public_id, { first_name: 'A', email: freshEmail(), source, estimated_value: 0 });
  expect(faultsOf(await desk.move(lead.public_id, status.public_id, { note: 'x' }))).toEqual([
    'custom_fields.budget',
    'custom_fields.constructor',
  ]);
  await desk.patch(lead.public_id, { custom_fields: { budget: '1', constructor: '2' } });
  expect((await desk.move(lead.public_id, status.public_id, { note: 'x' })).status).toBe(200);
});

it('a lead in a status that this process does not know yet is changed; a move of it is to be sent again', async () => {
  const { public_id } = await desk.make();
  // Not by the API, so that this process does not notice.
  await desk.rows(
    `insert into statuses (organization_id, public_id, name, number, kind, position)
     select organization_id, $2, 'Just made', 99, kind, 99 from statuses where public_id = $1`,
    [desk.status('New'), unknownId('sts')],
  );
  await desk.rows(
    `update leads set status_id = s.id from statuses s
      where s.organization_id = leads.organization_id and s.public_id = $2 and leads.public_id = $1`,
    [public_id, unknownId('sts')],
  );
  for (const answer of [
    await desk.move(public_id, desk.status('Contacted')),
    await desk.patch(public_id, { status: desk.status('Contacted') }),
  ]) {
    expect([answer.status, answer.body.code]).toEqual([503, 'service_unavailable']);
  }
  await desk.rows('update organizations set settings_version = settings_version + 1');
  const { status, body } = await desk.patch(public_id, { first_name: 'Asha' });
  expect([status, body.data?.status.name]).toEqual([200, 'Just made']);
});
