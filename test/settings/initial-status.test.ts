import { expect, it } from 'vitest';
import { createOrganization } from '../../src/organization/organizations.ts';
import { useTestApp } from '../support/opened.ts';

const app = useTestApp();

interface Status {
  public_id: string;
  name: string;
  initial: boolean;
}

/** A new organization's pipeline, and calls on it. */
async function openPipeline() {
  const { database, keys } = app.services;
  const { token } = await createOrganization(database, keys.organization, 'Acme');
  const list = async (): Promise<Status[]> =>
    (await app.call('GET', '/statuses?page[size]=200', { token: token.secret })).body.data;
  const statuses = await list();
  const idOf = (name: string) => statuses.find((status) => status.name === name)?.public_id ?? '';
  return {
    statuses,
    initial: async () => (await list()).filter((status) => status.initial).map((status) => status.name),
    create: (body: object) => app.call('POST', '/statuses', { token: token.secret, body }),
    change: (name: string, body: object) => app.call('PATCH', `/statuses/${idOf(name)}`, { token: token.secret, body }),
  };
}

it('the initial mark moves to the status that is given it', async () => {
  const pipeline = await openPipeline();
  const { status, body } = await pipeline.change('Contacted', { initial: true });
  expect([status, body.data.initial]).toEqual([200, true]);
  expect(await pipeline.initial()).toEqual(['Contacted']);
});

it('a new status can be made the initial one', async () => {
  const pipeline = await openPipeline();
  const { status, body } = await pipeline.create({ name: 'Fresh', kind: 'open', initial: true });
  expect([status, body.data.initial]).toEqual([201, true]);
  expect(await pipeline.initial()).toEqual(['Fresh']);
});

it('to give the mark to the status that has it changes nothing', async () => {
  const pipeline = await openPipeline();
  expect((await pipeline.change('New', { initial: true })).status).toBe(200);
  expect(await pipeline.initial()).toEqual(['New']);
});

it('the initial status cannot be archived', async () => {
  const pipeline = await openPipeline();
  const { status, body } = await pipeline.change('New', { archived: true });
  expect([status, body.code]).toEqual([409, 'conflict']);
  await pipeline.change('Qualified', { initial: true });
  expect((await pipeline.change('New', { archived: true })).status).toBe(200);
  expect((await pipeline.change('Qualified', { archived: true })).status).toBe(409);
});

it('the mark cannot be taken away without being given to another status', async () => {
  const pipeline = await openPipeline();
  expect((await pipeline.change('New', { initial: false })).status).toBe(409);
  expect(await pipeline.initial()).toEqual(['New']);
});

it('an archived status cannot become the initial one', async () => {
  const pipeline = await openPipeline();
  await pipeline.change('Proposal', { archived: true });
  for (const answer of [
    await pipeline.change('Proposal', { initial: true }),
    await pipeline.create({ name: 'Stillborn', kind: 'open', initial: true, archived: true }),
  ]) {
    expect([409, 422]).toContain(answer.status);
  }
  expect(await pipeline.initial()).toEqual(['New']);
  expect((await pipeline.change('Proposal', { initial: true, archived: false })).status).toBe(200);
});

it('a refused hand-over leaves the mark where it was', async () => {
  const pipeline = await openPipeline();
  const body = { initial: true, required_fields: ['custom_fields.unknown'] };
  expect((await pipeline.change('Qualified', body)).status).toBe(422);
  expect((await pipeline.create({ name: 'Fresh', kind: 'open', ...body })).status).toBe(422);
  expect(await pipeline.initial()).toEqual(['New']);
});

it('however many calls move the mark at once, exactly one status has it', async () => {
  const pipeline = await openPipeline();
  const open = ['New', 'Contacted', 'Qualified', 'Proposal', 'Negotiation'];
  for (let round = 0; round < 3; round++) {
    const changes = [...open, ...open, ...open].map((name) => pipeline.change(name, { initial: true }));
    const creations = [1, 2, 3].map((n) =>
      pipeline.create({ name: `Fresh ${round}.${n}`, kind: 'open', initial: true }),
    );
    const answers = await Promise.all([...changes, ...creations]);
    expect(answers.every(({ status }) => status === 200 || status === 201)).toBe(true);
    expect(await pipeline.initial()).toHaveLength(1);
  }
});

it('a status that is archived and made initial at once ends as one or the other', async () => {
  for (let round = 0; round < 5; round++) {
    const pipeline = await openPipeline();
    const answers = await Promise.all([
      pipeline.change('Qualified', { initial: true }),
      pipeline.change('Qualified', { archived: true }),
    ]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await pipeline.initial()).toHaveLength(1);
  }
});
