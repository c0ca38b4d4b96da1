import { beforeAll, describe, expect, it } from 'vitest';
import { newPublicId } from '../../src/public-id.ts';
import { unknownId } from '../support/collections.ts';
import { countsOf, JobDesk } from '../support/job-desk.ts';
import { faultsOf, type Shown } from '../support/leads.ts';
import { useLeadDesk } from '../support/opened.ts';

const desk = useLeadDesk();
let jobs: JobDesk;

beforeAll(async () => {
  jobs = new JobDesk(desk);
  await desk.add('custom-fields', { key: 'city', type: 'select', options: ['Pune', 'Nashik'] });
});

const statusOf = async (id: string): Promise<string> => (await desk.get(id)).body.data.status.name;
const ownerOf = async (id: string): Promise<string | null> => (await desk.get(id)).body.data.owner?.name ?? null;

describe('each lead is changed as a call for it alone would change it', () => {
  it('moves leads with their transitions and the note, audited under the caller and the request', async () => {
    const ids = await jobs.leads(3);
    const answer = await jobs.ask({ ids, change: { status: desk.status('Contacted'), note: 'Called all' } });
    expect(answer.status).toBe(202);
    expect(answer.body.data).toMatchObject({ state: 'queued', total: 3, processed: 0, failures: [], filter: null });
    const done = await jobs.settled(answer.body.data.public_id);
    expect(done).toMatchObject({ state: 'done', reason: null });
    // The note is on the timelines alone, and is erased with them.
    expect(done.change).toEqual({ status: desk.status('Contacted') });
    expect(await desk.rows(`select 1 from jobs where change like '%Called all%'`)).toEqual([]);
    expect(countsOf(done)).toEqual({ total: 3, processed: 3, changed: 3, unchanged: 0, failed: 0 });
    expect(done.actor.membership.public_id).toBe(desk.cast.admin.membership);
    for (const id of ids) {
      const [transition] = await desk.around(id, 'transitions');
      expect(transition).toMatchObject({ from: { name: 'New' }, to: { name: 'Contacted' }, note: 'Called all' });
      const [entry] = await desk.around(id, 'audit');
      expect(entry).toMatchObject({
        action: 'lead.moved',
        actor: done.actor,
        request_id: answer.headers['x-request-id'],
      });
    }
    const again = await jobs.change({ ids, change: { status: desk.status('Contacted'), note: 'Called all' } });
    expect(countsOf(again)).toMatchObject({ changed: 0, unchanged: 3, failed: 0 });
    expect(await desk.around(ids[0] ?? '', 'transitions')).toHaveLength(2);
  });

  it('changes those leads of a filter that the list shows, also by a word with a number', async () => {
    const [tower1, tower2] = [await desk.make({ last_name: 'Tower1' }), await desk.make({ last_name: 'Tower2' })];
    const done = await jobs.change({ filter: { search: 'tower1' }, change: { status: desk.status('Contacted') } });
    expect(countsOf(done)).toMatchObject({ total: 1, changed: 1 });
    expect([await statusOf(tower1.public_id), await statusOf(tower2.public_id)]).toEqual(['Contacted', 'New']);
  });

  it('gives leads to a member, and takes the owner away', async () => {
    const ids = await jobs.leads(2);
    const given = await jobs.change({ ids, change: { owner: desk.cast.asha.membership } });
    expect(countsOf(given)).toMatchObject({ changed: 2 });
    expect(await ownerOf(ids[0] ?? '')).toBe('Asha Rao');
    expect((await desk.around(ids[0] ?? '', 'audit'))[0]).toMatchObject({
      action: 'lead.updated',
      changes: [{ field: 'owner', from: desk.cast.ravi.membership, to: desk.cast.asha.membership }],
    });
    const taken = await jobs.change({ ids, change: { owner: null } });
    expect(taken).toMatchObject({ changed: 2, change: { owner: null } });
    expect(await ownerOf(ids[1] ?? '')).toBeNull();
  });

  it('puts a note without a status on the timeline', async () => {
    const ids = await jobs.leads(2);
    const done = await jobs.change({ ids, change: { note: 'नमस्ते\nto all' } });
    expect(countsOf(done)).toMatchObject({ changed: 2 });
    for (const id of ids) expect(await desk.around(id, 'notes')).toMatchObject([{ body: 'नमस्ते\nto all' }]);
  });

  it('makes all of a change or nothing of it', async () => {
    const [free = '', held = ''] = await jobs.leads(2);
    await desk.move(held, desk.status('Won'));
    const change = { owner: desk.cast.asha.membership, status: desk.status('Contacted') };
    const done = await jobs.change({ ids: [free, held], change });
    expect(countsOf(done)).toMatchObject({ changed: 1, failed: 1 });
    expect([await ownerOf(free), await statusOf(free)]).toEqual(['Asha Rao', 'Contacted']);
    expect([await ownerOf(held), await statusOf(held)]).toEqual(['Ravi Iyer', 'Won']);
    expect((await desk.around(free, 'audit')).map(({ action }) => action).slice(0, 2)).toEqual([
      'lead.updated',
      'lead.moved',
    ]);
  });

  it('tells why a lead was not changed, as its own call would be told', async () => {
    const parked = await desk.add('statuses', { name: 'Parked', kind: 'open', note_required: true });
    const [one = '', won = ''] = await jobs.leads(2);
    await desk.move(won, desk.status('Won'));
    const unnoted = await jobs.change({ ids: [one], change: { status: parked.public_id } });
    const alone = await desk.move(one, parked.public_id);
    expect(unnoted.failures).toEqual([{ lead: one, problem: { ...alone.body, request_id: expect.any(String) } }]);
    expect(alone.body.errors).toHaveProperty('note');
    const forbidden = await jobs.change({ ids: [won], change: { status: parked.public_id, note: 'Because' } });
    expect(forbidden.failures[0].problem).toMatchObject({
      status: 409,
      code: 'conflict',
      detail: expect.stringContaining('nowhere'),
    });
    const noted = await jobs.change({ ids: [one], change: { status: parked.public_id, note: 'Because' } });
    expect(countsOf(noted)).toMatchObject({ changed: 1, failed: 0 });
  });

  it('fails leads of which a required field is missing', async () => {
    const picky = await desk.add('statuses', { name: 'Valued', kind: 'open', required_fields: ['estimated_value'] });
    const valued = await desk.make({ estimated_value: 5 }, desk.cast.ravi);
    const [without = ''] = await jobs.leads(1);
    const done = await jobs.change({ ids: [without, valued.public_id], change: { status: picky.public_id } });
    expect(countsOf(done)).toMatchObject({ changed: 1, failed: 1 });
    expect(Object.keys(done.failures[0].problem.errors)).toEqual(['estimated_value']);
  });
});

