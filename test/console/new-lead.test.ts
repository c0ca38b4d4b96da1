import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { browserPath } from '../support/browser.ts';
import { ConsoleDesk, expectAccessible, PHONE, typeAhead } from '../support/console.ts';

let desk: ConsoleDesk;
const pages: Page[] = [];
async function open(...args: Parameters<ConsoleDesk['as']>): Promise<Page> {
  const page = await desk.as(...args);
  pages.push(page);
  return page;
}

const read = async (id: string) =>
  (await desk.app.call('GET', `/leads/${id}`, { token: desk.cast.admin.token })).body.data;
const focused = (page: Page) => page.locator(':focus').getAttribute('aria-label');

afterEach(async () => {
  await Promise.all(pages.splice(0).map((page) => page.context().close()));
});

describe.skipIf(browserPath === null)('a new lead', () => {
  beforeAll(async () => {
    desk = await ConsoleDesk.open();
    const field = (body: object) => desk.app.call('POST', '/custom-fields', { token: desk.cast.admin.token, body });
    await field({ key: 'city', label: 'City', type: 'text', required: true });
    await field({ key: 'wishes', label: 'Wishes', type: 'multi_select', options: ['Garden', 'Lift'], required: true });
    await field({ key: 'since', label: 'Since', type: 'date' });
    await field({ key: 'owns', label: 'Owns a home', type: 'boolean' });
    await field({ key: 'plan', label: 'Plan', type: 'select', options: ['Term', 'Health'] });
  });
  afterAll(() => desk?.close());

  it('leads to the first field that was refused, which may be out of sight', async () => {
    const page = await open(desk.cast.admin, '/account', PHONE);
    await page.getByRole('button', { name: 'New lead' }).tap();
    const dialog = page.getByRole('dialog', { name: 'New lead' });
    await dialog.getByRole('combobox', { name: 'Plan' }).selectOption('Term');
    await dialog.getByRole('textbox', { name: 'City' }).fill('Pune');
    await dialog.getByRole('group', { name: 'Wishes' }).getByRole('checkbox', { name: 'Lift' }).check();
    await dialog.getByRole('button', { name: 'Create lead' }).tap();
    await expect.poll(() => page.locator(':focus').getAttribute('aria-invalid')).toBe('true');
    const phone = dialog.getByRole('textbox', { name: 'Phone' });
    expect(await phone.evaluate((one) => one === one.ownerDocument.activeElement)).toBe(true);
    await desk.expectComplaint(/status of 422/);
  });

  it('is made by keyboard, with messages at the fields, and opened', async () => {
    const page = await open(desk.cast.admin, '/account');
    await page.getByRole('button', { name: 'New lead' }).focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'New lead' });
    await dialog.getByRole('textbox', { name: 'First name' }).fill('Kavya');
    await dialog.getByRole('textbox', { name: 'Phone' }).fill('123');
    await page.keyboard.press('Enter');
    await dialog.locator('input[aria-invalid]').waitFor();
    await expect.poll(() => dialog.locator('[aria-invalid]').count()).toBe(3);
    await desk.expectComplaint(/status of 422/);
    await expectAccessible(page);

    // Closed by accident: nothing typed is lost.
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'New lead' }).click();
    expect(await dialog.getByRole('textbox', { name: 'First name' }).inputValue()).toBe('Kavya');
    await dialog.getByRole('textbox', { name: 'Phone' }).fill('98200 00001');
    await dialog.getByRole('textbox', { name: 'City' }).fill('Pune');
    await dialog.getByRole('combobox', { name: 'Plan' }).selectOption('Term');
    await dialog.getByRole('group', { name: 'Wishes' }).getByRole('checkbox', { name: 'Lift' }).check();
    await dialog.getByRole('textbox', { name: 'Estimated value' }).fill('1,00,000');
    await dialog.getByRole('button', { name: 'Create lead' }).click();
    await page.getByRole('heading', { level: 1, name: 'Kavya' }).waitFor();
    const id = page.url().split('/').at(-1) ?? '';
    expect(await read(id)).toMatchObject({
      contact: { phone: '+919820000001' },
      estimated_value: 100_000,
      custom_fields: { city: 'Pune', plan: 'Term', wishes: ['Lift'] },
    });

    const edit = async (label: string, type: () => Promise<unknown>) => {
      await page.getByRole('button', { name: `Edit ${label}` }).focus();
      await page.keyboard.press('Enter');
      await type();
      await page.keyboard.press('Enter');
      await expect.poll(() => focused(page)).toBe(`Edit ${label}`);
    };
    await edit('City', async () => {
      await page.keyboard.press('End');
      await page.keyboard.press('Shift+Enter');
      await page.keyboard.type('Kothrud');
    });
    await edit('Plan', () => typeAhead(page, 'Health'));
    await edit('Wishes', () => page.keyboard.press('Space'));
    await edit('Since', () => page.getByLabel('Since').fill('2025-05-01'));
    await edit('Owns a home', () => typeAhead(page, 'No'));
    expect((await read(id)).custom_fields).toEqual({
      city: 'Pune\nKothrud',
      plan: 'Health',
      wishes: ['Lift', 'Garden'],
      since: '2025-05-01',
      owns: false,
    });
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Back' }).click();
    await page.waitForURL('**/account');
  });

  it('that is there already is shown to who may see it, and said to others', async () => {
    const lead = await desk.create({
      first_name: 'Leela',
      phone: '9820000002',
      custom_fields: { city: 'Goa', wishes: ['Lift'] },
    });
    const body = { owner: desk.cast.asha.membership };
    await desk.app.call('PATCH', `/leads/${lead.public_id}`, { token: desk.cast.admin.token, body });
    for (const [person, options] of [
      [desk.cast.meera, {}],
      [desk.cast.ravi, PHONE],
    ] as const) {
      const page = await open(person, '/account', options);
      await page.getByRole('button', { name: 'New lead' }).click();
      const dialog = page.getByRole('dialog', { name: 'New lead' });
      await dialog.getByRole('textbox', { name: 'Phone' }).fill('9820000002');
      await dialog.getByRole('textbox', { name: 'City' }).fill('Goa');
      await dialog.getByRole('checkbox', { name: 'Lift' }).check();
      await dialog.getByRole('button', { name: 'Create lead' }).click();
      await dialog.getByText('This lead is already there').waitFor();
      await expectAccessible(page);
      if (person === desk.cast.ravi) {
        await dialog.getByText(/Somebody else already has this lead/).waitFor();
        expect(await dialog.getByRole('link').count()).toBe(0);
      } else {
        await dialog.getByRole('link', { name: 'Open Leela' }).click();
        await page.getByRole('heading', { level: 1, name: 'Leela' }).waitFor();
      }
    }
  });

  it('that the rules give to somebody else is not opened, and its maker is told', async () => {
    const page = await open(desk.cast.tara, '/account');
    const fill = async (phone: string) => {
      await page.getByRole('button', { name: 'New lead' }).click();
      await page.getByRole('textbox', { name: 'Phone' }).fill(phone);
      await page.getByRole('textbox', { name: 'City' }).fill('Agra');
      await page.getByRole('checkbox', { name: 'Lift' }).check();
      await page.getByRole('button', { name: 'Create lead' }).click();
    };
    const rule = { name: 'All to Ravi', strategy: 'fixed', pool: { memberships: [desk.cast.ravi.membership] } };
    await desk.app.call('POST', '/distribution-rules', { token: desk.cast.admin.token, body: rule });
    await fill('9820000003');
    await page.getByText('The rules gave it to Ravi Iyer, whose leads you do not see.').waitFor();
    expect(page.url()).toContain('/account');
    await desk.expectComplaint(/status of 404/);
  });
});
