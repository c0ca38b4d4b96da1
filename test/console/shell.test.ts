import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { browserPath } from '../support/browser.ts';
import { ConsoleDesk, expectAccessible, PHONE } from '../support/console.ts';

let desk: ConsoleDesk;

describe.skipIf(browserPath === null)('the frame of the console', () => {
  beforeAll(async () => {
    desk = await ConsoleDesk.open();
  });
  afterAll(() => desk?.close());

  it('shows the sign-in page to whoever is not signed in', async () => {
    const page = await desk.page();
    await page.goto(desk.own);
    await page.waitForURL('**/sign-in');
    await page.getByRole('button', { name: 'Sign in' }).waitFor();
  });

  it('has no accessibility violations, wide, on a phone and in Hindi', async () => {
    for (const options of [{}, PHONE, { locale: 'hi-IN' }, { colorScheme: 'dark' as const }]) {
      const page = await desk.as(desk.cast.ravi, '/account', options);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await expectAccessible(page);
    }
  });

  it('speaks Hindi where the browser asks for it', async () => {
    const page = await desk.as(desk.cast.ravi, '/account', { locale: 'hi-IN' });
    await page.getByRole('link', { name: 'मेरी लीड' }).waitFor();
    expect(await page.getAttribute('html', 'lang')).toBe('hi');
  });
});
