import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { browserPath } from '../support/browser.ts';
import { ConsoleDesk, expectAccessible, PHONE } from '../support/console.ts';

let desk: ConsoleDesk;

describe.skipIf(browserPath === null)('what says that settings are saved', () => {
  beforeAll(async () => {
    desk = await ConsoleDesk.open();
  });
  afterEach(() => desk?.closePages());
  afterAll(() => desk?.close());

  const statuses = async () =>
    (await desk.app.call('GET', '/statuses', { token: desk.cast.admin.token })).body.data as {
      name: string;
      public_id: string;
    }[];

  /** Controls at the end of the page of which something else lies on top. */
  async function coveredControls(page: Page): Promise<string[]> {
    await page.locator('#content').evaluate((content) => content.scrollTo(0, content.scrollHeight));
    return page.locator('#content :is(button, input, select, textarea, a)').evaluateAll((controls) => {
      const { document } = globalThis as unknown as {
        document: { elementFromPoint(x: number, y: number): { closest(selector: string): unknown } | null };
      };
      return controls.flatMap((control) => {
        const { left, right, top, bottom } = control.getBoundingClientRect();
        const points = [
          [left + 3, top + 3],
          [right - 3, top + 3],
          [left + 3, bottom - 3],
          [right - 3, bottom - 3],
        ] as const;
        const isUnder = points.some(([x, y]) => {
          const hit = document.elementFromPoint(x, y);
          return hit !== null && hit.closest('#content, header, nav') === null;
        });
        return isUnder ? [control.textContent || control.getAttribute('name') || control.tagName] : [];
      });
    });
  }

  const screens = [
    ['on a wide screen', {}],
    ['on a phone', PHONE],
  ] as const;

  it.each(screens)('lies over no control, %s', async (_, screen) => {
    const stage = (await statuses()).find(({ name }) => name === 'Proposal');
    const page = await desk.as(desk.cast.admin, `/settings/pipeline/${stage?.public_id}`, screen);
    await page.getByLabel('A note, written at the move').click();
    await page.getByRole('button', { name: 'Save changes' }).click();
    await page.getByText('Saved', { exact: true }).waitFor();
    expect(await coveredControls(page)).toEqual([]);
    await expectAccessible(page);
    // It is about what was saved, and goes with the next change.
    await page.getByLabel('A note, written at the move').click();
    await page.getByText('Saved', { exact: true }).waitFor({ state: 'detached' });
  });

  it.each(screens)('stands in the form of a record that was just made, %s', async (_, screen) => {
    const page = await desk.as(desk.cast.admin, '/settings/forms/new', screen);
    await page.getByLabel('Name', { exact: false }).first().fill('Call me');
    await page.getByRole('button', { name: 'Create form' }).click();
    await page.getByRole('heading', { name: 'Put it to use' }).waitFor();
    await page.locator('form').getByText('Saved', { exact: true }).waitFor();
    expect(await coveredControls(page)).toEqual([]);
  });

  it('leaves room below the last control where a message stands in the corner', async () => {
    for (let n = 1; n <= 20; n++) {
      await desk.app.call('POST', '/sources', { token: desk.cast.admin.token, body: { name: `Fair ${n}` } });
    }
    const page = await desk.as(desk.cast.admin, '/settings/sources', PHONE);
    await page.getByText('0 leads').nth(19).waitFor(); // the list grows once more when its counts come
    await page.getByLabel('New source').fill('Radio');
    await page.keyboard.press('Enter');
    await page.getByText('Radio').last().waitFor();
    await page.getByRole('dialog').waitFor(); // the message
    expect(await coveredControls(page)).toEqual([]);
  });
});
