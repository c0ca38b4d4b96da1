import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { browserPath } from '../support/browser.ts';
import { ConsoleDesk, expectAccessible, PHONE } from '../support/console.ts';

/** Two cores may be shared with many. */
const SOON = { timeout: 30_000 };

let desk: ConsoleDesk;

async function call(method: string, path: string, body?: object) {
  const { status, body: answer } = await desk.app.call(method, path, {
    token: desk.cast.admin.token,
    ...(body && { body }),
  });
  return { status, ...answer };
}
const fields = async () => (await call('GET', '/custom-fields')).data;
const field = async (key: string) => (await fields()).find((one: { key: string }) => one.key === key);
const options = async (key: string) => (await field(key)).options;

/** Into the control that has the focus. By a text, because these tests do not know the types of a page. */
const paste = (page: Page, text: string) =>
  page.evaluate(`{
    const clipboardData = new DataTransfer();
    clipboardData.setData('text', ${JSON.stringify(text)});
    document.activeElement.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }`);

describe.skipIf(browserPath === null)('custom fields', () => {
  beforeAll(async () => {
    desk = await ConsoleDesk.open();
  });
  afterEach(() => desk?.closePages());
  afterAll(() => desk?.close());

  it('are made with options typed and pasted, put in order, and then asked for with a new lead', async () => {
    const page = await desk.as(desk.cast.admin, '/settings/fields');
    await page.getByText('No custom fields yet').waitFor();
    await page.getByRole('link', { name: 'Add a field' }).click();
    await page.getByLabel('Label').fill('Product interest');
    await expect.poll(() => page.getByLabel('Key').inputValue()).toBe('product_interest');
    await page.getByRole('radio', { name: 'One of a list' }).check();
    const option = page.getByLabel('New option');
    await option.fill('Villa');
    await option.press('Enter');
    await paste(page, 'Plot\n1 BHK\r\n2 BHK\nVilla\n\n');
    await page.getByText('3 options added. Already in the list: Villa').waitFor();
    await page.getByRole('button', { name: 'Move Villa', exact: true }).press('ArrowDown');
    await page.getByRole('button', { name: 'Remove Plot' }).click();
    await page.getByLabel('Every new lead must have it').check();
    await page.getByText('Nobody can create a lead without it').waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Add the field' }).click();
    await page.getByText('Product interest is added').first().waitFor();
    expect(await field('product_interest')).toMatchObject({
      label: 'Product interest',
      type: 'select',
      required: true,
      options: ['Villa', '1 BHK', '2 BHK'],
    });
    await page.getByRole('button', { name: 'New lead' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Phone').fill('9876512345');
    await dialog.getByRole('button', { name: 'Create' }).click();
    await dialog.getByText('is required').waitFor();
    await desk.expectComplaint(/422/);
    await dialog.getByLabel('Product interest').selectOption('2 BHK');
    await dialog.getByRole('button', { name: 'Create' }).click();
    await expect.poll(async () => (await call('GET', '/leads')).data.length, SOON).toBe(1);
  });

  it('say how many leads have an option that is removed, and those keep it', async () => {
    const { public_id } = await field('product_interest');
    const page = await desk.as(desk.cast.admin, `/settings/fields/${public_id}`);
    await page.getByRole('button', { name: 'Remove 2 BHK' }).click();
    await page.getByText('Leads that have 2 BHK keep it').waitFor();
    await page.getByText('2 BHK: 1 lead').waitFor();
    await page.getByRole('button', { name: 'Save changes' }).click();
    await page.getByText('Saved', { exact: true }).waitFor();
    const [lead] = (await call('GET', '/leads')).data;
    expect(lead.custom_fields.product_interest).toBe('2 BHK');
    expect(await options('product_interest')).toEqual(['Villa', '1 BHK']);

    await page.getByRole('radio', { name: 'Several of a list' }).check();
    await page.getByRole('button', { name: 'Save changes' }).click();
    await page.getByText('so its type is fixed').first().waitFor();
    await desk.expectComplaint(/409/);
    await page.getByRole('button', { name: 'Discard changes' }).click();
    await page.getByText('so its type is fixed').first().waitFor({ state: 'hidden' });
  });

  it('name the forms that would refuse every visitor, and the stages that need a field', async () => {
    const made = await call('POST', '/custom-fields', { key: 'budget', label: 'Budget', type: 'number' });
    await call('POST', '/forms', { name: 'Landing page', fields: [{ field: 'phone' }] });
    const [first] = (await call('GET', '/statuses')).data;
    await call('PATCH', `/statuses/${first.public_id}`, { required_fields: ['custom_fields.budget'] });
    const page = await desk.as(desk.cast.admin, `/settings/fields/${made.data.public_id}`);
    await page.getByLabel('Every new lead must have it').check();
    await page.getByText('refuse every visitor: Landing page').waitFor();
    await page.getByRole('button', { name: 'Discard changes' }).click();
    await page.getByRole('button', { name: 'Archive…' }).click();
    await page.getByText(`To come into these stages, a lead needs it: ${first.name}`).waitFor();
    await expectAccessible(page);
    await page.getByRole('dialog').getByRole('button', { name: 'Archive', exact: true }).click();
    await page.getByText('Budget is archived').first().waitFor();
    expect((await field('budget')).archived).toBe(true);
    await page.getByRole('button', { name: 'Restore' }).click();
    await page.getByText('Budget is in use again').first().waitFor();
    expect((await field('budget')).archived).toBe(false);
  });

  it('keep what is typed where two people change one field, and tell the second', async () => {
    const { public_id } = await field('budget');
    const page = await desk.as(desk.cast.admin, `/settings/fields/${public_id}`);
    await page.getByLabel('Label').fill('Mine');
    await call('PATCH', `/custom-fields/${public_id}`, { label: 'Theirs' });
    await page.getByRole('button', { name: 'Save changes' }).click();
    await page.getByText('changed the same meanwhile: Label').waitFor();
    expect(await page.getByLabel('Label').inputValue()).toBe('Mine');
    await desk.expectComplaint(/412/);
    await page.getByRole('button', { name: 'Save mine' }).click();
    await page.getByText('Saved', { exact: true }).waitFor();
    expect((await field('budget')).label).toBe('Mine');
  });

  it('get a key from a label in Hindi, on a phone, and are read by a manager', async () => {
    const page = await desk.as(desk.cast.admin, '/settings/fields/new', { ...PHONE, locale: 'hi-IN' });
    await page.getByRole('textbox', { name: 'लेबल' }).fill('ख़रीद का समय');
    await expect.poll(() => page.getByRole('textbox', { name: 'कुंजी' }).inputValue()).toBe('kharid_ka_samay');
    await page.getByRole('radio', { name: 'तारीख़' }).check();
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'फ़ील्ड जोड़ें' }).click();
    await page.getByText('ख़रीद का समय जोड़ा गया').first().waitFor();
    expect(await field('kharid_ka_samay')).toMatchObject({ type: 'date', options: [] });
    const manager = await desk.as(desk.cast.meera, `/settings/fields/${(await field('budget')).public_id}`);
    await manager.getByText('ask an admin').waitFor();
    expect(await manager.getByLabel('Label').isDisabled()).toBe(true);
  });
});