describe('scope and abilities', () => {
  it('a lead that the caller does not see fails as one that does not exist', async () => {
    const { meera, ravi, vikram } = desk.cast;
    const [west = ''] = await jobs.leads(1, ravi);
    const [east = ''] = await jobs.leads(1, vikram);
    const zenith = await desk.app.call('POST', '/leads', {
      token: desk.cast.zenith.admin.token,
      body: { phone: '9876599999' },
    });
    const ids = [west, east, zenith.body.data.public_id, unknownId('lead')];
    const done = await jobs.change({ ids, change: { note: 'Seen' } }, meera.token);
    expect(countsOf(done)).toEqual({ total: 4, processed: 4, changed: 1, unchanged: 0, failed: 3 });
    expect(done.failures.map(({ lead }: Shown) => lead)).toEqual(ids.slice(1));
    expect(new Set(done.failures.map(({ problem }: Shown) => JSON.stringify(problem))).size).toBe(1);
    expect(done.failures[0].problem.code).toBe('not_found');
    expect(await desk.around(east, 'notes')).toEqual([]);
    const own = await jobs.change({ ids: [west, east], change: { note: 'Mine' } }, ravi.token);
    expect(countsOf(own)).toMatchObject({ changed: 1, failed: 1 });
  });

  it('a filter matches within the scope', async () => {
    const { ravi, vikram, tara } = desk.cast;
    const mine = await desk.make({ custom_fields: { city: 'Pune' } }, vikram);
    await desk.make({ custom_fields: { city: 'Pune' } }, ravi);
    const filter = { 'custom_fields.city': 'Pune', kind: 'open' };
    const done = await jobs.change({ filter, change: { note: 'East only' } }, tara.token);
    expect(done).toMatchObject({ total: 1, changed: 1, filter });
    expect(await desk.around(mine.public_id, 'notes')).toHaveLength(1);
    const others = await jobs.change({ filter: { owner: ravi.membership }, change: { note: 'x' } }, tara.token);
    expect(countsOf(others)).toMatchObject({ total: 0, processed: 0 });
    expect(others.state).toBe('done');
  });

  it('needs the abilities that the single calls need', async () => {
    const [id = ''] = await jobs.leads(1);
    const status = async (abilities: string[], change: object) => {
      const token = await desk.cast.tokenOf(desk.cast.meera, ['leads:read', ...abilities] as never);
      return (await jobs.ask({ ids: [id], change }, token)).status;
    };
    const owner = { owner: desk.cast.asha.membership };
    const move = { status: desk.status('Contacted'), note: 'x' };
    expect(await status([], { note: 'x' })).toBe(403);
    expect(await status(['leads:move'], { note: 'x' })).toBe(403);
    expect(await status(['leads:update'], { note: 'x' })).toBe(202);
    expect(await status(['leads:update'], move)).toBe(403);
    expect(await status(['leads:move'], move)).toBe(202);
    expect(await status(['leads:update', 'leads:move'], owner)).toBe(403);
    expect(await status(['leads:assign'], owner)).toBe(403);
    expect(await status(['leads:update', 'leads:assign'], owner)).toBe(202);
    expect(await status(['leads:update', 'leads:assign'], { ...owner, ...move })).toBe(403);
    const blind = await desk.cast.tokenOf(desk.cast.meera, ['leads:move']);
    expect((await jobs.ask({ ids: [id], change: move }, blind)).status).toBe(403);
    expect((await jobs.ask({ ids: [id], change: owner }, desk.cast.ravi.token)).status).toBe(403);
    await desk.app.services.jobs.run(desk.cast.organizationId);
  });

  it('a manager gives leads to the own team only', async () => {
    const [id = ''] = await jobs.leads(1);
    const { meera, tara, asha } = desk.cast;
    const refused = await jobs.ask({ ids: [id], change: { owner: tara.membership } }, meera.token);
    expect(faultsOf(refused)).toEqual(['change.owner']);
    expect(countsOf(await jobs.change({ ids: [id], change: { owner: asha.membership } }, meera.token))).toMatchObject({
      changed: 1,
    });
  });

  it('an admin sees all jobs, everybody else its own', async () => {
    const { meera, ravi, tara, zenith } = desk.cast;
    const ids = await jobs.leads(1);
    const own = await jobs.change({ ids, change: { note: 'Of Meera' } }, meera.token);
    const seen = async (token: string) => {
      const { body } = await desk.app.call('GET', '/jobs?page[size]=200', { token });
      return body.data.map(({ public_id }: Shown) => public_id);
    };
    expect(await seen(desk.admin)).toContain(own.public_id);
    expect(await seen(meera.token)).toContain(own.public_id);
    for (const { token } of [ravi, tara, zenith.admin]) {
      expect(await seen(token)).not.toContain(own.public_id);
      expect((await jobs.get(own.public_id, token)).status).toBe(404);
      expect((await jobs.stop(own.public_id, token)).status).toBe(404);
    }
    const reader = await desk.cast.tokenOf(meera, ['leads:read']);
    expect((await jobs.get(own.public_id, reader)).status).toBe(200);
    expect((await jobs.stop(own.public_id, reader)).status).toBe(403);
  });
});

