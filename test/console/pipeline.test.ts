import type { Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { browserPath } from '../support/browser.ts';
import { ConsoleDesk, expectAccessible, PHONE } from '../support/console.ts';

/** Two cores may be shared with many. */
const SOON = { timeout: 30_000 };

let desk: ConsoleDesk;
let ids: Record<string, string>;

interface Status {
  public_id: string;
  name: string;
  position: number;
  archived: boolean;
}

async function call(method: string, path: string, body?: object) {
  const { status, body: answer } = await desk.app.call(method, path, {
    token: desk.cast.admin.token,
    ...(body && { body }),
  });
  return { status, ...answer };
}
const statuses = async (): Promise<Status[]> => (await call('GET', '/statuses')).data;
const names = async () => (await statuses()).filter(({ archived }) => !archived).map(({ name }) => name);
const shownNames = (page: Page) =>
  page
    .getByRole('list', { name: 'Stages in order' })
    .getByRole('link', { name: /^(?!\d)/ })
    .allTextContents();
const handle = (page: Page, name: string) => page.getByRole('button', { name: `Move ${name}` });

/** Drags as a person does: press, move in steps, release. */
async function drag(page: Page, from: Locator, to: Locator) {
  const [start, end] = [await from.boundingBox(), await to.boundingBox()];
  if (start === null || end === null) throw new Error('nothing to drag');
  await page.mouse.move(start.x + 8, start.y + 8);
  await page.mouse.down();
  await page.mouse.move(start.x + 12, start.y + 14, { steps: 3 });
  await page.mouse.move(end.x + 40, end.y + end.height / 2, { steps: 5 });
  await page.mouse.up();
}

/** Changes of the order in the audit trail, newest first. */
const moves = async () =>
  (await call('GET', '/audit?page[size]=50')).data.filter((entry: { action: string; changes: { field: string }[] }) =>
    entry.changes.some(({ field }) => field === 'position'),
  );

describe.skipIf(browserPath === null)('the pipeline', () => {
  beforeAll(async () => {
    desk = await ConsoleDesk.open();
    ids = Object.fromEntries((await statuses()).map(({ name, public_id }) => [name, public_id]));
    for (const n of [1, 2, 3]) {
      const lead = await desk.create({ first_name: `Lead ${n}`, phone: `987650000${n}`, estimated_value: 100_000 });
      if (n > 1) await call('POST', `/leads/${lead.public_id}/status`, { status: ids.Proposal });
    }
  });
  afterEach(() => desk?.closePages());
  afterAll(() => desk?.close());

  it('is put into another order by mouse, by keys and by the menu of a handle, with as few changes as needed', async () => {
    const page = await desk.as(desk.cast.admin, '/settings/pipeline');
    await page.getByRole('link', { name: '2 leads' }).waitFor();
    await expectAccessible(page);
    const before = (await moves()).length;
    await drag(page, handle(page, 'New'), page.getByRole('listitem').filter({ hasText: 'Next: Contacted' }));
    await page.getByText('The order is saved').waitFor();
    expect(await names()).toEqual(['Contacted', 'Qualified', 'Proposal', 'Negotiation', 'Won', 'Lost', 'New']);
    expect((await moves()).length - before).toBe(1);
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('The order is as it was').waitFor();
    expect((await names())[0]).toBe('New');

    await handle(page, 'Won').focus();
    for (const key of ['ArrowUp', 'ArrowUp', 'ArrowDown', 'ArrowUp']) await page.keyboard.press(key);
    await page.getByText('Won is now 4 of 7.').waitFor();
    await expect.poll(names, SOON).toEqual(['New', 'Contacted', 'Qualified', 'Won', 'Proposal', 'Negotiation', 'Lost']);
    await expect.poll(() => shownNames(page), SOON).toEqual(await names());
    await handle(page, 'Won').click();
    await page.getByRole('menuitem', { name: 'To the bottom' }).click();
    await expect.poll(async () => (await names()).at(-1), SOON).toBe('Won');
  });

  it('tells who lost a race for the order, and shows the order as it is', async () => {
    const page = await desk.as(desk.cast.admin, '/settings/pipeline');
    await handle(page, 'Lost').waitFor();
    const last = (await statuses()).at(-1)?.position ?? 0;
    await call('PATCH', `/statuses/${ids.Contacted}`, { position: last + 10 });
    await handle(page, 'Lost').press('ArrowUp');
    await page.getByText('Somebody else changed the pipeline meanwhile').first().waitFor();
    await expect.poll(() => shownNames(page), SOON).toEqual(await names());
    expect((await names()).at(-1)).toBe('Contacted');
    await call('PATCH', `/statuses/${ids.Contacted}`, { position: 2 });
  });

  it('says what a stage asks for, and holds to it', async () => {
    const page = await desk.as(desk.cast.admin, `/settings/pipeline/${ids.Proposal}`);
    await page.getByRole('radio', { name: 'Only to chosen stages' }).check();
    const next = page.getByRole('group', { name: 'Stages that leads can go to from here' });
    for (const name of ['New', 'Contacted', 'Qualified']) await next.getByLabel(name).uncheck();
    await page.getByLabel('A note, written at the move').check();
    await page.getByRole('group', { name: 'Fields that must be filled in' }).getByLabel('Source').check();
    await page.getByText('no longer go from here to New, Contacted').waitFor();
    await page.getByText('Without it now (Source): 2 leads').waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Save changes' }).click();
    await page.getByText('Saved', { exact: true }).waitFor();
    await page.getByRole('link', { name: 'Pipeline' }).first().click();
    await page.getByText(/Needs a note · Must be filled in: Source · Next: Negotiation/).waitFor();

    const [lead] = (await call('GET', `/leads?filter[status]=${ids.New}`)).data;
    const refused = await call('POST', `/leads/${lead.public_id}/status`, { status: ids.Proposal });
    expect(Object.keys(refused.errors)).toEqual(expect.arrayContaining(['note', 'source']));
    const [inside] = (await call('GET', `/leads?filter[status]=${ids.Proposal}`)).data;
    expect((await call('POST', `/leads/${inside.public_id}/status`, { status: ids.New })).status).toBe(409);
  });

  it('says what another kind means for the leads in it, before it is saved', async () => {
    const page = await desk.as(desk.cast.admin, `/settings/pipeline/${ids.Proposal}`);
    await page.getByRole('radio', { name: 'Lost' }).check();
    await page.getByText('The leads in it (2 now) count as lost').waitFor();
    await page.getByText('figures of past months change').waitFor();
    const open = async () => (await call('GET', '/leads?filter[kind]=open')).data.length;
    expect(await open()).toBe(3);
    await page.getByRole('button', { name: 'Save changes' }).click();
    await page.getByText('Saved', { exact: true }).waitFor();
    expect(await open()).toBe(1);
    const funnel = (await call('GET', '/reports/funnel')).data;
    expect(funnel.lost).toBe(2);
    expect(funnel.stages.map(({ status }: { status: Status }) => status.name)).not.toContain('Proposal');
    await call('PATCH', `/statuses/${ids.Proposal}`, { kind: 'open' });
  });

  it('archives a stage with its leads in it, and brings it back', async () => {
    const page = await desk.as(desk.cast.admin, `/settings/pipeline/${ids.Proposal}`);
    await page.getByRole('button', { name: 'Archive…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Archive Proposal?' });
    await dialog.getByText('The leads in it (2 now) stay in it').waitFor();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Archive', exact: true }).click();
    await page.getByText('Proposal is archived').waitFor();
    await page.getByText('no lead can be moved into it').waitFor();
    expect((await call('GET', `/leads?filter[status]=${ids.Proposal}`)).data).toHaveLength(2);
    const list = await desk.as(desk.cast.admin, `/leads?status=${ids.Proposal}`);
    await list.getByRole('button', { name: 'Status: Proposal' }).waitFor();
    await page.getByRole('button', { name: 'Restore' }).click();
    await page.getByText('Proposal is in use again').waitFor();
    expect(await names()).toContain('Proposal');
  });

  it('lets new leads begin elsewhere, and explains why the first stage cannot be archived', async () => {
    const page = await desk.as(desk.cast.admin, `/settings/pipeline/${ids.Contacted}`);
    await page.getByLabel('New leads begin here').check();
    await page.getByText('New leads begin here, no longer in New.').waitFor();
    await page.getByRole('button', { name: 'Archive…' }).click();
    // Meanwhile it has become the first one elsewhere.
    await call('PATCH', `/statuses/${ids.Contacted}`, { initial: true });
    await page.getByRole('dialog').getByRole('button', { name: 'Archive', exact: true }).click();
    await page.getByRole('alert').getByText('Let them begin in another stage first').waitFor();
    await desk.expectComplaint(/409/);
    await call('PATCH', `/statuses/${ids.New}`, { initial: true });
  });

  it('keeps what is typed where two people change one stage, and tells the second', async () => {
    const [page, other] = [
      await desk.as(desk.cast.admin, `/settings/pipeline/${ids.Negotiation}`),
      await desk.as(desk.cast.admin, `/settings/pipeline/${ids.Negotiation}`),
    ];
    await page.getByRole('textbox', { name: 'Name' }).fill('Talks');
    await other.getByRole('textbox', { name: 'Name' }).fill('Bargaining');
    await other.getByRole('button', { name: 'Save changes' }).click();
    await other.getByText('Saved', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Save changes' }).click();
    await page.getByText('changed the same meanwhile: Name').waitFor();
    expect(await page.getByRole('textbox', { name: 'Name' }).inputValue()).toBe('Talks');
    expect(await names()).toContain('Bargaining');
    await desk.expectComplaint(/412/);
    await page.getByRole('button', { name: 'Take theirs' }).click();
  });

  it('makes a stage on a phone in Hindi, and shows it on the board', async () => {
    const page = await desk.as(desk.cast.admin, '/settings/pipeline/new', {
      ...PHONE,
      locale: 'hi-IN',
      colorScheme: 'dark',
    });
    await page.getByRole('button', { name: 'चरण जोड़ें' }).click();
    await page.getByRole('textbox', { name: 'नाम' }).and(page.locator('[aria-invalid=true]')).waitFor();
    await desk.expectComplaint(/422/);
    await page.locator('input:focus[aria-invalid=true]').waitFor();
    await page.getByRole('textbox', { name: 'नाम' }).fill('साइट देखी');
    await page.getByRole('button', { name: 'चरण जोड़ें' }).click();
    await page.getByText('साइट देखी आख़िरी चरण के रूप में जोड़ा गया').first().waitFor();
    await expectAccessible(page);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
    expect((await names()).at(-1)).toBe('साइट देखी');
    const board = await desk.as(desk.cast.admin, '/board');
    await board.getByRole('heading', { name: 'साइट देखी' }).waitFor();
  });

  it('is read, not changed, by a manager', async () => {
    const page = await desk.as(desk.cast.meera, '/settings/pipeline');
    await page.getByText('ask an admin').waitFor();
    await page.getByText('Numbers count the leads that you can see').waitFor();
    expect(await page.getByRole('button', { name: /^Move / }).count()).toBe(0);
    expect(await page.getByRole('link', { name: 'Add a stage' }).count()).toBe(0);
    await page.getByRole('link', { name: 'Proposal' }).click();
    await page.getByRole('heading', { level: 1, name: 'Proposal' }).waitFor();
    expect(await page.getByRole('textbox', { name: 'Name' }).isDisabled()).toBe(true);
    expect(await page.getByRole('button', { name: 'Archive…' }).count()).toBe(0);
    await expectAccessible(page);
  });
});
