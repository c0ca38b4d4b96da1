import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { browserPath } from '../support/browser.ts';
import { ConsoleDesk, expectAccessible, PHONE } from '../support/console.ts';
import { freshPhone, type Shown } from '../support/leads.ts';

const DAY = 86_400_000;
const HOUR = DAY / 24;
const LONG_NAME = 'मुंबई पश्चिम के पुराने ग्राहकों की सिफ़ारिश और मेले से मिली पूछताछ का बहुत लंबा नाम';

let desk: ConsoleDesk;
let now: number;

/** Leads of two months, made while the clock advances: half of them before the last 30 days. */
async function makeHistory(): Promise<void> {
  const token = desk.cast.admin.token;
  const ok = async (method: string, path: string, body: object) => {
    const answer = await desk.app.call(method, path, { token, body });
    expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
    return answer.body.data;
  };
  const { ravi, asha } = desk.cast;
  const statuses: Shown[] = (await desk.app.call('GET', '/statuses', { token })).body.data;
  const status = (name: string) => statuses.find((one) => one.name === name).public_id;
  const sources: string[] = [];
  for (const name of ['Website', '=SUM(1)', LONG_NAME])
    sources.push((await ok('POST', '/sources', { name })).public_id);
  await ok('PATCH', `/memberships/${ravi.membership}`, { open_cap: 2 });
  const pool = { memberships: [ravi.membership, asha.membership] };
  await ok('POST', '/distribution-rules', { name: 'West in turn', strategy: 'round_robin', pool });
  const paths = [
    ['Contacted', 'Qualified', 'Proposal', 'Won'],
    ['Contacted', 'Lost'],
    ['Contacted', 'Qualified', 'Contacted', 'Qualified'],
    ['Lost'],
    [],
    ['Contacted', 'Proposal', 'Negotiation', 'Won'],
  ];
  for (let n = 0; n < 22; n++) {
    const start = n < 10 ? now - 50 * DAY + n * 30 * HOUR : now - 25 * DAY + n * 18 * HOUR;
    vi.setSystemTime(start);
    const source = n % 4 === 3 ? {} : { source: sources[n % 4] };
    const fields = { first_name: `Lead ${n}`, phone: freshPhone(), estimated_value: 1_000 * (n + 1), ...source };
    const { public_id } = await desk.create(fields);
    for (const [k, name] of (paths[n % paths.length] ?? []).entries()) {
      vi.setSystemTime(start + (k + 1) * (n + 1) * 20 * 60_000);
      await ok('POST', `/leads/${public_id}/status`, { status: status(name) });
    }
    if (n === 4) await ok('PATCH', `/leads/${public_id}`, { status: status('Contacted') });
  }
}

const read = async (path: string, token = desk.cast.admin.token): Promise<Shown> => {
  const { status, body } = await desk.app.call('GET', `/reports/${path}`, { token });
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
};

/** What is drawn of a series: values by row. */
const drawn = (page: Page, series: string): Promise<Record<string, number>> =>
  page
    .locator(`svg [data-series="${series}"][data-value]`)
    .evaluateAll((marks) =>
      Object.fromEntries(marks.map((mark) => [mark.getAttribute('data-row'), Number(mark.getAttribute('data-value'))])),
    );

const widthsOf = (page: Page, series: string): Promise<number[][]> =>
  page
    .locator(`svg rect[data-series="${series}"]`)
    .evaluateAll((bars) =>
      bars.map((bar) => [Number(bar.getAttribute('data-value')), Number(bar.getAttribute('width'))]),
    );

const by = (rows: Shown[], value: (row: Shown) => number | null): Record<string, number> =>
  Object.fromEntries(
    rows.flatMap((row) => {
      const found = value(row);
      return found === null ? [] : [[(row.status ?? row.membership).public_id, found]];
    }),
  );

interface Linked {
  column: string;
  value: number;
  href: string;
}

const linksOf = (page: Page): Promise<Linked[]> =>
  page.locator('main table a, main dd a').evaluateAll((links) =>
    links.map((link) => ({
      column: link.closest('td')?.getAttribute('data-column') ?? 'fact',
      value: Number(link.getAttribute('data-value')),
      href: link.getAttribute('href') ?? '',
    })),
  );

