import type { Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { browserPath } from '../support/browser.ts';
import { ConsoleDesk, expectAccessible, PHONE } from '../support/console.ts';
import type { Shown } from '../support/leads.ts';

let desk: ConsoleDesk;

const read = async (path: string): Promise<Shown> =>
  (await desk.app.call('GET', path, { token: desk.cast.admin.token })).body.data;
const byBand = async (): Promise<Shown> => {
  const counts = await read('/leads/counts?group_by=score_band&filter[kind]=open');
  const found = Object.fromEntries(counts.map(({ group, count }: Shown) => [group.name, count]));
  return { hot: 0, warm: 0, cold: 0, ...found };
};
const drawn = (page: Page): Promise<Record<string, string[]>> =>
  page
    .locator('[data-pair]')
    .evaluateAll((all) =>
      Object.fromEntries(
        all.map((one) => [
          one.getAttribute('data-pair'),
          [...one.querySelectorAll('text')].map((label) => label.textContent ?? ''),
        ]),
      ),
    );
const card = (page: Page, name: string) => page.getByRole('region', { name });

describe.skipIf(browserPath === null)('the scoring model', () => {
  beforeAll(async () => {
    desk = await ConsoleDesk.open();
    for (let n = 0; n < 12; n++) {
      const lead = await desk.create({
        phone: `98765${50_000 + n}`,
        estimated_value: n * 150_000,
        ...(n % 2 === 0 && { email: `lead.${n}@example.in` }),
      });
      const body = { kind: 'sms', summary: 'Sent a price list' };
      if (n % 3 === 0) {
        await desk.app.call('POST', `/leads/${lead.public_id}/activities`, { token: desk.cast.admin.token, body });
      }
    }
  });
  afterEach(() => desk?.closePages());
  afterAll(() => desk?.close());

  it('shows what a draft would do to today’s leads, and saving it does just that', async () => {
    const page = await desk.as(desk.cast.admin, '/settings/scoring');
    const before = await byBand();
    await page.getByText('Hot 70–100, warm 40–69, cold 0–39').waitFor();
    await page.getByLabel('Hot from').fill('50');
    await page.getByLabel('Warm from').fill('30');
    const known = card(page, 'Points for what is known');
    await known.getByRole('button', { name: 'Change conditions' }).first().press('Enter');
    await known.locator('select:focus').waitFor();
    await known.getByRole('button', { name: 'Close' }).press('Enter');
    await known.locator('button:focus', { hasText: 'Change conditions' }).waitFor();
    await known.getByRole('button', { name: 'Add rule' }).click();
    const rule = known.getByRole('group', { name: 'Rule 7', exact: true });
    await rule.getByLabel('Name').fill('Worth five lakh');
    await rule.getByLabel('Points').fill('-30');
    await rule.getByRole('button', { name: 'Add condition' }).click();
    await rule.getByLabel('Field').selectOption('estimated value');
    await rule.getByLabel('Comparison').selectOption('is at least');
    await page.getByRole('button', { name: 'Show the effect' }).click();
    await rule.getByText('must be a number').waitFor();
    await page.getByText('fields that are marked above').waitFor();
    await desk.expectComplaint(/422/);
    await rule.getByLabel('Value').fill('500000');
    await rule.getByText('estimated value is at least ₹5,00,000').waitFor();
    const happens = card(page, 'Points for what happens');
    await happens.getByRole('button', { name: 'Add activity' }).click();
    const sms = happens.getByRole('listitem').last();
    await sms.getByLabel('Activity').selectOption('SMS');
    await sms.getByLabel('Points').fill('25');
    await page.getByRole('button', { name: 'Show the effect' }).click();
    await page.getByText('All 12 open leads were scored.').waitFor();
    await expect.poll(async () => Object.keys(await drawn(page))).toHaveLength(3);
    const told = await drawn(page);
    expect(told).toMatchObject({
      Hot: [`Now ${before.hot}`, expect.stringMatching(/^With this model \d+$/)],
      Warm: [`Now ${before.warm}`, expect.anything()],
      Cold: [`Now ${before.cold}`, expect.anything()],
    });
    expect(await byBand()).toEqual(before);
    await page.getByText('Show as a table').click();
    await expectAccessible(page);

    await page.getByRole('button', { name: 'Save changes' }).click();
    await page.getByText('Saved', { exact: true }).waitFor();
    await page.getByText('Version 2 of the model. All 12 leads are scored with this model.').waitFor();
    const after = await byBand();
    expect(after).not.toEqual(before);
    expect(Object.values(told).map(([, then]) => Number(then?.split(' ').at(-1)))).toEqual([
      after.hot,
      after.warm,
      after.cold,
    ]);
    expect(await read('/scoring')).toMatchObject({ bands: { hot: 50, warm: 30 }, version: 2 });
    await page.getByText('The model was changed after this').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Show the effect' }).click();
    await page.getByText('No lead would change its band.').waitFor();
  });

  it('keeps parts that somebody else changed meanwhile, and what is typed where both changed the same', async () => {
    const page = await desk.as(desk.cast.admin, '/settings/scoring');
    await page.getByLabel('Hot from').fill('66');
    const { rules, signals, bands } = await read('/scoring');
    const put = (body: object) => desk.app.call('PUT', '/scoring', { token: desk.cast.admin.token, body });
    expect((await put({ bands, rules: rules.slice(1), signals })).status).toBe(200);
    await page.getByLabel('Warm from').press('Enter');
    await page.getByText('Somebody else changed Points for what is known meanwhile').waitFor();
    expect(await read('/scoring')).toMatchObject({ bands: { hot: 66, warm: 30 }, rules: rules.slice(1) });
    await page.getByLabel('Hot from').fill('77');
    await put({ bands: { hot: 88, warm: 30 }, rules, signals });
    await page.getByRole('button', { name: 'Save changes' }).click();
    await page.getByRole('alert').getByText('changed the same meanwhile: Bands').waitFor();
    expect(await page.getByLabel('Hot from').inputValue()).toBe('77');
    await page.getByRole('button', { name: 'Save mine' }).click();
    await page.getByText('Saved', { exact: true }).waitFor();
    expect(await read('/scoring')).toMatchObject({ bands: { hot: 77, warm: 30 }, rules });
    await desk.expectComplaint(/412/);
  });

  it('keeps the conditions open in which a fault was found while they are put right', async () => {
    const page = await desk.as(desk.cast.admin, '/settings/scoring');
    const known = card(page, 'Points for what is known');
    await known.getByRole('button', { name: 'Add rule' }).click();
    const rule = known.getByRole('group', { name: /^Rule \d+$/ }).last();
    await rule.getByLabel('Name').fill('Worth something');
    await rule.getByLabel('Points').fill('5');
    await rule.getByRole('button', { name: 'Add condition' }).click();
    await rule.getByLabel('Field').selectOption('estimated value');
    await rule.getByLabel('Comparison').selectOption('is at least');
    await rule.getByRole('button', { name: 'Close' }).click();
    for (const press of ['Show the effect', 'Save changes']) {
      await page.getByRole('button', { name: press }).click();
      await rule.getByText('must be a number').waitFor();
      await rule.getByLabel('Value').focus();
      await page.keyboard.type('50x');
      expect(await rule.getByLabel('Value').inputValue()).toBe('50x');
      await rule.getByText('must be a number').waitFor({ state: 'detached' });
      await rule.getByLabel('Value').fill('');
      await rule.getByRole('button', { name: 'Close' }).click();
      await desk.expectComplaint(/422/);
    }
  });

  it('keeps what was said of other parts while one is changed', async () => {
    const page = await desk.as(desk.cast.admin, '/settings/scoring');
    const known = card(page, 'Points for what is known');
    const points: Locator[] = [];
    for (const name of ['First', 'Second']) {
      await known.getByRole('button', { name: 'Add rule' }).click();
      const rule = known.getByRole('group', { name: /^Rule \d+$/ }).last();
      await rule.getByLabel('Name').fill(name);
      points.push(known.getByLabel('Points').nth((await known.getByLabel('Points').count()) - 1));
    }
    const [first, second] = points as [Locator, Locator];
    const wrong = () => Promise.all(points.map((one) => one.getAttribute('aria-invalid')));
    for (const press of ['Show the effect', 'Save changes']) {
      await first.fill('many');
      await second.fill('few');
      await page.getByRole('button', { name: press }).click();
      await expect.poll(wrong).toEqual(['true', 'true']);
      await desk.expectComplaint(/422/);
      await known.getByLabel('Name').last().fill(`Last, ${press}`);
      await second.fill('5');
      await expect.poll(wrong).toEqual(['true', null]);
      await page.getByLabel('Hot from').fill('71');
      expect(await wrong()).toEqual(['true', null]);
      // Rows that move up are others now.
      await known.getByRole('button', { name: 'Add rule' }).click();
      expect(await wrong()).toEqual(['true', null]);
      await known
        .getByRole('button', { name: /^Remove/ })
        .last()
        .click();
      expect(await wrong()).toEqual(['true', null]);
      await first.fill('5');
      await expect.poll(wrong).toEqual([null, null]);
    }
  });

  it('shows how far the leads are scored anew', async () => {
    const page = await desk.page();
    await page.addInitScript(`sessionStorage.setItem('leadline.token', '${desk.cast.meera.token}')`);
    let rescored = 400;
    await page.route('**/api/v1/scoring', async (route) => {
      const answer = await route.fetch();
      const { data } = await answer.json();
      const rescoring = {
        version: 9,
        leads: 1_200,
        rescored,
        started_at: '2026-01-01T00:00:00.000Z',
        finished_at: null,
      };
      await route.fulfill({ response: answer, json: { data: { ...data, rescoring } } });
    });
    await page.goto(`${desk.own}/settings/scoring`);
    await page.getByText('Scoring the leads anew: 400 of 1,200').waitFor();
    expect(await page.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('33');
    rescored = 1_200;
    await page.getByText('All 1,200 leads are scored with this model.').waitFor();
    // A manager reads the model, and may see what it does.
    expect(await page.getByLabel('Hot from').isDisabled()).toBe(true);
    await page.getByRole('button', { name: 'Show the effect' }).click();
    await page.getByText('There are no open leads').or(page.getByText('open leads were scored')).waitFor();
    await expectAccessible(page);
  });

  it('fits a phone, in Hindi and in the dark', async () => {
    const page = await desk.as(desk.cast.admin, '/settings/scoring', {
      ...PHONE,
      locale: 'hi-IN',
      colorScheme: 'dark',
    });
    await page.getByLabel('गर्म, इस स्कोर से').fill('60');
    await page.getByRole('button', { name: 'शर्तें बदलें' }).first().tap();
    await page.getByRole('button', { name: 'असर देखें' }).tap();
    await page.locator('[data-pair]').first().waitFor();
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    await expectAccessible(page);
  });
});
