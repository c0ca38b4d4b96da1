import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Shown } from '../support/leads.ts';
import { Random } from '../support/random.ts';
import type { ModelLead } from '../support/report-model.ts';
import { addressOf, randomQuestion } from '../support/report-queries.ts';
import { ReportWorld } from '../support/report-world.ts';

const reports = [
  ['funnel', {}],
  ['velocity', {}],
  ['conversion', { group_by: 'source' }],
  ['conversion', { group_by: 'week' }],
  ['conversion', { group_by: 'status' }],
] as const;

let world: ReportWorld;

beforeAll(async () => {
  world = await ReportWorld.open(new Random(20_260_301));
  await world.live(120);
  for (const lead of world.model.leads.slice(-6)) {
    expect((await world.desk.patch(lead.public_id, { owner: null })).status).toBe(200);
    lead.owner = null; // the team stays
  }
});
afterAll(() => world.close());

async function ask(report: string, parameters: Record<string, string>, token: string): Promise<Shown> {
  const { status, body } = await world.desk.app.call('GET', `/reports/${report}${addressOf(parameters)}`, { token });
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
}

/** The figures alone: addresses repeat the filters. */
const figuresOf = (body: Shown) => JSON.parse(JSON.stringify(body, (name, value) => (name === 'links' ? 0 : value)));

/** Some questions that ask for no owner and no team. */
const questions = () =>
  Array.from({ length: 6 }, () => {
    const { parameters } = randomQuestion(world);
    const { 'filter[owner]': _, 'filter[team]': __, ...others } = parameters;
    return others;
  });

