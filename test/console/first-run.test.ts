import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { browserPath } from '../support/browser.ts';
import { ConsoleDesk, expectAccessible, PHONE } from '../support/console.ts';
import { PASSWORD } from '../support/sign-in.ts';

let desk: ConsoleDesk;

describe.skipIf(browserPath === null)('the first run', () => {
  beforeAll(async () => {
    desk = await ConsoleDesk.open();
  });
  afterEach(() => desk?.closePages());
  afterAll(() => desk?.close());

  it('leads the admin of an empty organization from people to stages to the first lead', async () => {
    const { admin } = desk.cast.zenith;
    const page = await desk.as(admin);
    await page.getByRole('heading', { level: 1, name: 'Set up Zenith' }).waitFor();
    await page.getByText('Only you so far').waitFor();
    await expectAccessible(page);

    await page.getByLabel('Name').fill('Kavita Shah');
    await page.getByLabel('Email').fill('kavita@zenith.example');
    await page.getByLabel('Email').press('Enter');
    await page.getByText('Kavita Shah is in').waitFor();
    const link = await page.getByLabel('Invitation for Kavita Shah', { exact: true }).inputValue();
    await page.getByText('One person besides you').waitFor();
    await page.getByRole('heading', { name: 'Step 1 of 3 (Done): Add your people' }).waitFor();
    await expectAccessible(page);

    await page.getByLabel('Name').fill('Dev Rao');
    await page.getByLabel('Email').fill('dev@zenith.example');
    await page.getByLabel('Role').selectOption('manager');
    await page.getByLabel('Email').press('Enter');
    await page.getByText('Dev Rao is in').waitFor();
    await page.getByText('2 people besides you').waitFor();
    expect(await page.getByLabel('Invitation for Kavita Shah', { exact: true }).inputValue()).toBe(link);

    const other = await desk.page();
    await other.goto(link);
    await other.getByLabel('New password').fill(PASSWORD);
    await other.getByLabel('Repeat the password').fill(PASSWORD);
    await other.getByRole('button', { name: 'Set password and sign in' }).click();
    await other.waitForURL('**/my-leads');

    await page.getByRole('button', { name: 'These stages fit' }).click();
    await page.getByRole('heading', { name: 'Step 2 of 3 (Done): Check the stages' }).waitFor();
    await page.getByRole('button', { name: 'Type in a lead' }).click();
    await page.getByRole('dialog').getByLabel('First name').fill('Asha');
    await page.getByRole('dialog').getByLabel('Phone').fill('98765 43210');
    await page.getByRole('dialog').getByLabel('Phone').press('Enter');
    await page.waitForURL('**/leads/lead_*');
    await other.getByText('Asha').first().waitFor();

    await page.goto(desk.own);
    await page.waitForURL('**/board');
  });

  it('refuses a person with a bad email at the field, and keeps what was typed', async () => {
    const page = await desk.as(desk.cast.admin, '/welcome', PHONE);
    await page.getByLabel('Name').fill('Kavita Shah');
    await page.getByLabel('Email').fill('kavita');
    await page.getByRole('button', { name: 'Add and make an invitation' }).click();
    await page.getByText('must be an email address').waitFor();
    expect(await page.getByLabel('Name').inputValue()).toBe('Kavita Shah');
    await expectAccessible(page);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390);
    await desk.expectComplaint(/422/);
  });

  it('is left alone by whoever says later, and is found again in the settings', async () => {
    const page = await desk.as(desk.cast.admin, '/', { locale: 'hi-IN' });
    await page.getByRole('button', { name: 'बाद में: बोर्ड पर जाएँ' }).click();
    await page.waitForURL('**/board');
    await page.goto(desk.own);
    await page.waitForURL('**/board');
    await page.goto(`${desk.own}/settings`);
    await page.getByRole('link', { name: 'Leadline तैयार करें' }).click();
    await page.waitForURL('**/welcome');
  });

  it('is not for people who could do none of its steps', async () => {
    await (await desk.as(desk.cast.ravi, '/welcome')).waitForURL('**/my-leads');
    await (await desk.as(desk.cast.meera, '/welcome')).waitForURL('**/board');
  });
});
