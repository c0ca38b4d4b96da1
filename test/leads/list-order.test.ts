import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { faultsOf, LeadDesk, type Shown } from '../support/leads.ts';
import { followRecency } from '../support/recency.ts';

let desk: LeadDesk;
let rows: { id: string; public_id: string; created_at: Date; score: number; last_activity_at: Date }[];

const LEADS = 23;
const owner = () => `filter[owner]=${desk.cast.ravi.membership}`;

beforeAll(async () => {
  desk = await LeadDesk.open();
  for (let n = 0; n < LEADS; n++) await desk.make({ ...(n % 3 === 0 && { estimated_value: 5 }) }, desk.cast.ravi);
  // Many leads share each of these, so that only the tie-break keeps them apart.
  await desk.rows(`update leads set created_at = (timestamp '2026-01-01' + (id % 4) * interval '1 ms') at time zone 'UTC',
                     last_activity_at = (timestamp '2026-02-01' + (id % 3) * interval '1 ms') at time zone 'UTC'`);
  await desk.rows('delete from lead_recency');
  await followRecency(desk);
  rows = await desk.rows('select id, public_id, created_at, score, last_activity_at from leads');
});
afterAll(() => desk.close());

const sorts = {
  '-created_at': (one: Shown, other: Shown) => other.created_at - one.created_at || Number(other.id - one.id),
  score: (one: Shown, other: Shown) => one.score - other.score || Number(one.id - other.id),
  '-score': (one: Shown, other: Shown) => other.score - one.score || Number(other.id - one.id),
  '-last_activity_at': (one: Shown, other: Shown) =>
    other.last_activity_at - one.last_activity_at || Number(other.id - one.id),
} as const;

const ordered = (sort: keyof typeof sorts) => [...rows].sort(sorts[sort]).map((row) => row.public_id);

async function pages(first: string, token = desk.admin): Promise<string[]> {
  const ids: string[] = [];
  for (let next: string | null = first; next !== null; ) {
    const { status, headers, body } = await desk.app.call('GET', next, { token });
    expect(status).toBe(200);
    ids.push(...body.data.map((lead: Shown) => lead.public_id));
    expect(body.meta.has_more).toBe(body.links.next !== null);
    expect(headers.link).toBe(body.links.next === null ? undefined : `<${body.links.next}>; rel="next"`);
    next = body.links.next;
    if (next !== null) expect(next).toMatch(/^\/api\/v1\/leads\?/);
  }
  return ids;
}

const nextOf = async (path: string, token = desk.admin): Promise<string> =>
  (await desk.app.call('GET', path, { token })).body.links.next;
const cursorOf = async (path: string) =>
  new URLSearchParams((await nextOf(path)).split('?')[1]).get('page[after]') as string;
const faults = async (path: string) => faultsOf(await desk.app.call('GET', path, { token: desk.admin }));

it('the newest come first unless another order is asked for', async () => {
  expect(await desk.list()).toEqual(ordered('-created_at'));
});

describe.each(Object.keys(sorts) as (keyof typeof sorts)[])('sorted by %s', (sort) => {
  it.each([1, 2, 7, 22, 23, 24, 200])('pages of %d bring every lead once, in order', async (size) => {
    expect(await pages(`/leads?sort=${sort}&page[size]=${size}`)).toEqual(ordered(sort));
  });

  it('pages through a filter and a smaller scope bring the same', async () => {
    expect(await pages(`/leads?sort=${sort}&page[size]=5&${owner()}&filter[score_band]=cold`)).toEqual(
      ordered(sort).filter((id) => (rows.find((row) => row.public_id === id)?.score ?? 0) < 40),
    );
    for (const { token } of [desk.cast.ravi, desk.cast.meera]) {
      expect(await pages(`/leads?page[size]=5&sort=${sort}&filter[created_at]=2026-01-01`, token)).toEqual(
        ordered(sort),
      );
    }
  });
});

it('a page has 50 leads unless another size is asked for', async () => {
  for (let n = LEADS; n < 51; n++) await desk.make({}, desk.cast.vikram);
  const { body } = await desk.app.call('GET', '/leads', { token: desk.admin });
  expect(body.data).toHaveLength(50);
  expect(body.meta.has_more).toBe(true);
});

it('leads that come while one pages repeat nothing', async () => {
  const first = await desk.app.call('GET', '/leads?page[size]=10', { token: desk.admin });
  const seen = first.body.data.map((lead: Shown) => lead.public_id);
  await desk.make({}, desk.cast.vikram);
  const rest = await pages(first.body.links.next);
  expect(rest.filter((id) => seen.includes(id))).toEqual([]);
});

