import { existsSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core';

/** The first is the smallest: it draws no window. */
const PLACES = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];

/** The installed browser; null if there is none and LEADLINE_BROWSER does not require one. */
export const browserPath: string | null = process.env.CHROMIUM || PLACES.find((path) => existsSync(path)) || null;

if (browserPath === null && process.env.LEADLINE_BROWSER === 'required') {
  throw new Error(`LEADLINE_BROWSER=required, but there is no Chromium: not one of ${PLACES.join(', ')}`);
}

const QUIET = [
  ...'--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking'.split(' '),
  ...'--disable-component-update --disable-sync --disable-dev-shm-usage'.split(' '),
];

/** A real browser with an empty profile; each page has its own context. */
export class TestBrowser {
  readonly #close: () => Promise<void>;
  readonly #open: (options: BrowserContextOptions) => Promise<BrowserContext>;

  private constructor(open: TestBrowser['newContext'], close: () => Promise<void>) {
    this.#open = open;
    this.#close = close;
  }

  static async start(): Promise<TestBrowser> {
    const browser = await chromium.launch({ executablePath: browserPath ?? '', headless: true, args: QUIET });
    return new TestBrowser(
      (options) => browser.newContext(options),
      () => browser.close(),
    );
  }

  newContext = (options: BrowserContextOptions = {}): Promise<BrowserContext> =>
    this.#open({ locale: 'en-IN', viewport: { width: 1000, height: 900 }, ...options });

  async page(options: BrowserContextOptions = {}): Promise<Page> {
    const page = await (await this.newContext(options)).newPage();
    page.setDefaultTimeout(30_000);
    return page;
  }

  close = () => this.#close();
}

/** Another site, on its own port. Its content is computed for each request. */
export class OtherSite {
  readonly #server: Server;
  html = '';

  private constructor(server: Server) {
    this.#server = server;
  }

  static async open(): Promise<OtherSite> {
    const server = createServer((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
      response.end(site.html);
    });
    const site = new OtherSite(server);
    await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done));
    return site;
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((done) => void this.#server.close(done));
  }
}
