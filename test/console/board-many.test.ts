import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { browserPath } from '../support/browser.ts';
import { ConsoleDesk } from '../support/console.ts';
import { insertManyLeads } from '../support/many-leads.ts';
import { runsOf } from '../support/runs.ts';

let desk: ConsoleDesk;

const LEADS = runsOf(1_000, 2_000, 'LEADLINE_CONSOLE_LEADS');

interface Scrolled {
  frames: number;
  /** Frames in which there was no card where one must be. */
  blank: number;
  mostCards: number;
  longTasks: number;
}

/** Runs in the page: scrolls the first column, which has half of the leads, to its end. */
const scrollDown = `async (goal) => {
  const place = document.querySelector('[data-scroller]');
  const seen = { frames: 0, blank: 0, mostCards: 0, longTasks: 0 };
  new PerformanceObserver((list) => {
    seen.longTasks += list.getEntries().length;
  }).observe({ entryTypes: ['longtask'] });
  const { left, top, height, width } = place.getBoundingClientRect();
  const reached = new Set();
  for (; reached.size < goal; seen.frames++) {
    place.scrollTop += height / 2;
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    const cards = document.querySelectorAll('a[data-lead]');
    seen.mostCards = Math.max(seen.mostCards, cards.length);
    for (const { dataset } of place.querySelectorAll('a[data-lead]')) reached.add(dataset.lead);
    // A card is higher than the gap between two.
    const shown = [0, 12].some((by) => document.elementFromPoint(left + width / 2, top + height / 2 + by)?.closest('li'));
    if (!shown) seen.blank++;
  }
  return seen;
}`;

describe.skipIf(browserPath === null)('a board of many leads', () => {
  beforeAll(async () => {
    desk = await ConsoleDesk.open();
    await insertManyLeads(desk.app.services.database, desk.cast.organizationId, LEADS);
  }, 600_000);
  afterAll(() => desk?.close());

  it('scrolls a column to its end with few cards in the page, and none missing', async () => {
    const { token } = desk.cast.admin;
    const { data } = (await desk.app.call('GET', '/leads/counts?group_by=status', { token })).body;
    const [first] = data;
    expect(first.count).toBeGreaterThan(LEADS / 3);
    const page = await desk.as(desk.cast.admin, '/board');
    await page.locator('a[data-lead]').first().waitFor();
    const scrolled = await page.evaluate<Scrolled>(`(${scrollDown})(${first.count})`);
    expect(scrolled.blank, JSON.stringify(scrolled)).toBe(0);
    expect(scrolled.mostCards, JSON.stringify(scrolled)).toBeLessThan(150);
    if (process.env.LEADLINE_CONSOLE_LEADS) process.stderr.write(`${JSON.stringify(scrolled)}\n`);
  }, 900_000);
});
