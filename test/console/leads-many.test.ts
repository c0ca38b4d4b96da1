import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { browserPath } from '../support/browser.ts';
import { ConsoleDesk } from '../support/console.ts';
import { insertManyLeads } from '../support/many-leads.ts';
import { runsOf } from '../support/runs.ts';

let desk: ConsoleDesk;

const LEADS = runsOf(2_000, 5_000, 'LEADLINE_CONSOLE_LEADS');
const PAGE = 100;

interface Scrolled {
  frames: number;
  /** Frames in which there was no row where one must be. */
  blank: number;
  mostRows: number;
  /** Different rows that came by, how often rows were rendered for that, and how many elements of rows were made. */
  seenRows: number;
  renders: number;
  made: number;
  longTasks: number;
  heapMb: number;
}

/** Runs in the page. */
const scrollDown = `async (goal) => {
  const place = document.querySelector('[data-scrolls]');
  const seen = { frames: 0, blank: 0, mostRows: 0, seenRows: 0, renders: 0, made: 0, longTasks: 0, heapMb: 0 };
  // React writes the type of a row's checkbox each time it renders the row.
  new MutationObserver((changes) => {
    for (const { type, addedNodes } of changes) {
      const added = [...addedNodes].filter((node) => node.dataset?.row !== undefined).length;
      seen.made += added;
      seen.renders += type === 'attributes' ? 1 : added;
    }
  }).observe(place.querySelector('tbody'), { subtree: true, childList: true, attributeFilter: ['type'] });
  const rowsSeen = new Set();
  new PerformanceObserver((list) => {
    seen.longTasks += list.getEntries().length;
  }).observe({ entryTypes: ['longtask'] });
  const { left, top, height } = place.getBoundingClientRect();
  for (let last = 0; last < goal - 1; seen.frames++) {
    place.scrollTop += 2000;
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    const rows = place.querySelectorAll('tr[data-row]');
    seen.mostRows = Math.max(seen.mostRows, rows.length);
    const middle = document.elementFromPoint(left + 300, top + height / 2);
    if (!middle?.closest('tr[data-row]')) seen.blank++;
    for (const { dataset } of rows) rowsSeen.add(Number(dataset.row));
    last = Math.max(last, Number(rows[rows.length - 1]?.dataset.row));
  }
  seen.seenRows = rowsSeen.size;
  seen.heapMb = Math.round(performance.memory.usedJSHeapSize / 1e6);
  return seen;
}`;

describe.skipIf(browserPath === null)('a long list of leads', () => {
  beforeAll(async () => {
    desk = await ConsoleDesk.open();
    await insertManyLeads(desk.app.services.database, desk.cast.organizationId, LEADS);
  }, 600_000);
  afterAll(() => desk?.close());

  it('scrolls to its end with a bounded page, no empty frames, and one request a page', async () => {
    const page = await desk.as(desk.cast.admin, '/leads');
    let requests = 0;
    page.on('request', (request) => {
      if (/\/leads\?.*page%5Bafter%5D/.test(request.url())) requests++;
    });
    await page.locator('tr[data-row]').first().waitFor();
    const scrolled = await page.evaluate<Scrolled>(`(${scrollDown})(${LEADS})`);
    expect(scrolled.blank, JSON.stringify(scrolled)).toBe(0);
    expect(scrolled.mostRows).toBeLessThan(80);
    expect(requests).toBe(LEADS / PAGE - 1);
    // Each row is rendered once as it comes by: neither pages that arrive nor other rows render it again.
    const { seenRows, renders, made, mostRows } = scrolled;
    expect(renders, JSON.stringify(scrolled)).toBeGreaterThan(seenRows - mostRows);
    expect(renders, JSON.stringify(scrolled)).toBeLessThan(1.1 * seenRows);
    // Rows far below take over the elements of those above.
    expect(made, JSON.stringify(scrolled)).toBeLessThan(seenRows / 2);

    // A list this long is not read again by itself: it would take a request a page.
    await page.evaluate(`window.dispatchEvent(new Event('visibilitychange'))`);
    await desk.create({ first_name: 'New', phone: '9711111111' });
    await page.getByRole('button', { name: '1 new lead: show' }).click();
    await page.getByRole('link', { name: 'New', exact: true }).waitFor();
    expect(requests).toBe(LEADS / PAGE - 1);
    if (process.env.LEADLINE_CONSOLE_LEADS) process.stderr.write(`${JSON.stringify(scrolled)}\n`);
  }, 900_000);
});
