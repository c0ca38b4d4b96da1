import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { browserPath, OtherSite } from '../support/browser.ts';
import { ConsoleDesk } from '../support/console.ts';
import { freshPhone } from '../support/leads.ts';
import { readCsv } from '../support/read-csv.ts';
import { answerWith, useReceiver } from '../support/receiver.ts';
import { PASSWORD } from '../support/sign-in.ts';

const ROWS = 5_000;
/** Every so manieth row has a bad number. */
const FAULTY = 100;

const receiver = useReceiver();
let desk: ConsoleDesk;
let site: OtherSite;
let page: Page;
let kavita: Page;
let folder: string;

describe.skipIf(browserPath === null)('an admin’s day, from an empty organization to the first report', () => {
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'leadline-day-'));
    [desk, site] = await Promise.all([ConsoleDesk.open(), OtherSite.open()]);
    page = await desk.as(desk.cast.zenith.admin);
  });
  afterAll(async () => {
    await site?.close();
    await desk?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const { admin } = { admin: () => desk.cast.zenith.admin };
  const read = async (path: string) => (await desk.app.call('GET', path, { token: admin().token })).body.data;
  const settings = async (section: string, button: string) => {
    await page.getByRole('link', { name: 'Settings', exact: true }).click();
    await page.getByRole('main').getByRole('link', { name: section }).click();
    await page.getByRole('link', { name: button }).first().click();
  };

  it('people are invited, and sign in', async () => {
    await page.getByRole('heading', { level: 1, name: 'Set up Zenith' }).waitFor();
    const links: string[] = [];
    for (const [name, role] of [
      ['Kavita Shah', 'agent'],
      ['Manoj Kumar', 'manager'],
    ] as const) {
      await page.getByLabel('Name').fill(name);
      await page.getByLabel('Email').fill(`${role}@zenith.example`);
      await page.getByLabel('Role').selectOption(role);
      await page.getByRole('button', { name: 'Add and make an invitation' }).click();
      links.push(await page.getByLabel(`Invitation for ${name}`, { exact: true }).inputValue());
    }
    kavita = await desk.page();
    for (const [link, who] of [
      [links[0] ?? '', kavita],
      [links[1] ?? '', await desk.page()],
    ] as const) {
      await who.goto(link);
      await who.getByLabel('New password').fill(PASSWORD);
      await who.getByLabel('Repeat the password').fill(PASSWORD);
      await who.getByRole('button', { name: 'Set password and sign in' }).click();
      await who.getByRole('navigation').waitFor();
      if (who !== kavita) await who.context().close();
    }
    await kavita.getByText('No open leads').waitFor();
  });

  it('a stage is added and put into its place', async () => {
    await settings('Pipeline', 'Add a stage');
    await page.getByRole('textbox', { name: 'Name' }).fill('Site visit');
    await page.getByRole('button', { name: 'Add the stage' }).click();
    await page.getByRole('list', { name: 'Stages in order' }).waitFor();
    await page.getByRole('button', { name: 'Move Site visit' }).focus();
    for (let n = 0; n < 4; n++) await page.keyboard.press('ArrowUp');
    await page.getByText('The order is saved').waitFor();
    const names = async () => (await read('/statuses')).map(({ name }: { name: string }) => name).slice(2, 5);
    await expect.poll(names).toEqual(['Qualified', 'Site visit', 'Proposal']); // slow presses are saved one by one
  });

  it('a rule is tried and saved', async () => {
    await settings('Distribution', 'New rule');
    await page.getByRole('textbox', { name: 'Name' }).fill('Everything to Kavita');
    await page.getByRole('radio', { name: 'Certain people' }).click();
    await page.getByRole('combobox', { name: 'Add a person' }).fill('Kavi');
    await page.getByRole('option', { name: 'Kavita Shah' }).click();
    await page.getByRole('radio', { name: 'The first who can' }).click();
    await page.getByLabel('Estimated value', { exact: true }).fill('200000');
    await page.getByLabel('Estimated value', { exact: true }).press('Enter');
    await page.getByText('Kavita Shah would get this lead now.').waitFor();
    await page.getByRole('button', { name: 'Add the rule' }).click();
    await page.getByRole('listitem').filter({ hasText: 'Everything to Kavita' }).waitFor();
    expect(await read('/distribution-rules')).toHaveLength(1);
  });

  it('a form is made, stands on a page of another site, and brings a lead to its person', async () => {
    await settings('Forms', 'New form');
    await page.getByLabel('Name', { exact: false }).first().fill('Call me back');
    await page.getByLabel('Address of a site').fill(site.origin);
    await page.getByLabel('Address of a site').press('Enter');
    await page.getByRole('button', { name: 'Create form' }).click();
    const code = await page.getByRole('textbox', { name: 'Code for your web page' }).inputValue();
    site.html = `<!doctype html><title>Shop</title><h1>Shop</h1>${code}`;
    const visitor = await desk.page();
    await visitor.goto(site.origin);
    const form = visitor.frameLocator('iframe');
    await form.getByLabel('First name').fill('Visitor');
    await form.getByLabel('Mobile number').fill(freshPhone());
    await form.getByRole('button', { name: 'Send' }).click();
    await form.getByText('Thank you').waitFor();
    await visitor.context().close();
    await desk.expectComplaint(/asked http:\/\/127|Blocked autofocusing/);
    await kavita.getByText('Visitor').first().waitFor(); // by itself
    await kavita.context().close();
  });

  it('a list of 5,000 rows is mapped and imported, and its faulty rows are handed back', async () => {
    const rows = Array.from({ length: ROWS }, (_, n) => `Lead ${n},${n % FAULTY === 7 ? '12' : freshPhone()},x`);
    const file = join(folder, 'list.csv');
    writeFileSync(file, `Customer;Mobile no;Remark\n${rows.join('\n').replaceAll(',', ';')}\n`);
    await page.getByRole('link', { name: 'Import', exact: true }).click();
    await page.locator('input[type=file]').setInputFiles(file);
    const field = (column: string) => page.getByLabel(`Field for the column ${column}`, { exact: true });
    await field('Customer').selectOption('first_name');
    await field('Mobile no').selectOption('phone');
    await field('Remark').selectOption('ignore');
    await page.getByRole('button', { name: 'See what would happen' }).click();
    await page.getByText('Nothing has been written yet').waitFor({ timeout: 50_000 });
    const counts = () => page.locator('dl').first().locator('dd.text-xl').allTextContents();
    expect(await counts()).toEqual(['4,950', '0', '50']);
    await page.getByRole('button', { name: 'Import now' }).click();
    await page.getByText('The import is done.').waitFor({ timeout: 50_000 });
    expect(await counts()).toEqual(['4,950', '0', '50']);
    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download failed rows (CSV)' }).click();
    const text = readFileSync(await (await downloading).path(), 'utf8');
    expect(readCsv(text.slice(1))).toHaveLength(51);
  });

  it('a webhook is set up and tried, its receiver is seen to fail, and is sent the event again', async () => {
    await settings('Webhooks', 'New webhook');
    await page.getByLabel('Address of the receiver').fill(receiver.url('/crm'));
    await page.getByRole('button', { name: 'Create webhook' }).click();
    await page.getByRole('textbox', { name: 'Signing secret' }).waitFor();
    await page.getByRole('button', { name: 'Send a test' }).click();
    await page.getByText('The receiver answered 204').waitFor();
    receiver.answer = answerWith(500);
    await desk.create({ first_name: 'Urgent', phone: freshPhone(), estimated_value: 500_000 }, admin().token);
    await receiver.expect(2, '/crm');
    await page.reload();
    const delivery = page.getByRole('list', { name: 'Deliveries' }).getByRole('listitem').first();
    await delivery.getByText('Waiting').waitFor();
    receiver.answer = answerWith(204);
    await delivery.getByRole('button', { name: 'Send again: New lead' }).click();
    await delivery.getByText('Delivered').waitFor();
  });

  it('a report is read, down to one lead', async () => {
    await page.getByRole('link', { name: 'Reports', exact: true }).click();
    const figure = page.getByRole('link', { name: /: New, Reached$/ });
    await figure.waitFor();
    const expected = (await read('/reports/funnel')).stages[0].reached;
    expect(Number(await figure.getAttribute('data-value'))).toBe(expected);
    expect(expected).toBe(4_952);
    await figure.click();
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.getByRole('list', { name: 'Leads' }).getByRole('link').first().click();
    await page.waitForURL('**/leads/lead_*');
    await page.getByRole('heading', { level: 1 }).waitFor();
  });
});