describe('the set of leads', () => {
  it('is fixed when the job is made: leads that leave or enter the filter do not confuse it', async () => {
    await jobs.pause();
    const made = [];
    for (let n = 0; n < 60; n++) made.push(await desk.make({ custom_fields: { city: 'Nashik' } }, desk.cast.asha));
    const filter = { 'custom_fields.city': 'Nashik', status: desk.status('New') };
    const job = await jobs.start({ filter, change: { status: desk.status('Contacted') } });
    const later = await desk.make({ custom_fields: { city: 'Nashik' } }, desk.cast.asha);
    await desk.move(made[0].public_id, desk.status('Qualified'));
    jobs.resume();
    const done = await jobs.settled(job.public_id);
    expect(countsOf(done)).toEqual({ total: 60, processed: 60, changed: 60, unchanged: 0, failed: 0 });
    expect(await statusOf(later.public_id)).toBe('New');
    expect(await statusOf(made[0].public_id)).toBe('Contacted');
  });

  it('a lead that is erased while the job waits fails as not found', async () => {
    await jobs.pause();
    const [one = '', two = ''] = await jobs.leads(2);
    const job = await jobs.start({ ids: [one, two], change: { note: 'x' } });
    await desk.app.call('DELETE', `/leads/${one}`, { token: desk.admin });
    jobs.resume();
    const done = await jobs.settled(job.public_id);
    expect(done.failures).toMatchObject([{ lead: one, problem: { code: 'not_found' } }]);
    expect(countsOf(done)).toMatchObject({ changed: 1, failed: 1 });
  });

  it('keeps the first 100 failures, and counts all', async () => {
    const ids = Array.from({ length: 1_000 }, () => newPublicId('lead'));
    const done = await jobs.change({ ids, change: { note: 'x' } });
    expect(countsOf(done)).toMatchObject({ total: 1_000, processed: 1_000, failed: 1_000 });
    expect(done.failures.map(({ lead }: Shown) => lead)).toEqual(ids.slice(0, 100));
    expect(await desk.rows('select from job_leads')).toEqual([]);
  });

  it('keeps nothing personal of a filter', async () => {
    await desk.add('custom-fields', { key: 'other_number', type: 'number' });
    const filter = {
      ...{ phone: '98765 43210', search: 'asha', email: 'asha@example.in' },
      'custom_fields.other_number': '9876543211',
    };
    const done = await jobs.change({ filter, change: { note: 'Secret note' } });
    expect(done.filter).toEqual(Object.fromEntries(Object.keys(filter).map((name) => [name, 'not kept'])));
    const { body } = await desk.app.call('GET', '/audit?page[size]=200', { token: desk.admin });
    const entries = body.data.filter(({ subject }: Shown) => subject.public_id === done.public_id);
    expect(entries.map(({ action }: Shown) => action)).toEqual(['job.finished', 'job.created']);
    expect(JSON.stringify(entries)).not.toMatch(/Secret|98765|asha@/);
  });
});

