import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { browserPath } from '../support/browser.ts';
import { ConsoleDesk } from '../support/console.ts';
import { insertManyLeads } from '../support/many-leads.ts';

const LEADS = 10_000;
const STEPS = 300;
const STEP_PX = 400;

let desk: ConsoleDesk;

interface Scrolled {
  /** Cards in the page at most at any time. */
  mostCards: number;
  /** Cards that were put into the page while it was scrolled. */
  drawn: number;
  seen: number;
  repeated: number;
  /** Frames in which there was no card where one must be. */
  blank: number;
}

/** Scrolls the column down, a step a frame, and watches what is drawn. A text, because the tests know no types of pages. */
const SCROLL = `(async () => {
  let drawn = 0;
  const list = document.querySelector('ul[aria-label="New"]');
  const scroller = list.parentElement;
  const observer = new MutationObserver((changes) => { for (const { addedNodes } of changes) drawn += addedNodes.length; });
  observer.observe(list, { childList: true });
  const places = new Map();
  let [mostCards, repeated, blank] = [0, 0, 0];
  const { left, top, width, height } = scroller.getBoundingClientRect();
  // Twice, because a gap between two cards may be in the middle.
  const cardAt = (by) => document.elementFromPoint(left + width / 2, top + height / 2 + by)?.closest('li');
  for (let n = 0; n < ${STEPS}; n++) {
    scroller.scrollTop += ${STEP_PX};
    await new Promise((done) => requestAnimationFrame(done));
    mostCards = Math.max(mostCards, document.querySelectorAll('a[data-lead]').length);
    if (!cardAt(0) && !cardAt(12)) blank++;
    for (const card of list.querySelectorAll('li')) {
      const id = card.querySelector('a[data-lead]').dataset.lead;
      const place = card.getAttribute('aria-posinset');
      if (places.has(id) && places.get(id) !== place) repeated++;
      places.set(id, place);
    }
  }
  return { mostCards, drawn, seen: places.size, repeated, blank };
})()`;

describe.skipIf(browserPath === null)('a board of 10,000 leads', () => {
  beforeAll(async () => {
    desk = await ConsoleDesk.open();
    const { database } = desk.app.services;
    await desk.app.call('POST', '/sources', { token: desk.cast.admin.token, body: { name: 'Website' } });
    await insertManyLeads(database, desk.cast.organizationId, LEADS);
  });
  afterAll(() => desk?.close());

  it('draws few cards, and each once as it comes by, however far a column is scrolled', async () => {
    const page = await desk.as(desk.cast.admin, '/board');
    await page.getByRole('region', { name: 'New' }).getByRole('link').first().waitFor();
    const scrolled = await page.evaluate<Scrolled>(SCROLL);
    expect(scrolled.mostCards).toBeLessThan(150);
    expect(scrolled.repeated).toBe(0);
    expect(scrolled.blank).toBe(0);
    expect(scrolled.seen).toBeGreaterThan(500);
    expect(scrolled.drawn).toBeLessThan(2 * scrolled.seen);
  });
});
