import { expect, it } from 'vitest';
import { unknownId } from '../support/collections.ts';
import { faultsOf } from '../support/leads.ts';
import { useLeadDesk } from '../support/opened.ts';

const desk = useLeadDesk();

it('sending owner at all needs leads:assign, whatever the value and whichever the lead', async () => {
  const lead = await desk.make({}, desk.cast.ravi);
  const limited = await desk.cast.tokenOf(desk.cast.meera, ['leads:read', 'leads:update']);
  for (const token of [desk.cast.ravi.token, limited]) {
    for (const owner of [desk.cast.ravi.membership, null, 'garbage', 5, unknownId('mem')]) {
      for (const id of [lead.public_id, unknownId('lead')]) {
        const { status, body } = await desk.patch(id, { owner, first_name: 5 }, token);
        expect([status, body.code], String(owner)).toEqual([403, 'forbidden']);
      }
    }
  }
  expect((await desk.patch(lead.public_id, { first_name: 'Asha' }, limited)).status).toBe(200);
});

it('a manager gives leads to active members of the own team, and to nobody else', async () => {
  const { meera, ravi, asha, vikram, tara, om, admin, zenith } = desk.cast;
  const lead = await desk.make({}, ravi);
  for (const person of [asha, meera, ravi]) {
    const { status, body } = await desk.patch(lead.public_id, { owner: person.membership }, meera.token);
    expect(status).toBe(200);
    expect(body.data.owner).toEqual({ public_id: person.membership, name: person.name });
  }
  for (const person of [vikram, tara, om, admin, zenith.admin]) {
    expect(faultsOf(await desk.patch(lead.public_id, { owner: person.membership }, meera.token))).toEqual(['owner']);
  }
  await desk.change(`memberships/${asha.membership}`, { active: false });
  expect(faultsOf(await desk.patch(lead.public_id, { owner: asha.membership }, meera.token))).toEqual(['owner']);
  expect(faultsOf(await desk.patch(lead.public_id, { owner: asha.membership }))).toEqual(['owner']);
  await desk.change(`memberships/${asha.membership}`, { active: true });
});

it('who a manager may not give leads to is refused in the same words as who does not exist', async () => {
  const lead = await desk.make({}, desk.cast.ravi);
  const messages = new Set<string>();
  for (const owner of [desk.cast.vikram.membership, unknownId('mem'), desk.cast.zenith.admin.membership]) {
    messages.add(JSON.stringify((await desk.patch(lead.public_id, { owner }, desk.cast.meera.token)).body.errors));
  }
  expect([...messages]).toHaveLength(1);
});

it('an admin gives leads to anybody active, and the lead goes to that team', async () => {
  const lead = await desk.make({}, desk.cast.ravi);
  for (const [person, seers] of [
    ['vikram', ['vikram', 'tara']],
    ['tara', ['tara']],
    ['om', ['om']],
    ['admin', []],
    ['asha', ['asha', 'meera']],
  ] as const) {
    const { status } = await desk.patch(lead.public_id, { owner: desk.cast[person].membership });
    expect(status).toBe(200);
    for (const other of ['ravi', 'asha', 'meera', 'vikram', 'tara', 'om'] as const) {
      const isSeen = (seers as readonly string[]).includes(other);
      expect((await desk.get(lead.public_id, desk.cast[other].token)).status, `${person} ${other}`).toBe(
        isSeen ? 200 : 404,
      );
    }
  }
});

it('a manager that does not accept leads by distribution may still be given one', async () => {
  const lead = await desk.make();
  expect((await desk.patch(lead.public_id, { owner: desk.cast.tara.membership })).status).toBe(200);
});

it('a lead whose owner is taken away stays with its team', async () => {
  const lead = await desk.make({}, desk.cast.ravi);
  const { body } = await desk.patch(lead.public_id, { owner: null }, desk.cast.meera.token);
  expect(body.data.owner).toBeNull();
  expect((await desk.get(lead.public_id, desk.cast.meera.token)).status).toBe(200);
  expect((await desk.get(lead.public_id, desk.cast.ravi.token)).status).toBe(404);
  expect((await desk.get(lead.public_id, desk.cast.tara.token)).status).toBe(404);
  const back = await desk.patch(lead.public_id, { owner: desk.cast.asha.membership }, desk.cast.meera.token);
  expect(back.body.data.owner.name).toBe('Asha Rao');
});

it('who gives a lead away sees it in the answer for the last time', async () => {
  const lead = await desk.make({}, desk.cast.om);
  const { status, body } = await desk.patch(lead.public_id, { owner: null }, desk.cast.om.token);
  expect([status, body.data?.owner]).toEqual([200, null]);
  expect((await desk.get(lead.public_id, desk.cast.om.token)).status).toBe(404);
});
