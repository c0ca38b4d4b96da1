import type { Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { browserPath } from '../support/browser.ts';
import { ConsoleDesk } from '../support/console.ts';

let desk: ConsoleDesk;
let lead: string;

const LABEL = 'Telecommunications'.repeat(5).slice(0, 78);
const NAME = 'Venkatanarasimharajuvaripeta'.repeat(4).slice(0, 90);
const SMALL = { viewport: { width: 320, height: 640 }, hasTouch: true, isMobile: true };
const WIDTHS = [
  ['320', SMALL],
  ['1280', { viewport: { width: 1280, height: 800 } }],
] as const;

const pages: Page[] = [];
async function open(...args: Parameters<ConsoleDesk['as']>): Promise<Page> {
  const page = await desk.as(...args);
  pages.push(page);
  return page;
}

/** Where an element's text is drawn, which may be outside of its box. */
const drawn = (element: Locator) =>
  element.evaluate((one) => {
    const range = one.ownerDocument.createRange();
    range.selectNodeContents(one);
    const { left, right, top, bottom } = range.getBoundingClientRect();
    return { left, right, top, bottom };
  });

const boxOf = (element: Locator) =>
  element.evaluate((one) => {
    const { left, right, top, bottom } = one.getBoundingClientRect();
    return { left, right, top, bottom };
  });

async function expectNoSidewaysScroll(page: Page) {
  for (const part of ['html', '#content']) {
    const beyond = await page.locator(part).evaluate((one) => one.scrollWidth - one.clientWidth);
    expect(beyond, part).toBeLessThanOrEqual(0);
  }
}

afterEach(async () => {
  await Promise.all(pages.splice(0).map((page) => page.context().close()));
});

describe.skipIf(browserPath === null)('the layout', () => {
  beforeAll(async () => {
    desk = await ConsoleDesk.open();
    await desk.giveAllTo(desk.cast.ravi);
    const body = { key: 'provider', label: LABEL, type: 'text' };
    const made = await desk.app.call('POST', '/custom-fields', { token: desk.cast.admin.token, body });
    expect(made.status, JSON.stringify(made.body)).toBe(201);
    const fields = { first_name: NAME, phone: '9876510000', custom_fields: { provider: 'Airtel' } };
    lead = (await desk.create(fields)).public_id;
    // Recorded with the label in the timeline and in the audit.
    const change = { token: desk.cast.admin.token, body: { custom_fields: { provider: 'Jio' } } };
    expect((await desk.app.call('PATCH', `/leads/${lead}`, change)).status).toBe(200);
  });
  afterAll(() => desk?.close());

  it.each(WIDTHS)("breaks long words of a lead's name and of labels, at %s px", async (_, size) => {
    const page = await open(desk.cast.admin, `/leads/${lead}`, size);
    await page.getByRole('heading', { level: 1, name: NAME }).waitFor();
    const term = page.locator('dt', { hasText: LABEL });
    await term.waitFor();
    await page.getByRole('region', { name: 'Timeline' }).getByText(`${LABEL}:`).waitFor();
    await expectNoSidewaysScroll(page);
    const [label, value] = [await drawn(term), await drawn(term.locator('+ dd'))];
    expect(label.right <= value.left || label.bottom <= value.top, JSON.stringify({ label, value })).toBe(true);
    const card = await boxOf(page.getByRole('region', { name: 'Details' }));
    expect(label.right).toBeLessThanOrEqual(card.right);
    const told = page.getByRole('region', { name: 'Timeline' });
    expect((await drawn(told.getByText(`${LABEL}:`))).right).toBeLessThanOrEqual((await boxOf(told)).right);
  });

  it.each(WIDTHS)('breaks long names of people beside the reasons of an assignment, at %s px', async (_, size) => {
    const { admin, ravi } = desk.cast;
    const rename = (name: string) =>
      desk.app.call('PATCH', `/memberships/${ravi.membership}`, { token: admin.token, body: { name } });
    expect((await rename(NAME)).status).toBe(200);
    const page = await open(admin, `/leads/${lead}`, size);
    const head = page.getByRole('button', { name: `Owner ${NAME}` });
    const card = page.locator('section').filter({ has: head });
    await head.waitFor();
    if (size === SMALL) await head.tap();
    const candidate = card.getByRole('listitem').getByText(NAME);
    await candidate.waitFor();
    expect((await drawn(candidate)).right).toBeLessThanOrEqual((await boxOf(card)).right);
    expect((await rename(ravi.name)).status).toBe(200);
  });

  it.each(WIDTHS)('keeps the text of a toast left of its buttons, at %s px', async (_, size) => {
    const { public_id } = await desk.create({ first_name: NAME, email: `${size.viewport.width}@example.in` });
    const page = await open(desk.cast.admin, `/leads/${public_id}`, size);
    await page.getByRole('heading', { level: 1, name: NAME }).waitFor();
    if (size === SMALL) {
      await page.getByRole('button', { name: 'Move to…' }).tap();
      await page.getByRole('menuitem', { name: 'Contacted' }).tap();
    } else await page.getByRole('button', { name: 'Move to Contacted' }).click();
    const toast = page.getByRole('dialog').filter({ hasText: 'is now in Contacted' });
    const undo = await boxOf(toast.getByRole('button', { name: 'Undo' }));
    const text = await drawn(toast.getByRole('heading'));
    expect(text.right).toBeLessThanOrEqual(undo.left);
    const box = await boxOf(toast);
    expect(text.left).toBeGreaterThanOrEqual(box.left);
    expect(text.bottom).toBeLessThanOrEqual(box.bottom);
    expect((await boxOf(toast.getByRole('button', { name: 'Close' }))).right).toBeLessThanOrEqual(box.right);
    await expectNoSidewaysScroll(page);
  });

  it('breaks long labels in the audit at 320 px', async () => {
    const page = await open(desk.cast.admin, '/settings/audit', SMALL);
    const label = page.getByText(`${LABEL}:`).first();
    await label.waitFor();
    expect((await drawn(label)).right).toBeLessThanOrEqual((await boxOf(page.locator('#content'))).right);
    await expectNoSidewaysScroll(page);
  });

  it('scrolls a lead that is worked on in one place only, at 320 px', async () => {
    const page = await open(desk.cast.ravi, `/my-leads?lead=${lead}`, SMALL);
    await page.getByRole('heading', { level: 2, name: NAME }).waitFor();
    const main = page.locator('#content');
    expect(await main.evaluate((one) => one.scrollHeight - one.clientHeight)).toBeLessThanOrEqual(0);
    await expectNoSidewaysScroll(page);
  });

  it('hides nothing that has the focus behind the bar of actions, at twice the size', async () => {
    const page = await open(desk.cast.ravi, `/leads/${lead}`, { viewport: { width: 640, height: 400 } });
    await page.getByRole('button', { name: 'Add note' }).waitFor();
    const hidden: string[] = [];
    await page.locator('#content').focus();
    for (;;) {
      await page.keyboard.press('Tab');
      if ((await page.locator('#content :focus').count()) === 0) break;
      const focused = await page.locator(':focus').evaluate((one) => {
        const { left, top, width, height } = one.getBoundingClientRect();
        const seen = one.ownerDocument.elementFromPoint(left + width / 2, top + height / 2);
        return { name: one.ariaLabel ?? one.textContent, isSeen: one.contains(seen) };
      });
      if (!focused.isSeen) hidden.push(focused.name);
    }
    expect(hidden).toEqual([]);
  });

  it('scrolls the columns of the board in one place only', async () => {
    const page = await open(desk.cast.admin, '/board');
    await page.getByRole('list', { name: 'New' }).getByText(NAME).first().waitFor();
    await expectNoSidewaysScroll(page);
  });

  it('shows a whole phone number and score in the table at 1280 px', async () => {
    const page = await open(desk.cast.admin, '/leads');
    const table = page.getByRole('grid');
    await table.getByText('+91 98765 10000').waitFor();
    const cut = await table.locator('tbody td').evaluateAll((cells) =>
      cells
        .flatMap((cell) => [cell, ...cell.querySelectorAll('.truncate')])
        .filter((one) => one.scrollWidth > one.clientWidth)
        .map((one) => one.textContent),
    );
    expect(cut.filter((text) => text !== NAME)).toEqual([]);
    expect(await table.locator('..').evaluate((one) => one.scrollWidth - one.clientWidth)).toBe(0);
  });

  it('goes back to the list from a form that was just made', async () => {
    const page = await open(desk.cast.admin, '/settings/forms');
    await page.getByRole('link', { name: 'New form' }).first().click();
    await page.getByLabel('Name', { exact: false }).first().fill('Site visit');
    await page.getByRole('button', { name: 'Create' }).click();
    await page.waitForURL(/\/settings\/forms\/form_/);
    await page.goBack();
    await expect.poll(() => new URL(page.url()).pathname).toBe('/settings/forms');
  });

  it.each(WIDTHS)('opens a list of people below its field, at its beginning, at %s px', async (_, screen) => {
    const page = await open(desk.cast.admin, '/settings/distribution/new', screen);
    await page.getByRole('radio', { name: 'Certain people' }).check();
    const field = page.getByLabel('Add a person');
    await field.scrollIntoViewIfNeeded();
    await field.click();
    const list = page.locator('[role=presentation]:has(> [role=listbox]), :has(> [role=listbox])').last();
    await page.getByRole('option').first().waitFor();
    const [box, shown] = [await boxOf(field), await boxOf(list)];
    expect(Math.abs(shown.left - box.left)).toBeLessThanOrEqual(2);
    expect(shown.right).toBeLessThanOrEqual(box.right + 2);
  });
});
