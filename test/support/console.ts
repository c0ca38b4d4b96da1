import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { expect } from 'vitest';
import { TestBrowser } from './browser.ts';
import { type Cast, createCast, type Person } from './cast.ts';
import { openTestApp, type TestApp } from './harness.ts';
import { listen } from './raw-http.ts';
import { PASSWORD, Reception } from './sign-in.ts';

const axeScript = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

export const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } as const;

/** The service with its people, and a browser that works with its console. */
export class ConsoleDesk {
  readonly app: TestApp;
  readonly cast: Cast;
  readonly own: string;
  readonly #browser: TestBrowser;
  /** What no page may cause: errors, reports of the policy, requests to other hosts. */
  readonly #complaints: string[] = [];
  readonly #pages = new Set<Page>();

  private constructor(app: TestApp, cast: Cast, own: string, browser: TestBrowser) {
    this.app = app;
    this.cast = cast;
    this.own = own;
    this.#browser = browser;
  }

  static async open(): Promise<ConsoleDesk> {
    const app = await openTestApp({ limits: { streamMs: 3_600_000 } });
    const own = `http://127.0.0.1:${await listen(app.app)}`;
    app.services.urls.publicUrl = own;
    return new ConsoleDesk(app, await createCast(app), own, await TestBrowser.start());
  }

  async close(): Promise<void> {
    await this.#browser.close();
    await this.app.close();
    expect(this.#complaints).toEqual([]);
  }

  /** A page of a browser of its own, on which nobody is signed in. */
  async page(options: BrowserContextOptions = {}): Promise<Page> {
    const page = await this.#browser.page({ viewport: { width: 1280, height: 800 }, ...options });
    this.#watch(page);
    return page;
  }

  /** The console as this person sees it. */
  async as(person: Person, path = '/', options: BrowserContextOptions = {}): Promise<Page> {
    const page = await this.page(options);
    await page.addInitScript(`sessionStorage.setItem('leadline.token', '${person.token}')`);
    await page.goto(this.own + path);
    return page;
  }

  /** Another tab of the same browser. */
  async pageIn(context: BrowserContext): Promise<Page> {
    const page = await context.newPage();
    this.#watch(page);
    return page;
  }

  /** After a test: a page that is left open follows whatever the next ones do, and takes their time. */
  async closePages(...kept: Page[]): Promise<void> {
    const left = [...this.#pages].filter((page) => !kept.includes(page));
    await Promise.all(left.map((page) => page.context().close()));
  }

  /** As people sign in: by an invitation, with a session of their own. */
  async signIn(page: Page, person: Person): Promise<void> {
    const reception = new Reception(this.app, this.cast);
    await reception.register(person);
    await page.goto(`${this.own}/invitation#/${await reception.secretFor(person)}`);
    await page.getByLabel('New password').fill(PASSWORD);
    await page.getByLabel('Repeat the password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Set password and sign in' }).click();
    await page.getByRole('navigation').waitFor();
  }

  /** Lets a test cause complaints on purpose: takes those that match, and fails if none comes. One may come after what the page shows of it. */
  async expectComplaint(pattern: RegExp): Promise<void> {
    const isExpected = (text: string) => pattern.test(text);
    const found = () => this.#complaints.some(isExpected) || this.#complaints;
    await expect.poll(found, { message: `no complaint matches ${pattern}` }).toBe(true);
    for (const text of this.#complaints.filter(isExpected)) this.#complaints.splice(this.#complaints.indexOf(text), 1);
  }

  /** From now on, new leads are this person's. */
  async giveAllTo({ name, membership }: Person): Promise<void> {
    const body = { name: `All to ${name}`, strategy: 'fixed', pool: { memberships: [membership] } };
    const rule = await this.app.call('POST', '/distribution-rules', { token: this.cast.admin.token, body });
    expect(rule.status, JSON.stringify(rule.body)).toBe(201);
  }

  async create(fields: Record<string, unknown>, token = this.cast.admin.token) {
    const made = await this.app.call('POST', '/leads', { token, body: fields });
    expect(made.status, JSON.stringify(made.body)).toBe(201);
    return made.body.data;
  }

  #watch(page: Page): void {
    this.#pages.add(page);
    page.once('close', () => this.#pages.delete(page));
    const complain = (text: string) => this.#complaints.push(`${page.url()}: ${text}`);
    page.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning') complain(message.text());
    });
    page.on('pageerror', (error) => complain(String(error)));
    page.on('request', (request) => {
      const { origin, protocol } = new URL(request.url());
      if (origin !== this.own && protocol !== 'data:' && protocol !== 'blob:') complain(`asked ${origin}`);
    });
  }
}

/** Keeps requests from the service until they are let go on, by what is returned. */
export async function holdRequests(page: Page, url: string, method?: string): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(url, async (route) => {
    if (method === undefined || route.request().method() === method) await released;
    await route.continue();
  });
  return release;
}

/** Chooses in a list by typing. The letters come together: after a pause of a second, the next would begin another search. */
export const typeAhead = ({ keyboard }: Page, text: string) =>
  Promise.all([...text].map((letter) => keyboard.press(letter)));

/** Violations of WCAG 2.2 A and AA that axe-core finds on the page as it is. */
export async function expectAccessible(page: Page): Promise<void> {
  // By evaluation: the page's policy refuses a script element.
  if (!(await page.evaluate("'axe' in globalThis"))) await page.evaluate(axeScript);
  // Rows are faded while newer ones are on their way: theirs is not the contrast to judge.
  await expect.poll(() => page.locator('.opacity-60').count(), { timeout: 10_000 }).toBe(0);
  const violations = await page.evaluate(async () => {
    const { axe } = globalThis as unknown as {
      axe: { configure(spec: object): void; run(options: object): Promise<{ violations: Violation[] }> };
    };
    interface Violation {
      id: string;
      help: string;
      nodes: { target: string[]; failureSummary: string }[];
    }
    // Menus and lists of choices are drawn at the end of the page, beside its landmarks, as dialogs are.
    const regionMatcher = 'dialog, [role=dialog], [role=alertdialog], [role=menu], [role=listbox], svg';
    axe.configure({ checks: [{ id: 'region', options: { regionMatcher } }] });
    const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
    const { violations } = await axe.run({ runOnly: { type: 'tag', values: tags } });
    return violations.map(
      ({ id, help, nodes }) => `${id}: ${help}: ${nodes.map((n) => `${n.target} ${n.failureSummary}`).join('; ')}`,
    );
  });
  expect(violations).toEqual([]);
}
