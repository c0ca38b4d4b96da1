import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Answer } from '../support/harness.ts';
import { addressOf, lists, named, openWholeApi, type WholeApi } from './api.ts';
import { createSamples, type Samples } from './samples.ts';

let api: WholeApi;
let ofAcme: Samples;
let ofZenith: Samples;

beforeAll(async () => {
  api = await openWholeApi();
  ofAcme = await createSamples(api, api.cast.admin);
  ofZenith = await createSamples(api, api.cast.zenith.admin);
  // Records made in the same millisecond: the order among them must hold all the same.
  for (const table of ['teams', 'memberships', 'tokens']) {
    await api.services.database.rows(
      `update ${table} set created_at = date_trunc('second', created_at at time zone 'UTC') at time zone 'UTC'`,
    );
  }
});
afterAll(() => api.close());

const ids = ({ body }: Answer): string[] => body.data.map((record: { public_id: string }) => record.public_id);

/** Follows links.next to the end, as a client would. */
async function walk(first: string, token: string): Promise<Answer[]> {
  const pages: Answer[] = [];
  for (let next: string | null = first; next !== null; ) {
    const page: Answer = await api.send('GET', next, { token });
    expect(page.status).toBe(200);
    pages.push(page);
    next = page.body.links.next;
    if (pages.length > 500) throw new Error(`${first} does not end`);
  }
  return pages;
}

it('there are lists to test', () => expect(lists.length).toBeGreaterThanOrEqual(7));

describe.each(named(lists))('%s', (_, list) => {
  const address = () => addressOf(list, ofAcme);

  it('in pages of one shows each record once, in the order of the whole list, and ends', async () => {
    const { token } = api.cast.admin;
    const expected = (await walk(`${address()}?page[size]=200`, token)).flatMap(ids);
    expect(expected.length).toBeGreaterThanOrEqual(3);
    expect(new Set(expected).size).toBe(expected.length);

    const pages = await walk(`${address()}?page[size]=1`, token);
    expect(pages.flatMap(ids)).toEqual(expected);
    for (const page of pages.slice(0, -1)) expect(page.body.meta.has_more).toBe(true);
    expect(pages.at(-1)?.body).toMatchObject({ links: { next: null }, meta: { has_more: false } });
    expect(pages.at(-1)?.headers.link).toBeUndefined();
  });

  it('links to the next page relatively, with the page size kept, in body and Link header alike', async () => {
    const { headers, body } = await api.send('GET', `${address()}?page[size]=2`, { token: api.cast.admin.token });
    const { next } = body.links;
    expect(next.startsWith(`${address()}?`)).toBe(true);
    const parameters = new URLSearchParams(next.split('?')[1]);
    expect([...parameters.keys()].sort()).toEqual(['page[after]', 'page[size]']);
    expect(parameters.get('page[size]')).toBe('2');
    expect(parameters.get('page[after]')).toMatch(/^[A-Za-z0-9_-]+$/);
    expect(headers.link).toBe(`<${next}>; rel="next"`);
    expect(next).toMatch(/^[!#-;=?-Z_a-z~%]+$/); // nothing in it that an address must not hold, brackets included
  });

  it('takes brackets plain and encoded', async () => {
    const { token } = api.cast.admin;
    const plain = await api.send('GET', `${address()}?page[size]=1`, { token });
    const cursor = new URLSearchParams(plain.body.links.next.split('?')[1]).get('page[after]');
    const second = await Promise.all(
      [
        `page[size]=1&page[after]=${cursor}`,
        `page%5Bsize%5D=1&page%5Bafter%5D=${cursor}`,
        `page%5bsize]=1&page[after%5d=${cursor}`,
      ].map((query) => api.send('GET', `${address()}?${query}`, { token })),
    );
    expect(second.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(new Set(second.map((page) => ids(page).join())).size).toBe(1);
    expect(ids(second[0] as Answer)).not.toEqual(ids(plain));
  });

  it('says that there is no more when a page holds exactly what is left', async () => {
    const { token } = api.cast.admin;
    const pages = await walk(`${address()}?page[size]=200`, token);
    const last = pages.at(-1) as Answer;
    const next: string = pages.at(-2)?.body.links.next ?? `${address()}?page[size]=200`;
    const size = `page[size]=${last.body.data.length}`;
    const exact = await api.send('GET', decodeURIComponent(next).replace('page[size]=200', size), { token });
    expect(exact.body.data).toEqual(last.body.data);
    expect(exact.body).toMatchObject({ links: { next: null }, meta: { has_more: false } });
  });

  it('never shows a record of another organization', async () => {
    const seen = async (samples: Samples, token: string) => {
      const pages = await walk(`${addressOf(list, samples)}?page[size]=200`, token);
      return new Set(JSON.stringify(pages.map(({ body }) => body.data)).match(/\b[a-z]+_[0-9a-hjkmnp-tv-z]{26}\b/g));
    };
    const acme = await seen(ofAcme, api.cast.admin.token);
    const zenith = await seen(ofZenith, api.cast.zenith.admin.token);
    expect(Math.min(acme.size, zenith.size)).toBeGreaterThanOrEqual(3);
    expect([...acme].filter((id) => zenith.has(id))).toEqual([]);
  });

  it('continues in the caller’s own organization with a cursor that another took', async () => {
    const { body } = await api.send('GET', `${address()}?page[size]=1`, { token: api.cast.admin.token });
    const cursor = body.links.next.split('?')[1];
    const continued = await api.send('GET', `${addressOf(list, ofAcme)}?${cursor}`, {
      token: api.cast.zenith.admin.token,
    });
    const acme = (await walk(`${address()}?page[size]=200`, api.cast.admin.token)).flatMap(ids);
    const leaked = continued.status === 200 ? ids(continued).filter((id) => acme.includes(id)) : [];
    expect([200, 404]).toContain(continued.status);
    expect(leaked).toEqual([]);
  });

  it('repeats no record when others are made between two pages', async () => {
    const { token } = api.cast.admin;
    const first = await api.send('GET', `${address()}?page[size]=2`, { token });
    await createMore();
    const rest = await walk(first.body.links.next, token);
    const seen = [...ids(first), ...rest.flatMap(ids)];
    expect(new Set(seen).size).toBe(seen.length);
  });
});

let more = 0;
async function createMore(): Promise<void> {
  const { token, membership } = api.cast.admin;
  const name = `A later one ${++more}`;
  const bodies: [string, unknown][] = [
    ['/teams', { name }],
    ['/memberships', { name, role: 'agent' }],
    ['/tokens', { name, membership, abilities: ['leads:read'] }],
    ['/statuses', { name, kind: 'open', position: 0 }],
    ['/sources', { name }],
    ['/custom-fields', { key: `a_later_${more}`, type: 'text' }],
    ['/forms', { name, fields: [{ field: 'phone' }] }],
  ];
  for (const [path, body] of bodies) expect((await api.call('POST', path, { token, body })).status).toBe(201);
}
