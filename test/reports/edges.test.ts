import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LeadDesk, type Shown } from '../support/leads.ts';

let desk: LeadDesk;

beforeAll(async () => {
  desk = await LeadDesk.open();
  for (const name of ['Won', 'Lost']) await desk.change(`statuses/${desk.status(name)}`, { allowed_next: null });
});
afterAll(() => desk.close());

/** The report about the leads of one source, so that tests do not meet. */
async function ask(report: string, source: Shown, more = ''): Promise<Shown> {
  const { status, body } = await desk.app.call('GET', `/reports/${report}?filter[source]=${source.public_id}${more}`, {
    token: desk.admin,
  });
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
}

const listed = async (address: string): Promise<string[]> => {
  const { status, body } = await desk.app.call('GET', address, { token: desk.admin });
  expect(status).toBe(200);
  return body.data.map((lead: Shown) => lead.public_id);
};

/** A lead from that source that goes this way. */
async function walk(source: Shown, ...names: string[]): Promise<string> {
  const { public_id } = await desk.make({ source: source.public_id, estimated_value: 10 });
  for (const name of names) expect((await desk.move(public_id, desk.status(name))).status).toBe(200);
  return public_id;
}

const newSource = (name: string) => desk.add('sources', { name });
const stageOf = ({ data }: Shown, name: string) => data.stages.find((stage: Shown) => stage.status.name === name);

describe('reports/funnel', () => {
  it('counts a skipped stage as passed, but not as entered', async () => {
    const source = await newSource('Skips');
    const lead = await walk(source, 'Proposal');
    const report = await ask('funnel', source);
    expect(stageOf(report, 'Qualified')).toMatchObject({
      entered: 0,
      reached: 1,
      open: 0,
      lost: 0,
      step_conversion: 1,
    });
    expect(stageOf(report, 'Proposal')).toMatchObject({ entered: 1, reached: 1, open: 1, step_conversion: 0 });
    expect(stageOf(report, 'Negotiation')).toMatchObject({ entered: 0, reached: 0, step_conversion: null, share: 0 });
    expect(await listed(stageOf(report, 'Qualified').links.leads)).toEqual([lead]);
    expect(await listed(stageOf(report, 'Qualified').links.entered)).toEqual([]);
  });

  it('counts a lead that went back by the furthest stage it had reached', async () => {
    const source = await newSource('Back');
    await walk(source, 'Negotiation', 'Contacted');
    const report = await ask('funnel', source);
    expect(stageOf(report, 'Negotiation')).toMatchObject({ reached: 1, open: 1 });
    expect(stageOf(report, 'Contacted')).toMatchObject({ entered: 1, open: 0 });
  });

  it('counts a lead that was won and reopened as open at the won stage, and one won, then lost, as lost there', async () => {
    const source = await newSource('Reopened');
    const open = await walk(source, 'Won', 'Contacted');
    const lost = await walk(source, 'Won', 'Lost');
    const report = await ask('funnel', source);
    const won = stageOf(report, 'Won');
    expect(won).toMatchObject({ entered: 2, reached: 2, open: 1, lost: 1, step_conversion: null, value: 20 });
    expect(report.data).toMatchObject({ won: 0, lost: 1, open: 1 });
    expect(await listed(won.links.open)).toEqual([open]);
    expect(await listed(won.links.lost)).toEqual([lost]);
    expect(report.meta.cohort_size).toBe(2);
  });

  it('does not see what a PATCH did, and says how many leads that concerns', async () => {
    const source = await newSource('Patched');
    const lead = await walk(source, 'Contacted');
    await desk.patch(lead, { status: desk.status('Won') });
    await walk(source, 'Contacted');
    for (const report of ['funnel', 'velocity', 'conversion']) {
      expect((await ask(report, source)).meta).toMatchObject({ cohort_size: 2, unrecorded_changes: 1 });
    }
    expect((await ask('funnel', source)).data).toMatchObject({ won: 0, open: 2 });
    // A move from there is recorded again.
    await desk.move(lead, desk.status('Proposal'));
    const report = await ask('funnel', source);
    expect(report.meta.unrecorded_changes).toBe(0);
    expect(stageOf(report, 'Won')).toMatchObject({ entered: 0, reached: 0 });
  });

  it('several won statuses are one stage, also where one of them is archived', async () => {
    const source = await newSource('Two ways to win');
    const { public_id } = await desk.add('statuses', { name: 'Renewed', kind: 'won' });
    desk.statuses.Renewed = public_id;
    const [one, other] = [await walk(source, 'Won'), await walk(source, 'Renewed')];
    for (const archived of [false, true]) {
      await desk.change(`statuses/${desk.status('Won')}`, { archived });
      const { data } = await ask('funnel', source);
      const last = data.stages.at(-1);
      expect(last).toMatchObject({ status: { name: 'Won' }, entered: 2, reached: 2, open: 0, lost: 0 });
      expect((await listed(last.links.entered)).sort()).toEqual([one, other].sort());
      expect((await ask('velocity', source)).data.stages.slice(-2)).toMatchObject([
        { status: { name: 'Won' }, unfinished: { count: 1 } },
        { status: { name: 'Renewed' }, unfinished: { count: 1 } },
      ]);
    }
    await desk.change(`statuses/${desk.status('Won')}`, { archived: false });
    await desk.change(`statuses/${public_id}`, { archived: true });
  });

  it('shows an archived status only where leads have been there', async () => {
    const [been, not] = [await newSource('Been'), await newSource('Not')];
    await walk(been, 'Qualified');
    await walk(not, 'Contacted');
    await desk.change(`statuses/${desk.status('Qualified')}`, { archived: true });
    expect(stageOf(await ask('funnel', been), 'Qualified')).toMatchObject({ entered: 1, reached: 1 });
    expect(stageOf(await ask('funnel', not), 'Qualified')).toBeUndefined();
    expect(stageOf(await ask('velocity', been), 'Qualified')).toMatchObject({ unfinished: { count: 1 } });
    expect(stageOf(await ask('velocity', not), 'Qualified')).toBeUndefined();
    await desk.change(`statuses/${desk.status('Qualified')}`, { archived: false });
  });

  it('counts leads that have been in no stage where leads begin, and lists them there', async () => {
    const source = await newSource('No stage');
    // Archived, before all others, and never entered: it is no stage of the report, so the next one is the first.
    await desk.add('statuses', { name: 'Ancient', kind: 'open', position: 0, archived: true });
    const { public_id: spam } = await desk.add('statuses', { name: 'Spam', kind: 'open', initial: true });
    const never = await walk(source);
    await desk.change(`statuses/${desk.status('New')}`, { initial: true });
    await desk.change(`statuses/${spam}`, { kind: 'lost' });
    const open = await walk(source);
    const { data, meta } = await ask('funnel', source);
    const [first] = data.stages;
    expect(first).toMatchObject({ status: { name: 'New' }, entered: 1, reached: 2, lost: 1, open: 1 });
    expect((await listed(first.links.leads)).sort()).toEqual([never, open].sort());
    expect(await listed(first.links.lost)).toEqual([never]);
    expect(await listed(first.links.open)).toEqual([open]);
    expect(await listed(first.links.entered)).toEqual([open]);
    expect(meta.cohort_size).toBe(2);
    await desk.change(`statuses/${spam}`, { archived: true });
  });
});

