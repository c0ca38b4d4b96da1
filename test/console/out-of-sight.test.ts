import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { browserPath } from '../support/browser.ts';
import { ConsoleDesk } from '../support/console.ts';
import { freshPhone, type Shown } from '../support/leads.ts';

let desk: ConsoleDesk;
let page: Page;

describe.skipIf(browserPath === null)('a lead that was given to somebody else', () => {
  beforeAll(async () => {
    desk = await ConsoleDesk.open();
  });
  afterEach(() => page?.context().close());
  afterAll(() => desk?.close());

  const giveTo = async (lead: Shown, owner: string) => {
    const path = `/leads/${lead.public_id}`;
    const given = await desk.app.call('PATCH', path, { token: desk.cast.admin.token, body: { owner } });
    expect(given.status).toBe(200);
  };
  const ofRavi = async (first_name: string) => {
    const lead = await desk.create({ first_name, phone: freshPhone() });
    await giveTo(lead, desk.cast.ravi.membership);
    return lead;
  };
  const take = (lead: Shown) => giveTo(lead, desk.cast.asha.membership);
  const card = (name: string) => page.getByRole('link', { name, exact: true });
  /** Opens its page from the list, and waits for every part of it: one that is read after the lead was taken would end the page. */
  const openWhole = async ({ public_id }: Shown) => {
    const parts = ['transitions', 'score', 'assignment', 'activities', 'notes'].map((part) =>
      page.waitForResponse((response) => new URL(response.url()).pathname.endsWith(`/${public_id}/${part}`)),
    );
    await card('Hema').click();
    for (const part of await Promise.all(parts)) expect(part.status()).toBe(200);
    await page.getByRole('button', { name: 'Move to Qualified' }).waitFor();
  };

  it('leaves the board, with its count, when its former owner moves it', async () => {
    const lead = await ofRavi('Gauri');
    page = await desk.as(desk.cast.ravi, '/board');
    await card('Gauri').waitFor();
    const column = page.getByRole('region', { name: 'New' }).filter({ has: page.getByRole('heading', { level: 2 }) });
    await column.getByText('1 lead', { exact: true }).waitFor();
    await take(lead);
    await page.getByRole('button', { name: 'Move Gauri to' }).click();
    await page.getByRole('menuitem', { name: 'Qualified' }).click();
    await page.getByText('It does not exist any more, or you cannot see it.').first().waitFor();
    await card('Gauri').waitFor({ state: 'detached' });
    await column.getByText('1 lead', { exact: true }).waitFor({ state: 'detached' });
    await desk.expectComplaint(/404/);
  });

  it.each([
    ['moves it', () => page.getByRole('button', { name: 'Move to Qualified' }).click()],
    [
      'writes a note',
      async () => {
        await page.getByRole('textbox', { name: 'Note' }).fill('Call again');
        await page.getByRole('button', { name: 'Add note' }).click();
      },
    ],
    [
      'changes a field',
      async () => {
        await page.getByRole('button', { name: 'Edit Estimated value' }).click();
        await page.getByRole('textbox', { name: 'Estimated value' }).fill('1,00,000');
        await page.getByRole('button', { name: 'Save' }).click();
      },
    ],
    ['comes back to the window', () => page.evaluate(`dispatchEvent(new Event('focus'))`)],
  ])('is not on its page, nor in the list behind it, when its former owner %s', async (_, act) => {
    const lead = await ofRavi('Hema');
    page = await desk.as(desk.cast.ravi, '/leads');
    await openWhole(lead);
    await take(lead);
    await act();
    await page.getByRole('heading', { level: 1, name: 'This lead is not here' }).waitFor();
    // The list is shown as it was kept, before it is read again.
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await page.waitForTimeout(2_500);
    expect(asked.filter((path) => path.includes(lead.public_id)).length, 'read on and on').toBeLessThan(2);
    await page.route('**/api/v1/leads?*', () => {});
    await page.getByRole('link', { name: 'Leads', exact: true }).first().click();
    await page.getByRole('heading', { level: 1, name: 'Leads' }).waitFor();
    await expect.poll(() => card('Hema').count()).toBe(0);
    await desk.expectComplaint(/404/); // of whatever was read until now
  });
});
