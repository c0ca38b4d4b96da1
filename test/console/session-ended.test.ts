import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { browserPath } from '../support/browser.ts';
import { ConsoleDesk } from '../support/console.ts';
import { freshPhone } from '../support/leads.ts';
import { emailOf, PASSWORD } from '../support/sign-in.ts';

let desk: ConsoleDesk;
let lead: string;
let page: Page;

interface Write {
  what: string;
  path: () => string;
  /** Up to the moment in which the session ends. */
  begin: () => Promise<unknown>;
  send: () => Promise<unknown>;
}

const field = (name: string) => page.getByRole('textbox', { name });
const press = (name: string) => page.getByRole('button', { name }).click();
const ofLead = () => `/leads/${lead}`;

const writes: Write[] = [
  {
    what: 'a new lead',
    path: () => '/account',
    begin: async () => {
      await press('New lead');
      await field('First name').fill('Kavya');
      await field('Phone').fill(freshPhone());
    },
    send: () => press('Create lead'),
  },
  {
    what: 'a note',
    path: ofLead,
    begin: () => page.getByRole('textbox', { name: 'Note' }).fill('Call again'),
    send: () => press('Add note'),
  },
  {
    what: 'a field of a lead',
    path: ofLead,
    begin: async () => {
      await press('Edit Estimated value');
      await field('Estimated value').fill('1,00,000');
    },
    send: () => press('Save'),
  },
  {
    what: 'a move on the page of a lead',
    path: ofLead,
    begin: () => page.getByRole('button', { name: 'Move to Qualified' }).waitFor(),
    send: () => press('Move to Qualified'),
  },
  {
    what: 'a move on the board',
    path: () => '/board',
    begin: () => press('Move Nandini to'),
    send: () => page.getByRole('menuitem', { name: 'Qualified' }).click(),
  },
  {
    what: 'a person who is added',
    path: () => '/settings/people/new',
    begin: async () => {
      await page.getByRole('heading', { level: 1, name: 'New person' }).waitFor();
      await page.getByLabel('Name').fill('Kiran Shah');
      await page.getByLabel('Email').fill('kiran@example.in');
    },
    send: () => press('Add and invite'),
  },
];

describe.skipIf(browserPath === null)('when the session has ended', () => {
  beforeAll(async () => {
    desk = await ConsoleDesk.open();
    lead = (await desk.create({ first_name: 'Nandini', phone: freshPhone() })).public_id;
  });
  afterEach(() => page?.context().close());
  afterAll(() => desk?.close());

  async function open(path: string): Promise<void> {
    page = await desk.page();
    await desk.signIn(page, desk.cast.admin);
    await page.goto(desk.own + path);
    await page.getByRole('navigation').first().waitFor();
  }

  it.each(writes)('$what leads to signing in', async ({ path, begin, send }) => {
    await open(path());
    await begin();
    await page.context().clearCookies();
    await send();
    await page.getByText('Your session has ended').first().waitFor();
    await page.getByRole('heading', { name: 'Sign in to Leadline' }).waitFor();
    expect(new URL(page.url()).searchParams.get('to')).toBe(path());
    expect(await page.getByText('A valid token is needed').count()).toBe(0);
    expect(await page.getByRole('dialog').count(), 'nothing is asked of who cannot stay').toBe(0);
    await page.context().close(); // or requests that were on their way would be refused later
    await desk.expectComplaint(/401/);
  });

  it('what was typed into settings waits for its writer, and is merged with what others changed meanwhile', async () => {
    const id = desk.cast.asha.membership;
    await open(`/settings/people/${id}`);
    await page.getByLabel('Name').fill('Asha Rao-Menon');
    await page.context().clearCookies();
    await press('Save changes');
    await page.getByRole('heading', { name: 'Sign in to Leadline' }).waitFor();
    const { token } = desk.cast.admin;
    const change = { token, body: { weight: 3 } };
    expect((await desk.app.call('PATCH', `/memberships/${id}`, change)).status).toBe(200);
    await page.getByLabel('Email', { exact: true }).fill(emailOf(desk.cast.admin));
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByLabel('Organization id').fill(desk.cast.organization);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByRole('button', { name: 'Save changes' }).waitFor();
    expect(await page.getByLabel('Name').inputValue()).toBe('Asha Rao-Menon');
    await press('Save changes');
    await page.getByText(/^Saved/).waitFor();
    const { data } = (await desk.app.call('GET', `/memberships/${id}`, { token })).body;
    expect(data).toMatchObject({ name: 'Asha Rao-Menon', weight: 3 });
    await page.reload();
    await page.getByRole('button', { name: 'Save changes' }).waitFor();
    expect(await page.getByRole('button', { name: 'Save changes' }).isDisabled()).toBe(true);
    await desk.expectComplaint(/401|412|422/);
  });

  it('a wrong password is said at the form, and the right one brings back what was typed', async () => {
    await open('/account');
    await press('New lead');
    await field('First name').fill('Kavya');
    await field('Phone').fill(freshPhone());
    await page.context().clearCookies();
    await press('Create lead');
    await page.getByRole('heading', { name: 'Sign in to Leadline' }).waitFor();
    await page.getByLabel('Email', { exact: true }).fill(emailOf(desk.cast.admin));
    await page.getByLabel('Password').fill('not the password');
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByLabel('Organization id').fill(desk.cast.organization);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByText('Email and password do not match').waitFor();
    expect(new URL(page.url()).searchParams.get('to')).toBe('/account');
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByRole('heading', { name: 'Your account' }).waitFor();
    await press('New lead');
    expect(await field('First name').inputValue()).toBe('Kavya');
    await desk.expectComplaint(/401|422/);
  });
});