describe('reports/velocity', () => {
  it('counts each return as a visit of its own, and lists its lead once', async () => {
    const source = await newSource('Returns');
    const lead = await walk(source, 'Contacted', 'Qualified', 'Contacted', 'Qualified', 'Contacted', 'Won');
    const report = await ask('velocity', source);
    expect(stageOf(report, 'Contacted')).toMatchObject({ finished: { count: 3 }, unfinished: { count: 0 } });
    expect(stageOf(report, 'Qualified').finished.count).toBe(2);
    expect(stageOf(report, 'Won')).toMatchObject({ finished: { count: 0, mean: null }, unfinished: { count: 1 } });
    expect(await listed(stageOf(report, 'Contacted').links.finished)).toEqual([lead]);
    expect(await listed(stageOf(report, 'Won').links.unfinished)).toEqual([lead]);
  });
});

describe('reports/conversion', () => {
  it('groups leads without a source, an owner or a team under a name for that, last', async () => {
    await desk.make({}, null);
    for (const what of ['source', 'owner']) {
      const { body } = await desk.app.call('GET', `/reports/conversion?group_by=${what}`, { token: desk.admin });
      const last = body.data.groups.at(-1);
      expect(last.group).toEqual({ name: `No ${what}` });
      expect(await listed(last.links.leads)).toHaveLength(last.leads);
    }
  });

  it('puts statuses in the order of the pipeline, weeks and months in that of the calendar', async () => {
    const { body } = await desk.app.call('GET', '/statuses?page[size]=200', { token: desk.admin });
    const order = body.data.map((status: Shown) => status.name);
    const of = async (what: string) =>
      (await desk.app.call('GET', `/reports/conversion?group_by=${what}`, { token: desk.admin })).body.data.groups.map(
        ({ group }: Shown) => group.name,
      );
    const names = await of('status');
    expect(names.length).toBeGreaterThan(4);
    expect(names).toEqual(order.filter((name: string) => names.includes(name)));
  });
});