describe('what is refused', () => {
  const refusal = async (body: unknown) => faultsOf(await jobs.ask(body));
  it('names every faulty field', async () => {
    const ids = await jobs.leads(1);
    const note = { note: 'x' };
    expect(await refusal({ change: note })).toEqual(['ids']);
    expect(await refusal({ ids, filter: {}, change: note })).toEqual(['filter']);
    expect(await refusal({ ids })).toEqual(['change']);
    expect(await refusal({ ids, change: {} })).toEqual(['change']);
    expect(await refusal({ ids: [], change: note })).toEqual(['ids']);
    expect(await refusal({ ids: [...ids, ...ids], change: note })).toEqual(['ids']);
    expect(await refusal({ ids: ['nonsense'], change: note })).toEqual(['ids']);
    expect(await refusal({ ids: Array.from({ length: 1_001 }, () => newPublicId('lead')), change: note })).toEqual([
      'ids',
    ]);
    expect(await refusal({ ids, change: { notes: 'x' } })).toEqual(['change.notes']);
    expect(await refusal({ ids, change: { status: unknownId('sts'), owner: unknownId('mem') } })).toEqual([
      'change.owner',
      'change.status',
    ]);
    expect(await refusal({ ids, change: { status: desk.status('Won'), note: 'x'.repeat(2_001) } })).toEqual([
      'change.note',
    ]);
    expect(await refusal({ filter: { statuz: 'x', created_at: 'soon' }, change: note })).toEqual([
      'filter.created_at',
      'filter.statuz',
    ]);
  });
});