describe('a cursor', () => {
  it('keeps every parameter of the list in links.next', async () => {
    const next = await nextOf(`/leads?page[size]=5&sort=score&${owner()}&filter[created_at]=2025-01-01..2026-12-31`);
    const parameters = new URLSearchParams(next.split('?')[1]);
    expect([...parameters.keys()].sort()).toEqual(
      ['filter[created_at]', 'filter[owner]', 'page[after]', 'page[size]', 'sort'].sort(),
    );
    expect(parameters.get('filter[created_at]')).toBe('2025-01-01..2026-12-31');
  });

  it('is refused with another filter, sort or list', async () => {
    const cursor = await cursorOf(`/leads?page[size]=5&${owner()}`);
    const lead = rows[0]?.public_id;
    for (const path of [
      `/leads?page[after]=${cursor}`,
      `/leads?page[after]=${cursor}&filter[owner]=${desk.cast.asha.membership}`,
      `/leads?page[after]=${cursor}&${owner()}&filter[score_band]=cold`,
      `/leads?page[after]=${cursor}&${owner()}&sort=score`,
      `/leads?page[after]=${cursor}&${owner()}&sort=-score`,
      `/leads/${lead}/activities?page[after]=${cursor}`,
      `/audit?page[after]=${cursor}`,
    ]) {
      expect(await faults(path), path).toEqual(['page[after]']);
    }
  });

  it('is refused when altered or cut', async () => {
    const cursor = await cursorOf('/leads?page[size]=5');
    for (let at = 0; at < cursor.length; at += 3) {
      const other = cursor[at] === 'A' ? 'B' : 'A';
      expect(await faults(`/leads?page[after]=${cursor.slice(0, at)}${other}${cursor.slice(at + 1)}`)).toEqual([
        'page[after]',
      ]);
    }
    for (const text of [
      cursor.slice(0, -1),
      cursor.slice(1),
      `${cursor}A`,
      `${cursor}=`,
      'A',
      'nonsense',
      '0'.repeat(60),
    ]) {
      expect(await faults(`/leads?page[after]=${text}`)).toEqual(['page[after]']);
    }
  });

  it('of one lead’s list is refused for another lead’s', async () => {
    const [one, other] = rows.map((row) => row.public_id);
    const body = { kind: 'call', summary: 'Called' };
    await desk.app.call('POST', `/leads/${one}/activities`, { token: desk.admin, body });
    const cursor = await cursorOf(`/leads/${one}/activities?page[size]=1`);
    expect(await faults(`/leads/${other}/activities?page[after]=${cursor}`)).toEqual(['page[after]']);
  });

  it('goes on with another page size, and where the default sort is spelled out or left out', async () => {
    const rest = await pages(await nextOf('/leads?page[size]=5'));
    const plain = await cursorOf('/leads?page[size]=5');
    const spelled = await cursorOf('/leads?page[size]=5&sort=-created_at');
    expect(await pages(`/leads?page[size]=9&sort=-created_at&page[after]=${plain}`)).toEqual(rest);
    expect(await pages(`/leads?page[after]=${spelled}`)).toEqual(rest);
  });

  it('goes on with another token in that token’s own scope', async () => {
    const next = await nextOf('/leads?page[size]=5&sort=score');
    for (const { token } of [desk.cast.ravi, desk.cast.asha, desk.cast.tara, desk.cast.zenith.admin]) {
      const own = new Set(await pages('/leads?sort=score', token));
      const rest = await pages(next, token);
      expect(rest.every((id) => own.has(id))).toBe(true);
    }
    expect(await pages(next, desk.cast.asha.token)).toEqual([]);
    expect(await pages(next, desk.cast.zenith.admin.token)).toEqual([]);
  });

  it('shows neither an internal id nor anything else in the clear', async () => {
    const cursor = await cursorOf('/leads?page[size]=5');
    const [lead] = (await desk.list('?page[size]=5')).slice(-1);
    const [row] = await desk.rows('select id from leads where public_id = $1', [lead]);
    const plain = Buffer.from(cursor, 'base64url').toString('latin1');
    expect(cursor).toMatch(/^[A-Za-z0-9_-]+$/);
    expect(plain).not.toContain('2026');
    expect(plain).not.toContain(`"${row.id}"`);
  });
});
