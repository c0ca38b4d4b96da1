import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { browserPath } from '../support/browser.ts';
import { ConsoleDesk, PHONE } from '../support/console.ts';

let desk: ConsoleDesk;

const COMING = 20;
const phoneOf = (n: number) => `98111000${String(n).padStart(2, '0')}`;

describe.skipIf(browserPath === null)('a working day', () => {
  beforeAll(async () => {
    desk = await ConsoleDesk.open();
    await desk.giveAllTo(desk.cast.ravi);
  });
  afterAll(() => desk?.close());

  const leads = async (query = '') => {
    const { body } = await desk.app.call('GET', `/leads?page[size]=50${query}`, { token: desk.cast.admin.token });
    return body.data as { public_id: string; contact: { first_name: string }; status: { name: string } }[];
  };
  const named = async (name: string) => (await leads()).find(({ contact }) => contact.first_name === name);
  const activitiesOf = async (id: string) =>
    (await desk.app.call('GET', `/leads/${id}/activities`, { token: desk.cast.admin.token })).body.data;

  async function moveByKey(page: Page, status: string): Promise<void> {
    await page.keyboard.press('m');
    await page.getByRole('menuitem', { name: status }).press('Enter');
    await page.getByRole('article').getByText(status, { exact: true }).first().waitFor();
    await page.getByRole('menu').waitFor({ state: 'detached' }); // until then, keys are its own
  }

  it('an agent’s day: twenty leads come in, are called, noted and moved; one wrong number, one re-enquiry', async () => {
    const page = await desk.as(desk.cast.ravi, '/my-leads');
    await page.getByText('No open leads').waitFor();
    for (let n = 0; n < COMING; n++) await desk.create({ first_name: `Lead${n}`, phone: phoneOf(n) });
    await page.getByText(`${COMING} open leads`).waitFor();
    await page.locator('main').focus();
    await page.keyboard.press('ArrowDown');
    const worked = page.getByRole('article').getByRole('heading', { level: 2 });
    let name = '';
    for (let n = 0; n < COMING; n++) {
      await expect.poll(() => worked.textContent()).not.toBe(name);
      name = (await worked.textContent()) ?? '';
      if (n === 7) {
        await page.getByRole('button', { name: 'Wrong number' }).click();
        await page.getByText(`Saved on the timeline of ${name}`).waitFor();
        await moveByKey(page, 'Lost');
        await page.getByRole('button', { name: 'Next lead' }).first().click();
        continue;
      }
      await moveByKey(page, 'Contacted');
      await page.keyboard.press('n');
      await page.locator('textarea:focus').waitFor();
      await page.keyboard.type(`Spoke to ${name}`);
      await page.keyboard.press('Control+Enter');
      await page.getByText(`Saved on the timeline of ${name}`).waitFor();
    }
    const all = await leads();
    expect(all.filter(({ status }) => status.name === 'Contacted')).toHaveLength(COMING - 1);
    expect(all.filter(({ status }) => status.name === 'Lost')).toHaveLength(1);
    for (const { public_id, contact, status } of all) {
      const summary = status.name === 'Lost' ? 'Wrong number' : `Spoke to ${contact.first_name}`;
      expect(await activitiesOf(public_id)).toContainEqual(expect.objectContaining({ kind: 'call', summary }));
    }

    // Somebody fills in the form again: it is on the timeline, with what is new.
    const again = { first_name: 'Lead3', phone: phoneOf(3), email: 'lead3@example.in' };
    const answer = await desk.app.call('POST', '/leads', { token: desk.cast.admin.token, body: again });
    expect(answer.body.duplicate).toBe(true);
    const third = await named('Lead3');
    await page.goto(`${desk.own}/leads/${third?.public_id}`);
    await page.getByText('lead3@example.in').first().waitFor();
  });

  it('a manager’s morning: stuck leads are found, given to somebody else together, and exported', async () => {
    const { cast } = desk;
    const page = await desk.as(cast.meera, '/leads?sort=-score');
    await page.getByText(`${COMING} leads`).waitFor();
    await page.getByRole('button', { name: 'Status' }).first().click();
    await page
      .getByRole('checkbox', { name: 'Contacted' })
      .or(page.getByRole('menuitemcheckbox', { name: 'Contacted' }))
      .click();
    await page.keyboard.press('Escape');
    await page.waitForURL(/status=sts_/);
    await page.getByText(`${COMING - 1} leads`).waitFor();

    await page.getByRole('checkbox', { name: 'Choose all leads that are loaded' }).check();
    await page.getByText(`${COMING - 1} leads chosen`).waitFor();
    await page.getByRole('button', { name: 'Assign…' }).click();
    await page.getByRole('combobox', { name: 'New owner' }).fill('ash');
    await page.getByRole('option', { name: /Asha Rao/ }).click();
    await page.getByRole('button', { name: 'Start' }).click();
    await page.getByText(`${COMING - 1} leads were given to Asha Rao.`).waitFor();
    const { public_id } = (await named('Lead3')) ?? {};
    const lead = await desk.app.call('GET', `/leads/${public_id}`, { token: cast.meera.token });
    expect(lead.body.data.owner.name).toBe('Asha Rao');
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).first().click();

    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export CSV' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Export', exact: true }).click();
    const file = await (await download).path();
    const lines = (await readFile(file, 'utf8')).trim().split(/\r?\n/);
    expect(lines).toHaveLength(COMING);
    expect(lines[0]).toContain('public_id');
  });

  it('what Asha was given is on her phone', async () => {
    const page = await desk.as(desk.cast.asha, '/', PHONE);
    await page.getByText(`${COMING - 1} open leads`).waitFor();
    await page
      .getByRole('link', { name: /^Call Lead/ })
      .first()
      .waitFor();
  });
});