/** How many leads stand behind a link, by the API that its page asks. */
async function listed(href: string): Promise<number> {
  const query = new URLSearchParams({ 'page[size]': '200' });
  for (const [name, value] of new URL(href, desk.own).searchParams) {
    if (['name', 'rule_name', 'back'].includes(name)) continue;
    query.set(['created_at', 'source', 'owner', 'team'].includes(name) ? `filter[${name}]` : name, value);
  }
  return (await read(`leads?${query}`)).data.length;
}

const counts = [
  'reached',
  'entered',
  'lost',
  'open',
  'won',
  'leads',
  'count',
  'unfinished',
  'got',
  'open_cap',
  'daily_cap',
];

async function expectLinksTrue(page: Page, least: number): Promise<void> {
  await expect.poll(async () => (await linksOf(page)).length).toBeGreaterThan(least);
  const links = await linksOf(page);
  const lengths = new Map<string, number>();
  for (const { column, value, href } of links) {
    const length = lengths.get(href) ?? (await listed(href));
    lengths.set(href, length);
    if (counts.includes(column)) expect(length, `${column} ${href}`).toBe(value);
    else expect(length, `${column} ${href}`).toBeGreaterThan(0);
  }
}

const todayInIndia = () => new Date(Date.now() + 5.5 * HOUR).toISOString().slice(0, 10);
const openTable = (page: Page) => page.getByRole('table').first().waitFor();
const noSideways = async (page: Page) =>
  expect(await page.evaluate('document.getElementById("content").scrollWidth <= innerWidth')).toBe(true);

