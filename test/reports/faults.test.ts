import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { faultsOf, LeadDesk, type Shown } from '../support/leads.ts';

const reports = ['funnel', 'velocity', 'conversion'];
const never = (prefix: string) => `${prefix}_${'0'.repeat(26)}`;

let desk: LeadDesk;

beforeAll(async () => {
  desk = await LeadDesk.open();
  const lead = await desk.make({ estimated_value: 100 }, desk.cast.ravi);
  await desk.move(lead.public_id, desk.status('Won'));
});
afterAll(() => desk.close());

const ask = (path: string, token = desk.admin) => desk.app.call('GET', `/reports/${path}`, { token });
const soon = () => new Date(Date.now() + 60_000).toISOString();

describe.each(reports)('reports/%s', (report) => {
  it('refuses a moment that lies ahead or is none, and names it', async () => {
    for (const as_of of [soon(), '2026-02-30T00:00:00Z', '2026-01-31', 'now', '9999-12-31T23:59:59Z']) {
      expect(faultsOf(await ask(`${report}?as_of=${encodeURIComponent(as_of)}`)), as_of).toEqual(['as_of']);
    }
  });

  it('refuses a range that is none, or ends before it begins, and names it', async () => {
    for (const range of ['yesterweek', '2026-02-30', '2026-02-01..2026-01-01', '..', 'last_367_days', '']) {
      expect(faultsOf(await ask(`${report}?filter[created_at]=${range}`)), range).toEqual(['filter[created_at]']);
    }
  });

  it('names a faulty range and a faulty moment at once', async () => {
    expect(faultsOf(await ask(`${report}?filter[created_at]=x&as_of=${soon()}`))).toEqual([
      'as_of',
      'filter[created_at]',
    ]);
  });

  it('refuses parameters that it does not know, and names all that is wrong at once', async () => {
    const found = faultsOf(await ask(`${report}?filter[status]=x&filter[sorce]=x&page[size]=1&as_of=soon`));
    expect(found).toEqual(['as_of', 'filter[sorce]', 'filter[status]', 'page[size]']);
  });

  it('a repeated parameter is refused', async () => {
    const now = new Date().toISOString();
    expect(faultsOf(await ask(`${report}?as_of=${now}&as_of=${now}`))).toEqual(['as_of']);
  });

  it('ids that nothing has match nothing: 200, zeros, and null where nothing can be divided', async () => {
    const [foreign] = (await desk.app.call('GET', '/memberships', { token: desk.cast.zenith.admin.token })).body.data;
    for (const filter of [
      `filter[source]=${never('src')}`,
      `filter[owner]=${never('mem')}`,
      `filter[team]=${never('team')}`,
      `filter[team]=nonsense`,
      `filter[owner]=${foreign.public_id}`,
    ]) {
      const { status, body } = await ask(`${report}?${filter}`);
      expect(status).toBe(200);
      expect(body.meta).toMatchObject({ cohort_size: 0, unrecorded_changes: 0 });
      expectNothing(body.data);
    }
  });

  it('of an empty cohort are zeros, and null where nothing can be divided', async () => {
    for (const range of ['2001-01-01', '..2001-01-01', '0001-01-01', '9999-12-31..']) {
      const { status, body } = await ask(`${report}?filter[created_at]=${range}`);
      expect([range, status]).toEqual([range, 200]);
      expect(body.meta.cohort_size).toBe(0);
      expectNothing(body.data);
    }
    const { body } = await ask(`${report}?as_of=0001-01-01T00:00:00Z`);
    expectNothing(body.data);
  });

  it('is about the last 30 days unless asked otherwise, up to now', async () => {
    const { body } = await ask(report);
    const { from, to, as_of, cohort_size } = body.meta;
    expect(cohort_size).toBe(1);
    expect(Date.parse(to) - Date.parse(from)).toBe(30 * 86_400_000);
    expect(Date.parse(to)).toBeGreaterThan(Date.now());
    expect(Math.abs(Date.parse(as_of) - Date.now())).toBeLessThan(10_000);
  });

  it('needs reports:read', async () => {
    const without = await desk.cast.tokenOf(desk.cast.admin, ['leads:read']);
    expect((await ask(report, without)).status).toBe(403);
    const within = await desk.cast.tokenOf(desk.cast.ravi, ['reports:read']);
    expect((await ask(report, within)).status).toBe(200);
  });
});

it('an unknown grouping is refused', async () => {
  for (const group_by of ['day', 'Source', '', 'source,owner']) {
    expect(faultsOf(await ask(`conversion?group_by=${group_by}`)), group_by).toEqual(['group_by']);
  }
  expect(faultsOf(await ask('funnel?group_by=source'))).toEqual(['group_by']);
});

