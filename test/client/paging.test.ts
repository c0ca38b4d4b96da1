import { createClient, type LeadlineClient } from '@leadline/client';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { FaultyProxy } from '../support/faulty-proxy.ts';
import { LeadDesk } from '../support/leads.ts';

let desk: LeadDesk;
let proxy: FaultyProxy;
let leadline: LeadlineClient;

beforeAll(async () => {
  desk = await LeadDesk.open();
  proxy = await FaultyProxy.open(await desk.app.app.http.listen({ port: 0, host: '127.0.0.1' }));
  leadline = createClient({ baseUrl: proxy.url, token: desk.admin });
  for (let n = 0; n < 7; n++) await desk.make({ first_name: `Lead ${n}` });
});
afterAll(async () => {
  await proxy.close();
  await desk.close();
});

const pagesRead = () => proxy.seen.length;

it('a loop reads every lead once, page by page', async () => {
  proxy.meets();
  const names: (string | null)[] = [];
  for await (const lead of leadline.leads.list({ size: 3 })) names.push(lead.contact.first_name);
  expect(names).toEqual([6, 5, 4, 3, 2, 1, 0].map((n) => `Lead ${n}`));
  expect(pagesRead()).toBe(3);
});

it('a loop that stops early asks for no further page', async () => {
  proxy.meets();
  for await (const lead of leadline.leads.list({ size: 3 })) if (lead.contact.first_name === 'Lead 4') break;
  expect(pagesRead()).toBe(1);
});

it('one page tells where the next one is, and the last one that there is none', async () => {
  const list = leadline.leads.list({ size: 4 });
  const first = await list.page();
  expect(first.data).toHaveLength(4);
  const second = await list.page(first.next ?? '');
  expect(second.data.map((lead) => lead.contact.first_name)).toEqual(['Lead 2', 'Lead 1', 'Lead 0']);
  expect(second.next).toBeNull();
  const resumed = await leadline.leads.list({ size: 4, after: first.next ?? '' }).page();
  expect(resumed.data).toEqual(second.data);
});

it('filters and sorts are sent as the API names them, several values as one list', async () => {
  const lead = await desk.make({ first_name: 'Contacted' });
  await desk.move(lead.public_id, desk.status('Contacted'));
  const filter = { status: [desk.status('Contacted'), desk.status('Won')], created_at: 'today' };
  const { data } = await leadline.leads.list({ filter, sort: '-last_activity_at' }).page();
  expect(data.map(({ public_id }) => public_id)).toEqual([lead.public_id]);
  const others = leadline.leads.list({ filter: { status: desk.status('Won') } });
  expect((await others.page()).data).toEqual([]);
});

it('a page that gets lost is asked for again, and no lead is missing or doubled', async () => {
  proxy.meets('lose the answer', { status: 503, headers: { 'retry-after': '0' } }, 'cut the answer');
  const ids: string[] = [];
  for await (const lead of leadline.leads.list({ size: 200 })) ids.push(lead.public_id);
  expect(ids).toEqual(await desk.list('?page[size]=200'));
  expect(pagesRead()).toBe(4);
});

it('every list of the API can be read by its path', async () => {
  const names: string[] = [];
  for await (const status of leadline.list('/api/v1/statuses', { size: 2 })) names.push(status.name);
  expect(names).toEqual(Object.keys(desk.statuses));
  const lead = await desk.make();
  const activities = leadline.list('/api/v1/leads/{public_id}/activities', {}, { path: { public_id: lead.public_id } });
  expect((await activities.page()).data.map(({ kind }) => kind)).toEqual(['created']);
});

it('a loop over events ends with the last one; with `wait` it goes on to what comes', async () => {
  const types: string[] = [];
  const first = await desk.make({ first_name: 'Followed' });
  const filter = { lead: first.public_id };
  proxy.meets();
  for await (const { type } of leadline.list('/api/v1/events', { filter })) types.push(type);
  expect(types).toEqual(['lead.created']);
  for await (const { type } of leadline.list('/api/v1/events', { filter, wait: 5 })) {
    types.push(type);
    if (type === 'lead.moved') break;
    await desk.move(first.public_id, desk.status('Contacted'));
  }
  expect(types).toEqual(['lead.created', 'lead.created', 'lead.moved']);
});

it('an aborted loop ends with the reason of the signal', async () => {
  const controller = new AbortController();
  const read = async () => {
    for await (const _ of leadline.leads.list({ size: 1 }, { signal: controller.signal })) {
      controller.abort(new Error('enough'));
    }
  };
  await expect(read()).rejects.toThrow('enough');
});
