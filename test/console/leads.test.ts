import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { browserPath } from '../support/browser.ts';
import { ConsoleDesk, expectAccessible, holdRequests, PHONE } from '../support/console.ts';

let desk: ConsoleDesk;

/** Besides the four with names of their own. */
const MANY = 140;
const ALL = MANY + 4;

const lead = (fields: object, person = desk.cast.admin) => desk.create(fields as Record<string, unknown>, person.token);

async function statusNamed(name: string): Promise<string> {
  const { body } = await desk.app.call('GET', '/leads/options', { token: desk.cast.admin.token });
  return body.data.statuses.find((one: { name: string }) => one.name === name).public_id;
}

/** What the API itself finds. */
async function found(query: string, token = desk.cast.admin.token) {
  return (await desk.app.call('GET', `/leads?page[size]=200&${query}`, { token })).body.data as {
    public_id: string;
    status: { name: string };
    owner: { name: string } | null;
  }[];
}

const opened: Page[] = [];

async function show(...shown: Parameters<ConsoleDesk['as']>): Promise<Page> {
  const page = await desk.as(...shown);
  opened.push(page);
  return page;
}

const rows = (page: Page) => page.locator('tbody tr[data-row]');
const row = (page: Page, name: string) => page.getByRole('row', { name: new RegExp(name) });
const listed = (page: Page, count: number) =>
  page.getByText(new RegExp(`^${count} leads?( ·|$)`)).waitFor({ state: 'visible' });

