import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { barOf, describeMeta, durationOf, percentOf, shortened } from '../../src/cli/report-text.ts';
import { runInShell } from '../support/cli-shell.ts';
import { LeadDesk, type Shown } from '../support/leads.ts';

let desk: LeadDesk;
let environment: Record<string, string>;
let website: string;

beforeAll(async () => {
  desk = await LeadDesk.open();
  const url = await desk.app.app.http.listen({ port: 0, host: '127.0.0.1' });
  environment = { LEADLINE_URL: url, LEADLINE_TOKEN: desk.admin };
  website = (await desk.add('sources', { name: 'Website' })).public_id;
  await walk({ source: website, estimated_value: 1_234_567.5 }, 'Contacted', 'Won');
  await walk({ source: website }, 'Contacted', 'Lost');
  await walk({}, 'Contacted', 'Qualified');
  await walk({});
});
afterAll(() => desk.close());

async function walk(fields: object, ...names: string[]): Promise<string> {
  const { public_id } = await desk.make({ ...fields }, desk.cast.ravi);
  for (const name of names) expect((await desk.move(public_id, desk.status(name))).status).toBe(200);
  return public_id;
}

const run = (args: string[], as = environment) => runInShell(['report', ...args], as);
const api = async (path: string, token = desk.admin): Promise<Shown> =>
  (await desk.app.call('GET', `/reports/${path}`, { token })).body;

async function text(...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await run(args);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return stdout;
}

/** The cells of the line that begins so. */
const lineOf = (output: string, name: string): string[] =>
  output
    .split('\n')
    .find((line) => line.startsWith(name))
    ?.split(/ {2,}/) ?? [];

describe('leadline report', () => {
  it('funnel prints the stages with bars', async () => {
    const output = await text('funnel');
    expect(output).toMatch(
      /^4 leads created from \d{4}-\d\d-\d\d 00:00 to .* 00:00, as of .* \(Asia\/Kolkata\)\.\n\nSTAGE/,
    );
    expect(lineOf(output, 'STAGE')).toEqual(['STAGE', 'REACHED', 'SHARE', 'GO ON', 'ENTERED', 'LOST', 'OPEN', 'VALUE']);
    expect(lineOf(output, 'New')).toEqual([
      'New',
      '4',
      '100 %',
      '█'.repeat(20),
      '75.0 %',
      '4',
      '0',
      '1',
      '₹12,34,567.50',
    ]);
    expect(lineOf(output, 'Qualified')).toEqual([
      'Qualified',
      '2',
      '50.0 %',
      '█'.repeat(10),
      '50.0 %',
      '1',
      '0',
      '1',
      '₹12,34,567.50',
    ]);
    expect(lineOf(output, 'Won').slice(0, 4)).toEqual(['Won', '1', '25.0 %', '█'.repeat(5)]);
    expect(output).toContain('1 won, 1 lost, 2 open.');
    expect(output).not.toContain('Warning');
  });

  it('velocity prints durations as people say them', async () => {
    const output = await text('velocity');
    const headings = ['STAGE', 'VISITS', 'MEDIAN', 'MEAN', 'P75', 'P90', 'THERE NOW', 'MEDIAN AGE'];
    expect(lineOf(output, 'STAGE')).toEqual(headings);
    expect(lineOf(output, 'New').slice(0, 3)).toEqual(['New', '3', expect.stringMatching(/^\d+ s$/)]);
    expect(lineOf(output, 'Proposal')).toEqual(['Proposal', '0', '–', '–', '–', '–', '0', '–']);
    expect(output).toMatch(/^From creation to won: 1 lead, median \d+ s, nine in ten within \d+ s\.$/m);
    expect(output).toMatch(/^From creation to lost: 1 lead, /m);
    expect(output).toMatch(
      /^Sales velocity: ₹[\d,.]+ a day \(2 open × 50\.0 % won × ₹12,34,568 each ÷ [\d.]+ days\)\.$/m,
    );
    const without = await text('velocity', '--created-at', '2001-01-01');
    expect(without).toContain('From creation to won: no lead yet.');
    expect(without).toContain('Sales velocity: not known before a lead is won.');
  });

  it('conversion prints the groups and their total', async () => {
    const output = await text('conversion');
    expect(lineOf(output, 'Website').slice(0, 7)).toEqual(['Website', '2', '1', '1', '0', '50.0 %', '█'.repeat(10)]);
    expect(lineOf(output, 'No source').slice(0, 7)).toEqual(['No source', '2', '0', '0', '2', '0 %', '–']);
    expect(lineOf(output, 'Total').slice(0, 6)).toEqual(['Total', '4', '1', '1', '2', '25.0 %']);
    expect(lineOf(await text('conversion', '--group-by', 'owner'), desk.cast.ravi.name)[1]).toBe('4');
  });

  it.each([
    ['velocity', ['--as-of', 'now']],
    ['conversion', ['--group-by', 'status', '--created-at', '2020-01-01..']],
    ['funnel', ['--source', 'website', '--owner', 'ravi', '--team', 'west', '--created-at', 'last_7_days']],
  ])('%s %j --json prints what the API answers', async (report, args) => {
    const now = new Date().toISOString();
    const named: Record<string, string> = {
      now,
      website,
      ravi: desk.cast.ravi.membership,
      west: desk.cast.teams.west,
    };
    const given = args.map((word) => named[word] ?? word);
    const asked = given.includes('--as-of') ? given : [...given, '--as-of', now];
    const names: Record<string, string> = {
      'created-at': 'filter[created_at]',
      'as-of': 'as_of',
      'group-by': 'group_by',
    };
    const query = new URLSearchParams();
    for (let n = 0; n < asked.length; n += 2) {
      const option = (asked[n] as string).slice(2);
      query.set(names[option] ?? `filter[${option}]`, asked[n + 1] as string);
    }
    expect(JSON.parse(await text(report, ...asked, '--json'))).toEqual(await api(`${report}?${query}`));
  });

  it('warns of changes that reports do not see', async () => {
    const lead = await walk({}, 'Contacted');
    await desk.patch(lead, { status: desk.status('Proposal') });
    for (const report of ['funnel', 'velocity', 'conversion']) {
      expect((await text(report)).split('\n')[1]).toBe(
        'Warning: 1 lead has a status that was changed by PATCH, which reports do not see.',
      );
    }
  });

  it('shows what the token may see', async () => {
    const as = { ...environment, LEADLINE_TOKEN: desk.cast.vikram.token };
    const { stdout } = await run(['funnel'], as);
    expect(stdout).toMatch(/^0 leads created/);
    expect(lineOf(stdout, 'New').slice(0, 3)).toEqual(['New', '0', '–']);
  });

  it('names the options that the service refuses', async () => {
    const { code, stdout, stderr } = await run([
      'funnel',
      '--created-at',
      'someday',
      '--as-of',
      '2999-01-01T00:00:00Z',
    ]);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(
      /^--created-at must be a date.+\n--as-of must be a time.+\nSee leadline report funnel --help\.\n$/,
    );
  });

  it.each([
    [['funnel', '--group-by', 'source'], '--group-by'],
    [['conversion', '--groupby', 'source'], '--group-by'],
    [['velocity', 'now'], 'now'],
    [['funel'], 'report funnel'],
  ])('refuses the command line %j with exit code 2', async (args, word) => {
    const { code, stdout, stderr } = await run(args);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(word);
  });

  it('needs a token', async () => {
    const { code, stderr } = await run(['funnel'], { LEADLINE_URL: environment.LEADLINE_URL ?? '' });
    expect(code).toBe(2);
    expect(stderr).toContain('LEADLINE_TOKEN');
  });
});

