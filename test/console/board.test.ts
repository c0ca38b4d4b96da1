import type { BrowserContextOptions, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { browserPath } from '../support/browser.ts';
import type { Person } from '../support/cast.ts';
import { ConsoleDesk, expectAccessible, PHONE } from '../support/console.ts';
import { freshPhone, type Shown } from '../support/leads.ts';

let desk: ConsoleDesk;
let statuses: Record<string, string>;

/** Pages that are left open would follow everything that the tests after them do. */
const pages: Page[] = [];
async function open(person: Person, path: string, options: BrowserContextOptions = {}): Promise<Page> {
  const page = await desk.as(person, path, options);
  pages.push(page);
  return page;
}
afterEach(async () => {
  for (const page of pages.splice(0)) await page.context().close();
});

/** The column of a status. */
const column = (page: Page, name: string): Locator =>
  page.getByRole('region', { name }).filter({ has: page.getByRole('heading', { level: 2, name }) });
const card = (place: Page | Locator, name: string): Locator => place.getByRole('link', { name, exact: true });
const shows = (page: Page, status: string, name: string) => card(column(page, status), name).waitFor();
const message = (page: Page, text: string | RegExp) =>
  page.getByRole('region', { name: 'Notifications' }).getByText(text).first();

async function lead(name: string, owner: Person, fields: Record<string, unknown> = {}): Promise<Shown> {
  const made = await desk.create({ first_name: name, phone: freshPhone(), ...fields });
  await call('PATCH', `/leads/${made.public_id}`, { owner: owner.membership });
  return made;
}

async function call(method: 'GET' | 'POST' | 'PATCH', path: string, body?: unknown): Promise<Shown> {
  const answer = await desk.app.call(method, path, {
    token: desk.cast.admin.token,
    ...(body !== undefined && { body }),
  });
  expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
  return answer.body.data;
}

const statusOf = async ({ public_id }: Shown): Promise<string> =>
  (await call('GET', `/leads/${public_id}`)).status.name;
const move = ({ public_id }: Shown, status: string, note?: string) =>
  call('POST', `/leads/${public_id}/status`, { status: statuses[status], ...(note && { note }) });

/** Drags as a person does: press, move in steps, release. */
async function drag(page: Page, from: Locator, to: Locator, beforeDrop: () => Promise<unknown> = async () => {}) {
  const [start, end] = [await from.boundingBox(), await to.boundingBox()];
  if (start === null || end === null) throw new Error('nothing to drag');
  await page.mouse.move(start.x + 20, start.y + 10);
  await page.mouse.down();
  await page.mouse.move(start.x + 40, start.y + 20, { steps: 3 });
  await page.mouse.move(end.x + end.width / 2, end.y + Math.min(150, end.height / 2), { steps: 5 });
  await beforeDrop();
  await page.mouse.up();
}

describe.skipIf(browserPath === null)('the board', () => {
  beforeAll(async () => {
    desk = await ConsoleDesk.open();
    const listed: Shown[] = await call('GET', '/statuses');
    statuses = Object.fromEntries(listed.map(({ name, public_id }) => [name, public_id]));
    await call('PATCH', `/statuses/${statuses.New}`, {
      allowed_next: ['Contacted', 'Qualified', 'Lost'].map((name) => statuses[name]),
    });
    await call('PATCH', `/statuses/${statuses.Qualified}`, { note_required: true });
  });
  afterAll(() => desk?.close());

  it('shows a column for each status with count and value, and moves a card by mouse', async () => {
    const kiran = await lead('Kiran', desk.cast.ravi, { estimated_value: 250_000 });
    await lead('लक्ष्मी', desk.cast.asha, { estimated_value: 50_000 });
    const page = await open(desk.cast.meera, '/board', { viewport: { width: 1500, height: 800 } });
    await shows(page, 'New', 'Kiran');
    await shows(page, 'New', 'लक्ष्मी');
    await column(page, 'New').getByText('2 leads').waitFor();
    await column(page, 'New').getByText('₹3L', { exact: true }).waitFor();
    await column(page, 'New').getByText('Ravi Iyer').waitFor();
    expect(await page.getByRole('heading', { level: 2 }).allTextContents()).toEqual(Object.keys(statuses));
    await expectAccessible(page);

    await drag(page, card(page, 'Kiran'), column(page, 'Contacted'), async () => {
      await column(page, 'Proposal').getByText('Not allowed from New').waitFor();
      expect(await column(page, 'Contacted').getByText('Not allowed').count()).toBe(0);
      await expectAccessible(page);
    });
    await shows(page, 'Contacted', 'Kiran');
    await message(page, 'Kiran is now in Contacted').hover(); // it stays as long as it is pointed at
    await column(page, 'Contacted').getByText('1 lead', { exact: true }).waitFor();
    expect(await statusOf(kiran)).toBe('Contacted');

    await page.getByRole('button', { name: 'Undo' }).click();
    await message(page, 'Kiran is now in New').waitFor();
    await shows(page, 'New', 'Kiran');
    expect(await statusOf(kiran)).toBe('New');

    const scrolled = () => page.evaluate<number>("document.querySelector('section').parentElement.scrollLeft");
    await drag(page, card(page, 'Kiran'), column(page, 'Proposal'), async () => {
      const hover = async (x: number) => {
        for (const y of [298, 299, 300]) await page.mouse.move(x, y); // the first only enters what is there
      };
      await hover(1_480);
      await expect.poll(scrolled).toBeGreaterThan(100);
      await hover(240);
      await expect.poll(scrolled).toBe(0);
      await hover(1_200); // over Proposal
    });
    await shows(page, 'New', 'Kiran');
    expect(await statusOf(kiran)).toBe('New');
  });

  it('asks for the note that the rules want, and puts the card back if it is not given', async () => {
    const noted = await lead('Nisha', desk.cast.ravi);
    const page = await open(desk.cast.meera, '/board?search=nisha', { viewport: { width: 1500, height: 800 } });
    await shows(page, 'New', 'Nisha');
    await drag(page, card(page, 'Nisha'), column(page, 'Qualified'));
    await page.getByRole('dialog', { name: 'Move Nisha to Qualified' }).waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Cancel' }).click();
    await shows(page, 'New', 'Nisha');
    await message(page, 'Nisha stays in New').waitFor();
    expect(await statusOf(noted)).toBe('New');

    await drag(page, card(page, 'Nisha'), column(page, 'Qualified'));
    await page.getByRole('textbox', { name: 'Note' }).fill('Wants a term plan');
    await page.getByRole('button', { name: 'Move', exact: true }).click();
    await shows(page, 'Qualified', 'Nisha'); // before the service has answered
    await expect.poll(() => statusOf(noted)).toBe('Qualified');
  });

  it('is worked by keyboard alone: arrows, the menu, Enter', async () => {
    const [anil, bela] = [await lead('Anil', desk.cast.vikram), await lead('Bela', desk.cast.vikram)];
    await lead('Chand', desk.cast.vikram).then((made) => move(made, 'Contacted'));
    const page = await open(desk.cast.tara, '/board');
    await shows(page, 'New', 'Anil');
    await shows(page, 'Contacted', 'Chand');
    const focused = () => page.evaluate<string>("document.activeElement?.textContent ?? ''");
    await column(page, 'New').getByRole('button', { name: 'Fold New' }).focus();
    await page.keyboard.press('Tab');
    await expect.poll(focused).toBe('Bela');
    await page.keyboard.press('ArrowDown');
    await expect.poll(focused).toBe('Anil');
    await page.keyboard.press('ArrowRight');
    await expect.poll(focused).toBe('Chand');
    await page.keyboard.press('ArrowLeft');
    await expect.poll(focused).toMatch(/Anil|Bela/);
    await page.keyboard.press('Home');
    await expect.poll(focused).toBe('Bela');

    await page.keyboard.press('m');
    await page.getByRole('menuitem', { name: 'Contacted' }).waitFor();
    expect(
      await page.getByRole('menuitem', { name: 'Proposal Not allowed from New' }).getAttribute('aria-disabled'),
    ).toBe('true');
    await expectAccessible(page);
    await page.keyboard.press('c'); // letters that come slowly are searches of their own
    await expect.poll(focused).toBe('Contacted');
    await page.keyboard.press('Enter');
    await shows(page, 'Contacted', 'Bela');
    await page.getByRole('status').getByText('Bela is in Contacted').waitFor({ state: 'attached' });
    await expect.poll(focused).toBe('Bela');
    expect(await statusOf(bela)).toBe('Contacted');
    expect(await statusOf(anil)).toBe('New');
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/leads/${bela.public_id}`);
  });

  it('shows one status at a time on a phone, with the menu', async () => {
    const phoned = await lead('Dev', desk.cast.asha);
    const page = await open(desk.cast.asha, '/board', PHONE);
    await card(page, 'Dev').waitFor();
    await expectAccessible(page);
    expect(await page.evaluate('document.documentElement.scrollWidth <= window.innerWidth')).toBe(true);
    await page.getByRole('button', { name: 'Move Dev to…' }).tap();
    await page.getByRole('menuitem', { name: 'Contacted' }).tap();
    await message(page, 'Dev is now in Contacted').waitFor();
    await card(page, 'Dev').waitFor({ state: 'detached' });
    await page.getByRole('combobox', { name: 'Status' }).selectOption({ label: 'Contacted (1)' });
    await card(page, 'Dev').waitFor();
    expect(page.url()).toContain(`column=${statuses.Contacted}`);
    expect(await statusOf(phoned)).toBe('Contacted');
    await page.getByRole('button', { name: 'Filters' }).tap();
    await page.getByRole('combobox', { name: 'Score band' }).selectOption('hot');
    await page.getByText('No lead matches these filters').waitFor();
    await expectAccessible(page);
  });

  it('keeps its filters in the address', async () => {
    const site = await call('POST', '/sources', { name: 'Fair' });
    await lead('Esha', desk.cast.ravi, { source: site.public_id });
    await lead('Farid', desk.cast.asha);
    const page = await open(desk.cast.meera, '/board?search=esha');
    await shows(page, 'New', 'Esha');
    expect(await card(page, 'Farid').count()).toBe(0);
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await shows(page, 'New', 'Farid');
    await page.getByRole('combobox', { name: 'Source' }).selectOption({ label: 'Fair' });
    await card(page, 'Farid').waitFor({ state: 'detached' });
    await shows(page, 'New', 'Esha');
    await page.getByRole('combobox', { name: 'Owner' }).fill('Asha');
    await page.getByRole('option', { name: 'Asha Rao' }).click();
    await page.getByText('No lead matches these filters').waitFor();
    expect(new URL(page.url()).searchParams.get('owner')).toBe(desk.cast.asha.membership);
    await expectAccessible(page);
    await page.reload();
    await page.getByText('No lead matches these filters').waitFor();
  });

  it('folds a column, and remembers it', async () => {
    const page = await open(desk.cast.meera, '/board');
    await shows(page, 'New', 'Farid');
    await page.getByRole('button', { name: 'Fold New' }).click();
    await card(page, 'Farid').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Unfold Lost' }).click();
    await page.reload();
    await page.getByRole('button', { name: 'Fold Lost' }).waitFor();
    await page.getByRole('button', { name: 'Unfold New' }).waitFor();
    await expectAccessible(page);
  });

  describe('with others at work', () => {
    it('follows what others do: new leads, moves, changes of owner, erasure', async () => {
      const page = await open(desk.cast.meera, `/board?owner=${desk.cast.ravi.membership}`);
      await page.getByRole('heading', { level: 1, name: 'Board' }).waitFor();
      await column(page, 'New').waitFor();
      const live = await lead('Gita', desk.cast.ravi);
      await shows(page, 'New', 'Gita');
      // Until the numbers agree, the column may be read once more.
      const ofRavi = `filter[owner]=${desk.cast.ravi.membership}&filter[status]=${statuses.New}`;
      const { length } = await call('GET', `/leads?${ofRavi}`);
      await column(page, 'New')
        .getByText(new RegExp(`^${length} leads?$`))
        .waitFor();
      const reads: string[] = [];
      page.on('request', (request) => request.url().includes('include=stage') && reads.push(request.url()));
      await move(live, 'Contacted');
      await shows(page, 'Contacted', 'Gita');
      expect(reads, 'a card that is known moves without a column being read').toEqual([]);
      expect(await card(column(page, 'New'), 'Gita').count()).toBe(0);
      await call('PATCH', `/leads/${live.public_id}`, { owner: desk.cast.asha.membership });
      await card(page, 'Gita').waitFor({ state: 'detached' });
      await call('PATCH', `/leads/${live.public_id}`, { owner: desk.cast.ravi.membership });
      await shows(page, 'Contacted', 'Gita');
      await desk.app.call('DELETE', `/leads/${live.public_id}`, { token: desk.cast.admin.token });
      await card(page, 'Gita').waitFor({ state: 'detached' });
    });

    it('tells whoever moved second, and shows the card where the lead is', async () => {
      const raced = await lead('Hari', desk.cast.ravi);
      const [first, second] = await Promise.all([
        open(desk.cast.meera, '/board?search=hari'),
        open(desk.cast.ravi, '/board?search=hari'),
      ]);
      await Promise.all([shows(first, 'New', 'Hari'), shows(second, 'New', 'Hari')]);
      // The second has not heard of the move yet when the card is dropped: it is moved while it is dragged.
      await drag(second, card(second, 'Hari'), column(second, 'Contacted'), async () => {
        await drag(first, card(first, 'Hari'), column(first, 'Contacted'));
        await message(first, 'Hari is now in Contacted').waitFor();
        await move(raced, 'Proposal');
        await shows(first, 'Proposal', 'Hari');
      });
      await message(second, 'Somebody else moved Hari to Proposal meanwhile.').waitFor();
      await shows(second, 'Proposal', 'Hari');
      expect(await card(column(second, 'Contacted'), 'Hari').count()).toBe(0);
      expect(await statusOf(raced)).toBe('Proposal');
      await expectAccessible(second);
    });

    it('puts the card back, and says why, when the service cannot be reached', async () => {
      const lost = await lead('Indu', desk.cast.ravi);
      const page = await open(desk.cast.ravi, '/board?search=indu');
      await shows(page, 'New', 'Indu');
      // So slowly that the column is read again meanwhile: it shows a card more than are counted.
      const read = page.waitForRequest(/leads\?.*include=stage/);
      await page.route('**/api/v1/leads/lead_*', async (route) => {
        await read;
        await route.abort();
      });
      await drag(page, card(page, 'Indu'), column(page, 'Contacted'));
      await shows(page, 'Contacted', 'Indu');
      await message(page, 'The service cannot be reached.').waitFor();
      await shows(page, 'New', 'Indu');
      await page.unroute('**/api/v1/leads/lead_*');
      await desk.expectComplaint(/ERR_FAILED/);
      await drag(page, card(page, 'Indu'), column(page, 'Contacted'));
      await message(page, 'Indu is now in Contacted').waitFor();
      expect(await statusOf(lost)).toBe('Contacted');

      // No event tells Ravi that a lead is no longer his; the counts do.
      await call('PATCH', `/leads/${lost.public_id}`, { owner: desk.cast.asha.membership });
      await lead('Indu Devi', desk.cast.ravi);
      await shows(page, 'New', 'Indu Devi');
      await card(page, 'Indu').waitFor({ state: 'detached' });
    });

    it('reads a column again when it could not be read', async () => {
      const page = await open(desk.cast.ravi, '/account');
      await page.route(/leads\?.*include=stage/, (route) => route.abort());
      await page.goto(`${desk.own}/board`);
      await column(page, 'New').getByText('The service cannot be reached.').waitFor();
      await expectAccessible(page);
      await page.unrouteAll();
      await column(page, 'New').getByRole('button', { name: 'Try again' }).click();
      await shows(page, 'New', 'Indu Devi');
      await page.close(); // other columns may have failed later
      await desk.expectComplaint(/ERR_FAILED/);
    });
  });
});