describe.skipIf(browserPath === null)('sources', () => {
  beforeAll(async () => {
    desk = await ConsoleDesk.open();
  });
  afterEach(() => desk?.closePages());
  afterAll(() => desk?.close());

  it('are added, renamed, archived and restored, with what they bring beside them', async () => {
    const made = await call('POST', '/sources', { name: 'Website' });
    await desk.create({ phone: '9876500001', source: made.data.public_id, estimated_value: 250_000 });
    await call('POST', '/forms', { name: 'Landing page', source: made.data.public_id, fields: [{ field: 'phone' }] });
    const page = await desk.as(desk.cast.admin, '/settings/sources');
    await page.getByRole('link', { name: '1 lead' }).waitFor();
    const name = page.getByLabel('New source');
    await name.fill('Walk-in');
    await name.press('Enter');
    await page.getByText('Walk-in is added').first().waitFor();
    await name.fill('Website');
    await name.press('Enter');
    await page.getByText('Another source that is in use has this name').waitFor();
    await desk.expectComplaint(/409/);
    await expectAccessible(page);

    await page.getByRole('button', { name: 'Rename Walk-in' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Shop');
    const shop = (await call('GET', '/sources')).data.find((one: { name: string }) => one.name === 'Walk-in');
    await call('PATCH', `/sources/${shop.public_id}`, { name: 'Store' });
    await dialog.getByRole('button', { name: 'Rename' }).click();
    await dialog.getByText('changed the same meanwhile: Name').waitFor();
    await desk.expectComplaint(/412/);
    await dialog.getByRole('button', { name: 'Save mine' }).click();
    await page.getByRole('button', { name: 'Rename Shop' }).waitFor();

    await page.getByRole('button', { name: 'Archive Website' }).click();
    await dialog.getByText('The leads that have it (1 now) keep it').waitFor();
    await dialog.getByText('come in without a source: Landing page').waitFor();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Archive', exact: true }).click();
    await page.getByLabel('Show archived').check();
    await page.getByRole('button', { name: 'Restore Website' }).click();
    await page.getByText('Website is in use again').first().waitFor();
    expect((await call('GET', '/sources')).data.map((one: { archived: boolean }) => one.archived)).toEqual([
      false,
      false,
    ]);
  });

  it('stay usable where there are a thousand, on a phone in the dark', async () => {
    const agency = (n: number) => call('POST', '/sources', { name: `Agency ${String(n).padStart(3, '0')}` });
    for (let n = 0; n < 250; n += 10) await Promise.all(Array.from({ length: 10 }, (_, k) => agency(n + k)));
    const page = await desk.as(desk.cast.admin, '/settings/sources', { ...PHONE, colorScheme: 'dark' });
    await page.getByRole('button', { name: 'Show 100 more' }).waitFor();
    expect(await page.getByRole('list', { name: 'Sources' }).getByRole('listitem').count()).toBe(100);
    await page.getByLabel('Find a source').fill('agency 24');
    await expect.poll(() => page.getByRole('list', { name: 'Sources' }).getByRole('listitem').count(), SOON).toBe(10);
    await page.getByLabel('Find a source').fill('nowhere');
    await page.getByText('No source matches “nowhere”').waitFor();
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
    await expectAccessible(page);
    const manager = await desk.as(desk.cast.meera, '/settings/sources');
    await manager.getByText('ask an admin').waitFor();
    expect(await manager.getByRole('button', { name: /^(Rename|Archive)/ }).count()).toBe(0);
  });
});
