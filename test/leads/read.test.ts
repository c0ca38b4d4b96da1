import { describe, expect, it } from 'vitest';
import { faultsOf, type Shown } from '../support/leads.ts';
import { useLeadDesk } from '../support/opened.ts';

const desk = useLeadDesk();

const note = (lead: string, body: string) =>
  desk.app.call('POST', `/leads/${lead}/notes`, { token: desk.admin, body: { body } });
const activity = (lead: string, summary: string) =>
  desk.app.call('POST', `/leads/${lead}/activities`, { token: desk.admin, body: { kind: 'call', summary } });

describe('include', () => {
  it('adds activities and notes, newest first, as their own lists show them', async () => {
    const lead = await desk.make();
    await note(lead.public_id, 'First');
    await note(lead.public_id, 'Second');
    await activity(lead.public_id, 'Called');
    const plain = (await desk.get(lead.public_id)).body.data;
    const { status, body } = await desk.get(lead.public_id, desk.admin, '?include=activities,notes');
    expect(status).toBe(200);
    const { activities, notes, ...rest } = body.data;
    expect(rest).toEqual(plain);
    expect(notes.map((one: Shown) => one.body)).toEqual(['Second', 'First']);
    expect(activities.map((one: Shown) => one.kind)).toEqual(['call', 'created']);
    expect(activities).toEqual(await desk.around(lead.public_id, 'activities'));
    expect(notes).toEqual(await desk.around(lead.public_id, 'notes'));
    expect(body.links).toEqual({ activities: null, notes: null });
  });

  it('adds only what was asked for', async () => {
    const { public_id } = await desk.make();
    const one = await desk.get(public_id, desk.admin, '?include=notes');
    expect(one.body.data).toMatchObject({ notes: [] });
    expect(one.body.data).not.toHaveProperty('activities');
    expect(one.body.links).toEqual({ notes: null });
    const other = await desk.get(public_id, desk.admin, '?include=activities');
    expect(other.body.data).not.toHaveProperty('notes');
    const both = await desk.get(public_id, desk.admin, '?include=notes%2Cactivities');
    expect(Object.keys(both.body.links).sort()).toEqual(['activities', 'notes']);
  });

  it('shows at most 50 of each, with the address of what comes after them', async () => {
    const { public_id } = await desk.make();
    for (let n = 1; n <= 53; n++) {
      await note(public_id, `Note ${n}`);
      await activity(public_id, `Call ${n}`);
    }
    const { body } = await desk.get(public_id, desk.admin, '?include=activities,notes');
    expect(body.data.notes).toHaveLength(50);
    expect(body.data.activities).toHaveLength(50);
    expect(body.links.notes).toMatch(new RegExp(`^/api/v1/leads/${public_id}/notes\\?`));
    const notes = await desk.app.call('GET', body.links.notes, { token: desk.admin });
    expect(notes.body.data.map((one: Shown) => one.body)).toEqual(['Note 3', 'Note 2', 'Note 1']);
    expect(notes.body.links.next).toBeNull();
    const activities = await desk.app.call('GET', body.links.activities, { token: desk.admin });
    expect(activities.body.data.map((one: Shown) => one.summary)).toEqual(['Call 3', 'Call 2', 'Call 1', null]);
  });

  it.each(['activites', 'notes,timeline', 'notes;activities', '', 'audit'])(
    'of %j is refused on include',
    async (value) => {
      const { public_id } = await desk.make();
      const answer = await desk.get(public_id, desk.admin, `?include=${encodeURIComponent(value)}`);
      expect(faultsOf(answer)).toEqual(['include']);
    },
  );

  it('of an unknown value is refused by that value, with the one probably meant', async () => {
    const { public_id } = await desk.make();
    const { body } = await desk.get(public_id, desk.admin, '?include=activites,notes');
    expect(body.errors.include[0]).toContain('activites');
    expect(body.errors.include[0]).toMatch(/activities/);
  });
});

describe('reads at the same time', () => {
  it('show each caller what it asked for, and nobody what it may not see', async () => {
    const { ravi, meera, vikram, zenith } = desk.cast;
    const leads = await Promise.all(
      Array.from({ length: 12 }, (_, n) => desk.make({ first_name: `Reader ${n}` }, n % 2 === 0 ? ravi : vikram)),
    );
    const ask = (token: string) => leads.map(({ public_id }) => desk.get(public_id, token));
    const answers = await Promise.all(
      [desk.admin, ravi.token, meera.token, vikram.token, zenith.admin.token].flatMap(ask),
    );
    const statuses = answers.map(({ status }) => status);
    expect(statuses.slice(0, 12)).toEqual(Array(12).fill(200));
    const even = leads.map((_, n) => (n % 2 === 0 ? 200 : 404));
    const odd = leads.map((_, n) => (n % 2 === 1 ? 200 : 404));
    // The agent, the manager of the agent's team, and an agent of another team.
    expect(statuses.slice(12, 48)).toEqual([...even, ...even, ...odd]);
    expect(statuses.slice(48)).toEqual(Array(12).fill(404));
    for (const [n, { status, body }] of answers.entries()) {
      if (status === 200)
        expect(body.data).toMatchObject({
          public_id: leads[n % 12].public_id,
          contact: { first_name: `Reader ${n % 12}` },
        });
    }
  });
});