describe('what a person reads', () => {
  it.each([
    [null, '–'],
    [0, '0 s'],
    [0.4, '0 s'],
    [59.4, '59 s'],
    [59.6, '1 min'],
    [61, '1 min 1 s'],
    [3_599.6, '1 h'],
    [5_430, '1 h 31 min'],
    [86_399, '1 d'],
    [86_400, '1 d'],
    [183_600, '2 d 3 h'],
    [100 * 86_400 + 1_800, '100 d 1 h'],
  ])('%s seconds are %s', (seconds, said) => {
    expect(durationOf(seconds)).toBe(said);
  });

  it('a bar is never longer than its column, and what is more than nothing can be seen', () => {
    expect([barOf(null), barOf(0)]).toEqual(['', '']);
    expect([barOf(0.0001), barOf(0.5), barOf(1), barOf(7)]).toEqual([
      '▏',
      '█'.repeat(10),
      '█'.repeat(20),
      '█'.repeat(20),
    ]);
    for (let n = 0; n <= 1_000; n++) expect(barOf(n / 1_000).length).toBeLessThanOrEqual(20);
  });

  it('shares, long names and open ranges', () => {
    expect([null, 0, 0.0004, 1 / 3, 1].map(percentOf)).toEqual(['–', '0 %', '0.0 %', '33.3 %', '100 %']);
    expect(shortened('x'.repeat(32))).toBe('x'.repeat(32));
    expect([...shortened('😀'.repeat(33))]).toHaveLength(32);
    const meta = { cohort_size: 2, from: null, to: null, as_of: '2026-01-31T09:30:00.000Z', unrecorded_changes: 2 };
    expect(describeMeta(meta, 'Asia/Kolkata')).toBe(
      '2 leads created at any time, as of 2026-01-31 15:00 (Asia/Kolkata).\nWarning: 2 leads have a status that was changed by PATCH, which reports do not see.',
    );
  });
});
