import { setTimeout as sleep } from 'node:timers/promises';
import type { Request } from 'playwright-core';
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
    await page.getByRole('region', { name: 'सूचनाएँ' }).waitFor({ state: 'attached' });
  });

  it('shows a screen as soon as its code, texts and data are there', async () => {
    const { public_id } = await desk.create({ phone: '9876543210', first_name: 'Asha' });
    const screens: [string, string][] = [
      ['/leads', 'Leads'],
      ['/board', 'Board'],
      [`/leads/${public_id}`, 'Asha'],
      ['/reports', 'Reports: Funnel'],
      ['/import', 'Import leads'],
      ['/settings/organization', 'Organization'],
      ['/settings/pipeline/new', 'New stage'],
      ['/settings/distribution', 'Distribution'],
    ];
    for (const [path, heading] of screens) {
      // Time stands nearly still: what waits for a clock, as React does after each fallback (300 ms), does not come.
      const page = await desk.page();
      await page.clock.install();
      await page.addInitScript(`sessionStorage.setItem('leadline.token', '${desk.cast.admin.token}')`);
      await page.clock.pauseAt(Date.now() + 60_000);
      const onTheirWay = new Set<Request>();
      page.on('request', (request) => /\/api\/v1\/events/.test(request.url()) || onTheirWay.add(request));
      for (const end of ['requestfinished', 'requestfailed'] as const) {
        page.on(end as 'requestfinished', (request) => onTheirWay.delete(request));
      }
      await page.goto(desk.own + path);
      const shown = page.getByRole('heading', { level: 1, name: heading, exact: true });
      for (let passed = 0; !(await shown.isVisible()); ) {
        await sleep(20);
        if (onTheirWay.size > 0) continue; // what is fetched takes as long as the machine wants
        expect(++passed, `ms after which ${path} is not shown`).toBeLessThan(250);
        await page.clock.runFor(1);
      }
      await page.context().close();
    }
  });
});