describe('the ETag', () => {
  it('is strong, and stays while nothing changes', async () => {
    const { public_id } = await desk.make();
    const [one, other] = [await desk.get(public_id), await desk.get(public_id)];
    expect(one.headers.etag).toMatch(/^"[^"]+"$/);
    expect(other.headers.etag).toBe(one.headers.etag);
  });

  it('changes with every change of the lead, its timeline, and the names shown with it', async () => {
    const source = await desk.add('sources', { name: 'Website' });
    const { public_id } = await desk.make({ source: source.public_id }, desk.cast.ravi);
    const seen = new Set([(await desk.get(public_id)).headers.etag]);
    for (const change of [
      () => desk.patch(public_id, { first_name: 'Asha' }),
      () => desk.move(public_id, desk.status('Contacted')),
      () => note(public_id, 'A note'),
      () => activity(public_id, 'A call'),
      () => desk.change(`sources/${source.public_id}`, { name: 'Web' }),
      () => desk.change(`statuses/${desk.status('Contacted')}`, { name: 'Called' }),
      () => desk.change(`memberships/${desk.cast.ravi.membership}`, { name: 'Ravi K. Iyer' }),
      () => desk.change('organization', { currency: 'USD' }),
    ]) {
      const before = seen.size;
      await change();
      seen.add((await desk.get(public_id)).headers.etag);
      expect(seen.size, String(change)).toBe(before + 1);
    }
  });

  it('never stands for two different answers, the names of those who acted included', async () => {
    const { public_id } = await desk.make({}, desk.cast.ravi);
    await desk.app.call('POST', `/leads/${public_id}/notes`, { token: desk.cast.meera.token, body: { body: 'Hi' } });
    const before = await desk.get(public_id, desk.admin, '?include=notes');
    await desk.change(`memberships/${desk.cast.meera.membership}`, { name: 'Meera N. Nair' });
    const after = await desk.get(public_id, desk.admin, '?include=notes');
    expect(after.body).not.toEqual(before.body);
    expect(after.headers.etag).not.toBe(before.headers.etag);
  });
});

describe('If-None-Match', () => {
  const ask = (lead: string, header: string, query = '') =>
    desk.get(lead, desk.admin, query, { 'if-none-match': header });

  it('that names the ETag gives 304 without a body, alone, in a list, weak, or as *', async () => {
    const { public_id } = await desk.make();
    const etag = (await desk.get(public_id)).headers.etag as string;
    for (const header of [etag, `W/${etag}`, `"x", ${etag}`, `"x",W/${etag}, "y"`, '*', ` ${etag} `]) {
      const { status, headers, body } = await ask(public_id, header);
      expect(status, header).toBe(304);
      expect(headers.etag).toBe(etag);
      expect(body).toBeNull();
    }
  });

  it('is heeded for the lead with its timeline too, by the ETag of that', async () => {
    const { public_id } = await desk.make();
    const etag = (await desk.get(public_id, desk.admin, '?include=notes')).headers.etag as string;
    expect((await ask(public_id, etag, '?include=notes')).status).toBe(304);
    expect((await ask(public_id, etag, '?include=activities')).status).toBe(200);
    const patch = { token: desk.admin, body: { last_name: 'Rao' }, headers: { 'if-match': etag } };
    expect((await desk.app.call('PATCH', `/leads/${public_id}`, patch)).status).toBe(200); // nobody changed the lead
    expect((await desk.app.call('PATCH', `/leads/${public_id}`, patch)).status).toBe(412);
  });

  it('that names another gives the lead', async () => {
    const { public_id } = await desk.make();
    const etag = (await desk.get(public_id)).headers.etag as string;
    for (const header of ['"x"', etag.slice(1, -1), `${etag.slice(0, -1)}0"`, '""', 'W/"x", "y"']) {
      expect((await ask(public_id, header)).status, header).toBe(200);
    }
  });

  it('discloses nothing of a lead outside scope', async () => {
    const { public_id } = await desk.make({}, desk.cast.vikram);
    const etag = (await desk.get(public_id)).headers.etag as string;
    for (const header of ['*', etag]) {
      const answer = await desk.get(public_id, desk.cast.ravi.token, '', { 'if-none-match': header });
      expect(answer.status).toBe(404);
      expect(answer.headers.etag).toBeUndefined();
    }
  });
});

it('a token without leads:read reads nothing', async () => {
  const { public_id } = await desk.make({}, desk.cast.ravi);
  const token = await desk.cast.tokenOf(desk.cast.ravi, ['leads:update', 'leads:move', 'leads:create']);
  for (const path of ['', '/activities', '/notes', '/transitions']) {
    expect((await desk.app.call('GET', `/leads/${public_id}${path}`, { token })).status).toBe(403);
  }
  expect((await desk.app.call('GET', '/leads', { token })).status).toBe(403);
});
