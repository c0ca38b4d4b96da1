import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { browserPath } from '../support/browser.ts';
import { ConsoleDesk, expectAccessible, holdRequests, PHONE } from '../support/console.ts';

let desk: ConsoleDesk;

describe.skipIf(browserPath === null)('the settings', () => {
  beforeAll(async () => {
    desk = await ConsoleDesk.open();
  });
  afterEach(() => desk?.closePages());
  afterAll(() => desk?.close());

  const change = (body: object) => desk.app.call('PATCH', '/organization', { token: desk.cast.admin.token, body });
  const organization = async () =>
    (await desk.app.call('GET', '/organization', { token: desk.cast.admin.token })).body.data;

  it('shows an admin every section, wide and on a phone, and an agent none', async () => {
    const page = await desk.as(desk.cast.admin, '/settings');
    await page.getByRole('link', { name: 'Webhooks' }).waitFor();
    expect(await page.getByRole('main').getByRole('listitem').getByRole('link').count()).toBe(12);
    await expectAccessible(page);
    const phone = await desk.as(desk.cast.admin, '/settings', PHONE);
    await phone.getByRole('link', { name: 'Audit trail' }).click();
    await phone.getByRole('link', { name: 'All settings' }).click();
    await phone.getByRole('heading', { level: 1, name: 'Settings' }).waitFor();
    await expectAccessible(phone);
    const agent = await desk.as(desk.cast.ravi, '/my-leads');
    await agent.getByRole('navigation').waitFor();
    expect(await agent.getByRole('link', { name: 'Settings' }).count()).toBe(0);
  });

  it('lets a manager read what only an admin changes', async () => {
    const page = await desk.as(desk.cast.meera, '/settings/organization');
    await page.getByText('ask an admin').waitFor();
    expect(await page.getByLabel('Name').isDisabled()).toBe(true);
    expect(await page.getByRole('button', { name: 'Save changes' }).count()).toBe(0);
    await expectAccessible(page);
  });

  it('keeps what is typed when somebody else saves the same field, and lets the person choose', async () => {
    const page = await desk.as(desk.cast.admin, '/settings/organization');
    const name = page.getByLabel('Name');
    await name.fill('Mine');
    expect((await change({ name: 'Theirs' })).status).toBe(200);
    await page.getByRole('button', { name: 'Save changes' }).click();
    await page.getByRole('alert').getByText('changed the same meanwhile: Name').waitFor();
    await page.locator('p:focus', { hasText: 'changed the same meanwhile' }).waitFor(); // its buttons are next
    expect(await name.inputValue()).toBe('Mine');
    expect((await organization()).name).toBe('Theirs');
    await expectAccessible(page);
    await desk.expectComplaint(/412/);
    await page.getByRole('button', { name: 'Save mine' }).click();
    await page.getByText('Saved', { exact: true }).waitFor();
    expect((await organization()).name).toBe('Mine');
  });

  it('takes theirs where the person says so', async () => {
    const page = await desk.as(desk.cast.admin, '/settings/organization');
    await page.getByLabel('Name').fill('Mine again');
    await change({ name: 'Theirs again' });
    await page.getByLabel('Name').press('Enter');
    await page.getByRole('button', { name: 'Take theirs' }).click();
    expect(await page.getByLabel('Name').inputValue()).toBe('Theirs again');
    expect((await organization()).name).toBe('Theirs again');
    await desk.expectComplaint(/412/);
  });

  it('keeps both where two people changed different fields, and says so', async () => {
    const page = await desk.as(desk.cast.admin, '/settings/organization');
    await page.getByLabel('Name').fill('Acme India');
    await change({ time_zone: 'Asia/Dubai' });
    await page.getByRole('button', { name: 'Save changes' }).click();
    await page.getByText('Somebody else changed Time zone meanwhile').waitFor();
    expect(await organization()).toMatchObject({ name: 'Acme India', time_zone: 'Asia/Dubai' });
    expect(await page.getByLabel('Time zone', { exact: true }).inputValue()).toBe('Asia/Dubai');
    await desk.expectComplaint(/412/);
  });

  it('says that it is saved even where what shows messages comes after the answer', async () => {
    const page = await desk.page();
    const save = page.getByRole('button', { name: 'Save changes' });
    const arrive = await holdRequests(page, '**/toast-area*');
    await page.addInitScript(`sessionStorage.setItem('leadline.token', '${desk.cast.admin.token}')`);
    await page.goto(`${desk.own}/settings/organization`);
    await page.getByLabel('Name').fill('Sent early');
    await save.click();
    await expect.poll(async () => (await organization()).name).toBe('Sent early');
    await expect.poll(() => save.isDisabled()).toBe(true); // the answer has come
    arrive();
    await page.getByText('Saved', { exact: true }).waitFor();
  });

  it('keeps what is typed while a save is under way, as not saved yet', async () => {
    const page = await desk.as(desk.cast.admin, '/settings/organization');
    const answer = await holdRequests(page, '**/api/v1/organization', 'PATCH');
    const save = page.getByRole('button', { name: 'Save changes' });
    await page.getByLabel('Name').fill('Sent');
    await save.click();
    await page.getByLabel('Name').fill('Sent, and more');
    answer();
    await page.getByText('Saved', { exact: true }).waitFor();
    expect(await page.getByLabel('Name').inputValue()).toBe('Sent, and more');
    expect((await organization()).name).toBe('Sent');
    await save.click();
    await expect.poll(async () => (await organization()).name).toBe('Sent, and more');
    await expect.poll(() => save.isDisabled()).toBe(true);
    await expect.poll(() => page.locator(':focus').innerText()).toBe('Save changes');
  });

  it('shows the newest record when an edit is discarded, and keeps the focus in the form', async () => {
    const page = await desk.as(desk.cast.admin, '/settings/organization');
    await page.getByLabel('Name').fill('Not to be');
    await change({ name: 'Newest' });
    await page.getByRole('button', { name: 'Save changes' }).click();
    await page.getByRole('alert').getByRole('button', { name: 'Discard changes' }).click();
    expect(await page.getByLabel('Name').inputValue()).toBe('Newest');
    await desk.expectComplaint(/412/);
    await page.getByLabel('Name').fill('Nor this');
    await page.getByRole('button', { name: 'Discard changes' }).click();
    expect(await page.getByLabel('Name').inputValue()).toBe('Newest');
    await page.locator('form button:focus', { hasText: 'Save changes' }).waitFor();
  });

  it('asks before changes that are not saved are left behind', async () => {
    const page = await desk.as(desk.cast.admin, '/settings/organization');
    await page.getByLabel('Name').fill('Half a na');
    await page.getByRole('link', { name: 'Teams' }).click();
    await page.getByRole('dialog', { name: 'Leave without saving?' }).waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Stay' }).click();
    expect(await page.getByLabel('Name').inputValue()).toBe('Half a na');
    await page.getByRole('link', { name: 'Teams' }).click();
    await page.getByRole('button', { name: 'Leave without saving' }).click();
    await page.getByRole('heading', { level: 1, name: 'Teams' }).waitFor();
  });

  it('shows what was refused next to its field, and keeps the input', async () => {
    const page = await desk.as(desk.cast.admin, '/settings/organization');
    await page.getByLabel('Name').fill(' ');
    await page.getByRole('button', { name: 'Save changes' }).click();
    await page.getByText('must not be empty').waitFor();
    expect(await page.getByLabel('Name').getAttribute('aria-invalid')).toBe('true');
    await desk.expectComplaint(/422/);
    // It is about what was sent, and goes once that is changed.
    await page.getByLabel('Name').fill('Acme');
    await page.getByText('must not be empty').waitFor({ state: 'detached' });
    expect(await page.getByLabel('Name').getAttribute('aria-invalid')).toBeNull();
  });
});