describe.skipIf(browserPath === null)('the list of leads', () => {
  beforeAll(async () => {
    desk = await ConsoleDesk.open();
    const { admin, ravi } = desk.cast;
    const made = await desk.app.call('POST', '/custom-fields', {
      token: admin.token,
      body: { key: 'city', label: 'City', type: 'select', options: ['Pune', 'Mumbai', 'Delhi, NCR'] },
    });
    expect(made.status).toBe(201);
    for (let from = 0; from < MANY; from += 70) {
      const leads = Array.from({ length: 70 }, (_, n) => ({
        first_name: 'Lead',
        last_name: String(from + n).padStart(3, '0'),
        phone: `98${String(from + n).padStart(8, '0')}`,
      }));
      const answer = await desk.app.call('POST', '/leads/batch', { token: admin.token, body: { leads } });
      expect(answer.body.meta.created).toBe(70);
    }
    await lead({ first_name: 'आशा', last_name: 'राव', phone: '9700000001', custom_fields: { city: 'Delhi, NCR' } });
    await lead({ first_name: 'Farhan', last_name: 'Menon', phone: '9700000002', estimated_value: 1_250_000 });
    await lead({ first_name: 'Gauri', last_name: 'Patil', phone: '9700000003', custom_fields: { city: 'Pune' } });
    const long = 'Venkatanarasimharajuvaripeta '.repeat(3).trim();
    await lead({ first_name: long, last_name: long, email: 'venkata@example.in' });
    for (const { public_id } of await found('filter[search]=gauri')) {
      const body = { owner: ravi.membership };
      await desk.app.call('PATCH', `/leads/${public_id}`, { token: admin.token, body });
    }
  });
  afterEach(async () => {
    for (const page of opened.splice(0)) await page.context().close();
  });
  afterAll(() => desk?.close());

  it('shows every lead of the scope page after page, with few rows in the page', async () => {
    const page = await show(desk.cast.admin, '/leads');
    await listed(page, ALL);
    await rows(page).first().focus();
    const last = page.getByRole('link', { name: 'Lead 000' });
    const goOn = async () => {
      await page.keyboard.press('End'); // of what is loaded by now
      return last.count();
    };
    await expect.poll(goOn, { interval: 250 }).toBe(1);
    expect(await rows(page).count()).toBeLessThan(60);
    expect(await page.getByRole('grid').getAttribute('aria-rowcount')).toBe(String(ALL + 1));
    await expect.poll(() => rows(page).last().getAttribute('aria-rowindex')).toBe(String(ALL + 1));
    await expectAccessible(page);
  });

  it('keeps filters and sort in the address, so that a list can be sent and taken back', async () => {
    const page = await show(desk.cast.admin, '/leads');
    await listed(page, ALL);
    await page.getByRole('searchbox', { name: 'Search leads' }).fill('gauri');
    await listed(page, 1);
    expect(new URL(page.url()).searchParams.get('search')).toBe('gauri');
    await page.getByRole('searchbox', { name: 'Search leads' }).fill('');
    await listed(page, ALL);

    await page.getByRole('button', { name: 'Owner' }).click();
    await page.getByRole('combobox', { name: 'Somebody else' }).fill('ravi');
    await page.getByRole('option', { name: /Ravi Iyer/ }).click();
    const chip = page.getByRole('list', { name: 'Active filters' }).getByRole('button', { name: 'Owner: Ravi Iyer' });
    await chip.waitFor();
    await listed(page, (await found(`filter[owner]=${desk.cast.ravi.membership}`)).length);
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Score' }).last().click();
    await page.waitForURL(/sort=-score/);
    const head = page.getByRole('columnheader', { name: 'Score' });
    await expect.poll(() => head.getAttribute('aria-sort')).toBe('descending');
    await page.getByRole('button', { name: 'More filters' }).click();
    await page.getByRole('combobox', { name: 'Filter by' }).selectOption({ label: 'City' });
    await page.getByRole('checkbox', { name: 'Pune' }).check();
    await listed(page, 1);
    await row(page, 'Gauri Patil').waitFor();
    await page.keyboard.press('Escape');

    const sent = page.url();
    await page.goBack();
    await page.getByRole('button', { name: 'Remove the filter City' }).waitFor({ state: 'detached' });
    await page.goForward();
    await listed(page, 1);
    await page.goto(sent);
    await row(page, 'Gauri Patil').waitFor();
    expect(await rows(page).count()).toBe(1);
    await chip.waitFor();
    await page.getByRole('button', { name: 'Remove the filter City' }).click();
    await listed(page, (await found(`filter[owner]=${desk.cast.ravi.membership}`)).length);
    await page.getByRole('button', { name: 'Clear all' }).click();
    await listed(page, ALL);
    expect(new URL(page.url()).search).toBe('?sort=-score');
  });

  it('lets nobody choose leads of the filters before while those of the new ones are on their way', async () => {
    const page = await show(desk.cast.admin, '/leads');
    await listed(page, ALL);
    const send = await holdRequests(page, '**/api/v1/leads?*');
    await page.getByRole('searchbox', { name: 'Search leads' }).fill('gauri');
    await listed(page, 1); // the count has come, the rows have not
    const all = page.getByRole('checkbox', { name: 'Choose all leads that are loaded' });
    await expect.poll(() => all.isDisabled()).toBe(true);
    await expect.poll(() => row(page, 'Farhan Menon').getByRole('checkbox').isDisabled()).toBe(true);
    await row(page, 'Farhan Menon').focus();
    await page.keyboard.press('Space');
    expect(await page.getByText('chosen').count()).toBe(0);
    send();
    await all.check();
    await page.getByText('1 lead chosen').waitFor();
  });

  it('says at a filter what the service found wrong with it, and what to do where nothing matches', async () => {
    const page = await show(desk.cast.admin, '/leads?estimated_value=lots');
    await page.getByRole('alert').getByText('Estimated value: must be a value').waitFor();
    await page.getByText('The leads could not be loaded').waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Estimated value: lots' }).click();
    await page.getByRole('textbox', { name: 'At least' }).fill('₹ 12,00,000');
    await page.getByRole('button', { name: 'Apply' }).click();
    await row(page, 'Farhan Menon').waitFor();
    await page.getByText('1 lead · ₹12.5L').waitFor();
    await desk.expectComplaint(/422/); // of the list and of the count
    await page.goto(`${desk.own}/leads?search=nobodyatall`);
    await page.getByText('No lead matches').waitFor();
    await page.getByRole('button', { name: 'Clear all' }).last().click();
    await listed(page, ALL);
  });

  it('lets an option that is no longer offered be taken out of a filter, and names a field that was archived', async () => {
    const page = await show(desk.cast.admin, '/leads?custom_fields.city=Pune,Nagpur');
    await page.getByText('The leads could not be loaded').waitFor();
    await page.getByRole('button', { name: 'City: Pune' }).click();
    const gone = page.getByRole('checkbox', { name: 'Nagpur No longer offered' });
    expect(await gone.isChecked()).toBe(true);
    await expectAccessible(page);
    await desk.expectComplaint(/422/);
    await gone.click();
    await row(page, 'Gauri Patil').waitFor();
    await listed(page, 1);

    const { token } = desk.cast.admin;
    const body = { key: 'tower', label: 'Tower name', type: 'select', options: ['North'] };
    const { public_id } = (await desk.app.call('POST', '/custom-fields', { token, body })).body.data;
    const archived = await desk.app.call('PATCH', `/custom-fields/${public_id}`, { token, body: { archived: true } });
    expect(archived.status).toBe(200);
    await page.goto(`${desk.own}/leads?custom_fields.tower=North`);
    await page.getByRole('button', { name: 'Tower name: North' }).waitFor();
  });

  it('is worked with by keyboard alone, and comes back to where the person was', async () => {
    const page = await show(desk.cast.admin, '/leads');
    await listed(page, ALL);
    await rows(page).first().focus();
    for (const key of ['ArrowDown', 'ArrowDown', 'ArrowDown', 'Space', 'PageDown', 'PageDown', 'ArrowUp', 'x']) {
      await page.keyboard.press(key);
    }
    await page.getByText('2 leads chosen').waitFor();
    const active = page.locator('tr[data-row]:focus');
    const at = await active.getAttribute('data-row');
    const name = await active.getByRole('link').first().textContent();
    expect(await active.getAttribute('aria-selected')).toBe('true');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/leads\/lead_/);
    await page.goBack();
    await active.waitFor();
    await expect.poll(() => active.getAttribute('data-row')).toBe(at);
    expect(await active.getByRole('link').first().textContent()).toBe(name);
    expect(Number(at)).toBeGreaterThan(10);
  });

  it('keeps the chosen columns on the device', async () => {
    const page = await show(desk.cast.admin, '/leads');
    await listed(page, ALL);
    await page.getByRole('button', { name: 'Columns' }).click();
    await page.getByRole('menuitemcheckbox', { name: 'City' }).click();
    await page.getByRole('menuitemcheckbox', { name: 'Phone' }).click();
    await page.keyboard.press('Escape');
    await page.reload();
    await page.getByRole('columnheader', { name: 'City' }).waitFor();
    expect(await page.getByRole('columnheader', { name: 'Phone' }).count()).toBe(0);
    await page.getByRole('gridcell', { name: 'Delhi, NCR' }).waitFor();
  });

  it('saves views, marks that they were changed, shares them and deletes them', async () => {
    const { admin, ravi } = desk.cast;
    const page = await show(admin, `/leads?status=${await statusNamed('New')}&sort=-score`);
    const button = (name: string) => page.getByRole('button', { name: new RegExp(`^Views: ${name}`) });
    await button('All leads').click();
    await page.getByRole('menuitem', { name: 'Save as a new view…' }).click();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('textbox', { name: 'Name' }).and(page.locator('[aria-invalid]')).waitFor();
    await desk.expectComplaint(/422/);
    await page.getByRole('textbox', { name: 'Name' }).fill('Fresh ones');
    await page.getByRole('checkbox', { name: /Everybody/ }).check();
    await page.getByRole('button', { name: 'Save' }).click();
    await button('Fresh ones').waitFor();
    expect(new URL(page.url()).search).toMatch(/^\?view=view_[a-z0-9]+$/);

    await page.getByRole('button', { name: 'Remove the filter Status' }).click();
    await button('Fresh ones ?Changed since it was saved').click();
    await page.getByRole('menuitem', { name: 'Discard changes' }).click();
    await page.getByRole('button', { name: 'Status: New' }).waitFor();
    await page.getByRole('searchbox', { name: 'Search leads' }).fill('gauri');
    await listed(page, 1);
    await button('Fresh ones').click();
    await page.getByRole('menuitem', { name: 'Save changes to Fresh ones' }).click();
    await page.waitForURL(({ search }) => /^\?view=view_[a-z0-9]+$/.test(search));

    const other = await show(ravi, new URL(page.url()).pathname + new URL(page.url()).search);
    await row(other, 'Gauri Patil').waitFor();
    await other.getByRole('button', { name: /^Views: Fresh ones/ }).click();
    await other.getByRole('menuitem', { name: 'Fresh ones' }).waitFor();
    expect(await other.getByRole('menuitem', { name: /Delete/ }).count()).toBe(0);

    await button('Fresh ones').click();
    await page.getByRole('menuitem', { name: 'Delete…' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await button('All leads').waitFor();
    await other.reload();
    await other.getByText('This view was deleted').waitFor();
  });

  it('moves chosen leads by a job, and lists those that could not go', async () => {
    const { admin } = desk.cast;
    const [won] = await found('filter[search]=lead 130');
    const body = { status: await statusNamed('Won') };
    await desk.app.call('POST', `/leads/${won?.public_id}/status`, { token: admin.token, body });
    const page = await show(admin, '/leads?search=lead');
    await listed(page, MANY);
    const box = (name: string) => page.getByRole('checkbox', { name: `Choose ${name}` });
    await box('Lead 139').click();
    await box('Lead 128').click({ modifiers: ['Shift'] });
    await page.getByText('12 leads chosen').waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Move…' }).click();
    await page.getByRole('button', { name: 'Start' }).click();
    await page.getByText('Choose where the leads go.').waitFor();
    await page.getByRole('combobox', { name: 'To' }).selectOption({ label: 'Contacted' });
    await page.getByRole('textbox', { name: 'Note' }).fill('Called all of them');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Start' }).click();
    const dialog = page.getByRole('dialog', { name: 'Done' });
    await dialog.getByText('11 leads were moved to Contacted.').waitFor();
    await dialog.getByText('1 could not be changed:').waitFor();
    await page
      .getByRole('button', { name: '11 leads were changed. 1 could not be changed.', includeHidden: true })
      .waitFor();
    await dialog.getByRole('link', { name: 'Lead 130' }).waitFor();
    await dialog
      .getByText(/does not allow|not allowed|cannot|Won/)
      .first()
      .waitFor();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    expect(await page.getByText('leads were changed').count()).toBe(0);
    await row(page, 'Lead 128').getByText('Contacted').waitFor();
    expect(await found(`filter[status]=${await statusNamed('Contacted')}`)).toHaveLength(11);
  });

  it('assigns all that match; the work goes on when its dialog is closed', async () => {
    const { admin, vikram } = desk.cast;
    const page = await show(admin, '/leads');
    await listed(page, ALL);
    await page.getByRole('checkbox', { name: 'Choose all leads that are loaded' }).check();
    await page.getByRole('button', { name: `Choose all ${ALL} that match` }).click();
    await page.getByText(`All ${ALL} that match are chosen`).waitFor();
    await page.getByRole('button', { name: 'Assign…' }).click();
    await page.getByRole('dialog', { name: `Assign ${ALL} leads` }).waitFor();
    await page.getByRole('button', { name: 'Start' }).click();
    await page.getByText('Choose who gets the leads.').waitFor();
    await page.getByRole('combobox', { name: 'New owner' }).fill('vik');
    await page.getByRole('option', { name: /Vikram Das/ }).click();
    await page.getByRole('button', { name: 'Start' }).click();
    await page.getByRole('dialog', { name: /Waiting|Changing|Done/ }).waitFor();
    await page.reload();
    await page.getByRole('button', { name: /leads were changed/ }).click();
    await page.getByText(/leads were given to Vikram Das\./).waitFor();
    await page.getByText(/were so already\./).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: /leads were changed/ }).waitFor({ state: 'detached' });
    expect(await found(`filter[owner]=${vikram.membership}`)).toHaveLength(ALL);
  });

  it('exports what the filters match as a file, and says if it did not finish', async () => {
    const page = await show(desk.cast.admin, '/leads?search=lead&kind=won');
    await listed(page, 1);
    await page.getByRole('button', { name: 'Export CSV' }).click();
    await page.route('**/api/v1/leads?*', (route) =>
      route.request().headers().accept === 'text/csv' ? route.abort() : route.continue(),
    );
    await page.getByRole('button', { name: 'Export', exact: true }).click();
    await page.getByText('The service cannot be reached').waitFor();
    await desk.expectComplaint(/ERR_FAILED/);
    await page.unrouteAll();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Try again' }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/^leads-\d{4}-\d\d-\d\d\.csv$/);
    const text = readFileSync(await download.path(), 'utf8');
    expect(text.startsWith('\uFEFFpublic_id,'), 'Excel reads names in Hindi only so').toBe(true);
    const lines = text.trim().split('\r\n');
    expect(lines).toHaveLength(2);
    expect(lines[1]).toContain('Lead,130');
    await page.getByText(/The file is saved/).waitFor();
    await expectAccessible(page);
  });

  it('saves chosen leads as a file with the columns shown, and all that match as the export does', async () => {
    const page = await show(desk.cast.admin, '/leads?search=lead');
    await row(page, 'Lead 130').getByRole('checkbox').check();
    await row(page, 'Lead 129').getByRole('checkbox').check();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export chosen' }).click(),
    ]);
    await page.getByText('2 leads saved as a file').first().waitFor(); // first: it goes by itself
    expect(download.suggestedFilename()).toMatch(/^leads-\d{4}-\d\d-\d\d\.csv$/);
    const text = readFileSync(await download.path(), 'utf8');
    expect(text).toMatch(/^\uFEFFName,Phone,Status,/);
    const names = text.trim().split('\r\n').slice(1);
    expect(names.map((line) => line.split(',')[0]).sort()).toEqual(['Lead 129', 'Lead 130']);
    const covered = async () => {
      const toast = await page.getByRole('dialog').filter({ hasText: 'saved as a file' }).first().boundingBox();
      const bar = await page.getByRole('button', { name: 'Export chosen' }).boundingBox();
      return toast === null || bar === null || toast.y + toast.height > bar.y;
    };
    await expect.poll(covered, { message: 'the message lies over what is done next' }).toBe(false);
    await page.getByRole('button', { name: /^Choose all \d+ that match$/ }).click();
    await page.getByRole('button', { name: 'Export chosen' }).click();
    await page.getByRole('dialog', { name: 'Export CSV' }).waitFor();
  });

  it('updates rows in place, and shows new leads when asked', async () => {
    const { admin, ravi } = desk.cast;
    const page = await show(admin, '/leads');
    await listed(page, ALL);
    await row(page, 'Farhan Menon').waitFor();
    const [farhan] = await found('filter[search]=farhan');
    const body = { status: await statusNamed('Qualified') };
    await desk.app.call('POST', `/leads/${farhan?.public_id}/status`, { token: admin.token, body });
    await row(page, 'Farhan Menon').getByText('Qualified').waitFor();
    await lead({ first_name: 'Just', last_name: 'Arrived', phone: '9700000009' });
    await page.getByRole('button', { name: '1 new lead: show' }).waitFor();
    expect(await row(page, 'Just Arrived').count()).toBe(0);
    await page.getByRole('button', { name: '1 new lead: show' }).click();
    await row(page, 'Just Arrived').waitFor();
    await expect.poll(() => rows(page).first().getByRole('link').first().textContent()).toBe('Just Arrived');

    const agent = await show(ravi, '/leads');
    await agent.getByRole('heading', { level: 1, name: 'Leads' }).waitFor();
    await agent.getByRole('button', { name: 'Status' }).waitFor();
    expect(await agent.getByRole('button', { name: 'Owner' }).count()).toBe(0);
    expect(await agent.getByRole('button', { name: 'Export CSV' }).count()).toBe(0);
  });

  it('says that leads could not be loaded, and loads them when asked again', async () => {
    const page = await desk.page();
    await page.addInitScript(`sessionStorage.setItem('leadline.token', '${desk.cast.admin.token}')`);
    await page.route('**/api/v1/leads?*', (route) => route.fulfill({ status: 500, json: {} }));
    await page.goto(`${desk.own}/leads`);
    await page.getByText('The leads could not be loaded').waitFor();
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Try again' }).click();
    await row(page, 'Farhan Menon').waitFor();
    await desk.expectComplaint(/500/);
  });

  it('is a list of cards at 390 px, where leads are found, sorted and chosen', async () => {
    const page = await show(desk.cast.admin, '/leads', PHONE);
    await page.getByRole('list', { name: 'Leads' }).waitFor();
    const cards = page.getByRole('list', { name: 'Leads' }).getByRole('listitem');
    await cards.first().waitFor();
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
    expect(await page.evaluate('document.getElementById("content").scrollWidth')).toBe(390);
    await page.getByRole('button', { name: 'Filters' }).tap();
    await page.getByRole('combobox', { name: 'Filter by' }).selectOption({ label: 'City' });
    await page.getByRole('checkbox', { name: 'Delhi, NCR' }).tap();
    await page.getByRole('button', { name: 'City: Delhi, NCR' }).waitFor();
    await page.getByRole('checkbox', { name: 'Pune' }).tap();
    await page.getByRole('button', { name: /^City: .+ \+ 1$/ }).waitFor();
    expect(await page.getByRole('checkbox', { name: 'Delhi, NCR' }).isChecked()).toBe(true);
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: /आशा राव/ }).waitFor();
    await page.getByRole('checkbox', { name: 'Choose आशा राव' }).tap();
    await page.getByText('1 lead chosen').waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Clear all' }).tap();
    await page.getByRole('combobox', { name: 'Sort' }).selectOption({ label: 'Hottest first' });
    await page.waitForURL(/sort=-score/);
    for (let turns = 0; turns < 30; turns++) {
      await page.evaluate('document.getElementById("content").scrollBy(0, 900)');
      await page.waitForTimeout(20);
    }
    expect(await cards.count()).toBeLessThan(50);
    await cards.last().getByRole('link').tap();
    await page.waitForURL(/\/leads\/lead_/);
  });

  it('has no accessibility violations in Hindi and in the dark', async () => {
    const page = await show(desk.cast.meera, '/leads?created_at=last_30_days', {
      locale: 'hi-IN',
      colorScheme: 'dark',
    });
    await page.getByRole('button', { name: 'बनाई गई: पिछले 30 दिन' }).click();
    await page.getByRole('radio', { name: 'तारीख़ें…' }).check();
    await expectAccessible(page);
  });
});
