import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { browserPath } from '../support/browser.ts';
import { ConsoleDesk, expectAccessible, PHONE, typeAhead } from '../support/console.ts';
import type { Shown } from '../support/leads.ts';
import { until } from '../support/workplace.ts';

let desk: ConsoleDesk;
let website: string;

const ok = async (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, body?: object): Promise<Shown> => {
  const answer = await desk.app.call(method, path, { token: desk.cast.admin.token, ...(body && { body }) });
  expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
  return answer.body?.data;
};
const rules = (): Promise<Shown[]> => ok('GET', '/distribution-rules');
const ruleNamed = async (name: string): Promise<Shown> => (await rules()).find((rule) => rule.name === name);
let phones = 0;
const enquire = (fields: object = {}) => desk.create({ phone: `98765${40_000 + ++phones}`, ...fields });
const row = (page: Page, number: number) => page.getByRole('group', { name: `Condition ${number}`, exact: true });
const drawn = async (page: Page): Promise<Record<string, string[]>> =>
  Object.fromEntries(
    await page
      .locator('[data-pair]')
      .evaluateAll((all) =>
        all.map((one) => [
          one.getAttribute('data-pair'),
          [...one.querySelectorAll('text')].map((label) => label.textContent),
        ]),
      ),
  );

describe.skipIf(browserPath === null)('the distribution rules', () => {
  beforeAll(async () => {
    desk = await ConsoleDesk.open();
    website = (await ok('POST', '/sources', { name: 'Website' })).public_id;
    await ok('POST', '/sources', { name: 'Referral' });
    await ok('POST', '/custom-fields', {
      key: 'interest',
      label: 'Interest',
      type: 'select',
      options: ['Term plan', 'Health'],
    });
    for (let n = 0; n < 9; n++) await enquire({ source: website, estimated_value: n * 30_000 });
  });
  afterEach(() => desk?.closePages());
  afterAll(() => desk?.close());

  it('are made with the mouse, tried on the leads of the last 30 days, and saved', async () => {
    const page = await desk.as(desk.cast.admin, '/settings/distribution');
    await page.getByText('There are no rules yet').waitFor();
    await page.getByRole('heading', { name: 'When no rule gives the lead to somebody' }).waitFor();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'New rule' }).click();
    await page.getByText('always, for every lead').waitFor();
    await page.getByRole('textbox', { name: 'Name' }).fill('Large ones from the website');
    await page.getByRole('button', { name: 'Add condition' }).click();
    await row(page, 1).getByLabel('Value').selectOption('Website');
    await page.getByRole('button', { name: 'Add condition' }).click();
    await row(page, 2).getByLabel('Field').selectOption('estimated value');
    await row(page, 2).getByLabel('Comparison').selectOption('is at least');
    await row(page, 2).getByLabel('Value').fill('1,00,000');
    await page.getByText('source is Website and estimated value is at least ₹1,00,000').waitFor();
    await page.getByRole('radio', { name: 'Certain people' }).click();
    for (const name of ['Vikram Das', 'Ravi Iyer']) {
      await page.getByRole('combobox', { name: 'Add a person' }).fill(name.slice(0, 4));
      await page.getByRole('option', { name }).click();
      await page.getByRole('button', { name: `Remove ${name}` }).waitFor();
    }
    await page.getByRole('button', { name: 'Remove Ravi Iyer' }).click();
    await page.locator('[aria-label="Remove Vikram Das"]:focus').waitFor();
    await page.keyboard.press('Enter');
    await page.locator('[role=combobox]:focus').waitFor();
    for (const name of ['Vikram Das', 'Ravi Iyer']) {
      await page.keyboard.type(name.slice(0, 4));
      await page.getByRole('option', { name }).click();
      await page.getByRole('button', { name: `Remove ${name}` }).waitFor();
      await page.getByRole('combobox', { name: 'Add a person' }).focus();
    }
    await page.getByRole('radio', { name: 'The first who can' }).click();

    await page.getByRole('button', { name: 'Try on these leads' }).click();
    await page.getByText('9 leads were given out once more').waitFor();
    const draft = {
      strategy: 'fixed',
      pool: { memberships: [desk.cast.vikram.membership, desk.cast.ravi.membership] },
      when: {
        all: [
          { field: 'source', op: 'eq', value: website },
          { field: 'estimated_value', op: 'gte', value: 100_000 },
        ],
      },
    };
    const told = await ok('POST', '/distribution-rules/simulate', {
      filter: { created_at: 'last_30_days' },
      rules: [draft],
    });
    expect(told.members.find((one: Shown) => one.membership.name === 'Vikram Das').simulated).toBeGreaterThan(4);
    await expect
      .poll(() => drawn(page))
      .toEqual(
        Object.fromEntries(
          [...told.members, { membership: { name: 'Nobody' }, ...told.unassigned }].map((one: Shown) => [
            one.membership.name,
            [`Has now ${one.actual}`, `Would have ${one.simulated}`],
          ]),
        ),
      );
    await page.getByText('Show as a table').click();
    await expectAccessible(page);

    await page.getByLabel('Estimated value', { exact: true }).fill('200000');
    await page.getByLabel('Source', { exact: true }).selectOption('Website');
    await page.getByLabel('Source', { exact: true }).focus();
    await page.getByLabel('Estimated value', { exact: true }).press('Enter');
    await page.getByText('Vikram Das would get this lead now.').waitFor();
    await page.getByText('By the rule “Large ones from the website”: The first who can.').waitFor();
    await page.getByRole('listitem').filter({ hasText: 'Ravi Iyer' }).getByText('could take it, is not next').waitFor();
    expect(await rules()).toEqual([]);

    await page.getByRole('button', { name: 'Add the rule' }).click();
    const item = page.getByRole('listitem').filter({ hasText: 'Large ones from the website' });
    await item.getByText('source is Website and estimated value is at least ₹1,00,000').waitFor();
    await item.getByText('Vikram Das, Ravi Iyer · The first who can').waitFor();
    expect(await rules()).toMatchObject([{ name: 'Large ones from the website', active: true, ...draft }]);
    await page.getByRole('checkbox', { name: 'Large ones from the website is active' }).click();
    await item.getByText('Off').waitFor();
    await expect.poll(async () => (await rules())[0].active).toBe(false);
    const remove = async () => {
      await item.getByRole('button', { name: 'Delete' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    };
    await ok('PATCH', `/distribution-rules/${(await rules())[0].public_id}`, { active: true });
    await remove();
    await page.getByText('Somebody else changed it meanwhile').first().waitFor();
    await item.getByText('Off').waitFor({ state: 'detached' });
    expect(await rules()).toHaveLength(1);
    await remove();
    await page.getByText('There are no rules yet').waitFor();
    expect(await rules()).toEqual([]);
  });

  it('are made with the keyboard alone; what is refused is said at its row and gets the focus', async () => {
    const page = await desk.as(desk.cast.admin, '/settings/distribution/new');
    const { keyboard } = page;
    const tab = async (times = 1) => {
      for (let n = 0; n < times; n++) await keyboard.press('Tab');
    };
    await page.getByRole('textbox', { name: 'Name' }).focus();
    await keyboard.type('By keyboard');
    await tab();
    await keyboard.press('Enter'); // Add condition; the new row has the focus
    await typeAhead(page, 'Interest');
    await tab(2);
    await typeAhead(page, 'Health');
    await page.getByText('Interest is Health').waitFor();
    await tab(2);
    await keyboard.press('Enter');
    await typeAhead(page, 'phone');
    await tab();
    await typeAhead(page, 'is not');
    await tab();
    await keyboard.type('12');
    await tab(2); // past its remove button
    await tab();
    await keyboard.press('Space');
    await tab();
    await typeAhead(page, 'West');
    await page.getByRole('textbox', { name: 'Name' }).press('Enter');
    await page.getByText('must be an Indian mobile number').waitFor();
    const value = row(page, 2).getByLabel('Value');
    await value.and(page.locator(':focus')).waitFor();
    expect(await value.getAttribute('aria-invalid')).toBe('true');
    await desk.expectComplaint(/422/);
    await tab(); // its remove button
    await keyboard.press('Enter');
    await page.getByText('Condition 2 removed').waitFor({ state: 'attached' });
    await page.getByRole('textbox', { name: 'Name' }).press('Enter');
    await page.getByRole('link', { name: 'By keyboard' }).waitFor();
    expect(await ruleNamed('By keyboard')).toMatchObject({
      when: { all: [{ field: 'custom_fields.interest', op: 'eq', value: 'Health' }] },
      pool: { team: desk.cast.teams.west },
      strategy: 'round_robin',
    });
    await ok('DELETE', `/distribution-rules/${(await ruleNamed('By keyboard')).public_id}`);
  });

  it('decide in the order that dragging and the arrow keys give them', async () => {
    const { ravi, asha, vikram } = desk.cast;
    for (const { name, membership } of [ravi, asha, vikram]) {
      await ok('POST', '/distribution-rules', { name, strategy: 'fixed', pool: { memberships: [membership] } });
    }
    const page = await desk.as(desk.cast.admin, '/settings/distribution');
    const order = async () => (await rules()).map(({ name }) => name).join(', ');
    await page.getByText('A rule above takes every lead').first().waitFor();
    expect((await enquire()).owner.name).toBe('Ravi Iyer');
    const handle = page.getByRole('button', { name: 'Move Vikram Das' });
    await handle.focus();
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowUp');
    await until(async () => ((await order()) === 'Vikram Das, Ravi Iyer, Asha Rao' ? true : null));
    expect((await enquire()).owner.name).toBe('Vikram Das');
    await page.getByText('Vikram Das is now 1 of 3.').waitFor({ state: 'attached' });
    await page.getByRole('button', { name: 'Move Asha Rao' }).dragTo(handle);
    await until(async () => ((await order()) === 'Asha Rao, Vikram Das, Ravi Iyer' ? true : null));
    expect((await enquire()).owner.name).toBe('Asha Rao');
    const shown = page.getByRole('list', { name: 'Rules, in the order' }).getByRole('link');
    await expect.poll(() => shown.allTextContents()).toEqual(['Asha Rao', 'Vikram Das', 'Ravi Iyer']);
  });

  it('are tried behind the others while they are new, and say so', async () => {
    const page = await desk.as(desk.cast.admin, '/settings/distribution/new');
    await page.getByText('A new rule is tried last').waitFor();
    await page.goto(`${desk.own}/settings/distribution/${(await ruleNamed('Ravi Iyer')).public_id}`);
    await page.getByRole('heading', { name: 'Try it' }).waitFor();
    expect(await page.getByText('A new rule is tried last').count()).toBe(0);
  });

  it('edited by two people at once keep what both typed, and the second is told', async () => {
    const { public_id } = await ruleNamed('Ravi Iyer');
    const path = `/settings/distribution/${public_id}`;
    const [one, other] = [await desk.as(desk.cast.admin, path), await desk.as(desk.cast.admin, path)];
    for (const page of [one, other]) {
      await page.getByRole('button', { name: 'Add condition' }).click();
      await row(page, 1)
        .getByLabel('Value')
        .selectOption(page === one ? 'Website' : 'Referral');
    }
    await one.getByRole('button', { name: 'Save changes' }).click();
    await one.getByText('Saved', { exact: true }).waitFor();
    await other.getByRole('button', { name: 'Save changes' }).click();
    await other.getByRole('alert').getByText('changed the same meanwhile: Which leads').waitFor();
    await desk.expectComplaint(/412/);
    await other.getByText('source is Referral', { exact: true }).waitFor();
    expect((await ruleNamed('Ravi Iyer')).when.all[0].value).toBe(website);
    await other.getByRole('button', { name: 'Take theirs' }).click();
    await other.getByText('source is Website').waitFor();
  });

  it('offer a shorter range where there are too many leads', async () => {
    const { public_id } = await ruleNamed('Ravi Iyer');
    const page = await desk.as(desk.cast.meera, `/settings/distribution/${public_id}`);
    await page.route('**/simulate', (route) =>
      route.request().postData()?.includes('last_30_days')
        ? route.fulfill({
            status: 422,
            contentType: 'application/problem+json',
            body: JSON.stringify({
              type: 'x/validation_failed',
              title: 'Invalid',
              detail: 'The request is not valid.',
              status: 422,
              code: 'validation_failed',
              errors: { 'filter.created_at': ['covers more than 50000 leads: choose a shorter range'] },
            }),
          })
        : route.continue(),
    );
    // A manager reads the rule, and may try it.
    await page.getByText('ask an admin').waitFor();
    expect(await page.getByRole('textbox', { name: 'Name' }).isDisabled()).toBe(true);
    expect(await page.getByRole('button', { name: 'Save changes' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Try on these leads' }).click();
    await page.getByText('covers more than 50000 leads').waitFor();
    await desk.expectComplaint(/422/);
    await page.getByRole('button', { name: 'Try the last 7 days instead' }).click();
    await page.getByText('leads were given out once more').waitFor();
    await expectAccessible(page);
  });

  it('are read and changed on a phone, in Hindi and in the dark', async () => {
    const { public_id } = await ruleNamed('Ravi Iyer');
    const page = await desk.as(desk.cast.admin, '/settings/distribution', {
      ...PHONE,
      locale: 'hi-IN',
      colorScheme: 'dark',
    });
    const isWithin = () => page.evaluate('document.documentElement.scrollWidth <= innerWidth');
    await page.getByText('स्रोत Website है').waitFor();
    expect(await isWithin()).toBe(true);
    await expectAccessible(page);
    await page.goto(`${desk.own}/settings/distribution/${public_id}`);
    await page.getByRole('button', { name: 'शर्त जोड़ें' }).tap();
    await page.getByRole('group', { name: 'शर्त 2' }).getByLabel('तुलना').selectOption('in');
    await page.getByRole('group', { name: 'शर्त 2' }).getByRole('button', { name: 'मान' }).tap();
    await page.getByRole('checkbox', { name: 'Referral' }).tap();
    await page.keyboard.press('Escape');
    await page.getByText('स्रोत Website है और स्रोत इनमें से एक है: Referral').waitFor();
    await page.getByRole('button', { name: 'इन लीड पर आज़माएँ' }).tap();
    await page.locator('[data-pair]').first().waitFor();
    expect(await isWithin()).toBe(true);
    await expectAccessible(page);
  });
});
