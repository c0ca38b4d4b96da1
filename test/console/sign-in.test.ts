import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { browserPath } from '../support/browser.ts';
import type { Person } from '../support/cast.ts';
import { ConsoleDesk, expectAccessible, PHONE } from '../support/console.ts';
import { PASSWORD, Reception, secretIn } from '../support/sign-in.ts';

let desk: ConsoleDesk;
let reception: Reception;

describe.skipIf(browserPath === null)('signing in to the console', () => {
  beforeAll(async () => {
    desk = await ConsoleDesk.open();
    reception = new Reception(desk.app, desk.cast);
  });
  afterEach(() => desk?.closePages());
  afterAll(() => desk?.close());

  const linkFor = async (person: Person) => {
    await reception.register(person);
    return `${desk.own}/invitation#/${secretIn(await reception.invite(person))}`;
  };

  async function setPassword(page: Page, password: string, repeated = password): Promise<void> {
    await page.getByLabel('New password').fill(password);
    await page.getByLabel('Repeat the password').fill(repeated);
    await page.getByRole('button', { name: 'Set password and sign in' }).click();
  }

  it('takes an invitation once: the person sets a password and is in, by mouse and at phone width', async () => {
    const link = await linkFor(desk.cast.ravi);
    const page = await desk.page(PHONE);
    await page.goto(link);
    await page.getByRole('heading', { name: 'Welcome to Leadline' }).waitFor();
    expect(page.url(), 'the secret stays neither in the address nor in the history').not.toContain('#');
    await expectAccessible(page);
    await setPassword(page, PASSWORD, 'something else');
    await page.getByText('Both passwords must be the same.').waitFor();
    await setPassword(page, 'short');
    await page.getByText(/at least 12/).waitFor();
    await desk.expectComplaint(/422/);
    await setPassword(page, PASSWORD);
    await page.waitForURL('**/my-leads');
    await page.getByRole('heading', { name: 'My leads' }).waitFor();

    await page.goto('about:blank');
    await page.goto(link);
    await setPassword(page, PASSWORD);
    await page.getByRole('heading', { name: 'This invitation does not work any more' }).waitFor();
    await desk.expectComplaint(/404/);
    await expectAccessible(page);
  });

  it('lets a person in by email and password with the keyboard alone, back to where the person wanted to go', async () => {
    await reception.welcome(desk.cast.meera);
    const page = await desk.page();
    await page.goto(`${desk.own}/account`);
    await page.getByRole('heading', { name: 'Sign in to Leadline' }).waitFor();
    await expectAccessible(page);
    await page.getByLabel('Email', { exact: true }).focus();
    await page.keyboard.type('meera.nair@example.in');
    await page.keyboard.press('Tab');
    await page.keyboard.type('not the password');
    await page.keyboard.press('Enter');
    await page.getByLabel('Organization id').fill(desk.cast.organization);
    await desk.expectComplaint(/422/);
    await page.getByLabel('Password').press('Enter');
    await page.getByText('Email and password do not match').waitFor();
    await desk.expectComplaint(/401/);
    await page.getByLabel('Password').fill(PASSWORD);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Your account' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/account');
  });

  it('shows a person the own sessions, ends one of them, and signs out', async () => {
    const cookie = await reception.welcome(desk.cast.asha);
    const page = await desk.page();
    await page.goto(`${desk.own}/sign-in`);
    await page.getByLabel('Email', { exact: true }).fill('asha.rao@example.in');
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByLabel('Organization id').fill(desk.cast.organization);
    await desk.expectComplaint(/422/);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.waitForURL('**/my-leads');
    await page.goto(`${desk.own}/account`);
    const sessions = page.getByRole('listitem').filter({ has: page.getByRole('button', { name: /End the session/ }) });
    await sessions.nth(1).waitFor();
    expect(await sessions.count()).toBe(2);
    await expectAccessible(page);
    expect(await reception.isIn(cookie)).toBe(true);
    await sessions.filter({ hasNotText: 'This browser' }).getByRole('button').click();
    await page.getByText('The session was ended').waitFor();
    expect(await reception.isIn(cookie)).toBe(false);
    await page.getByRole('button', { name: 'Your account' }).click();
    await page.evaluate(`sessionStorage.setItem('leadline.draft.note.lead_1', '{}')`);
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'Sign in to Leadline' }).waitFor();
    expect(await page.context().cookies()).toEqual([]);
    const kept = await page.evaluate<string[]>('Object.keys(sessionStorage)');
    expect(kept.filter((key) => key.startsWith('leadline.'))).toEqual([]);
    await page.goto(desk.own);
    await page.getByRole('heading', { name: 'Sign in to Leadline' }).waitFor();
  });

  it('signs out a deactivated member by itself, and says so', async () => {
    const link = await linkFor(desk.cast.vikram);
    const page = await desk.page();
    await page.goto(link);
    await setPassword(page, PASSWORD);
    await page.getByRole('heading', { name: 'My leads' }).waitFor();
    const path = `/memberships/${desk.cast.vikram.membership}`;
    await desk.app.call('PATCH', path, { token: desk.cast.admin.token, body: { active: false } });
    await page.getByText('Your session has ended').waitFor();
    await page.close(); // or requests that were on their way would be refused later
    await desk.expectComplaint(/401|A valid token is needed/); // said by the browser, and by a screen that was still loading
  });

  it('lets developers in by token, and refuses a wrong one', async () => {
    const page = await desk.page();
    await page.goto(`${desk.own}/sign-in`);
    await page.getByText('Sign in with an API token').first().click();
    await page.getByLabel('API token').fill('ldl_wrong');
    await page.getByLabel('API token').press('Enter');
    await page.getByText('This token is unknown').waitFor();
    await desk.expectComplaint(/401/);
    await expectAccessible(page);
    await page.getByLabel('API token').fill(desk.cast.om.token);
    await page.getByLabel('API token').press('Enter');
    await page.waitForURL('**/board');
  });

  it('sends nobody to another site after signing in', async () => {
    const page = await desk.page();
    for (const to of ['//evil.example/', '/\\evil.example', 'https://evil.example', '/\t/evil.example']) {
      await page.goto(`${desk.own}/sign-in?to=${encodeURIComponent(to)}`);
      await page.getByText('Sign in with an API token').first().click();
      await page.getByLabel('API token').fill(desk.cast.om.token);
      await page.getByLabel('API token').press('Enter');
      await page.waitForURL(`${desk.own}/board`);
      await page.evaluate('sessionStorage.clear()');
    }
  });
});