describe.each(reports)('reports/%s %j', (report, more) => {
  it('of a manager is the admin’s of that team', async () => {
    const { admin, meera, teams } = world.desk.cast;
    for (const parameters of questions()) {
      const own = await ask(report, { ...parameters, ...more }, meera.token);
      const all = await ask(report, { ...parameters, ...more, 'filter[team]': teams.west }, admin.token);
      expect(figuresOf(own)).toEqual(figuresOf(all));
    }
  });

  it('of an agent, and of a manager without a team, is the admin’s of that owner', async () => {
    const { admin, ravi, om } = world.desk.cast;
    for (const parameters of questions()) {
      for (const { token, membership } of [ravi, om]) {
        const own = await ask(report, { ...parameters, ...more }, token);
        const all = await ask(report, { ...parameters, ...more, 'filter[owner]': membership }, admin.token);
        expect(figuresOf(own)).toEqual(figuresOf(all));
      }
    }
  });

  it('as of now is the one that names no moment, to the last address', async () => {
    const as_of = new Date(world.now).toISOString();
    for (const { as_of: _, ...parameters } of questions()) {
      const { token } = world.desk.cast.admin;
      const without = await ask(report, { ...parameters, ...more }, token);
      expect(await ask(report, { ...parameters, ...more, as_of }, token)).toEqual(without);
    }
  });

  it('of leads that nobody owns, as the list takes `filter[owner]=none`: alone, with members, and within the scope', async () => {
    const { admin, meera, ravi } = world.desk.cast;
    const all = { 'filter[created_at]': '2025-01-01..' };
    const ownedBy = (leads: ModelLead[], owners: (string | null)[]) =>
      leads.filter(({ owner }) => owners.includes(owner)).length;
    const { leads } = world.model;
    const nobodys = ownedBy(leads, [null]);
    expect(nobodys).toBeGreaterThan(0);
    for (const [token, owner, count] of [
      [admin.token, 'none', nobodys],
      [admin.token, `${ravi.membership}, none`, ownedBy(leads, [null, ravi.membership])],
      [admin.token, `none,mem_${'0'.repeat(26)}`, nobodys],
      [ravi.token, 'none', 0],
    ] as const) {
      const filter = { ...all, 'filter[owner]': owner };
      const { body } = await world.desk.app.call('GET', `/leads${addressOf({ ...filter, 'page[size]': '200' })}`, {
        token,
      });
      expect(body.data).toHaveLength(count);
      const answer = await ask(report, { ...filter, ...more }, token);
      expect(answer.meta.cohort_size).toBe(count);
      const links = new Set(JSON.stringify(answer.data).match(/\/api[^"]*/g) ?? []);
      for (const link of links) expect(link).toContain(`${new URLSearchParams({ 'filter[owner]': owner })}`);
    }
    const seen = world.viewers.find(({ person }) => person === meera);
    const own = await ask(report, { ...all, ...more, 'filter[owner]': 'none' }, meera.token);
    expect(own.meta.cohort_size).toBe(
      ownedBy(
        leads.filter((lead) => seen?.sees(lead)),
        [null],
      ),
    );
  });

  it('of another organization counts its own leads only, whatever it filters by', async () => {
    const { zenith, teams, ravi } = world.desk.cast;
    const { body } = await world.desk.app.call('GET', '/leads?page[size]=200', { token: zenith.admin.token });
    expect(body.data.length).toBeGreaterThan(0);
    const all = { 'filter[created_at]': '2025-01-01..', ...more };
    expect((await ask(report, all, zenith.admin.token)).meta.cohort_size).toBe(body.data.length);
    for (const filter of [{ 'filter[team]': teams.west }, { 'filter[owner]': ravi.membership }]) {
      expect((await ask(report, { ...all, ...filter }, zenith.admin.token)).meta.cohort_size).toBe(0);
    }
  });

  it('filtered by what the caller may not see is empty', async () => {
    const { ravi, meera, vikram, teams } = world.desk.cast;
    const all = { 'filter[created_at]': '2025-01-01..', ...more };
    for (const [token, filter] of [
      [ravi.token, { 'filter[owner]': meera.membership }],
      [meera.token, { 'filter[team]': teams.east }],
      [vikram.token, { 'filter[owner]': ravi.membership }],
    ] as const) {
      expect((await ask(report, { ...all, ...filter }, token)).meta.cohort_size).toBe(0);
    }
  });
});

it('a report of a past moment is not changed by what happens later', async () => {
  const { token } = world.desk.cast.admin;
  const as_of = new Date(world.now).toISOString();
  const parameters = { 'filter[created_at]': '2025-01-01..', as_of };
  const before = await Promise.all(reports.map(([report, more]) => ask(report, { ...parameters, ...more }, token)));
  world.wait(1);
  for (const { public_id } of world.model.leads.slice(0, 10)) {
    const target = world.model.statuses.find(({ archived, kind }) => !archived && kind === 'lost')?.public_id ?? '';
    await world.desk.move(public_id, target);
  }
  const after = await Promise.all(reports.map(([report, more]) => ask(report, { ...parameters, ...more }, token)));
  for (const [n, one] of before.entries()) expect(after[n].data).toEqual(one.data);
});

it('a link keeps to the range to the millisecond, at both ends', async () => {
  const { token } = world.desk.cast.admin;
  const times = world.model.leads.map(({ createdAt }) => createdAt).sort((one, other) => one - other);
  const [first, last] = [times[3] ?? 0, times.at(-4) ?? 0];
  for (const [from, to] of [
    [first, last],
    [first + 1, last - 1],
  ] as const) {
    const range = `${new Date(from).toISOString()}..${new Date(to).toISOString()}`;
    const { data, meta } = await ask('conversion', { 'filter[created_at]': range }, token);
    const leads = world.model.leads.filter(({ createdAt }) => createdAt >= from && createdAt <= to);
    const { body } = await world.desk.app.call('GET', `${data.total.links.leads}&page[size]=200`, { token });
    expect(body.data.map((lead: Shown) => lead.public_id).sort()).toEqual(leads.map((lead) => lead.public_id).sort());
    expect(meta.cohort_size).toBe(leads.length);
  }
});

it('a link goes on listing the same leads when time has passed', async () => {
  const { token } = world.desk.cast.admin;
  const { data, meta } = await ask('conversion', {}, token);
  const link = data.total.links.leads;
  const list = async () =>
    (await world.desk.app.call('GET', `${link}&page[size]=200`, { token })).body.data.map(
      (lead: Shown) => lead.public_id,
    );
  const before = await list();
  expect(before).toHaveLength(meta.cohort_size);
  await world.live(30);
  expect(await list()).toEqual(before);
});
