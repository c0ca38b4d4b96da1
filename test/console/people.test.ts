import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { browserPath } from '../support/browser.ts';
import { ConsoleDesk, expectAccessible, PHONE } from '../support/console.ts';
import { PASSWORD } from '../support/sign-in.ts';

let desk: ConsoleDesk;
/** The admin's browser. */
let page: Page;

describe.skipIf(browserPath === null)('people and teams in the settings', () => {
  beforeAll(async () => {
    desk = await ConsoleDesk.open();
    await desk.giveAllTo(desk.cast.ravi);
    for (const n of [1, 2]) await desk.create({ phone: `987650000${n}` });
    page = await desk.as(desk.cast.admin, '/settings/people');
  });
  afterEach(() => desk?.closePages(page));
  afterAll(() => desk?.close());

  const go = (path: string) => page.goto(desk.own + path);
  const read = async (id: string) =>
    (await desk.app.call('GET', `/memberships/${id}`, { token: desk.cast.admin.token })).body.data;
  const change = (id: string, body: object) =>
    desk.app.call('PATCH', `/memberships/${id}`, { token: desk.cast.admin.token, body });
  const saved = (page: Page) => page.getByText('Saved', { exact: true }).last().waitFor();
  const save = async (page: Page) => {
    await page.getByRole('button', { name: 'Save changes' }).click();
    await saved(page);
  };
  const row = (page: Page, name: string) =>
    page.getByRole('list', { name: 'People' }).getByRole('listitem').filter({ hasText: name });

  it('finds people by name and by filters that stand in the address', async () => {
    await row(page, 'Ravi Iyer').getByText('2 open leads').waitFor();
    await expectAccessible(page);
    await page.getByLabel('Search by name or email').fill('ash');
    await row(page, 'Ravi Iyer').waitFor({ state: 'detached' });
    await page.getByText('1 shown').waitFor();
    expect(page.url()).toContain('search=ash');
    await page.getByLabel('Role').selectOption('Manager');
    await page.getByText('Nobody matches').first().waitFor();
    await page.getByRole('link', { name: 'Clear filters' }).click();
    await row(page, 'Om Prakash').waitFor();
    await page.getByLabel('Team').selectOption('East');
    await row(page, 'Om Prakash').waitFor({ state: 'detached' });
    await row(page, 'Vikram Das').waitFor();
    await page.reload();
    await row(page, 'Tara Singh').waitFor();
    await expect.poll(() => row(page, '').count()).toBe(2);
    await page.goBack();
    await row(page, 'Om Prakash').waitFor();
  });

  it('reads a long list page by page when it is scrolled', async () => {
    const { organizationId, admin } = desk.cast.zenith;
    await desk.app.services.database.rows(
      `insert into memberships (organization_id, public_id, name, role)
       select $1, 'mem_' || lpad(n::text, 26, '0'), 'Person ' || n, 'agent' from generate_series(1001, 1119) as n`,
      [organizationId],
    );
    const body = { name: 'Person 1120', role: 'agent' };
    expect((await desk.app.call('POST', '/memberships', { token: admin.token, body })).status).toBe(201);
    const page = await desk.as(admin, '/settings/people');
    await page.getByText('100 shown, there are more').waitFor();
    await row(page, 'Person 1098').scrollIntoViewIfNeeded();
    await page.getByText('121 shown', { exact: true }).waitFor();
    await row(page, 'Person 1120').waitFor();
    // Another screen begins at its top.
    await row(page, 'Person 1098').getByRole('link').first().click();
    await page.getByRole('heading', { level: 1, name: 'Person 1098' }).waitFor();
    await expect.poll(() => page.locator('#content').evaluate((one) => one.scrollTop)).toBe(0);
    // One that the person goes back to, where it was left.
    await page.goBack();
    await row(page, 'Person 1098').waitFor();
    await row(page, 'Person 1098').getByRole('link').first().and(page.locator(':focus')).waitFor();
    const { y = -1 } = (await row(page, 'Person 1098').boundingBox()) ?? {};
    expect(y > 0 && y < 700, `it stands at ${y} px of 800`).toBe(true);
    await page.goForward();
    await page.getByRole('heading', { level: 1, name: 'Person 1098' }).waitFor();
    await expect.poll(() => page.locator('#content').evaluate((one) => one.scrollTop)).toBe(0);
  });

  it('adds a person and makes an invitation, by which the person sets a password in another browser and is in', async () => {
    await page.getByRole('link', { name: 'Add a person' }).click();
    // The list stands until the form is there, and its search has the word name in its label, too.
    await page.getByRole('heading', { level: 1, name: 'New person' }).waitFor();
    await page.getByLabel('Name').fill('Kiran Shah');
    expect(await page.getByRole('button', { name: 'Add and invite' }).isDisabled()).toBe(true);
    await page.getByLabel('Email').fill('kiran@example');
    await page.getByRole('button', { name: 'Add and invite' }).click();
    await page.locator('input[type=email]:focus[aria-invalid=true]').waitFor();
    await desk.expectComplaint(/422/);
    await page.getByLabel('Email').fill('kiran@example.in');
    await page.getByLabel('Team').selectOption('West');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Add and invite' }).click();
    const dialog = page.getByRole('dialog', { name: 'Invitation for Kiran Shah' });
    const link = await dialog.getByLabel('Invitation link', { exact: true }).inputValue();
    await dialog.getByText('It works once, until').waitFor();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('heading', { level: 1, name: 'Kiran Shah' }).waitFor();

    const theirs = await desk.page();
    await theirs.goto(link);
    await theirs.getByLabel('New password').fill(PASSWORD);
    await theirs.getByLabel('Repeat the password').fill(PASSWORD);
    await theirs.getByRole('button', { name: 'Set password and sign in' }).click();
    await theirs.waitForURL('**/my-leads');
    // A forgotten password: the new link is another one.
    await page.getByRole('button', { name: 'Make an invitation link' }).click();
    expect(await dialog.getByLabel('Invitation link', { exact: true }).inputValue()).not.toBe(link);
    await dialog.getByRole('button', { name: 'Done' }).click();

    // Who is deactivated is signed out at once.
    await page.getByRole('switch', { name: 'Active' }).click();
    await page.getByText('The person is signed out at once').waitFor();
    await page.getByText('The person has no open leads').waitFor();
    await save(page);
    await theirs.reload();
    await theirs.getByRole('button', { name: 'Sign in' }).waitFor();
    await theirs.context().close(); // or requests that were on their way would be refused later
    await desk.expectComplaint(/401/);
  });

  it('changes role, team, caps, hours and pause, and says what a change means for the leads', async () => {
    const { membership } = desk.cast.ravi;
    await go(`/settings/people/${membership}`);
    await page.getByRole('radio', { name: 'Manager' }).check();
    await page.getByLabel('Team').selectOption('East');
    await page.getByText('2 leads go along to East').waitFor();
    expect(await page.getByRole('link', { name: 'Show these leads' }).getAttribute('href')).toBe(
      `/leads?owner=${membership}`,
    );
    await page.getByRole('switch', { name: 'Gets new leads from distribution' }).click();
    await page.getByLabel('Weight').fill('5');
    await page.getByLabel('Open leads at most').fill('2');
    await page.getByLabel('New leads a day at most').fill('lots');
    await page.getByRole('radio', { name: 'Only at these hours' }).check();
    await page.getByLabel('Monday, range 1, to').fill('08:00');
    await page.getByText('A range must end after it begins.').waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Save changes' }).click();
    await page.getByText('must be a whole number').waitFor();
    await desk.expectComplaint(/422/);
    await page.getByLabel('New leads a day at most').fill('7');
    await page.getByLabel('Monday, range 1, to').fill('13:00');
    await page.getByRole('button', { name: 'Add hours on Monday' }).click();
    await page.getByLabel('Monday, range 2, to').fill('00:00');
    await page.getByRole('button', { name: 'Copy Monday to all days' }).click();
    await page.getByRole('button', { name: 'Remove range 1 on Sunday' }).click();
    await page.getByRole('button', { name: 'Remove range 1 on Sunday' }).click();
    await save(page);
    const day = ['09:30-13:00', '14:00-24:00'];
    const hours = Object.fromEntries(['mon', 'tue', 'wed', 'thu', 'fri', 'sat'].map((name) => [name, day]));
    expect(await read(membership)).toMatchObject({
      role: 'manager',
      team: { name: 'East' },
      accepting_leads: false,
      weight: 5,
      open_cap: 2,
      daily_cap: 7,
      working_hours: hours,
    });
    await page.getByRole('link', { name: 'All people' }).click();
    await row(page, 'Ravi Iyer').getByText('Full: 2 open, at most 2').waitFor();
    await row(page, 'Ravi Iyer').getByText('Paused').waitFor();
    await page.getByRole('button', { name: 'Resume new leads for Ravi Iyer' }).click();
    await page.getByText('Ravi Iyer gets new leads again').first().waitFor();
    expect(await read(membership)).toMatchObject({ accepting_leads: true });
    await page.getByRole('button', { name: 'Undo' }).click();
    await row(page, 'Ravi Iyer').getByText('Paused').waitFor();
  });

  it('is worked by keyboard alone: hours, role and pause', async () => {
    const { membership } = desk.cast.asha;
    await go(`/settings/people/${membership}`);
    const keys = async (...list: string[]) => {
      for (const key of list) await page.keyboard.press(key);
    };
    await page.getByRole('radio', { name: 'Agent' }).focus();
    await keys('ArrowDown');
    expect(await page.getByRole('radio', { name: 'Manager' }).isChecked()).toBe(true);
    await page.getByRole('switch', { name: 'Gets new leads from distribution' }).focus();
    await keys('Space');
    await page.getByRole('radio', { name: 'Always' }).focus();
    await keys('ArrowDown', 'Tab');
    await page.keyboard.type('1015AM');
    expect(await page.getByLabel('Monday, range 1, from').inputValue()).toBe('10:15');
    await page.getByRole('button', { name: 'Add hours on Saturday' }).focus();
    await keys('Enter');
    await expect
      .poll(() => page.evaluate(`document.activeElement?.getAttribute('aria-label')`))
      .toBe('Saturday, range 1, from');
    await page.getByRole('button', { name: 'Remove range 1 on Friday' }).focus();
    await keys('Enter');
    await expect
      .poll(() => page.evaluate(`document.activeElement?.getAttribute('aria-label')`))
      .toBe('Add hours on Friday');
    await page.getByLabel('Weight').press('Enter');
    await saved(page);
    expect(await read(membership)).toMatchObject({ role: 'manager', accepting_leads: false });
    const { working_hours: hours } = await read(membership);
    expect(hours).toMatchObject({ mon: ['10:15-18:30'], sat: ['09:30-18:30'] });
    expect(hours.fri).toBeUndefined();
  });

  it('tells the second of two who edit one person, and keeps the input', async () => {
    const { membership } = desk.cast.vikram;
    const first = await desk.as(desk.cast.admin, `/settings/people/${membership}`);
    const second = await desk.as(desk.cast.admin, `/settings/people/${membership}`);
    await second.getByLabel('Weight').fill('9');
    await first.getByLabel('Weight').fill('3');
    await save(first);
    await second.getByRole('button', { name: 'Save changes' }).click();
    await second.getByRole('alert').getByText('changed the same meanwhile: Weight').waitFor();
    await desk.expectComplaint(/412/);
    expect(await second.getByLabel('Weight').inputValue()).toBe('9');
    await second.getByRole('button', { name: 'Save mine' }).click();
    await saved(second);
    expect(await read(membership)).toMatchObject({ weight: 9 });
  });

  it('does not let the last active admin go, and says so', async () => {
    await go(`/settings/people/${desk.cast.admin.membership}`);
    await page.getByText('This is the last active admin').first().waitFor();
    expect(await page.getByRole('switch', { name: 'Active' }).isDisabled()).toBe(true);
    expect(await page.getByRole('radio', { name: 'Agent' }).isDisabled()).toBe(true);
  });

  it('lets managers read people and teams, and settings:write alone change neither email nor rights', async () => {
    const page = await desk.as(desk.cast.meera, '/settings/people');
    await row(page, 'Vikram Das').waitFor();
    expect(await page.getByRole('button', { name: /Pause/ }).count()).toBe(0);
    expect(await page.getByRole('link', { name: 'Add a person' }).count()).toBe(0);
    await row(page, 'Vikram Das').getByRole('link').click();
    await page.getByText('ask an admin').waitFor();
    expect(await page.getByLabel('Weight').isDisabled()).toBe(true);
    expect(await page.getByRole('button', { name: 'Make an invitation link' }).count()).toBe(0);
    await expectAccessible(page);

    const token = await desk.cast.tokenOf(desk.cast.admin, ['leads:read', 'settings:read', 'settings:write']);
    const some = await desk.as({ ...desk.cast.admin, token }, `/settings/people/${desk.cast.vikram.membership}`);
    await some.getByText('you need the ability tokens:write').first().waitFor();
    expect(await some.getByLabel('Email').isDisabled()).toBe(true);
    expect(await some.getByRole('radio', { name: 'Admin' }).isDisabled()).toBe(true);
    expect(await some.getByRole('button', { name: 'Make an invitation link' }).count()).toBe(0);
    await some.getByLabel('Weight').fill('2');
    await save(some);
  });

  it('fits a phone, in Hindi and in the dark', async () => {
    const options = { ...PHONE, locale: 'hi-IN', colorScheme: 'dark' as const };
    const page = await desk.as(desk.cast.admin, '/settings/people', options);
    const fits = () => page.evaluate('document.documentElement.scrollWidth <= innerWidth');
    await page.getByText('खुली लीड').first().waitFor();
    await expectAccessible(page);
    expect(await fits()).toBe(true);
    await page.getByRole('link', { name: 'Ravi Iyer' }).tap();
    await page.getByRole('heading', { name: 'काम के घंटे' }).waitFor();
    const remove = page.getByRole('button', { name: 'सोमवार की अवधि 1 हटाएँ' });
    const box = await remove.boundingBox();
    expect((box?.x ?? 999) + (box?.width ?? 0)).toBeLessThan(390 - 16);
    await expectAccessible(page);
    expect(await fits()).toBe(true);
    await page.goto(`${desk.own}/settings/teams`);
    await page.getByRole('button', { name: 'West का नाम बदलें' }).tap();
    await page.getByRole('dialog').getByLabel('नाम').waitFor();
    await expectAccessible(page);
    expect(await fits()).toBe(true);
  });

  it('adds and renames teams, counts their people and leads, and tells of a name that others changed', async () => {
    await go('/settings/teams');
    const link = page.getByRole('link', { name: '3 people in East' });
    await link.waitFor();
    await page.getByRole('link', { name: '2 open leads of East' }).waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Add a team' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('West');
    await dialog.getByLabel('Name').press('Enter');
    await dialog.getByText('Another team has this name.').waitFor();
    await desk.expectComplaint(/409/);
    await dialog.getByLabel('Name').fill('North');
    await dialog.getByRole('button', { name: 'Add a team' }).click();
    await page.getByRole('link', { name: '0 people in North' }).waitFor();
    await page.getByRole('button', { name: 'Rename North' }).click();
    await dialog.getByLabel('Name').fill('North East');
    const teams = (await desk.app.call('GET', '/teams', { token: desk.cast.admin.token })).body.data;
    const { public_id } = teams.find(({ name }: { name: string }) => name === 'North');
    await desk.app.call('PATCH', `/teams/${public_id}`, { token: desk.cast.admin.token, body: { name: 'Nord' } });
    await dialog.getByRole('button', { name: 'Save changes' }).click();
    await dialog.getByText('changed the same meanwhile: Name').waitFor();
    await desk.expectComplaint(/412/);
    await dialog.getByRole('button', { name: 'Save mine' }).click();
    await page.getByRole('link', { name: '0 people in North East' }).waitFor();
    await link.click();
    await row(page, 'Tara Singh').waitFor();
    await change(desk.cast.ravi.membership, { team: desk.cast.teams.west });
  });
});