describe('reports/leads', () => {
  const stage = () => desk.status('Contacted');

  it('lists the whole cohort unless a figure is named, and refuses one that there is not', async () => {
    expect((await ask('leads')).body.data).toEqual((await ask('leads?figure=leads')).body.data);
    expect(faultsOf(await ask('leads?figure=losses'))).toEqual(['figure']);
    expect(faultsOf(await ask(`leads?stage=${stage()}`))).toEqual(['stage']);
  });

  it.each(['entered', 'reached', 'finished', 'unfinished'])('needs a stage for %s', async (figure) => {
    expect(faultsOf(await ask(`leads?figure=${figure}`))).toEqual(['stage']);
    expect((await ask(`leads?figure=${figure}&stage=${stage()}`)).status).toBe(200);
  });

  it.each(['leads', 'won'])('takes no stage for %s', async (figure) => {
    expect(faultsOf(await ask(`leads?figure=${figure}&stage=${stage()}`))).toEqual(['stage']);
  });

  it('takes a group only together with what it groups by, and not with a stage', async () => {
    expect(faultsOf(await ask('leads?figure=won&group=none'))).toEqual(['group']);
    expect(faultsOf(await ask('leads?figure=won&group_by=source'))).toEqual(['group']);
    expect(faultsOf(await ask('leads?figure=won&group_by=day&group=none'))).toEqual(['group_by']);
    expect(faultsOf(await ask(`leads?figure=lost&stage=${stage()}&group_by=source&group=none`))).toEqual(['group']);
    expect(faultsOf(await ask('leads?figure=reached&group_by=source&group=none'))).toEqual(['stage']);
  });

  it('lists nothing for a stage or a group that nobody has', async () => {
    const beyond = ['9999-12-31', '9999-12-01', '0001-01-01', '2026-13-01', 'none', '', 'x'];
    const empty = [
      `figure=reached&stage=${never('sts')}`,
      `figure=reached&stage=${desk.status('Lost')}`,
      `figure=unfinished&stage=${desk.status('Lost')}`,
      `figure=leads&group_by=source&group=${never('src')}`,
      `figure=leads&group_by=owner&group=${desk.cast.zenith.admin.membership}`,
      `figure=leads&group_by=status&group=none`,
      ...beyond.flatMap((day) => [
        `figure=leads&group_by=week&group=${day}`,
        `figure=leads&group_by=month&group=${day}`,
      ]),
    ];
    for (const query of empty) {
      const { status, body } = await ask(`leads?${query}`);
      if (query.endsWith('group=')) expect([query, status]).toEqual([query, 422]);
      else expect([query, status, body.data]).toEqual([query, 200, []]);
    }
  });

  it('a week begins on Monday and a month on its first: no other day names one', async () => {
    const { body } = await ask('conversion?group_by=week');
    const { searchParams } = new URL(body.data.groups[0].links.leads, 'http://x');
    const day = (days: number) =>
      new Date(Date.parse(searchParams.get('group') ?? '') + days * 86_400_000).toISOString().slice(0, 10);
    expect(new Date(day(0)).getUTCDay()).toBe(1);
    expect((await ask(`leads?figure=leads&group_by=week&group=${day(0)}`)).body.data).toHaveLength(1);
    expect((await ask(`leads?figure=leads&group_by=week&group=${day(-1)}`)).body.data).toEqual([]);
    const month = new Date().toISOString().slice(0, 7);
    for (const n of ['02', '28']) {
      expect((await ask(`leads?figure=leads&group_by=month&group=${month}-${n}`)).body.data).toEqual([]);
    }
  });

  it('needs leads:read, and shows an agent nothing of another’s', async () => {
    const reader = await desk.cast.tokenOf(desk.cast.admin, ['reports:read']);
    expect((await ask('leads?figure=won', reader)).status).toBe(403);
    expect((await ask('leads?figure=won')).body.data).toHaveLength(1);
    expect((await ask('leads?figure=won', desk.cast.ravi.token)).body.data).toHaveLength(1);
    expect((await ask('leads?figure=won', desk.cast.asha.token)).body.data).toEqual([]);
    expect((await ask('leads?figure=won', desk.cast.zenith.admin.token)).body.data).toEqual([]);
  });

  it('a cursor of another figure is refused', async () => {
    await desk.make({}, desk.cast.ravi);
    const { body } = await ask('leads?figure=leads&page[size]=1');
    const other = body.links.next.replace('figure=leads', 'figure=open');
    expect(faultsOf(await desk.app.call('GET', other, { token: desk.admin }))).toEqual(['page[after]']);
  });
});

/** No figure of it counts anything. */
function expectNothing(data: Shown): void {
  for (const [name, value] of Object.entries(data)) {
    if (name === 'links' || name === 'status') continue;
    if (name === 'groups') expect(value).toEqual([]);
    else if (Array.isArray(value)) for (const one of value) expectNothing(one);
    else if (value !== null && typeof value === 'object') expectNothing(value);
    else expect([name, value]).toEqual([name, sums.has(name) ? 0 : null]);
  }
}
const sums = new Set('entered reached lost open won leads count value won_value'.split(' '));
