import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { browserPath } from '../support/browser.ts';
import { ConsoleDesk, holdRequests, PHONE } from '../support/console.ts';

let desk: ConsoleDesk;

describe.skipIf(browserPath === null)('a dialog, opened by the keyboard', () => {
  let lead: string;

  beforeAll(async () => {
    desk = await ConsoleDesk.open();
    lead = (await desk.create({ first_name: 'Asha', last_name: 'Kulkarni', phone: '+919812345678' })).public_id;
    const { token } = desk.cast.admin;
    const source = await desk.app.call('POST', '/sources', { token, body: { name: 'Portal' } });
    expect(source.status).toBe(201);
    const { data } = (await desk.app.call('GET', '/leads/options', { token })).body;
    const qualified = data.statuses.find(({ name }: { name: string }) => name === 'Qualified');
    const wanted = { token, body: { note_required: true } };
    expect((await desk.app.call('PATCH', `/statuses/${qualified.public_id}`, wanted)).status).toBe(200);
  });
  afterEach(() => desk?.closePages());
  afterAll(() => desk?.close());

  const dialog = (page: Page) => page.getByRole('dialog').filter({ has: page.locator('header') }); // no message
  const press = async (page: Page, button: string) => {
    await page.getByRole('button', { name: button }).focus();
    await page.keyboard.press('Enter');
    await dialog(page).waitFor();
  };

  it('takes what is typed at once in its first field, and gives the focus back', async () => {
    const page = await desk.as(desk.cast.admin, `/leads/${lead}`);
    await press(page, 'Move to Qualified');
    await page.locator('textarea:focus').waitFor();
    await page.keyboard.type('Has a budget');
    expect(await dialog(page).getByLabel('Note').inputValue()).toBe('Has a budget');
    await page.keyboard.press('Escape');
    await dialog(page).waitFor({ state: 'detached' });
    await expect.poll(() => page.locator(':focus').innerText()).toBe('Qualified');

    await press(page, 'Move to Qualified');
    await page.locator('textarea:focus').waitFor();
    await page.keyboard.type('Has a budget');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.locator('[aria-current=step]:focus', { hasText: 'Qualified' }).waitFor();
    await dialog(page).waitFor({ state: 'detached' });
  });

  it('keeps what is typed when somebody presses beside it', async () => {
    const { public_id } = await desk.create({ first_name: 'Bina', phone: '+919812345679' });
    const page = await desk.as(desk.cast.admin, `/leads/${public_id}`);
    await press(page, 'Move to Qualified');
    await dialog(page).getByLabel('Note').fill('Has a budget');
    await page.mouse.click(5, 5);
    await dialog(page).getByRole('button', { name: 'Move', exact: true }).click();
    await page.locator('[aria-current=step]', { hasText: 'Qualified' }).first().waitFor();
    await page.getByText('Has a budget').first().waitFor();
  });

  it('has the focus in a field that comes a moment later', async () => {
    const page = await desk.as(desk.cast.admin, '/settings/sources');
    const arrive = await holdRequests(page, '**/api/v1/sources/*');
    await press(page, 'Rename Portal');
    await expect.poll(() => page.locator(':focus').getAttribute('role')).toBe('dialog');
    arrive();
    await page.locator('input:focus').waitFor();
    await page.keyboard.type(' and more');
    expect(await dialog(page).getByLabel('Name').inputValue()).toBe('Portal and more');
  });

  it('without a field has it on a button that does no harm', async () => {
    const page = await desk.as(desk.cast.admin, '/leads');
    await press(page, 'Export');
    await expect.poll(() => page.locator(':focus').innerText()).toBe('Cancel');
  });

  it('opens no keyboard on a phone', async () => {
    const page = await desk.as(desk.cast.admin, `/leads/${lead}`, PHONE);
    await page.getByRole('button', { name: 'Erase…' }).tap();
    await expect.poll(() => page.locator(':focus').getAttribute('role')).toBe('dialog');
  });
});
