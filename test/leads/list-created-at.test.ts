import { afterAll, beforeAll, expect, it } from 'vitest';
import { faultsOf, LeadDesk } from '../support/leads.ts';

let desk: LeadDesk;
const names = new Map<string, string>();

/** Leads by the moment of their creation. */
const MOMENTS = [
  '2026-01-30T18:29:59.999Z', // the last moment of 30 January in Kolkata
  '2026-01-30T18:30:00.000Z',
  '2026-01-31T12:00:00.000Z',
  '2026-01-31T18:29:59.999Z', // the last moment of 31 January in Kolkata
  '2026-01-31T18:30:00.000Z',
] as const;

beforeAll(async () => {
  desk = await LeadDesk.open();
  for (const at of MOMENTS) {
    const lead = await desk.make();
    await desk.rows('update leads set created_at = $2 where public_id = $1', [lead.public_id, at]);
    names.set(lead.public_id, at);
  }
});
afterAll(() => desk.close());

const ask = (range: string) =>
  desk.app.call('GET', `/leads?filter[created_at]=${encodeURIComponent(range)}`, { token: desk.admin });

async function found(range: string): Promise<(string | undefined)[]> {
  const ids = await desk.list(`?filter[created_at]=${encodeURIComponent(range)}`);
  return ids.map((id) => names.get(id)).reverse();
}

it('a date is that whole day in the organization’s time zone', async () => {
  expect(await found('2026-01-31')).toEqual(MOMENTS.slice(1, 4));
  expect(await found('2026-01-31..2026-01-31')).toEqual(MOMENTS.slice(1, 4));
  expect(await found('2026-01-30,2026-01-31')).toEqual(MOMENTS.slice(0, 4));
});

it('a range may be open at either end', async () => {
  expect(await found('..2026-01-30')).toEqual(MOMENTS.slice(0, 1));
  expect(await found('2026-01-31..')).toEqual(MOMENTS.slice(1));
});

it('both ends are included, to the millisecond', async () => {
  expect(await found(`${MOMENTS[1]}..${MOMENTS[3]}`)).toEqual(MOMENTS.slice(1, 4));
  expect(await found(`${MOMENTS[1]},${MOMENTS[1]}`)).toEqual([MOMENTS[1]]);
  expect(await found('2026-01-31T00:00:00+05:30..2026-01-31T17:30:00+05:30')).toEqual(MOMENTS.slice(1, 3));
});

it('a change of the time zone changes what a date means, at once', async () => {
  await desk.change('organization', { time_zone: 'UTC' });
  expect(await found('2026-01-31')).toEqual(MOMENTS.slice(2));
  await desk.change('organization', { time_zone: 'America/New_York' });
  expect(await found('2026-01-30')).toEqual(MOMENTS.slice(0, 2));
  await desk.change('organization', { time_zone: 'Asia/Kolkata' });
  expect(await found('2026-01-31')).toEqual(MOMENTS.slice(1, 4));
});

it('a keyword counts from today', async () => {
  const lead = await desk.make();
  names.set(lead.public_id, 'now');
  for (const keyword of ['today', 'this_week', 'this_month', 'this_quarter', 'this_year', 'last_1_days']) {
    expect(await found(keyword), keyword).toContain('now');
  }
  for (const keyword of ['yesterday', 'last_week', 'last_month']) expect(await found(keyword)).not.toContain('now');
});

it.each(['2026-01-31..2026-01-30', '2026-02-30', 'soon', '..', 'last_0_days', 'last_367_days', '2026-01-31T10:00:00Z'])(
  '%s is refused on filter[created_at]',
  async (range) => expect(faultsOf(await ask(range))).toEqual(['filter[created_at]']),
);

it.each([
  '0001-01-01',
  '0001-01-01..',
  '..0001-01-01',
  '9999-12-31',
  '..9999-12-31',
  '0001-01-01T00:00:00Z..',
  '..9999-12-31T23:59:59.999Z',
  '0001-01-01..9999-12-31',
])('the end of time is no failure: %s', async (range) => {
  for (const time_zone of ['America/New_York', 'Pacific/Kiritimati', 'Asia/Kolkata']) {
    await desk.change('organization', { time_zone });
    const { status, body } = await ask(range);
    expect([200, 422], `${time_zone}: ${JSON.stringify(body)}`).toContain(status);
  }
});

it('all of time holds every lead', async () => {
  expect(await found('0100-01-01..9999-12-30')).toEqual(expect.arrayContaining([...MOMENTS]));
});