describe.skipIf(browserPath === null)('the reports', () => {
  beforeAll(async () => {
    now = Date.now();
    vi.useFakeTimers({ toFake: ['Date'], now: now - 60 * DAY });
    try {
      desk = await ConsoleDesk.open();
      await makeHistory();
    } finally {
      vi.useRealTimers();
    }
  });
  afterAll(() => desk?.close());

  it('the funnel draws what the API counted, and each figure leads to exactly its leads', async () => {
    const page = await desk.as(desk.cast.admin, '/reports');
    await page.waitForURL('**/reports/funnel');
    await openTable(page);
    const { data, meta } = await read('funnel');
    expect(meta.cohort_size).toBe(12);
    await expect.poll(() => drawn(page, 'Reached')).toEqual(by(data.stages, (stage) => stage.reached));
    const dropped = by(data.stages.slice(0, -1), (stage) => stage.lost + stage.open);
    await expect.poll(() => drawn(page, 'Did not go on')).toEqual(dropped);
    const [first, ...others] = await widthsOf(page, 'Reached');
    for (const [value = 0, width = 0] of others) {
      expect(width / (first?.[1] ?? 1)).toBeCloseTo(value / (first?.[0] ?? 1), 5);
    }
    await page.getByRole('img', { name: 'Chart: Leads that reached each stage' }).waitFor();
    await expectLinksTrue(page, 25);
    await expectAccessible(page);

    // By the keyboard alone: to the figure, into the list, into a lead.
    const figure = page.getByRole('link', { name: /: Qualified, Reached$/ });
    await figure.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Leads that reached Qualified or a later stage' }).waitFor();
    const qualified = data.stages.find(({ status }: Shown) => status.name === 'Qualified').reached;
    await page.getByText(`${qualified} leads`, { exact: true }).waitFor();
    const listedLeads = page.getByRole('list', { name: 'Leads' }).getByRole('listitem');
    await expect.poll(() => listedLeads.count()).toBe(qualified); // the count may come before the rows
    await expectAccessible(page);
    await page.reload();
    await page.getByText(`${qualified} leads`, { exact: true }).waitFor();
    await page.getByRole('list', { name: 'Leads' }).getByRole('link').first().click();
    await page.waitForURL('**/leads/lead_*');
    await page.goBack();
    await page.getByRole('link', { name: 'Back to the report: Funnel' }).click();
    await openTable(page);
    await page.close();
  });

  it('velocity draws median, percentiles and mean as the API measured them', async () => {
    const page = await desk.as(desk.cast.admin, '/reports/velocity?created_at=last_60_days');
    await openTable(page);
    const { data } = await read('velocity?filter[created_at]=last_60_days');
    for (const [series, key] of [
      ['Median', 'median'],
      ['75% within', 'p75'],
      ['90% within', 'p90'],
      ['Mean', 'mean'],
    ] as const) {
      const measured = by(data.stages, (stage) => stage.finished[key]);
      await expect.poll(() => drawn(page, series), { message: series }).toEqual(measured);
    }
    await expectLinksTrue(page, 25);
    await page.getByText('1 lead was given another status without a recorded move').waitFor();
    await page.getByText('The exact definition').click();
    await page.getByText('Percentiles are interpolated').waitFor();
    await expectAccessible(page);
    await page.close();
  });

  it('conversion is grouped by everything that the API groups by', async () => {
    const opened = todayInIndia();
    const page = await desk.as(desk.cast.admin, '/reports/conversion?created_at=last_60_days');
    for (const group of ['source', 'owner', 'team', 'week', 'month', 'status']) {
      await page.getByLabel('By', { exact: true }).selectOption(group);
      const { data } = await read(`conversion?filter[created_at]=last_60_days&group_by=${group}`);
      const names = { owner: 'Owner', source: 'Source', team: 'Team', week: 'Week', month: 'Month', status: 'Status' };
      const title = names[group as keyof typeof names];
      await page.getByRole('img', { name: `Chart: Leads won, open and lost: ${title}` }).waitFor();
      const sorted = (values: number[]) => values.sort((a, b) => a - b);
      for (const series of ['won', 'open', 'lost']) {
        const label = series[0]?.toUpperCase() + series.slice(1);
        await expect
          .poll(async () => sorted(Object.values(await drawn(page, label))), { message: `${group} ${series}` })
          .toEqual(sorted(data.groups.map((one: Shown) => one[series])));
      }
    }
    await page.getByLabel('By', { exact: true }).selectOption('source');
    await page.getByRole('rowheader', { name: LONG_NAME }).waitFor();
    await page.getByRole('rowheader', { name: 'No source' }).waitFor();
    await expectLinksTrue(page, 20);
    await expectAccessible(page);

    const saving = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save as CSV' }).click();
    const saved = await saving;
    const days = `(${opened}|${todayInIndia()})`; // a new one may have begun
    expect(saved.suggestedFilename()).toMatch(new RegExp(`^leadline-conversion-\\d{4}-\\d\\d-\\d\\d-${days}\\.csv$`));
    const file = readFileSync(await saved.path(), 'utf8');
    expect(file).toContain("'=SUM(1)");
    expect(file.split('\r\n')[0]).toBe(
      '\uFEFFSource,Leads,Won,Open,Lost,Conversion,Win rate,Won value,Time to win (median) (hours)',
    );
    const { data, meta } = await read('conversion?filter[created_at]=last_60_days');
    expect(file).toContain(`Total,${data.total.leads},${data.total.won},${data.total.open},${data.total.lost}`);

    // Hundreds of owners: the largest in the chart, all of them in the table.
    const many = Array.from({ length: 300 }, (_, n) => ({
      ...data.groups[0],
      group: { public_id: `mem_${n}`, name: `${n} ${LONG_NAME}` },
      links: { ...data.groups[0].links, leads: data.groups[0].links.leads.replace(/group=[^&]*/, `group=mem_${n}`) },
    }));
    const answer = (groups: object[]) => ({ json: { data: { groups, total: data.total }, meta } });
    await page.route('**/api/v1/reports/conversion*', (route) => route.fulfill(answer(many)));
    await page.goto(`${desk.own}/reports/conversion?created_at=last_59_days&group_by=owner`);
    await page.getByText('The chart shows the 20 largest of 300.').waitFor();
    await expect.poll(async () => Object.keys(await drawn(page, 'Won'))).toHaveLength(20);
    await page.getByRole('button', { name: 'Show more rows (50 of 300)' }).click();
    await page.getByRole('button', { name: 'Show more rows (250 of 300)' }).click();
    await expect.poll(() => page.getByRole('rowheader').count()).toBe(301);
    await page.unroute('**/api/v1/reports/conversion*');
    await page.route('**/api/v1/reports/conversion*', (route) => route.fulfill(answer(many.slice(0, 1))));
    await page.goto(`${desk.own}/reports/conversion?created_at=last_59_days&group_by=team`);
    await page.getByRole('img', { name: 'Chart: Leads won, open and lost: Team' }).waitFor();
    await expect.poll(async () => Object.keys(await drawn(page, 'Won'))).toHaveLength(1);
    await page.close();
  });

  it('distribution shows what each member got beside what was due, and the leads that a cap held back', async () => {
    const page = await desk.as(desk.cast.admin, '/reports/distribution?created_at=last_60_days');
    await openTable(page);
    const { data } = await read('distribution?filter[created_at]=last_60_days');
    const [rule] = data.rules;
    await expect.poll(() => drawn(page, 'Got')).toEqual(by(rule.members, (one) => one.turns));
    const due = by(rule.members, (one) => one.expected_share * rule.turns);
    await expect.poll(() => drawn(page, 'Expected')).toEqual(due);
    expect(rule.members.some((one: Shown) => one.caps_hit.open_cap > 0)).toBe(true);
    await expectLinksTrue(page, 5);
    await page.getByRole('link', { name: /: Ravi Iyer, Held back by open cap$/ }).click();
    await page
      .getByRole('heading', {
        level: 1,
        name: 'Leads that Ravi Iyer did not get because of the open cap: West in turn',
      })
      .waitFor();
    await page.close();
  });

  it('period, filters and comparison stand in the address, and survive a reload', async () => {
    const page = await desk.as(desk.cast.admin, '/reports/conversion?group_by=owner');
    await openTable(page);
    await page.getByLabel('Compare with').selectOption('previous');
    await page.getByText(/^Compared with /).waitFor();
    await page.getByRole('button', { name: 'Leads created: Last 30 days' }).click();
    await page.getByRole('radio', { name: 'Last 7 days' }).check();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Source: Any' }).click();
    await page.getByRole('checkbox', { name: 'Website' }).check();
    await page.keyboard.press('Escape');
    await page.waitForURL(/source=src_/);
    expect(new URL(page.url()).searchParams.get('created_at')).toBe('last_7_days');
    await page.reload();
    await page.getByRole('button', { name: 'Source: Website' }).waitFor();
    await page.getByRole('button', { name: 'Leads created: Last 7 days' }).waitFor();
    expect(await page.getByLabel('Compare with').inputValue()).toBe('previous');
    expect(await page.getByLabel('By', { exact: true }).inputValue()).toBe('owner');
    await page.getByRole('link', { name: 'Funnel' }).click();
    await page.getByRole('button', { name: 'Source: Website' }).waitFor();
    await page.getByRole('search').getByRole('button', { name: 'Clear filters' }).click();
    await page.getByRole('button', { name: 'Source: Any' }).waitFor();
    await page.close();
  });

  it('compares with exactly the days before, in words and numbers', async () => {
    const page = await desk.as(desk.cast.admin, '/reports/funnel?compare=previous');
    await page.getByText(/^Compared with /).waitFor();
    const current = await read('funnel');
    const from = new Date(Date.parse(current.meta.from) - 30 * DAY).toISOString();
    const last = new Date(Date.parse(current.meta.from) - 1).toISOString();
    const before = await read(`funnel?filter[created_at]=${from}..${last}`);
    expect(before.meta.cohort_size).toBe(10);
    await expect.poll(() => drawn(page, 'before')).toEqual(by(before.data.stages, (one) => one.reached));
    const won = page.locator('[data-fact="Won"]');
    await won.getByText(before.data.won === current.data.won ? 'the same' : /more|fewer/).waitFor();
    await page.locator('[data-fact="Leads"]').getByText('2 more').waitFor();
    await expectLinksTrue(page, 40);
    await expectAccessible(page);
    await page.getByLabel('Compare with').selectOption('same_age');
    await page.getByText('when its leads were as old as these are now').waitFor();
    await page.close();
  });

  it('says when nothing is in the period, and what to do', async () => {
    const page = await desk.as(desk.cast.admin, '/reports/velocity?created_at=2020-01-01..2020-01-31&compare=previous');
    await page.getByText('No leads in this period').waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Show this year' }).click();
    await openTable(page);
    await page.goto(`${desk.own}/reports/velocity?created_at=nonsense`);
    await page.getByRole('alert').getByText('must be a date').waitFor();
    await desk.expectComplaint(/422/);
    await page.close();
  });

  it('shows that a report could not be loaded, and loads it when asked again', async () => {
    const page = await desk.as(desk.cast.admin, '/reports/funnel');
    await openTable(page);
    await page.route('**/api/v1/reports/velocity*', (route) => route.abort());
    await page.getByRole('link', { name: 'Velocity' }).click();
    await page.getByText('The report could not be loaded').waitFor();
    await page.unroute('**/api/v1/reports/velocity*');
    await page.getByRole('button', { name: 'Try again' }).click();
    await openTable(page);
    await desk.expectComplaint(/ERR_FAILED/);
    await page.close();
  });

  it('fits a phone, in Hindi and dark, also for an agent, who sees own leads only', async () => {
    const options = { ...PHONE, locale: 'hi-IN', colorScheme: 'dark' as const };
    const page = await desk.as(desk.cast.asha, '/reports/funnel?created_at=last_60_days&compare=previous', options);
    await openTable(page);
    const own = await read('funnel?filter[created_at]=last_60_days', desk.cast.asha.token);
    await expect.poll(() => drawn(page, 'पहुँचीं')).toEqual(by(own.data.stages, (stage) => stage.reached));
    await noSideways(page);
    await expectAccessible(page);
    for (const name of ['रफ़्तार', 'कन्वर्ज़न', 'बँटवारा']) {
      await page.getByRole('link', { name }).click();
      await page.getByRole('heading', { level: 1, name: `रिपोर्ट: ${name}` }).waitFor();
      await openTable(page);
      await noSideways(page);
      const widest = `Math.max(...[...document.querySelectorAll('main figure svg[role=img]')].map((svg) => svg.clientWidth))`;
      await expect.poll(() => page.evaluate<number>(widest)).toBeGreaterThan(250);
      expect(await page.evaluate<number>(widest)).toBeLessThan(390);
    }
    await expectAccessible(page);
    await page.close();
  });

  it('keeps its figures plain for who may not read leads', async () => {
    const token = await desk.cast.tokenOf(desk.cast.meera, ['reports:read', 'settings:read']);
    const page = await desk.as({ ...desk.cast.meera, token }, '/reports/funnel?created_at=last_60_days');
    await openTable(page);
    expect(await linksOf(page)).toEqual([]);
    await page.close();
  });

  it('says of a rule whose strategy was changed what is still known of shares', async () => {
    const { token } = desk.cast.admin;
    const [rule] = (await desk.app.call('GET', '/distribution-rules', { token })).body.data;
    const fixed = await desk.app.call('PATCH', `/distribution-rules/${rule.public_id}`, {
      token,
      body: { strategy: 'fixed' },
    });
    expect(fixed.status).toBe(200);
    const page = await desk.as(desk.cast.admin, '/reports/distribution?created_at=last_60_days');
    await page.getByText('gave out these leads in another way').waitFor();
    const header = (name: string) => page.getByRole('columnheader', { name, exact: true });
    await openTable(page);
    await header('Expected share').waitFor();

    await desk.create({ phone: freshPhone() });
    const [changed] = (await read('distribution?filter[created_at]=last_60_days')).data.rules;
    expect(changed.turns).toBe(changed.turns_with_shares + 1);
    await page.reload();
    await page.getByText(`${changed.turns - 1} of these ${changed.turns} leads were given out by shares`).waitFor();
    await openTable(page);
    await header('Share').waitFor();
    expect(await header('Expected').or(header('Expected share')).count()).toBe(0);
    await expectAccessible(page);
    await page.close();
  });
});
