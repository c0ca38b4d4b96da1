import { afterEach, describe, expect, it } from 'vitest';
import type { Shown } from '../support/leads.ts';
import { Random } from '../support/random.ts';
import { ReportModel } from '../support/report-model.ts';
import { addressOf, byGroup, compare, expectListed, type Link, randomQuestion } from '../support/report-queries.ts';
import { ReportWorld, type Viewer } from '../support/report-world.ts';
import { roundsOf } from '../support/runs.ts';

const groupings = ['source', 'owner', 'team', 'week', 'month', 'status'];
const STEPS = 150;
const QUESTIONS = 8;
/** Of those that a question leads to; driven harder, all of them. */
const LINKS = process.env.LEADLINE_ROUNDS ? Number.POSITIVE_INFINITY : 12;

let world: ReportWorld | undefined;
afterEach(async () => {
  await world?.close();
  world = undefined;
});

const seeds = process.env.LEADLINE_SEED ? [Number(process.env.LEADLINE_SEED)] : [...Array(roundsOf(1, 3)).keys()];

describe.each(seeds)('in a random pipeline with a random history (LEADLINE_SEED=%i)', (seed) => {
  it('every figure is the model’s, every sum holds, and every link lists exactly its leads', async () => {
    const random = new Random(seed * 7_919 + 11);
    world = await ReportWorld.open(random);
    await world.live(STEPS);
    for (let n = 0; n < QUESTIONS; n++) {
      const viewer = world.viewers[n % world.viewers.length] as Viewer;
      await checkReports(world, viewer, random);
    }
  });
});

async function checkReports(world: ReportWorld, { name, person, sees }: Viewer, random: Random): Promise<void> {
  const { parameters, asked } = randomQuestion(world, sees);
  const model = new ReportModel(world.model, asked, sees);
  const { token } = person;
  const links: Link[] = [];
  const ask = async (report: string, more: Record<string, string> = {}): Promise<Shown> => {
    const address = `/reports/${report}${addressOf({ ...parameters, ...more })}`;
    const { status, body } = await world.desk.app.call('GET', address, { token });
    expect(status, JSON.stringify(body)).toBe(200);
    const { definition, ...meta } = body.meta;
    expect(definition).not.toBe('');
    expect(meta, `${name} ${address}`).toEqual(model.meta());
    return body;
  };
  const where = (report: string) => `${name} ${report} ${addressOf(parameters)}`;
  const funnel = await ask('funnel');
  compare(funnel.data, model.funnel(), where('funnel'), links);
  expectFunnelAddsUp(funnel);
  const velocity = await ask('velocity');
  compare(velocity.data, model.velocity(), where('velocity'), links);
  for (const group_by of groupings) {
    const conversion = await ask('conversion', { group_by });
    compare(byGroup(conversion.data), byGroup(model.conversion(group_by)), where(`conversion by ${group_by}`), links);
    expectGroupsAddUp(conversion.data);
  }
  for (const link of random.shuffle(links).slice(0, LINKS)) {
    await expectListed(world, token, link, random);
  }
}

function expectFunnelAddsUp({ data, meta }: Shown): void {
  for (const [k, stage] of data.stages.entries()) {
    const beyond = data.stages[k + 1]?.reached ?? data.won; // past the last stage are those who are won
    expect(stage.reached).toBe(beyond + stage.lost + stage.open);
  }
  const sum = data.stages.reduce((total: number, { lost, open }: Shown) => total + lost + open, 0);
  expect(sum + data.won).toBe(meta.cohort_size);
  expect(data.won + data.lost + data.open).toBe(meta.cohort_size);
}

function expectGroupsAddUp({ groups, total }: Shown): void {
  for (const figure of ['leads', 'won', 'lost', 'open', 'won_value']) {
    const sum = groups.reduce((part: number, group: Shown) => part + group[figure], 0);
    expect(sum, figure).toBeCloseTo(total[figure], 6);
  }
}
