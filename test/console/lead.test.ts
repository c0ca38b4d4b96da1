import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { browserPath } from '../support/browser.ts';
import { ConsoleDesk, expectAccessible, PHONE } from '../support/console.ts';

let desk: ConsoleDesk;
let number = 9_800_000_000;
const nextPhone = () => `+91${++number}`;

const pages: Page[] = [];
async function open(...args: Parameters<ConsoleDesk['as']>): Promise<Page> {
  const page = await desk.as(...args);
  pages.push(page);
  return page;
}

/** A lead of Ravi's. */
async function makeLead(fields: Record<string, unknown> = {}) {
  const { public_id } = await desk.create({
    first_name: 'Asha',
    last_name: 'Kulkarni',
    phone: nextPhone(),
    email: `${number}@example.in`,
    ...fields,
  });
  return (await change(public_id, { owner: desk.cast.ravi.membership })).body.data;
}

const change = (id: string, body: object, token = desk.cast.admin.token) =>
  desk.app.call('PATCH', `/leads/${id}`, { token, body });
const add = (id: string, what: 'notes' | 'activities', body: object, token = desk.cast.admin.token) =>
  desk.app.call('POST', `/leads/${id}/${what}`, { token, body });
const read = async (id: string) =>
  (await desk.app.call('GET', `/leads/${id}`, { token: desk.cast.admin.token })).body.data;

const timeline = (page: Page) => page.getByRole('region', { name: 'Timeline' });
const note = (page: Page) => page.getByRole('textbox', { name: 'Note' });
const focused = (page: Page) => page.locator(':focus').getAttribute('aria-label');
const expectNoSidewaysScroll = async (page: Page) => {
  for (const part of ['html', '#content']) {
    expect(await page.locator(part).evaluate((one) => one.scrollWidth - one.clientWidth)).toBe(0);
  }
};

afterEach(async () => {
  await Promise.all(pages.splice(0).map((page) => page.context().close()));
});

