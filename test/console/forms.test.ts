import type { Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { browserPath, OtherSite } from '../support/browser.ts';
import { ConsoleDesk, expectAccessible, PHONE } from '../support/console.ts';
import { freshPhone } from '../support/leads.ts';

let desk: ConsoleDesk;
let site: OtherSite;

describe.skipIf(browserPath === null)('forms in the settings', () => {
  beforeAll(async () => {
    [desk, site] = await Promise.all([ConsoleDesk.open(), OtherSite.open()]);
    await add('custom-fields', { key: 'city', label: 'City', type: 'text', required: true });
    await add('custom-fields', { key: 'plans', label: 'Plans', type: 'multi_select', options: ['Term', 'Health'] });
    await add('custom-fields', { key: 'insured', label: 'Insured?', type: 'boolean' });
    await add('custom-fields', { key: 'plan', label: 'Plan', type: 'select', options: ['Term', 'Health'] });
    await add('sources', { name: 'Website' });
  });
  afterEach(() => desk?.closePages());
  afterAll(async () => {
    await site?.close();
    await desk?.close();
  });

  const call = (method: string, path: string, body?: object) =>
    desk.app.call(method, path, { token: desk.cast.admin.token, ...(body && { body }) });
  const add = async (path: string, body: object) => {
    const made = await call('POST', `/${path}`, body);
    expect(made.status, JSON.stringify(made.body)).toBe(201);
    return made.body.data;
  };
  const simple = (name: string) =>
    add('forms', { name, fields: [{ field: 'phone' }, { field: 'custom_fields.city' }] });
  const formNamed = async (name: string) =>
    (await call('GET', '/forms?page[size]=200')).body.data.find((form: { name: string }) => form.name === name);

  const preview = (page: Page): Locator => page.getByRole('region', { name: 'Preview' });
  /** The fields of a page with their labels, as visitors read them. */
  const labelsIn = (place: Locator) =>
    place
      .locator('legend:not(.sr-only), label:has(> span.font-semibold) > span, label[for^="f-"]:not([for="f-trap"])')
      .allInnerTexts();
  const addField = async (page: Page, name: string) => {
    await page.getByRole('button', { name: 'Add field' }).click();
    await page.getByRole('menuitem', { name }).click();
  };

  /** Drags one item onto another by their handles, as a hand does: in steps. */
  async function drag(page: Page, from: string, to: string): Promise<void> {
    const boxOf = (name: string) => page.getByRole('button', { name, exact: true }).boundingBox();
    const [start, end] = [await boxOf(from), await boxOf(to)];
    if (start === null || end === null) throw new Error('the handles are shown');
    await page.mouse.move(start.x + 10, start.y + 10);
    await page.mouse.down();
    await page.mouse.move(start.x + 20, start.y - 10, { steps: 3 });
    await page.mouse.move(end.x + 15, end.y + 10, { steps: 5 });
    await page.mouse.move(end.x + 16, end.y + 12);
    await page.mouse.up();
  }

  it('are built by mouse, with a preview that follows, and come out as the preview shows them', async () => {
    const page = await desk.as(desk.cast.admin, '/settings/forms', { viewport: { width: 1280, height: 1400 } });
    await page.getByText('No forms yet').waitFor();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'New form' }).click();
    await page.getByLabel('Name', { exact: false }).first().pressSequentially('Talk to');
    await preview(page).getByText('Talk to', { exact: true }).waitFor();
    await page.getByText('required for every lead: City').waitFor();

    await page.getByRole('button', { name: 'Remove Mobile number' }).click();
    await page.getByText('Nobody could be called or written to').waitFor();
    await page.locator('[aria-label="Remove First name"]:focus').waitFor();
    await expectAccessible(page);
    await addField(page, 'Mobile number');
    await page.getByText('Nobody could be called').waitFor({ state: 'detached' });
    await addField(page, 'City');
    await page.getByText('required for every lead').waitFor({ state: 'detached' });
    for (const name of ['Email', 'Plans Several', 'Insured?', 'Plan One']) await addField(page, name);
    await page.getByLabel('Label of City').pressSequentially('Your city');
    await preview(page).getByText('Your city').waitFor();
    await page.getByLabel('Email is required').check();
    await drag(page, 'Move Email', 'Move First name');
    await page.getByText('Email is now 1 of 7.').waitFor({ state: 'attached' });
    await page.getByLabel('Source').selectOption('Website');
    await page.getByLabel('Address of a site').fill('www.example.in');
    await page.getByRole('button', { name: 'Add site' }).click();
    await page.getByText('Write it with https://').waitFor();
    await page.getByLabel('Address of a site').fill(`${site.origin}/contact?a=1`);
    await page.getByLabel('Address of a site').press('Enter');
    await page.getByRole('list', { name: 'Your web sites' }).getByText(site.origin).waitFor();
    await page.getByLabel('After sending').fill('We call you today.');
    const shown = ['Email *', 'First name', 'Mobile number', 'Your city *', 'Plans', 'Insured?', 'Plan'];
    await expect.poll(() => labelsIn(preview(page))).toEqual(shown);

    await page.getByRole('button', { name: 'Create form' }).click();
    await page.getByRole('heading', { name: 'Put it to use' }).waitFor();
    await expectAccessible(page);
    const form = await formNamed('Talk to');
    expect(await page.getByRole('textbox', { name: 'Code for your web page' }).inputValue()).toBe(form.embed);
    expect(form).toMatchObject({ allowed_origins: [site.origin], success_message: 'We call you today.', active: true });

    const served = await desk.page();
    await served.goto(form.url);
    expect(await labelsIn(served.locator('main'))).toEqual(shown);
    await page.getByLabel('Language of the preview').selectOption('hi');
    await served.goto(`${form.url}?lang=hi`);
    await preview(page).getByText('भेजें', { exact: true }).waitFor();
    expect(await labelsIn(served.locator('main'))).toEqual(await labelsIn(preview(page)));
  });

  it('take in an address that was typed and not added, and are not saved with one that is none', async () => {
    const page = await desk.as(desk.cast.admin, '/settings/forms/new');
    const address = page.getByLabel('Address of a site');
    const sites = page.getByRole('list', { name: 'Your web sites' });
    await page.getByLabel('Name', { exact: false }).first().fill('Typed only');
    await address.fill('www.example.in');
    await page.getByRole('button', { name: 'Create form' }).click();
    await page.getByText('Write it with https://').waitFor();
    await page.locator('input[type=url]:focus[aria-invalid=true]').waitFor();
    expect(await formNamed('Typed only')).toBeUndefined();
    await address.fill('https://www.example.in/contact');
    await page.getByRole('button', { name: 'Create form' }).click();
    await page.getByRole('heading', { name: 'Put it to use' }).waitFor();
    expect((await formNamed('Typed only')).allowed_origins).toEqual(['https://www.example.in']);

    // An address alone is a change, too: it can be saved, and leaving asks.
    await address.fill('https://shop.example.in');
    await page.getByRole('link', { name: 'Teams' }).click();
    await page.getByRole('button', { name: 'Stay' }).click();
    await page.getByRole('button', { name: 'Save changes' }).click();
    await page.getByText('Saved', { exact: true }).waitFor();
    await sites.getByText('https://shop.example.in').waitFor();
    expect(await address.inputValue()).toBe('');
    const both = ['https://www.example.in', 'https://shop.example.in'];
    expect((await formNamed('Typed only')).allowed_origins).toEqual(both);
    await address.fill('nothing of a site');
    await page.getByRole('button', { name: 'Discard changes' }).click();
    expect(await address.inputValue()).toBe('');
  });

  it('work on a page of another site: what is sent there becomes a lead', async () => {
    const form = await formNamed('Talk to');
    const phone = freshPhone();
    site.html = `<!doctype html><title>Shop</title><h1>Shop</h1>${form.embed}`;
    const page = await desk.page();
    await page.goto(site.origin);
    const frame = page.frameLocator('iframe');
    await frame.getByLabel('First name').fill('Asha');
    await frame.getByLabel('Mobile number').fill(phone);
    await frame.getByLabel('Email').fill('asha@example.in');
    await frame.getByLabel('Your city').fill('Pune');
    await frame.getByRole('button', { name: 'Send' }).click();
    await frame.getByText('We call you today.').waitFor();
    await desk.expectComplaint(/asked http:\/\/127|Blocked autofocusing/);
    const found = await call('GET', `/leads?filter[phone]=${encodeURIComponent(phone)}`);
    expect(found.body.data).toMatchObject([
      { contact: { first_name: 'Asha' }, source: { name: 'Website' }, custom_fields: { city: 'Pune' } },
    ]);
  });

  it('offer HTML of one’s own page that is taken as it is', async () => {
    const form = await formNamed('Talk to');
    const builder = await desk.as(desk.cast.admin, `/settings/forms/${form.public_id}`);
    site.html = `<!doctype html><title>Shop</title>${await builder.getByRole('textbox', { name: 'Plain HTML' }).inputValue()}`;
    const page = await desk.page();
    await page.goto(site.origin);
    const phone = freshPhone();
    await page.getByLabel('Email').fill('ravi@example.in');
    await page.getByLabel('Mobile number').fill(phone);
    await page.getByLabel('Your city').fill('Goa');
    await page.getByLabel('Plans').selectOption(['Term', 'Health']);
    await page.getByLabel('Insured?').selectOption('Yes');
    await page.getByRole('button').click();
    await page.getByText('We call you today.').waitFor();
    await desk.expectComplaint(/asked http:\/\/127|Blocked autofocusing/);
    const found = await call('GET', `/leads?filter[phone]=${encodeURIComponent(phone)}`);
    expect(found.body.data[0].custom_fields).toMatchObject({ city: 'Goa', plans: ['Term', 'Health'], insured: true });
  });

  it('are built by keyboard alone', async () => {
    const page = await desk.as(desk.cast.admin, '/settings/forms/new');
    const press = (...keys: string[]) =>
      keys.reduce((done, key) => done.then(() => page.keyboard.press(key)), Promise.resolve());
    await page.getByLabel('Name', { exact: false }).first().focus();
    await page.keyboard.type('By keyboard');
    await page.getByRole('button', { name: 'Add field' }).focus();
    await press('Enter');
    await page.getByRole('menuitem', { name: 'City' }).waitFor();
    await press('c'); // letters that come slowly are searches of their own
    await page.locator('[role=menuitem]:focus', { hasText: 'City' }).waitFor();
    await press('Enter');
    await page.locator('[aria-label="Move City"]').waitFor();
    await page.getByRole('menu').waitFor({ state: 'detached' }); // it gives the focus back before it goes
    await page.waitForFunction("document.activeElement.tagName === 'INPUT'");
    await page.keyboard.type('Town');
    await page.getByRole('button', { name: 'Move City', exact: true }).focus();
    await press('ArrowUp', 'ArrowUp');
    await page.getByText('City is now 1 of 3.').waitFor({ state: 'attached' });
    await page.locator('[aria-label="Move City"]:focus').waitFor();
    await page.getByLabel('Name', { exact: false }).first().focus();
    await press('Enter');
    await page.getByRole('heading', { name: 'Put it to use' }).waitFor();
    expect((await formNamed('By keyboard')).fields).toEqual([
      { field: 'custom_fields.city', label: 'Town', required: false },
      { field: 'first_name', label: null, required: false },
      { field: 'phone', label: null, required: true },
    ]);
  });

  it('tell the second of two people who change one, and keep what was typed', async () => {
    const form = await simple('Shared');
    const [one, other] = await Promise.all(
      [1, 2].map(() => desk.as(desk.cast.admin, `/settings/forms/${form.public_id}`)),
    );
    if (one === undefined || other === undefined) throw new Error('there are two pages');
    await other.getByLabel('Label of Mobile number').fill('Mine');
    await one.getByLabel('Label of Mobile number').fill('Theirs');
    await one.getByRole('button', { name: 'Save changes' }).click();
    await one.getByText('Saved', { exact: true }).waitFor();
    await other.getByRole('button', { name: 'Save changes' }).click();
    await other.getByRole('alert').getByText('changed the same meanwhile: Fields').waitFor();
    expect(await other.getByLabel('Label of Mobile number').inputValue()).toBe('Mine');
    expect((await formNamed('Shared')).fields[0].label).toBe('Theirs');
    await desk.expectComplaint(/412/);
  });

  it('are read, and not changed, by managers; closed ones have no page', async () => {
    const form = await formNamed('Shared');
    await call('PATCH', `/forms/${form.public_id}`, { active: false });
    const page = await desk.as(desk.cast.meera, '/settings/forms');
    await page.getByRole('link', { name: 'Shared', exact: true }).waitFor();
    expect(await page.getByRole('link', { name: 'New form' }).count()).toBe(0);
    expect(await page.getByRole('link', { name: 'Open page: Shared' }).count()).toBe(0);
    await page.getByRole('link', { name: 'Shared', exact: true }).click();
    await page.getByText('ask an admin').waitFor();
    expect(await page.getByLabel('Label of Mobile number').isDisabled()).toBe(true);
    expect(await page.getByRole('button', { name: 'Add field' }).count()).toBe(0);
    await expectAccessible(page);
  });

  it('fit a phone, in Hindi and in the dark', async () => {
    const form = await formNamed('Talk to');
    const dark = { ...PHONE, locale: 'hi-IN', colorScheme: 'dark' } as const;
    const page = await desk.as(desk.cast.admin, `/settings/forms/${form.public_id}`, dark);
    await page.getByRole('heading', { name: 'झलक' }).waitFor();
    await expectAccessible(page);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390);
    await page.goto(`${desk.own}/settings/forms`);
    await page.getByText('पूछता है').first().waitFor();
    await expectAccessible(page);
  });
});
