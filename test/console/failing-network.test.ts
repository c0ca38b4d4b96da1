import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { browserPath } from '../support/browser.ts';
import { ConsoleDesk, holdRequests, PHONE } from '../support/console.ts';
import { freshPhone } from '../support/leads.ts';

let desk: ConsoleDesk;

describe.skipIf(browserPath === null)('a network that fails', () => {
  beforeAll(async () => {
    desk = await ConsoleDesk.open();
    await desk.giveAllTo(desk.cast.ravi);
    for (const first_name of ['Asha', 'Bina']) await desk.create({ first_name, phone: freshPhone() });
  });
  afterEach(() => desk?.closePages());
  afterAll(() => desk?.close());

  const ofLead = async (first_name: string, what: 'notes' | 'activities') => {
    const { token } = desk.cast.admin;
    const { data } = (await desk.app.call('GET', `/leads?filter[search]=${first_name}`, { token })).body;
    return (await desk.app.call('GET', `/leads/${data[0].public_id}/${what}`, { token })).body.data;
  };
  const worked = (page: Page) => page.getByRole('article').getByRole('heading', { level: 2 });
  /** On the screen of one of Ravi's leads, come to from the list. */
  const openLead = async (page: Page, name: string) => {
    await page.getByRole('link', { name, exact: true }).click();
    await page.getByRole('heading', { level: 1, name }).waitFor();
  };
  const note = (page: Page) => page.getByRole('textbox', { name: 'Note' });

  it('says that an answer was not saved also after its lead was left, and saves it again once', async () => {
    const page = await desk.as(desk.cast.ravi, '/my-leads', PHONE);
    await page.getByRole('button', { name: 'Asha', exact: true }).click();
    await page.route('**/activities', async (route) => {
      await route.fetch(); // stored, but the answer is lost
      await route.abort();
    });
    await page.getByRole('button', { name: 'No answer' }).click();
    await page.getByRole('button', { name: 'Next lead' }).first().click();
    await expect.poll(() => worked(page).textContent()).toBe('Bina');
    await page.getByText('Not saved on the timeline of Asha').first().waitFor();
    await desk.expectComplaint(/ERR_FAILED/);
    await page.unroute('**/activities');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('Saved on the timeline of Asha', { exact: true }).waitFor();
    expect(await ofLead('Asha', 'activities')).toMatchObject([{ summary: 'No answer' }, { kind: 'created' }]);
    expect(await ofLead('Bina', 'activities')).toMatchObject([{ kind: 'created' }]);
  });

  it('says that a note was not added also after its lead was left, and keeps it', async () => {
    const page = await desk.as(desk.cast.ravi, '/leads');
    await openLead(page, 'Bina');
    await page.route('**/notes', (route) => (route.request().method() === 'POST' ? route.abort() : route.continue()));
    await note(page).fill('Wants to see the plan');
    await page.getByRole('button', { name: 'Add note' }).click();
    await page.goBack();
    await page.getByText('Your text was not saved.').first().waitFor();
    await desk.expectComplaint(/ERR_FAILED/);
    await openLead(page, 'Bina');
    expect(await note(page).inputValue()).toBe('Wants to see the plan');
  });

  it('keeps what is typed while a note is on its way', async () => {
    const page = await desk.as(desk.cast.ravi, '/leads');
    await openLead(page, 'Bina');
    const release = await holdRequests(page, '**/notes', 'POST');
    await note(page).fill('Called.');
    await page.getByRole('button', { name: 'Add note' }).click();
    await note(page).fill('Called. Comes on Monday.');
    release();
    await page.getByText('Note added').waitFor();
    expect(await note(page).inputValue()).toBe('Called. Comes on Monday.');
    expect(await ofLead('Bina', 'notes')).toMatchObject([{ body: 'Called.' }]);
  });

  it('says at once that a device is offline, keeps the page, and goes on when it is back', async () => {
    const page = await desk.as(desk.cast.ravi, '/my-leads', PHONE);
    await page.getByRole('button', { name: 'Bina', exact: true }).click();
    await page.getByLabel('What happened?').fill('Not lost');
    await page.context().setOffline(true);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    const message = page.getByRole('main').getByText('The service cannot be reached');
    await message.waitFor();
    expect(await page.getByLabel('What happened?').inputValue()).toBe('Not lost');

    // The code of this screen was not needed yet.
    await page.getByRole('link', { name: 'Board' }).click();
    await page.waitForURL('**/board');
    await page.getByRole('heading', { name: 'Something went wrong' }).waitFor();
    await message.waitFor();
    await page.context().setOffline(false);
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('heading', { level: 1, name: 'Board' }).waitFor();
    await desk.expectComplaint(/ERR_INTERNET_DISCONNECTED|No answer from/);
  });

  it('says in words what the page of a proxy means that comes in place of an answer', async () => {
    const page = await desk.as(desk.cast.admin, '/account', { locale: 'hi-IN' });
    await page.getByRole('heading', { level: 1 }).waitFor();
    const status = 502;
    await page.route('**/api/v1/organization', (route) =>
      route.fulfill({ status, contentType: 'text/html', body: '<p>' }),
    );
    await page.goto(`${desk.own}/settings/organization`);
    await page.getByText('सेवा से सही जवाब नहीं मिला').waitFor();
    await desk.expectComplaint(/Unexpected answer/);
    await desk.expectComplaint(/status of 502/);
  });

  it('keeps the page where the code of a dialog could not be loaded, and opens it later', async () => {
    const page = await desk.as(desk.cast.ravi, '/my-leads');
    await page.getByRole('button', { name: 'Bina', exact: true }).click();
    await page.getByLabel('What happened?').fill('Not lost');
    await page.context().setOffline(true);
    await page.getByRole('button', { name: 'New lead' }).click();
    await page.getByText('The service cannot be reached').first().waitFor();
    expect(await page.getByLabel('What happened?').inputValue()).toBe('Not lost');
    await page.context().setOffline(false);
    await page.getByRole('button', { name: 'New lead' }).click();
    await page.getByRole('dialog').getByLabel('First name').waitFor();
    await desk.expectComplaint(/ERR_INTERNET_DISCONNECTED/);
  });

  it('has a page where the code of messages is late, and shows them then', async () => {
    const page = await desk.page();
    await page.addInitScript(`sessionStorage.setItem('leadline.token', '${desk.cast.ravi.token}')`);
    let lost = 0;
    await page.route('**/assets/toast-area*', (route) => (++lost === 1 ? route.abort() : route.continue()));
    await page.goto(`${desk.own}/my-leads`);
    await page.getByRole('button', { name: 'Bina', exact: true }).click();
    await page.getByRole('button', { name: 'Wrong number' }).click();
    await page.getByText('Saved on the timeline of Bina').first().waitFor();
    expect(lost).toBe(2);
    await desk.expectComplaint(/ERR_FAILED/);
  });
});