describe.skipIf(browserPath === null)('the screen of a lead', () => {
  beforeAll(async () => {
    desk = await ConsoleDesk.open();
    const rule = { name: 'All to Asha', strategy: 'fixed', pool: { memberships: [desk.cast.asha.membership] } };
    await desk.app.call('POST', '/distribution-rules', { token: desk.cast.admin.token, body: rule });
  });
  afterAll(() => desk?.close());

  it('shows everything about a lead in one place, and whatever happened once', async () => {
    const lead = await makeLead({ estimated_value: 1_250_000 });
    const { cast } = desk;
    await add(lead.public_id, 'notes', { body: 'Prefers to be called after six' }, cast.ravi.token);
    await add(lead.public_id, 'activities', { kind: 'call', summary: 'Asked for the price' }, cast.ravi.token);
    const { data: options } = (await desk.app.call('GET', '/leads/options', { token: cast.admin.token })).body;
    const contacted = options.statuses.find(({ name }: { name: string }) => name === 'Contacted');
    const body = { status: contacted.public_id, note: 'Spoke at length' };
    await desk.app.call('POST', `/leads/${lead.public_id}/status`, { token: cast.ravi.token, body });
    await change(lead.public_id, { estimated_value: 900_000 }, cast.meera.token);
    await desk.create({ phone: nextPhone() });
    const again = { phone: lead.contact.phone, email: 'other@example.in' };
    await desk.app.call('POST', '/leads', { token: cast.admin.token, body: again });

    const page = await open(cast.admin, `/leads/${lead.public_id}`);
    await page.getByRole('heading', { level: 1, name: 'Asha Kulkarni' }).waitFor();
    const actions = page.getByRole('navigation', { name: 'Contact' });
    expect(await actions.getByRole('link', { name: 'Call' }).getAttribute('href')).toBe(`tel:${lead.contact.phone}`);
    const whatsapp = actions.getByRole('link', { name: 'WhatsApp' });
    expect(await whatsapp.getAttribute('href')).toBe(`https://wa.me/${lead.contact.phone.slice(1)}`);
    expect(await whatsapp.getAttribute('rel')).toBe('noreferrer');
    expect(await actions.getByRole('link', { name: 'Email' }).getAttribute('href')).toBe(
      `mailto:${lead.contact.email}`,
    );
    expect(await page.locator('[aria-current=step]:visible').textContent()).toBe('Contacted');
    await page.getByText('Has a phone').waitFor();
    await page.getByText('Changed by hand').waitFor();

    const entries = timeline(page).getByRole('listitem');
    await timeline(page).getByText('Prefers to be called after six').waitFor();
    const titles = (await timeline(page).locator('ol > li p:first-child span:first-child').allTextContents()).filter(
      (title) => title !== '',
    );
    expect(titles).toEqual(
      expect.arrayContaining(['Enquired again', 'Details changed', 'New → Contacted', 'Call', 'Note', 'Owner changed']),
    );
    expect(titles.filter((title) => title === 'New → Contacted')).toHaveLength(1);
    expect(titles).toHaveLength(7);
    await entries.filter({ hasText: 'Details changed' }).getByText('₹12,50,000').waitFor();
    await entries.filter({ hasText: 'Details changed' }).getByText('Meera Nair').waitFor();
    await entries.filter({ hasText: 'Owner changed' }).getByText('Ravi Iyer').waitFor();
    await entries.filter({ hasText: 'Enquired again' }).getByText('other@example.in').waitFor();
    await expectAccessible(page);

    await timeline(page).getByRole('button', { name: 'Notes' }).click();
    await timeline(page).getByText('Asked for the price').waitFor({ state: 'detached' });
    await timeline(page).getByText('Prefers to be called after six').waitFor();
    await timeline(page).getByRole('button', { name: 'Audit' }).click();
    await timeline(page).getByText('Note added').waitFor();
    await expectAccessible(page);
  });

  it('says of a lead that just moved that it is there for less than a minute, and counts on', async () => {
    const lead = await makeLead();
    const page = await desk.page();
    pages.push(page);
    await page.clock.install();
    await page.addInitScript(`sessionStorage.setItem('leadline.token', '${desk.cast.admin.token}')`);
    await page.goto(`${desk.own}/leads/${lead.public_id}`);
    await page.getByText('In New for less than a minute', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Move to Contacted' }).click();
    await page.getByText('In Contacted for less than a minute', { exact: true }).waitFor();
    await timeline(page).getByText('after less than a minute in New', { exact: true }).waitFor();
    await page.clock.fastForward('03:00');
    await page.getByText(/^In Contacted for 3 minutes/).waitFor();
    const hindi = await open(desk.cast.admin, `/leads/${lead.public_id}`, { locale: 'hi-IN' });
    await hindi.getByText('एक मिनट से कम समय से Contacted में', { exact: true }).waitFor();
  });

  it('lets an agent note, log and move with the keyboard, and keeps a draft through a reload', async () => {
    const lead = await makeLead();
    const page = await open(desk.cast.ravi, `/leads/${lead.public_id}`);
    await note(page).focus();
    await page.keyboard.type('Call again');
    await page.reload();
    await page.getByRole('heading', { level: 1, name: 'Asha Kulkarni' }).waitFor();
    expect(await note(page).inputValue()).toBe('Call again');
    await note(page).focus();
    await page.keyboard.press('End');
    await page.keyboard.type(' on Monday');
    await page.keyboard.press('Control+Enter');
    await timeline(page).getByText('Call again on Monday').waitFor(); // by an event perhaps, before the answer
    await expect.poll(() => note(page).inputValue()).toBe('');

    await page.getByRole('radio', { name: 'Note' }).focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Tab');
    await page.keyboard.type('Wants the brochure');
    await page.keyboard.press('Control+Enter');
    await timeline(page).getByText('Wants the brochure').waitFor();
    expect(
      (await desk.app.call('GET', `/leads/${lead.public_id}/activities`, { token: desk.cast.ravi.token })).body.data[0],
    ).toMatchObject({
      kind: 'call',
      summary: 'Wants the brochure',
    });

    await page.getByRole('button', { name: 'Move to Qualified' }).focus();
    await page.keyboard.press('Enter');
    await page.getByText('Asha Kulkarni is now in Qualified').hover(); // it stays as long as it is pointed at
    await page.locator('[aria-current=step]:focus', { hasText: 'Qualified' }).waitFor();
    await timeline(page).getByText('New → Qualified').waitFor();
    expect((await read(lead.public_id)).status.name).toBe('Qualified');
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.locator('[aria-current=step]:visible', { hasText: 'New' }).waitFor();
  });

  it('takes an activity of an earlier time, by the clocks of the organization', async () => {
    const lead = await makeLead();
    const page = await open(desk.cast.ravi, `/leads/${lead.public_id}`, { timezoneId: 'America/New_York' });
    await page.getByRole('radio', { name: 'Visit' }).click();
    await page.getByRole('button', { name: 'Add activity' }).click();
    await page.getByText('Write something first.').waitFor();
    await page.getByRole('textbox', { name: 'What happened' }).fill('Saw the flat');
    await page.getByRole('combobox', { name: 'When' }).selectOption('earlier');
    await page.getByLabel('Date and time').fill('2099-01-01T10:00');
    await page.getByRole('button', { name: 'Add activity' }).click();
    await page.getByText(/future/).waitFor();
    await desk.expectComplaint(/status of 422/);
    await expectAccessible(page);
    await page.getByLabel('Date and time').fill('2026-01-15T10:00');
    await page.getByRole('button', { name: 'Add activity' }).click();
    await timeline(page).getByRole('heading', { name: '15 Jan 2026' }).waitFor();
    const { data } = (
      await desk.app.call('GET', `/leads/${lead.public_id}/activities`, { token: desk.cast.ravi.token })
    ).body;
    expect(data.find(({ kind }: { kind: string }) => kind === 'visit').occurred_at).toBe('2026-01-15T04:30:00.000Z');
  });

  it('shows an agent only what the role allows', async () => {
    const lead = await makeLead();
    await change(lead.public_id, { first_name: 'Anita' });
    const page = await open(desk.cast.ravi, `/leads/${lead.public_id}`);
    await timeline(page).getByText('Details changed').waitFor();
    await timeline(page).getByText('Owner changed').waitFor();
    for (const name of ['Audit', 'Erase…', 'Change owner']) {
      expect(await page.getByRole('button', { name }).count()).toBe(0);
    }
    await expectAccessible(page);

    const foreign = await open(desk.cast.vikram, `/leads/${lead.public_id}`);
    await foreign.getByRole('heading', { level: 1, name: 'This lead is not here' }).waitFor();
    await desk.expectComplaint(/status of 404/);
    await expectAccessible(foreign);
    await foreign.getByRole('link', { name: 'Go to the leads' }).click();
    await foreign.waitForURL('**/leads');
  });

  it('changes fields in their place: Enter saves, Escape cancels, and what is refused is said at the field', async () => {
    const other = await makeLead();
    const lead = await makeLead();
    const page = await open(desk.cast.ravi, `/leads/${lead.public_id}`);
    const edit = page.getByRole('button', { name: 'Edit Phone' });
    await edit.click();
    const phone = page.getByRole('textbox', { name: 'Phone' });
    await phone.fill('12345');
    await phone.press('Enter');
    await page.locator('[aria-invalid]').waitFor();
    await desk.expectComplaint(/status of 422/);
    await expectAccessible(page);
    await phone.fill(other.contact.phone);
    await phone.press('Enter');
    await page.getByText('Another lead has this phone number.').waitFor();
    await desk.expectComplaint(/status of 409/);
    await phone.press('Escape');
    await phone.waitFor({ state: 'detached' });
    await expect.poll(() => focused(page)).toBe('Edit Phone');

    await page.keyboard.press('Enter');
    await page.keyboard.type('98111 22333');
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: '+91 98111 22333' }).waitFor();
    await expect.poll(() => focused(page)).toBe('Edit Phone');
    expect((await read(lead.public_id)).contact.phone).toBe('+919811122333');

    await page.getByRole('button', { name: 'Edit Estimated value' }).click();
    await page.getByRole('textbox', { name: 'Estimated value' }).fill('12,50,000');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('₹12,50,000').first().waitFor();
    await page.getByRole('button', { name: 'Copy Phone' }).click();
    await page.getByText('Phone copied').waitFor();
  });

  it('takes a number with all its digits or not at all, also in Devanagari, and shows all of them', async () => {
    const field = { key: 'account', label: 'Account', type: 'number' };
    const made = await desk.app.call('POST', '/custom-fields', { token: desk.cast.admin.token, body: field });
    expect(made.status, JSON.stringify(made.body)).toBe(201);
    const lead = await makeLead({ custom_fields: { account: 1.23456 } });
    const page = await open(desk.cast.ravi, `/leads/${lead.public_id}`);
    const edit = async (typed: string) => {
      await page.getByRole('textbox', { name: 'Account' }).fill(typed);
      await page.getByRole('textbox', { name: 'Account' }).press('Enter');
    };
    await page.getByText('1.23456', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Edit Account' }).click();
    await edit('12345678901234567');
    await page.getByText('cannot be kept exactly').waitFor();
    await desk.expectComplaint(/status of 422/);
    expect((await read(lead.public_id)).custom_fields).toEqual({ account: 1.23456 });
    await edit('१,५०,०००');
    await page.getByText('1,50,000', { exact: true }).waitFor();
    expect((await read(lead.public_id)).custom_fields).toEqual({ account: 150_000 });
    await desk.app.call('DELETE', `/custom-fields/${made.body.data.public_id}`, { token: desk.cast.admin.token });
  });

  it('tells two people who change one field about each other, and keeps what is typed', async () => {
    const lead = await makeLead();
    const ravi = await open(desk.cast.ravi, `/leads/${lead.public_id}`);
    const meera = await open(desk.cast.meera, `/leads/${lead.public_id}`);
    await ravi.getByRole('button', { name: 'Edit Last name' }).click();
    const typed = ravi.getByRole('textbox', { name: 'Last name' });
    await typed.fill('Joshi');
    await meera.getByRole('button', { name: 'Edit Last name' }).click();
    await meera.getByRole('textbox', { name: 'Last name' }).fill('Deshpande');
    await meera.keyboard.press('Enter');
    await meera.getByRole('heading', { level: 1, name: 'Asha Deshpande' }).waitFor();

    await ravi.getByText('Meera Nair changed Last name to Deshpande meanwhile.').waitFor();
    expect(await typed.inputValue()).toBe('Joshi');
    await expectAccessible(ravi);
    await ravi.getByRole('button', { name: 'Save mine' }).click();
    await ravi.getByRole('heading', { level: 1, name: 'Asha Joshi' }).waitFor();
    await meera.getByRole('heading', { level: 1, name: 'Asha Joshi' }).waitFor();

    // Another field in between is no conflict: both changes stay.
    await ravi.getByRole('button', { name: 'Edit First name' }).click();
    await ravi.getByRole('textbox', { name: 'First name' }).fill('Usha');
    await change(lead.public_id, { estimated_value: 5_000 });
    await ravi.keyboard.press('Enter');
    await ravi.getByRole('heading', { level: 1, name: 'Usha Joshi' }).waitFor();
    expect(await read(lead.public_id)).toMatchObject({ contact: { first_name: 'Usha' }, estimated_value: 5_000 });

    // Without live events, saving finds out.
    const token = await desk.cast.tokenOf(desk.cast.ravi, ['leads:read', 'leads:update']);
    const alone = await open({ ...desk.cast.ravi, token }, `/leads/${lead.public_id}`);
    await alone.getByRole('button', { name: 'Edit Last name' }).click();
    expect(await alone.getByRole('button', { name: /^Move to/ }).count()).toBe(0);
    await alone.getByRole('textbox', { name: 'Last name' }).fill('Patil');
    await change(lead.public_id, { last_name: 'Shah' }, desk.cast.meera.token);
    await alone.getByRole('button', { name: 'Save' }).click();
    await alone.getByText('Meera Nair changed Last name to Shah meanwhile.').waitFor();
    await desk.expectComplaint(/status of 412/);
    await alone.keyboard.press('Enter');
    await alone.getByRole('heading', { level: 1, name: 'Usha Shah' }).waitFor();
    expect((await read(lead.public_id)).contact.last_name).toBe('Shah');
  });

  it('lets a manager give the lead to somebody else and take it back, by keyboard', async () => {
    const lead = await makeLead();
    const page = await open(desk.cast.meera, `/leads/${lead.public_id}`);
    await page.getByRole('button', { name: 'Change owner' }).focus();
    await page.keyboard.press('Enter');
    await page.locator('[role=combobox]:focus').waitFor();
    await page.keyboard.type('Asha');
    // Before the search is answered, it is one of all.
    await expect.poll(() => page.getByRole('option').allInnerTexts()).toEqual([expect.stringContaining('Asha Rao')]);
    await page.keyboard.press('ArrowDown');
    await page.locator('[role=option][data-highlighted]').waitFor();
    await page.keyboard.press('Enter');
    await page.getByText('Asha Kulkarni now belongs to Asha Rao').waitFor();
    expect((await read(lead.public_id)).owner.name).toBe('Asha Rao');
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('Owner: Ravi Iyer').waitFor();
  });

  it('fits a phone: the actions under the thumb, the sections stacked, no sideways scrolling', async () => {
    const lead = await makeLead({ first_name: 'वेंकटनरसिम्हाराजुवारिपेटा', last_name: 'Srinivasa'.repeat(8) });
    const page = await open(desk.cast.ravi, `/leads/${lead.public_id}`, { ...PHONE, colorScheme: 'dark' });
    const call = page.getByRole('link', { name: 'Call' });
    await call.waitFor();
    const box = await call.boundingBox();
    expect(box?.y ?? 0).toBeGreaterThan(600);
    await timeline(page).getByText('Lead created').waitFor(); // what comes last
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);

    await page.getByRole('button', { name: 'Move to…' }).tap();
    await page.getByRole('menuitem', { name: 'Contacted' }).tap();
    await page.locator('[aria-current=step]:visible', { hasText: 'Contacted' }).waitFor();
    await page.getByRole('button', { name: 'Note', exact: true }).tap();
    await page.keyboard.type('From the street');
    await page.getByRole('button', { name: 'Add note' }).tap();
    await timeline(page).getByText('From the street').waitFor();
    await page.getByRole('button', { name: /^Score/ }).tap();
    await page.getByText('Has a phone').waitFor();
    await page.getByRole('button', { name: 'Edit Email' }).tap();
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
  });

  it('reads the timeline to its end, however long it is', async () => {
    const lead = await makeLead();
    await Promise.all(Array.from({ length: 70 }, (_, i) => add(lead.public_id, 'notes', { body: `Note ${i}.` })));
    const page = await open(desk.cast.meera, `/leads/${lead.public_id}`);
    await timeline(page)
      .getByText(/^Note \d+\.$/)
      .first()
      .waitFor();
    const created = timeline(page).getByText('Lead created');
    await expect
      .poll(
        async () => {
          await page.locator('#content').evaluate((main) => main.scrollTo(0, main.scrollHeight));
          return created.count();
        },
        { timeout: 30_000 },
      )
      .toBe(1);
    expect(
      await timeline(page)
        .getByText(/^Note \d+\.$/)
        .count(),
    ).toBe(70);
  });

  it('loses nothing in a failing network, and stores what is sent again once', async () => {
    const lead = await makeLead();
    const page = await open(desk.cast.ravi, '/account');
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.route('**/api/v1/leads/lead_*', (route) => route.abort());
    await page.goto(`${desk.own}/leads/${lead.public_id}`);
    await page.getByRole('heading', { level: 1, name: 'The lead could not be loaded' }).waitFor();
    await expectAccessible(page);
    await page.unroute('**/api/v1/leads/lead_*');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('heading', { level: 1, name: 'Asha Kulkarni' }).waitFor();

    // The note arrives, its answer does not.
    await page.route('**/notes', async (route) => {
      if (route.request().method() === 'POST') await route.fetch();
      await route.abort();
    });
    await note(page).fill('Only once');
    await page.getByRole('button', { name: 'Add note' }).click();
    await page
      .getByText(/cannot be reached/)
      .first()
      .waitFor();
    expect(await note(page).inputValue()).toBe('Only once');
    await page.unroute('**/notes');
    await page.getByRole('button', { name: 'Add note' }).click();
    await timeline(page).getByText('Only once').waitFor();
    const notes = (await desk.app.call('GET', `/leads/${lead.public_id}/notes`, { token: desk.cast.ravi.token })).body;
    expect(notes.data).toHaveLength(1);

    // So does a change whose answer is lost.
    let isLost = false;
    await page.route('**/api/v1/leads/lead_*', async (route) => {
      if (isLost || route.request().method() !== 'PATCH') return route.continue();
      isLost = true;
      await route.fetch();
      return route.abort();
    });
    await page.getByRole('button', { name: 'Edit First name' }).click();
    await page.getByRole('textbox', { name: 'First name' }).fill('Nisha');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Nisha Kulkarni' }).waitFor();
    await page.getByRole('textbox', { name: 'First name' }).waitFor({ state: 'detached' });
    await desk.expectComplaint(/net::ERR_FAILED|status of 412/);
  });

  it('erases a lead only when its name is typed, and then shows it to nobody', async () => {
    const lead = await makeLead({ first_name: 'Erased', last_name: 'Person' });
    const page = await open(desk.cast.admin, `/leads/${lead.public_id}`);
    const other = await open(desk.cast.ravi, `/leads/${lead.public_id}`);
    await other.getByRole('heading', { level: 1, name: 'Erased Person' }).waitFor();
    await page.getByRole('button', { name: 'Erase…' }).click();
    await page.getByRole('textbox', { name: 'Reason' }).fill('On request');
    await page.getByRole('checkbox', { name: /Do not take/ }).check();
    const confirm = page.getByRole('textbox', { name: /to confirm/ });
    await confirm.fill('Somebody else');
    await confirm.press('Enter');
    await page.getByText('This is not “Erased Person”.').waitFor();
    await expectAccessible(page);
    await confirm.fill('erased person');
    await confirm.press('Enter');
    await page.getByText('The lead was erased').waitFor(); // first: it goes by itself
    await page.waitForURL('**/leads');
    const again = { token: desk.cast.admin.token, body: { phone: lead.contact.phone } };
    expect((await desk.app.call('POST', '/leads', again)).status).toBe(409);
    await other.getByRole('heading', { level: 1, name: 'This lead is not here' }).waitFor();
    await desk.expectComplaint(/status of 404/);
  });

  it('keeps the path through a hundred statuses in a few lines, at the status of the lead', async () => {
    const { token } = desk.cast.admin;
    let last = '';
    for (let n = 1; n <= 90; n++) {
      const made = await desk.app.call('POST', '/statuses', {
        token,
        body: { name: `Stage number ${n}`, kind: 'open' },
      });
      expect(made.status, JSON.stringify(made.body)).toBe(201);
      if (n === 60) last = made.body.data.public_id;
    }
    const lead = await makeLead({ first_name: 'Midway' });
    expect((await change(lead.public_id, { status: last })).status).toBe(200);
    const page = await open(desk.cast.admin, `/leads/${lead.public_id}`);
    const path = page.getByRole('region', { name: 'Status', exact: true });
    const current = path.getByRole('button', { name: 'Stage number 60', exact: true });
    await current.waitFor();
    expect((await path.boundingBox())?.height).toBeLessThan(300);
    const [list, step] = [await path.getByRole('list').boundingBox(), await current.boundingBox()];
    expect(step?.y).toBeGreaterThanOrEqual(list?.y ?? 0);
    expect((step?.y ?? 0) + (step?.height ?? 0)).toBeLessThanOrEqual((list?.y ?? 0) + (list?.height ?? 0));
    await expectAccessible(page);
  });
});
