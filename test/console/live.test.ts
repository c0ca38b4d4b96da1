import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { browserPath } from '../support/browser.ts';
import { ConsoleDesk } from '../support/console.ts';

let desk: ConsoleDesk;

describe.skipIf(browserPath === null)('changes appear by themselves', () => {
  beforeAll(async () => {
    desk = await ConsoleDesk.open();
  });
  afterAll(() => desk?.close());

  const streams = (page: Page) => {
    const asked: string[] = [];
    page.on('request', (request) => {
      const { pathname, searchParams } = new URL(request.url());
      if (pathname.startsWith('/api/v1/events')) asked.push(searchParams.has('wait') ? 'wait' : pathname.slice(8));
    });
    return asked;
  };
  const shows = (page: Page, name: string) => page.getByRole('link', { name }).first().waitFor();

  it('where a proxy collects the stream, by requests that wait', async () => {
    const page = await desk.page();
    const asked = streams(page);
    await page.clock.install();
    // Nothing of the stream ever comes through.
    await page.route('**/api/v1/events/stream*', () => {});
    await page.addInitScript(`sessionStorage.setItem('leadline.token', '${desk.cast.admin.token}')`);
    await page.goto(`${desk.own}/board`);
    await page.getByRole('heading', { name: 'Board' }).waitFor();
    await expect.poll(() => asked.includes('events/stream')).toBe(true);
    await page.clock.fastForward(21_000);
    await expect.poll(() => asked.includes('wait')).toBe(true);
    await desk.create({ first_name: 'Buffered', phone: '9876511111' });
    await page.clock.runFor(3_000);
    await shows(page, 'Buffered');
    await page.close();
  });

  it('the tabs of one browser share one stream, and another takes over when its tab is closed', async () => {
    const page = await desk.page();
    const context = page.context();
    const asked = streams(page);
    await desk.signIn(page, desk.cast.admin);
    await page.goto(`${desk.own}/board`);
    await page.getByRole('heading', { name: 'Board' }).waitFor();
    await expect.poll(() => asked.includes('events/stream')).toBe(true);
    const second = await desk.pageIn(context);
    const askedBySecond = streams(second);
    await second.goto(`${desk.own}/board`);
    await second.getByRole('heading', { name: 'Board' }).waitFor();
    await desk.create({ first_name: 'Shared', phone: '9876522222' });
    await shows(page, 'Shared');
    await shows(second, 'Shared');
    expect(askedBySecond).not.toContain('events/stream');
    await page.close();
    await expect.poll(() => askedBySecond.includes('events/stream')).toBe(true);
    await desk.create({ first_name: 'Later', phone: '9876533333' });
    await shows(second, 'Later');
    await context.close(); // or it would lose its connection in the next test, too
  });

  it('goes on without a gap after the connection was lost, and says so meanwhile', async () => {
    const page = await desk.page();
    const streamed = page.waitForResponse('**/api/v1/events/stream*');
    await page.addInitScript(`sessionStorage.setItem('leadline.token', '${desk.cast.admin.token}')`);
    await page.goto(`${desk.own}/board`);
    await page.getByRole('heading', { name: 'Board' }).waitFor();
    await streamed;
    await page.route('**/api/v1/events**', (route) => route.abort());
    desk.app.app.http.server.closeAllConnections();
    await page.getByText('No connection for live changes').waitFor();
    await desk.create({ first_name: 'Missed', phone: '9876544444' });
    await page.unroute('**/api/v1/events**');
    await shows(page, 'Missed');
    await page.getByText('No connection for live changes').waitFor({ state: 'detached' });
    await desk.expectComplaint(/ERR_FAILED|ERR_INCOMPLETE|ERR_CONNECTION|ERR_EMPTY/);
  });
});
