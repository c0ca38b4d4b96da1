import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { browserPath } from '../support/browser.ts';
import type { Person } from '../support/cast.ts';
import { ConsoleDesk, expectAccessible, holdRequests, PHONE } from '../support/console.ts';

let desk: ConsoleDesk;

// Three leads of Ravi's: the rule gives him everything.
describe.skipIf(browserPath === null)('my leads and search', () => {
  beforeAll(async () => {
    desk = await ConsoleDesk.open();
    await desk.giveAllTo(desk.cast.ravi);
    for (const [first_name, last_name, phone] of people) await desk.create({ first_name, last_name, phone });
  });
  afterEach(() => desk?.closePages());
  afterAll(() => desk?.close());

  const people = [
    ['Sana', 'Qureshi', '9876500001'],
    ['Kabir', 'Menon', '9876500002'],
    ['आशा', 'राव', '9876500003'],
  ] as const;

  const queue = (page: Page) => page.getByRole('list', { name: 'Your leads to call' });
  const worked = (page: Page) => page.getByRole('article').getByRole('heading', { level: 2 });
  const leadNamed = async (name = '') => {
    const token = desk.cast.admin.token;
    return (await desk.app.call('GET', `/leads?filter[search]=${encodeURIComponent(name)}`, { token })).body.data[0];
  };
  const activities = async (name: string) => {
    const { public_id } = await leadNamed(name);
    return (await desk.app.call('GET', `/leads/${public_id}/activities`, { token: desk.cast.admin.token })).body.data;
  };

  it('lists the longest waiting first; an agent calls, writes down what happened and goes on, by mouse', async () => {
    const page = await desk.as(desk.cast.ravi);
    await page.waitForURL('**/my-leads');
    await queue(page).getByRole('button').nth(2).waitFor();
    expect(await queue(page).getByRole('button').allTextContents()).toEqual(['Sana Qureshi', 'Kabir Menon', 'आशा राव']);
    await queue(page).getByRole('button', { name: 'Sana Qureshi' }).click();
    expect(await page.getByRole('link', { name: 'Call Sana Qureshi' }).first().getAttribute('href')).toBe(
      'tel:+919876500001',
    );
    const chat = page.getByRole('link', { name: 'WhatsApp to Sana Qureshi' }).first();
    expect(await chat.getAttribute('href')).toBe('https://wa.me/919876500001');
    await expectAccessible(page);
    await page.getByLabel('What happened?').fill('Wants a two-bedroom flat in Baner');
    await page.getByRole('button', { name: 'Save and next lead' }).click();
    await page.getByText('Saved on the timeline of Sana Qureshi').waitFor();
    await expect.poll(() => worked(page).textContent()).toBe('Kabir Menon');
    const [latest] = await activities('Sana');
    expect(latest).toMatchObject({ kind: 'call', summary: 'Wants a two-bedroom flat in Baner' });
    await page.getByRole('button', { name: 'Wrong number' }).click();
    await page.getByText('Saved on the timeline of Kabir Menon').waitFor();
    expect((await activities('Kabir'))[0]).toMatchObject({ kind: 'call', summary: 'Wrong number' });
  });

  it('does all of it by keyboard', async () => {
    const page = await desk.as(desk.cast.ravi, '/my-leads');
    await queue(page).getByRole('button').nth(2).waitFor();
    await page.locator('main').focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => page.getByText('2 of 3').count()).toBe(1);
    const name = await worked(page).textContent();
    await page.keyboard.press('n');
    await page.keyboard.type('Call again on Monday');
    await page.keyboard.press('Escape');
    await page.keyboard.press('m');
    await page.getByRole('menuitem', { name: 'Contacted' }).press('Enter');
    await page.getByText(`${name} is now in Contacted`).waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText(`${name} is now in New`).waitFor();
    await page.keyboard.press('n');
    await page.locator('textarea:focus').waitFor();
    await page.keyboard.press('Control+Enter');
    await page.getByText(`Saved on the timeline of ${name}`).waitFor();
    await expect.poll(() => page.getByText('3 of 3').count()).toBe(1);
  });

  it('goes on to the next lead, though another one leaves the queue while the note is being saved', async () => {
    const page = await desk.as(desk.cast.ravi, '/my-leads');
    await queue(page).getByRole('button').nth(2).waitFor();
    const [first, second, third] = await queue(page).getByRole('button').allTextContents();
    await queue(page).getByRole('button').nth(1).click();
    const letThrough = await holdRequests(page, '**/activities', 'POST');
    await page.getByLabel('What happened?').fill('Slowly saved');
    await page.getByRole('button', { name: 'Save and next lead' }).click();
    const { public_id } = await leadNamed(first);
    const give = (to: Person) =>
      desk.app.call('PATCH', `/leads/${public_id}`, { token: desk.cast.admin.token, body: { owner: to.membership } });
    expect((await give(desk.cast.asha)).status).toBe(200);
    await page.getByRole('button', { name: 'Sort again' }).click();
    await page.getByText('1 of 2').waitFor();
    expect(await worked(page).textContent()).toBe(second);
    letThrough();
    await page.getByText(`Saved on the timeline of ${second}`).waitFor();
    await expect.poll(() => worked(page).textContent()).toBe(third);
    expect((await give(desk.cast.ravi)).status).toBe(200);
  });

  it('fits a phone: a list with one-tap calls, then one lead at a time', async () => {
    const page = await desk.as(desk.cast.ravi, '/my-leads', PHONE);
    await queue(page).getByRole('link', { name: /^Call/ }).first().waitFor();
    await expectAccessible(page);
    await queue(page).getByRole('button').first().tap();
    await worked(page).waitFor();
    expect(await queue(page).isVisible()).toBe(false);
    await expectAccessible(page);
    const overflow = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
    expect(overflow).toBe(0);
    await page.getByRole('button', { name: 'Back to the list' }).tap();
    await queue(page).waitFor();
  });

  it('shows a new lead by itself, and no longer one that was given to somebody else', async () => {
    const page = await desk.as(desk.cast.ravi, '/my-leads');
    await queue(page).getByRole('button').nth(2).waitFor();
    const lead = await desk.create({ first_name: 'Zoya', phone: '9876500009' });
    await queue(page).getByRole('button', { name: 'Zoya' }).waitFor();
    const change = { token: desk.cast.admin.token, body: { owner: desk.cast.asha.membership } };
    await desk.app.call('PATCH', `/leads/${lead.public_id}`, change);
    await page.getByRole('button', { name: 'Sort again' }).click();
    await queue(page).getByRole('button', { name: 'Zoya' }).waitFor({ state: 'detached' });
  });

  it('says that the service cannot be reached, and keeps what was typed', async () => {
    const page = await desk.as(desk.cast.ravi, '/my-leads');
    await queue(page).getByRole('button').first().click();
    await page.getByLabel('What happened?').fill('Not lost');
    await page.route('**/activities', (route) => route.abort());
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('The service cannot be reached').waitFor();
    expect(await page.getByLabel('What happened?').inputValue()).toBe('Not lost');
    await desk.expectComplaint(/ERR_FAILED/);
  });

  it('finds a lead from anywhere by name, number and Devanagari, by keyboard', async () => {
    const page = await desk.as(desk.cast.ravi, '/account');
    await page.getByRole('heading', { name: 'Your account' }).waitFor();
    const box = page.getByRole('combobox', { name: 'Name, phone or email' });
    for (const [typed, found] of [
      ['kab', 'Kabir Menon'],
      ['98765 00001', 'Sana Qureshi'],
      ['आशा', 'आशा राव'],
    ] as const) {
      await page.keyboard.press('/');
      await box.fill(typed);
      await page.getByRole('option', { name: found }).waitFor();
      expect(await page.getByRole('option').count()).toBe(1);
      await expectAccessible(page);
      await page.keyboard.press('Escape');
      await box.waitFor({ state: 'detached' });
    }
    await page.keyboard.press('/');
    await box.fill('nobody of that name');
    await page.getByText('No lead matches').waitFor();
    await box.fill('kabir');
    await page.getByRole('option', { name: 'Kabir Menon' }).waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL('**/leads/lead_*');
    await page.keyboard.press('/');
    await page.getByRole('option', { name: 'Kabir Menon' }).waitFor();
  });

  it('finds nothing of other people’s leads', async () => {
    const page = await desk.as(desk.cast.vikram, '/my-leads');
    await page.getByText('No open leads').waitFor();
    await page.getByRole('button', { name: 'Find a lead' }).click();
    await page.getByRole('combobox').fill('Sana');
    await page.getByText('No lead matches').waitFor();
  });

  it('opens nothing of an older search on Enter, counts what it found, and shows all of it in the table', async () => {
    const page = await desk.as(desk.cast.ravi, '/account');
    await page.getByRole('button', { name: 'Find a lead' }).click();
    const box = page.getByRole('combobox', { name: 'Name, phone or email' });
    await box.fill('kabir');
    await page.getByText('1 lead found').waitFor();
    const answer = await holdRequests(page, '**/api/v1/leads?*');
    const asked = page.waitForRequest(/search%5D=sana|search\]=sana/);
    await box.fill('sana');
    await page.keyboard.press('Enter');
    await asked;
    await page.keyboard.press('Enter');
    expect(page.url()).toContain('/account');
    answer();
    await page.getByRole('option', { name: 'Sana Qureshi' }).waitFor();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Show all in the table' }).click();
    await page.waitForURL('**/leads?search=sana');
    await expect.poll(() => page.title()).toBe('Leads – Leadline');
  });

  it('keeps the note of a move that did not reach the service', async () => {
    const token = desk.cast.admin.token;
    const { statuses } = (await desk.app.call('GET', '/leads/options', { token })).body.data;
    const lost = statuses.find(({ name }: { name: string }) => name === 'Lost');
    await desk.app.call('PATCH', `/statuses/${lost.public_id}`, { token, body: { note_required: true } });
    const page = await desk.as(desk.cast.ravi, '/my-leads');
    await queue(page).getByRole('button', { name: 'Kabir Menon' }).click();
    await page.getByLabel('What happened?').fill('Half a sentence');
    await page.getByRole('button', { name: 'Move to…' }).click();
    await page.getByRole('menuitem', { name: 'Lost' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Note').fill('Bought elsewhere');
    await page.route('**/status', (route) => route.abort());
    await dialog.getByRole('button', { name: 'Move', exact: true }).click();
    await dialog.getByText('The service cannot be reached').waitFor();
    await desk.expectComplaint(/ERR_FAILED/);
    expect(await dialog.getByLabel('Note').inputValue()).toBe('Bought elsewhere');
    await page.unroute('**/status');
    await dialog.getByRole('button', { name: 'Move', exact: true }).click();
    await page.getByText('Kabir Menon is now in Lost').waitFor();

    // The lead leaves the queue, but neither the screen nor what was typed about it.
    await queue(page).getByRole('button', { name: 'Kabir Menon' }).waitFor({ state: 'detached' });
    expect(await worked(page).textContent()).toBe('Kabir Menon');
    expect(await page.getByLabel('What happened?').inputValue()).toBe('Half a sentence');
    await page.getByRole('button', { name: 'Previous lead' }).click();
    await expect.poll(() => worked(page).textContent()).not.toBe('Kabir Menon');
  });

  it('keeps a draft over a reload, and stores it once however often it is sent', async () => {
    const page = await desk.as(desk.cast.ravi, '/my-leads');
    await queue(page).getByRole('button', { name: 'Sana Qureshi' }).click();
    await page.getByLabel('What happened?').fill('Said once');
    await page.reload();
    const area = page.getByLabel('What happened?');
    await area.waitFor();
    expect(await area.inputValue()).toBe('Said once');
    // The service stores it, but its answers are lost.
    await page.route('**/activities', async (route) => {
      await route.fetch();
      await route.abort();
    });
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('The service cannot be reached').waitFor();
    await desk.expectComplaint(/ERR_FAILED/);
    await page.unroute('**/activities');
    await area.press('Control+Enter');
    await area.press('Control+Enter');
    await page.getByText('Saved on the timeline of Sana Qureshi').waitFor();
    const said = (await activities('Sana')).filter(({ summary }: { summary: string }) => summary === 'Said once');
    expect(said.length).toBe(1);
  });

  it('lets people turn shortcuts of one letter off', async () => {
    const page = await desk.as(desk.cast.ravi, '/account');
    const keys = page.getByRole('switch', { name: 'Keyboard shortcuts of one letter' });
    await keys.uncheck();
    await page.locator('main').focus();
    await page.keyboard.press('/');
    await page.getByRole('link', { name: 'My leads' }).click();
    await queue(page).getByRole('button').first().click();
    await page.getByLabel('What happened?').waitFor();
    await page.keyboard.press('n');
    expect(await page.evaluate('document.activeElement.tagName')).not.toBe('TEXTAREA');
    expect(await page.getByRole('dialog').count()).toBe(0);
    await page.goto(`${desk.own}/account`);
    await keys.check();
    await page.locator('main').focus();
    await page.keyboard.press('/');
    await page.getByRole('dialog').waitFor();
  });
});
