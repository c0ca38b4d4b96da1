import { createClient, type LeadlineClient } from '@leadline/client';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { FaultyProxy } from '../support/faulty-proxy.ts';
import { freshEmail, freshPhone, LeadDesk } from '../support/leads.ts';

let desk: LeadDesk;
let proxy: FaultyProxy;
let leadline: LeadlineClient;

beforeAll(async () => {
  desk = await LeadDesk.open();
  proxy = await FaultyProxy.open(await desk.app.app.http.listen({ port: 0, host: '127.0.0.1' }));
  leadline = createClient({ baseUrl: proxy.url, token: desk.admin });
});
afterAll(async () => {
  await proxy.close();
  await desk.close();
});

const textOf = (stream: ReadableStream<Uint8Array>) => new Response(stream).text();

it('a batch whose answer is lost creates each lead once, and tells what became of each', async () => {
  const before = await desk.countLeads();
  const phone = freshPhone();
  proxy.meets('lose the answer');
  const batch = await leadline.leads.batch([{ phone }, { phone: '12345' }, { phone }]);
  expect([batch.created, batch.duplicates, batch.failed]).toEqual([1, 1, 1]);
  expect(batch.outcomes.map(({ status }) => status)).toEqual([201, 422, 200]);
  expect(batch.outcomes[1]?.problem?.errors).toHaveProperty('phone');
  expect([await desk.countLeads(), proxy.seen.length]).toEqual([before + 1, 2]);
});

it('leads are counted by group, under the filters of the list', async () => {
  const { public_id } = await desk.make();
  await desk.move(public_id, desk.status('Contacted'));
  const filter = { status: desk.status('Contacted') };
  const counts = await leadline.leads.counts({ group_by: 'source', filter });
  expect(counts).toEqual([{ group: null, count: 1, estimated_value: 0 }]);
});

it('leads are found by a custom field', async () => {
  await desk.add('custom-fields', { key: 'city', label: 'City', type: 'select', options: ['Pune', 'Delhi'] });
  const { public_id } = await desk.make({ custom_fields: { city: 'Pune' } });
  const { data } = await leadline.leads.list({ filter: { 'custom_fields.city': ['Pune'] } }).page();
  expect(data.map((lead) => lead.public_id)).toEqual([public_id]);
});

it('an export comes as a stream, and is asked for again if it does not begin', async () => {
  await desk.make({ first_name: 'Exported' });
  proxy.meets('lose the request');
  const lines = (await textOf(await leadline.leads.export({ format: 'jsonl' }))).trim().split('\n');
  expect(lines).toHaveLength(await desk.countLeads());
  expect(JSON.parse(lines[0] ?? '')).toHaveProperty('public_id');
  const csv = await textOf(await leadline.leads.export({ format: 'csv', filter: { search: 'Exported' } }));
  expect(csv.trim().split('\n')).toHaveLength(2);
  await expect(leadline.leads.export({ format: 'csv', sort: 'name' as 'score' })).rejects.toMatchObject({
    code: 'validation_failed',
  });
});

it('a file is imported, waited for, and its failures are read', async () => {
  const before = await desk.countLeads();
  const rows = [`${freshPhone()},Sana`, '12345,Ravi', `${freshPhone()},Om`];
  const file = new Blob([['"Mobile, or phone",First name', ...rows].join('\n')]);
  const { public_id } = await leadline.imports.create(file.stream(), {
    name: 'fair.csv',
    mapping: { 'Mobile, or phone': 'phone', 'First name': 'first_name' },
  });
  const states: string[] = [];
  const done = await leadline.imports.wait(public_id, { everyMs: 20, onProgress: ({ state }) => states.push(state) });
  expect(done).toMatchObject({ name: 'fair.csv', state: 'done', rows: 3, created: 2, failed: 1 });
  expect(states.at(-1)).toBe('done');
  expect(await desk.countLeads()).toBe(before + 2);
  expect(await textOf(await leadline.imports.failures(public_id))).toContain('12345');
  expect((await leadline.imports.list().page()).data.map((one) => one.public_id)).toEqual([public_id]);
  expect((await leadline.imports.get(public_id)).state).toBe('done');
});

it('a file is sent once: a second time would import it twice', async () => {
  proxy.meets('lose the answer');
  const file = `email\n${freshEmail()}\n`;
  await expect(leadline.imports.create(file, { dry_run: true })).rejects.toMatchObject({ code: 'network_error' });
  expect(proxy.seen.length).toBe(1);
});

it('an import is cancelled, and a wait for it ends with its signal', async () => {
  const signal = AbortSignal.abort('enough');
  await expect(leadline.imports.wait('imp_x', { signal })).rejects.toBe('enough');
  const { public_id } = await leadline.imports.create(`email\n${freshEmail()}\n`, { dry_run: true });
  await leadline.imports.wait(public_id, { everyMs: 20 });
  await expect(leadline.imports.cancel('imp_x')).rejects.toMatchObject({ code: 'not_found' });
});
