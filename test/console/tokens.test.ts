import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { abilities as held, lowestRole } from '../../console/src/settings/abilities.ts';
import { abilities, abilitiesOf, roles } from '../../src/access/abilities.ts';
import { browserPath } from '../support/browser.ts';
import { ConsoleDesk, expectAccessible, PHONE } from '../support/console.ts';

let desk: ConsoleDesk;

it('the console knows which role may hold which ability, as the service has it', () => {
  expect([...held].sort()).toEqual([...abilities].sort());
  for (const role of roles) {
    const own = held.filter((ability) => roles.indexOf(lowestRole[ability]) <= roles.indexOf(role));
    expect([...own].sort()).toEqual([...abilitiesOf(role)].sort());
  }
});

describe.skipIf(browserPath === null)('API tokens in the settings', () => {
  beforeAll(async () => {
    desk = await ConsoleDesk.open();
  });
  afterEach(() => desk?.closePages());
  afterAll(() => desk?.close());

  const statusOf = async (secret: string) =>
    (await fetch(`${desk.own}/api/v1/me`, { headers: { authorization: `Bearer ${secret}` } })).status;

  it('issues a token within the role of its person, shows it once, and revokes it', async () => {
    const page = await desk.as(desk.cast.admin, '/settings/tokens');
    await page.getByRole('button', { name: 'Revoke test of Ravi Iyer' }).waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Issue a token' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Issue token' }).click();
    await dialog.getByText('must not be empty').waitFor();
    await desk.expectComplaint(/422/);
    await dialog.getByLabel('Name').fill('Website form');
    await dialog.getByRole('combobox', { name: 'For whom' }).fill('ravi');
    await page.getByRole('option', { name: /Ravi Iyer/ }).click();
    await dialog.getByText('leads:erase · Not for the role Agent').waitFor();
    expect(await dialog.getByRole('checkbox', { name: /Erase leads/ }).isDisabled()).toBe(true);
    await dialog.getByRole('checkbox', { name: /Create leads/ }).check();
    await dialog.getByRole('checkbox', { name: /List and read/ }).check();
    await dialog.getByLabel('Expires').selectOption('In 30 days');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Issue token' }).click();
    const secret = await dialog.getByLabel('Token', { exact: true }).inputValue();
    await dialog.getByText('Keep it like a password').waitFor();
    await expectAccessible(page);
    expect(await statusOf(secret)).toBe(200);
    const me = await desk.app.call('GET', '/me', { token: secret });
    expect(me.body.data.abilities).toEqual(['leads:read', 'leads:create']);
    await dialog.getByRole('button', { name: 'Done' }).click();
    await page.getByText('leads:create, leads:read').waitFor();
    expect(await page.content()).not.toContain(secret);

    await page.getByRole('button', { name: 'Revoke Website form of Ravi Iyer' }).click();
    await dialog.getByText('are refused at once').waitFor();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Revoke' }).click();
    await page.getByText('Revoked', { exact: true }).first().waitFor();
    expect(await statusOf(secret)).toBe(401);
  });

  it('is worked by keyboard, and a token that lacks abilities gives none of them', async () => {
    const token = await desk.cast.tokenOf(desk.cast.admin, ['leads:read', 'settings:read', 'tokens:write']);
    const page = await desk.as({ ...desk.cast.admin, token }, '/settings/tokens');
    await page.getByRole('button', { name: 'Issue a token' }).press('Enter');
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('By keyboard');
    await page.keyboard.press('Tab');
    await page.keyboard.type('meera');
    // Before the search is answered, it is one of all.
    await expect.poll(() => page.getByRole('option').allInnerTexts()).toEqual([expect.stringContaining('Meera Nair')]);
    await page.keyboard.press('ArrowDown');
    await page.locator('[role=option][data-highlighted]').waitFor();
    await page.keyboard.press('Enter');
    await dialog.getByText('leads:create · You do not have it yourself').waitFor();
    expect(await dialog.getByRole('radio', { name: /Everything/ }).isDisabled()).toBe(true);
    await dialog.getByRole('checkbox', { name: /List and read/ }).press('Space');
    await dialog.getByLabel('Expires').selectOption('After a day of your choice');
    await dialog.getByLabel('Last day').fill('2020-01-31');
    await dialog.getByLabel('Name').press('Enter');
    await dialog.getByText('must be in the future').waitFor();
    await desk.expectComplaint(/422/);
    await dialog.getByLabel('Last day').fill('2040-01-31');
    await dialog.getByRole('button', { name: 'Issue token' }).press('Enter');
    const secret = await dialog.getByLabel('Token', { exact: true }).inputValue();
    expect(await statusOf(secret)).toBe(200);
    await page.keyboard.press('Escape');
    await page.getByText('expires 31 Jan 2040').waitFor();
  });

  it('shows who is signed in, of one person alone, and signs out', async () => {
    const theirs = await desk.page();
    await desk.signIn(theirs, desk.cast.asha);
    const page = await desk.as(desk.cast.admin, `/settings/people/${desk.cast.asha.membership}`, {
      ...PHONE,
      locale: 'hi-IN',
    });
    await page.getByRole('link', { name: 'API टोकन और सत्र' }).tap();
    const rows = page.getByRole('list', { name: 'API टोकन और सत्र' }).getByRole('listitem');
    await rows.first().waitFor();
    await expect.poll(() => rows.count()).toBe(2);
    expect(await rows.filter({ hasNotText: 'Asha Rao' }).count()).toBe(0);
    await expectAccessible(page);
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    await page.getByLabel('प्रकार').selectOption('सत्र');
    await expect.poll(() => rows.count()).toBe(1);
    await page.getByRole('button', { name: /Asha Rao को .* से साइन आउट करें/ }).tap();
    await page.getByRole('dialog').getByRole('button', { name: 'साइन आउट करें' }).tap();
    await rows.getByText('समाप्त', { exact: true }).waitFor();
    await theirs.reload();
    await theirs.getByRole('button', { name: 'Sign in' }).waitFor();
    await theirs.context().close(); // or requests that were on their way would be refused later
    await desk.expectComplaint(/401/);
  });

  it('says which token one is signed in with, and that revoking it signs out', async () => {
    const token = await desk.cast.tokenOf(desk.cast.admin, ['*']);
    const { public_id } = (await desk.app.call('GET', '/me', { token })).body.data.token;
    const page = await desk.page();
    await page.goto(`${desk.own}/sign-in?to=/settings/tokens`);
    await page.getByText('Sign in with an API token').first().click();
    await page.getByLabel('API token').fill(token);
    await page.getByLabel('API token').press('Enter');
    const own = page.getByRole('listitem').filter({ hasText: 'This browser' });
    await own.getByRole('button', { name: /^Revoke/ }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('You are signed in here with this token').waitFor();
    await expectAccessible(page);
    expect(await statusOf(token)).toBe(200);
    await dialog.getByRole('button', { name: 'Revoke' }).click();
    await page.getByRole('button', { name: 'Sign in' }).first().waitFor();
    expect(new URL(page.url()).search).toBe('');
    expect(await statusOf(token)).toBe(401);
    const left = await desk.app.call('GET', '/tokens?page[size]=200', { token: desk.cast.admin.token });
    const revoked = left.body.data.find((one: { public_id: string }) => one.public_id === public_id);
    expect(revoked.revoked_at).not.toBeNull();
  });

  it('leads to what was refused', async () => {
    const page = await desk.as(desk.cast.admin, '/settings/tokens');
    await page.getByRole('button', { name: 'Issue a token' }).click();
    const dialog = page.getByRole('dialog');
    const issue = () => dialog.getByRole('button', { name: 'Issue token' }).click();
    await issue();
    await dialog.locator('input:focus[aria-invalid=true]').waitFor();
    await dialog.getByLabel('Name').fill('Website');
    await issue();
    await dialog.locator('input[role=combobox]:focus[aria-invalid=true]').waitFor();
    await dialog.getByRole('combobox', { name: 'For whom' }).fill('ravi');
    await page.getByRole('option', { name: /Ravi Iyer/ }).click();
    await issue();
    await dialog.locator('fieldset:focus', { hasText: 'Choose at least 1' }).waitFor();
    await expectAccessible(page);
    await desk.expectComplaint(/422/);
  });

  it('says in Hindi which button revokes, and which one leaves everything as it is', async () => {
    const page = await desk.as(desk.cast.admin, '/settings/tokens', { locale: 'hi-IN' });
    await page.getByRole('button', { name: /Ravi Iyer का टोकन/ }).click();
    const buttons = await page.getByRole('dialog').locator('footer').getByRole('button').allInnerTexts();
    expect(new Set(buttons).size, buttons.join(', ')).toBe(2);
  });

  it('is not for managers', async () => {
    const page = await desk.as(desk.cast.meera, '/settings/tokens');
    await page.getByText('Your role does not allow this.').waitFor();
    expect(await page.getByRole('button', { name: 'Issue a token' }).count()).toBe(0);
    expect(await page.getByRole('link', { name: 'API tokens' }).count()).toBe(0);
  });
});
