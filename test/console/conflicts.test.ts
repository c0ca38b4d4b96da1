import type { BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { browserPath } from '../support/browser.ts';
import { ConsoleDesk, expectAccessible, PHONE } from '../support/console.ts';

let desk: ConsoleDesk;

/** What two people do to one record: here in the console, and meanwhile elsewhere. */
interface Both {
  path: string;
  options?: BrowserContextOptions;
  mine: (page: Page) => Promise<void>;
  theirs: [method: string, path: string, body: object];
}

describe.skipIf(browserPath === null)('of settings that two people changed, the second sees both values', () => {
  beforeAll(async () => {
    desk = await ConsoleDesk.open();
  });
  afterEach(() => desk?.closePages());
  afterAll(() => desk?.close());

  const call = async (method: string, path: string, body?: object) => {
    const answer = await desk.app.call(method, path, { token: desk.cast.admin.token, ...(body && { body }) });
    expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
    return answer.body.data;
  };

  /** Each field that both changed, with what it is now and what was typed here. */
  async function shownAfter({ path, options, mine, theirs }: Both): Promise<Record<string, string[]>> {
    const page = await desk.as(desk.cast.admin, path, options);
    await mine(page);
    await call(...theirs);
    await page.locator('form button[type=submit]').click();
    const fields = page.getByRole('alert').locator('dl > div');
    await fields.first().waitFor();
    await desk.expectComplaint(/412/);
    await expectAccessible(page);
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    const shown: [string, string[]][] = [];
    for (const field of await fields.all()) {
      const values = await field.locator('dd').allInnerTexts();
      shown.push([await field.locator('dt').innerText(), values.map((text) => text.replaceAll(/\s+/g, ' '))]);
    }
    return Object.fromEntries(shown);
  }

  it('of the organization', async () => {
    const mine = async (page: Page) => {
      await page.getByLabel('Name').fill('Mine');
      await page.getByLabel('Time zone', { exact: true }).selectOption('Asia/Dubai');
    };
    const theirs = { name: 'Theirs', time_zone: 'Asia/Colombo' };
    expect(
      await shownAfter({ path: '/settings/organization', mine, theirs: ['PATCH', '/organization', theirs] }),
    ).toEqual({
      Name: ['Now: Theirs', 'Yours: Mine'],
      'Time zone': ['Now: Asia/Colombo', 'Yours: Asia/Dubai'],
    });
  });

  it('of a person, on a phone and in Hindi', async () => {
    const id = desk.cast.vikram.membership;
    const { team } = await call('GET', `/memberships/${id}`);
    const mine = async (page: Page) => {
      await page.getByRole('radio', { name: 'मैनेजर' }).check();
      await page.getByRole('combobox', { name: 'टीम' }).selectOption('');
      await page.getByRole('radio', { name: 'केवल इन घंटों में' }).check();
      await page.getByRole('switch').first().click();
    };
    const others = (await call('GET', '/teams')).find((one: { public_id: string }) => one.public_id !== team.public_id);
    const working_hours = { mon: ['10:00-12:00', '13:00-17:00'], sat: ['10:00-14:00'] };
    const body = { role: 'admin', team: others.public_id, working_hours, accepting_leads: true, open_cap: 7 };
    const shown = await shownAfter({
      path: `/settings/people/${id}`,
      options: { ...PHONE, locale: 'hi-IN' },
      mine,
      theirs: ['PATCH', `/memberships/${id}`, body],
    });
    expect(shown).toEqual({
      भूमिका: ['अब: एडमिन', 'आपका: मैनेजर'],
      टीम: [`अब: ${others.name}`, 'आपका: कोई टीम नहीं'],
      'काम के घंटे': [
        'अब: सोमवार 10:00–12:00, 13:00–17:00 शनिवार 10:00–14:00',
        'आपका: सोमवार 09:30–18:30 मंगलवार 09:30–18:30 बुधवार 09:30–18:30 गुरुवार 09:30–18:30 शुक्रवार 09:30–18:30',
      ],
    });
  });

  it('of a distribution rule', async () => {
    const { ravi, vikram } = desk.cast;
    const rule = await call('POST', '/distribution-rules', {
      name: 'All',
      strategy: 'round_robin',
      pool: { memberships: [ravi.membership] },
    });
    const mine = async (page: Page) => {
      await page.getByRole('radio', { name: 'The agents of a team' }).check();
      await page.getByRole('combobox', { name: 'Team' }).selectOption('West');
      await page.getByRole('radio', { name: 'The first who can' }).check();
      await page.getByRole('checkbox', { name: 'Active' }).uncheck();
      await page.getByRole('button', { name: 'Add condition' }).click();
      const condition = page.getByRole('group', { name: 'Condition 1' });
      await condition.getByLabel('Field').selectOption('estimated value');
      await condition.getByLabel('Comparison').selectOption('is at least');
      await condition.getByLabel('Value').fill('500000');
    };
    const theirs = {
      strategy: 'least_open',
      pool: { memberships: [vikram.membership, ravi.membership] },
      when: { all: [{ field: 'email', op: 'present' }] },
    };
    const path = `/distribution-rules/${rule.public_id}`;
    expect(
      await shownAfter({ path: `/settings/distribution/${rule.public_id}`, mine, theirs: ['PATCH', path, theirs] }),
    ).toEqual({
      'Which leads': ['Now: email is filled in', 'Yours: estimated value is at least ₹5,00,000'],
      'How the lead is given out': ['Now: Fewest open leads', 'Yours: The first who can'],
      'Who can get the lead': ['Now: Vikram Das Ravi Iyer', 'Yours: team West'],
    });
  });

  it('of the scoring model', async () => {
    const { bands, rules, signals } = await call('GET', '/scoring');
    const mine = async (page: Page) => {
      await page.getByLabel('Hot from').fill('77');
      await page
        .getByRole('region', { name: 'Points for what happens' })
        .getByRole('textbox', { name: 'Points' })
        .first()
        .fill('9');
    };
    const [first, ...others] = signals;
    const body = { bands: { ...bands, hot: 88 }, rules, signals: [{ ...first, points: 8 }, ...others] };
    const shown = await shownAfter({ path: '/settings/scoring', mine, theirs: ['PUT', '/scoring', body] });
    expect(shown.Bands).toEqual([
      `Now: Hot from 88 Warm from ${bands.warm}`,
      `Yours: Hot from 77 Warm from ${bands.warm}`,
    ]);
    expect(shown['Points for what happens']?.map((text) => text.split(' ').slice(0, 4).join(' '))).toEqual([
      'Now: Enquired again +8',
      'Yours: Enquired again +9',
    ]);
  });

  it('of a form, a stage and a custom field', async () => {
    const form = await call('POST', '/forms', { name: 'Ask', fields: [{ field: 'phone' }] });
    const mine = async (page: Page) => {
      await page.getByLabel('Label of Mobile number').fill('Call me at');
      await page.getByLabel('After sending').fill('Thanks');
      await page.getByLabel('Address of a site').fill('https://mine.example.in');
    };
    const fields = [{ field: 'email', required: true }, { field: 'phone' }];
    const body = { fields, success_message: 'Bye', allowed_origins: ['https://theirs.example.in'] };
    const theirs: Both['theirs'] = ['PATCH', `/forms/${form.public_id}`, body];
    expect(await shownAfter({ path: `/settings/forms/${form.public_id}`, mine, theirs })).toEqual({
      Fields: ['Now: Email (Required) Mobile number', 'Yours: Call me at'],
      'Your web sites': ['Now: https://theirs.example.in', 'Yours: https://mine.example.in'],
      'After sending': ['Now: Bye', 'Yours: Thanks'],
    });

    const stages: { name: string; public_id: string }[] = await call('GET', '/statuses');
    const idOf = (name: string) => stages.find((one) => one.name === name)?.public_id ?? '';
    const proposal = `/statuses/${idOf('Proposal')}`;
    await call('PATCH', proposal, { allowed_next: [idOf('Won')] });
    const chosen = async (page: Page) => {
      await page.getByRole('radio', { name: 'To any stage' }).check();
      await page.getByRole('radio', { name: 'Lost' }).check();
    };
    const next = { allowed_next: [idOf('Won'), idOf('Lost')], kind: 'won' };
    const path = `/settings/pipeline/${idOf('Proposal')}`;
    expect(await shownAfter({ path, mine: chosen, theirs: ['PATCH', proposal, next] })).toEqual({
      Kind: ['Now: Won', 'Yours: Lost'],
      'Next stages': ['Now: Won Lost', 'Yours: To any stage'],
    });

    const field = await call('POST', '/custom-fields', { key: 'plan', label: 'Plan', type: 'text' });
    const number = async (page: Page) => {
      await page.getByRole('radio', { name: 'Number' }).check();
      await page.getByLabel('Every new lead must have it').check();
    };
    const select = { type: 'select', options: ['Term', 'Health'] };
    const one: Both['theirs'] = ['PATCH', `/custom-fields/${field.public_id}`, select];
    expect(await shownAfter({ path: `/settings/fields/${field.public_id}`, mine: number, theirs: one })).toEqual({
      Type: ['Now: One of a list', 'Yours: Number'],
    });
  });
});
