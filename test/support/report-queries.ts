import { expect } from 'vitest';
import type { Shown } from './leads.ts';
import type { Random } from './random.ts';
import { type Asked, type ModelLead, ReportModel, type Sees } from './report-model.ts';
import type { ReportWorld } from './report-world.ts';

const [HOUR, DAY] = [3_600_000, 86_400_000];

/** A report request, as the API and as the model take it. */
export interface Question {
  parameters: Record<string, string>;
  asked: Asked;
}

export const addressOf = (parameters: Record<string, string>): string => `?${new URLSearchParams(parameters)}`;

/**
 * A random request: a range in every notation, filters, and a time in the middle of the history, usually one at which
 * something happened to a lead of the request.
 */
export function randomQuestion(world: ReportWorld, sees: Sees = () => true): Question {
  const { random } = world;
  const { text, from, before } = randomRange(world);
  const parameters: Record<string, string> = {};
  if (text !== null) parameters['filter[created_at]'] = text;
  const filter = (name: string, known: readonly string[], unknown: string): string[] | null => {
    if (random.chance(0.8)) return null;
    const list = [...random.shuffle(known).slice(0, random.below(3)), ...(random.chance(0.2) ? [unknown] : [])];
    if (list.length === 0) return null;
    parameters[`filter[${name}]`] = list.join(',');
    return list;
  };
  const { teams } = world.desk.cast;
  const zeros = '0'.repeat(26);
  const members = world.people.map(({ membership }) => membership);
  const asked = {
    from,
    before,
    sources: filter('source', world.sources, `src_${zeros}`),
    owners: filter('owner', [...members, 'none'], `mem_${zeros}`),
    teams: filter('team', [teams.west, teams.east], `team_${zeros}`),
    asOf: world.now,
  };
  if (random.chance(0.65)) {
    asked.asOf = randomMoment(world, new ReportModel(world.model, asked, sees).cohort());
    parameters.as_of = new Date(asked.asOf).toISOString();
  }
  return { parameters, asked };
}

/** Often exactly the millisecond of an event, or the one before. */
function randomMoment({ random, model, now }: ReportWorld, cohort: readonly ModelLead[]): number {
  const steps = cohort.flatMap(({ steps }) => steps);
  if (steps.length > 0 && random.chance(0.8)) return random.pick(steps).at - random.pick([0, 0, 1]);
  const first = model.leads[0]?.createdAt ?? now;
  return first + Math.floor(random.next() * (now - first));
}

function randomRange(world: ReportWorld): { text: string | null; from: number | null; before: number | null } {
  const { random, model, now } = world;
  const dayStart = (ms: number) => Math.floor((ms + model.offsetMs) / DAY) * DAY - model.offsetMs;
  const dayText = (ms: number) => new Date(ms + model.offsetMs).toISOString().slice(0, 10);
  const [one, other] = [random.pick(model.leads).createdAt, random.pick(model.leads).createdAt];
  const [first, last] = [Math.min(one, other), Math.max(one, other)];
  const today = dayStart(now);
  const days = 1 + random.below(40);
  const iso = (ms: number) => new Date(ms).toISOString();
  return random.pick([
    () => ({ text: null, from: today - 29 * DAY, before: today + DAY }),
    () => ({ text: `last_${days}_days`, from: today - (days - 1) * DAY, before: today + DAY }),
    () => ({ text: `${iso(first)}..${iso(last)}`, from: first, before: last + 1 }),
    // One lead is younger by the smallest difference that can be expressed.
    () => ({ text: `${iso(first - 1)}..${iso(last - 1)}`, from: first - 1, before: last }),
    () => ({
      text: `${dayText(first)}..${dayText(last)}`,
      from: dayStart(first),
      before: dayStart(last) + DAY,
    }),
    () => ({ text: `${dayText(first)}..`, from: dayStart(first), before: null }),
    () => ({ text: `..${dayText(last)}`, from: null, before: dayStart(last) + DAY }),
    () => ({ text: `${iso(now - 400 * 24 * HOUR)}..`, from: now - 400 * DAY, before: null }),
  ])();
}

/** The precision to which responses round, by the name of the figure. */
const rounded: Readonly<Record<string, number>> = {
  mean: 0.0005,
  median: 0.0005,
  p75: 0.0005,
  p90: 0.0005,
  median_age: 0.0005,
  per_day: 0.005,
  mean_won_value: 0.005,
};

export interface Link {
  where: string;
  address: string;
  leads: string[];
}

/** Compares a response with the model, figure by figure; returns the links with the leads that they must list. */
export function compare(actual: Shown, expected: Shown, where: string, links: Link[] = []): Link[] {
  if (Array.isArray(expected)) {
    expect(actual?.length, where).toBe(expected.length);
    for (const [n, one] of expected.entries()) compare(actual[n], one, `${where}[${n}]`, links);
  } else if (expected !== null && typeof expected === 'object') {
    expect(Object.keys(actual ?? {}).sort(), where).toEqual(Object.keys(expected).sort());
    for (const [name, one] of Object.entries(expected)) {
      if (name === 'links') {
        for (const [figure, leads] of Object.entries(one as Record<string, string[]>)) {
          links.push({ where: `${where}.links.${figure}`, address: actual.links[figure], leads });
        }
      } else compare(actual[name], one, `${where}.${name}`, links);
    }
  } else if (typeof expected === 'number' && typeof actual === 'number') {
    const tolerance = 1e-6 + (rounded[where.split('.').at(-1) ?? ''] ?? 0);
    expect(Math.abs(actual - expected), `${where}: ${actual} for ${expected}`).toBeLessThanOrEqual(tolerance);
  } else expect(actual, where).toEqual(expected);
  return links;
}

/** The model does not define the order of groups. */
export const byGroup = (conversion: Shown): Shown => ({
  ...conversion,
  groups: [...conversion.groups].sort((one: Shown, other: Shown) => (keyOf(one) < keyOf(other) ? -1 : 1)),
});
const keyOf = ({ group }: Shown): string => group.public_id ?? group.name;

/** Reads a list to its end in small pages, and compares. */
export async function expectListed(world: ReportWorld, token: string, link: Link, random: Random): Promise<void> {
  const found: Shown[] = [];
  const size = 1 + random.below(Math.max(2, Math.ceil(link.leads.length / 2)));
  let next: string | null = `${link.address}&page[size]=${size}`;
  while (next !== null) {
    const { status, body } = await world.desk.app.call('GET', next, { token });
    expect(status, `${next} ${JSON.stringify(body)}`).toBe(200);
    expect(body.data.length, next).toBeLessThanOrEqual(size);
    found.push(...body.data);
    next = body.links.next;
  }
  const ids = found.map(({ public_id }) => public_id);
  expect([...ids].sort(), `${link.where} ${link.address}`).toEqual([...link.leads].sort());
  const times = found.map(({ created_at }) => created_at);
  expect(times, 'newest first').toEqual([...times].sort().reverse());
}
