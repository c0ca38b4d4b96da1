import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LEAST_MS, signStarted } from '../../src/forms/started.ts';
import { browserPath, OtherSite, TestBrowser } from '../support/browser.ts';
import { FormDesk } from '../support/forms.ts';
import { freshPhone, type Shown } from '../support/leads.ts';
import { listen } from '../support/raw-http.ts';

let desk: FormDesk;
let browser: TestBrowser;
let own: string;
let allowed: OtherSite;
let foreign: OtherSite;
let form: Shown;

// A real Chromium, because what browsers do with origins, frames, policies and keyboards is theirs to say.
describe.skipIf(browserPath === null)('in a browser', () => {
  beforeAll(async () => {
    desk = await FormDesk.open();
    own = `http://127.0.0.1:${await listen(desk.app.app)}`;
    desk.app.services.urls.publicUrl = own;
    [browser, allowed, foreign] = await Promise.all([TestBrowser.start(), OtherSite.open(), OtherSite.open()]);
    const source = (await desk.add('sources', { name: 'Website' })).public_id;
    const options = ['Term plan', 'Health plan'];
    await desk.add('custom-fields', { key: 'city', type: 'text', label: 'City' });
    await desk.add('custom-fields', { key: 'insured', type: 'boolean', label: 'Insured already?' });
    await desk.add('custom-fields', { key: 'born', type: 'date', label: 'Born' });
    await desk.add('custom-fields', { key: 'plan', type: 'select', options, label: 'Plan' });
    await desk.add('custom-fields', { key: 'plans', type: 'multi_select', options, label: 'Also' });
    const keys = ['city', 'insured', 'born', 'plan', 'plans'];
    form = await desk.form({
      name: 'Talk to us',
      source,
      allowed_origins: [allowed.origin],
      fields: [
        { field: 'first_name', required: true },
        { field: 'phone' },
        { field: 'email' },
        { field: 'estimated_value' },
        ...keys.map((key) => ({ field: `custom_fields.${key}` })),
      ],
    });
  });
  afterAll(async () => {
    await browser?.close();
    await Promise.all([allowed?.close(), foreign?.close()]);
    await desk?.close();
  });

  const hosted = async (options = {}, query = '') => {
    const page = await browser.page(options);
    await page.goto(`${own}/f/${form.public_id}${query}`);
    return page;
  };
  const countLeads = async () => (await desk.leads()).length;

  /** As if the page had been opened long enough ago. One test below really waits. */
  async function openedEarlier(page: Page, ms = LEAST_MS): Promise<void> {
    const { keys } = desk.app.services;
    const started = signStarted(keys.formPage, form.public_id, Date.now() - ms);
    await page.locator('[name=started]').evaluate((input, text) => input.setAttribute('value', text), started);
  }

  async function fillIn(page: Page, phone: string): Promise<void> {
    await page.getByLabel('First name').fill('Asha');
    await page.getByLabel('Mobile number').fill(phone);
    await page.getByLabel('Estimated value').fill('2,50,000.50');
    await page.getByLabel('City').fill('Pune\nCamp');
    await page.getByLabel('No', { exact: true }).check();
    await page.getByLabel('Born').fill('1984-02-29');
    await page.getByLabel('Plan', { exact: true }).selectOption('Health plan');
    await page.getByLabel('Term plan').check();
    await page.getByLabel('Health plan').check();
  }

  const expected = {
    source: { name: 'Website' },
    estimated_value: 250000.5,
    custom_fields: {
      city: 'Pune\nCamp',
      insured: false,
      born: '1984-02-29',
      plan: 'Health plan',
      plans: ['Term plan', 'Health plan'],
    },
  };

  describe.each([
    ['with scripts', true],
    ['without scripts', false],
  ])('%s', (_, javaScriptEnabled) => {
    it('the hosted form makes the lead that the API would make', async () => {
      const page = await hosted({ javaScriptEnabled });
      const [byPage, byApi] = [freshPhone(), freshPhone()];
      await fillIn(page, byPage);
      if (!javaScriptEnabled) await openedEarlier(page); // a person takes that long
      await page.getByRole('button', { name: 'Send' }).click();
      await page.getByText('We have received your details').waitFor();
      const lead = await desk.leadWith(byPage);
      expect(lead).toMatchObject({ contact: { first_name: 'Asha', phone: byPage }, ...expected });
      expect(lead.owner).not.toBeNull();
      const body = {
        first_name: 'Asha',
        phone: byApi,
        source: form.source.public_id,
        estimated_value: expected.estimated_value,
        custom_fields: expected.custom_fields,
      };
      const twin = await desk.add('leads', body);
      for (const field of ['score', 'score_band', 'status', 'source', 'custom_fields', 'estimated_value']) {
        expect(lead[field], field).toEqual(twin[field]);
      }
      await page.context().close();
    });

    it('shows what is wrong at the field, keeps what was typed, and then takes it', async () => {
      const page = await hosted({ javaScriptEnabled });
      const before = await countLeads();
      await page.getByLabel('First name').fill('<b>Asha</b>');
      await page.getByLabel('Mobile number').fill('12345');
      await page.getByLabel('Health plan').check();
      if (!javaScriptEnabled) await openedEarlier(page);
      await page.getByRole('button', { name: 'Send' }).click();
      const summary = page.getByRole('alert');
      await summary.getByRole('link').waitFor();
      expect(await summary.innerText()).toContain('Mobile number: must be an Indian mobile number');
      const field = page.getByLabel('Mobile number');
      expect(await field.getAttribute('aria-invalid')).toBe('true');
      const describedBy = await field.getAttribute('aria-describedby');
      expect(await page.locator(`#${describedBy}`).innerText()).toContain('This must be an Indian mobile number');
      expect(await page.getByLabel('First name').inputValue()).toBe('<b>Asha</b>');
      expect(await page.getByLabel('Health plan').isChecked()).toBe(true);
      await page.locator('#summary:focus').waitFor();
      await summary.getByRole('link').click();
      await page.locator('#f-phone:focus').waitFor();
      expect(await countLeads()).toBe(before);

      const phone = freshPhone();
      await field.fill(phone);
      if (!javaScriptEnabled) await openedEarlier(page);
      await page.getByRole('button', { name: 'Send' }).click();
      await page.getByText('We have received your details').waitFor();
      expect((await desk.leadWith(phone)).contact.first_name).toBe('<b>Asha</b>');
      await page.context().close();
    });

    it('is in Hindi for those who prefer it, errors and thanks included', async () => {
      const page = await hosted({ javaScriptEnabled, locale: 'hi-IN' });
      expect(await page.locator('html').getAttribute('lang')).toBe('hi');
      const phone = freshPhone();
      await page.getByLabel('नाम').first().fill('आशा');
      await page.getByLabel('मोबाइल नंबर').fill('1');
      if (!javaScriptEnabled) await openedEarlier(page);
      await page.getByRole('button', { name: 'भेजें' }).click();
      await page.getByText('यह भारतीय मोबाइल नंबर होना चाहिए').waitFor();
      await page.getByLabel('मोबाइल नंबर').fill(phone);
      if (!javaScriptEnabled) await openedEarlier(page);
      await page.getByRole('button', { name: 'भेजें' }).click();
      await page.getByText('धन्यवाद').waitFor();
      expect((await desk.leadWith(phone)).contact.first_name).toBe('आशा');
      await page.context().close();
    });

    it('a filled trap makes no lead, and looks like success', async () => {
      const page = await hosted({ javaScriptEnabled });
      const before = await countLeads();
      await fillIn(page, freshPhone());
      const trap = page.locator('[name=homepage_url]');
      expect(await trap.isVisible()).toBe(false);
      await (javaScriptEnabled
        ? trap.evaluate((input) => input.setAttribute('value', 'http://spam.example'))
        : page.route('**/f/*', (route) =>
            route.continue({ postData: `${route.request().postData()}&homepage_url=spam` }),
          ));
      if (!javaScriptEnabled) await openedEarlier(page);
      await page.getByRole('button', { name: 'Send' }).click();
      await page.getByText('We have received your details').waitFor();
      expect(await countLeads()).toBe(before);
      await page.context().close();
    });
  });

  it('sent at once without scripts, the page asks to press once more, and nothing is lost', async () => {
    const page = await hosted({ javaScriptEnabled: false });
    await openedEarlier(page, -30_000); // it is sent at once, however slow the browser is
    const phone = freshPhone();
    await page.locator('form').evaluate((element, phone) => {
      const form = element as unknown as { elements: Record<string, { value: string }>; submit(): void };
      (form.elements.first_name as { value: string }).value = 'Asha';
      (form.elements.phone as { value: string }).value = phone;
      form.submit();
    }, phone);
    await page.getByText('press “Send” once more').waitFor();
    expect(await page.getByLabel('Mobile number').inputValue()).toBe(phone);
    await page.waitForTimeout(2_100);
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByText('We have received your details').waitFor();
    expect((await desk.leadWith(phone)).contact.first_name).toBe('Asha');
    await page.context().close();
  });

  it('a page left open for days still works: its script takes the time anew', async () => {
    const page = await hosted();
    const phone = freshPhone();
    await fillIn(page, phone);
    await page.locator('[name=started]').evaluate((input) => input.setAttribute('value', 'old.token'));
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByText('We have received your details').waitFor();
    expect(await desk.leadWith(phone)).toBeDefined();
    await page.context().close();
  });

  it('says what keeps it from being sent, keeps what was typed, and sends it once more', async () => {
    const page = await hosted();
    const phone = freshPhone();
    await fillIn(page, phone);
    const send = () => page.getByRole('button', { name: 'Send' }).click();
    await page.route('**/f/*', (route) => route.abort());
    await send();
    await page.getByText('check your connection').waitFor();
    await page.unroute('**/f/*');
    await page.route('**/f/*', (route) =>
      route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>Bad</h1>' }),
    );
    await send();
    await page.getByText('once more in a minute').waitFor();
    await page.locator('#summary:focus').waitFor();
    expect(await page.getByLabel('Mobile number').inputValue()).toBe(phone);
    await page.unroute('**/f/*');
    await send();
    await page.getByText('We have received your details').waitFor();
    expect(await desk.leadWith(phone)).toMatchObject(expected);
    await page.context().close();
  });

  it('with a keyboard alone, in the order of the page', async () => {
    const page = await hosted();
    const phone = freshPhone();
    const order: string[] = [];
    await page.keyboard.press('Tab');
    for (let n = 0; n < 12; n++) {
      const name = await page.evaluate<string>('document.activeElement.name ?? ""');
      if (order.at(-1) !== name) order.push(name);
      if (name === 'first_name') await page.keyboard.type('Asha');
      if (name === 'phone') await page.keyboard.type(phone);
      if (name === 'custom_fields[insured]') await page.keyboard.press('Space');
      if (name === '') break;
      await page.keyboard.press('Tab');
    }
    expect(order.slice(0, 6)).toEqual([
      'first_name',
      'phone',
      'email',
      'estimated_value',
      'custom_fields[city]',
      'custom_fields[insured]',
    ]);
    expect(order).not.toContain('homepage_url');
    await page.getByLabel('Email').focus();
    await page.keyboard.press('Enter');
    await page.getByText('We have received your details').waitFor();
    await page.locator('#thanks:focus').waitFor();
    expect((await desk.leadWith(phone)).custom_fields).toEqual({ insured: true });
    await page.context().close();
  });

  it.each([320, 360, 768])('fits a screen of %d pixels, errors included', async (width) => {
    const page = await hosted({ viewport: { width, height: 700 } });
    const overflow = () => page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
    expect(await overflow()).toBeLessThanOrEqual(0);
    await page.getByLabel('Mobile number').fill('x'.repeat(64));
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByRole('alert').getByRole('link').first().waitFor();
    expect(await overflow()).toBeLessThanOrEqual(0);
    await page.context().close();
  });

  it('runs under its policy without a complaint, and asks no other host', async () => {
    const page = await browser.page();
    const complaints: string[] = [];
    const hosts = new Set<string>();
    page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
    page.on('pageerror', (error) => complaints.push(String(error)));
    page.on('request', (request) => hosts.add(new URL(request.url()).host));
    await page.goto(`${own}/f/${form.public_id}`);
    await fillIn(page, freshPhone());
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByText('We have received your details').waitFor();
    expect(complaints).toEqual([]);
    expect([...hosts].filter((host) => host !== '')).toEqual([new URL(own).host]);
    await page.context().close();
  });

  describe('embedded', () => {
    it('on an allowed site it works, and is as high as its contents', async () => {
      allowed.html = `<!doctype html><h1>Our site</h1>${form.embed}<p>After</p>`;
      const page = await browser.page();
      await page.goto(allowed.origin);
      const frame = page.frameLocator('iframe');
      const phone = freshPhone();
      await frame.getByLabel('First name').fill('Asha');
      await frame.getByLabel('Mobile number').fill(phone);
      const heights = () => page.evaluate<number>(`document.querySelector('iframe').clientHeight`);
      const contents = () => frame.locator('body').evaluate((body) => body.getBoundingClientRect().height);
      await expect.poll(async () => Math.abs((await heights()) - (await contents()))).toBeLessThanOrEqual(1);
      const high = await heights();
      await frame.getByRole('button', { name: 'Send' }).click();
      await frame.getByText('We have received your details').waitFor();
      await expect.poll(heights).toBeLessThan(high / 2);
      expect((await desk.leadWith(phone)).source.name).toBe('Website');
      expect(await page.locator('script + iframe').count()).toBe(1);
      await page.context().close();
    });

    it('on any other site the browser refuses to show it', async () => {
      foreign.html = `<!doctype html>${form.embed}`;
      const page = await browser.page();
      const complaints: string[] = [];
      page.on('console', (message) => complaints.push(message.text()));
      await page.goto(foreign.origin);
      await expect.poll(() => complaints.join()).toContain('frame-ancestors');
      expect(await page.frameLocator('iframe').getByLabel('First name').count()).toBe(0);
      await page.context().close();
    });
  });

  describe('from pages of one’s own', () => {
    const send = (page: Page, phone: string) =>
      page.evaluate(
        async ([url, phone]) => {
          const headers = { 'content-type': 'application/json' };
          const body = JSON.stringify({ first_name: 'Asha', phone });
          return fetch(url as string, { method: 'POST', headers, body }).then(
            async (response) => [response.status, await response.json()],
            (error) => String(error),
          );
        },
        [`${own}/api/v1/forms/${form.public_id}/submissions`, phone],
      );

    it('an allowed site may send with fetch, and read the answer', async () => {
      allowed.html = '<!doctype html><p>Our site</p>';
      const page = await browser.page();
      await page.goto(allowed.origin);
      const phone = freshPhone();
      expect(await send(page, phone)).toEqual([201, { data: { received: true } }]);
      expect(await desk.leadWith(phone)).toBeDefined();
      expect(await send(page, '1')).toMatchObject([422, { code: 'validation_failed' }]);
      await page.context().close();
    });

    it('a foreign site may not, with fetch or with a form', async () => {
      foreign.html = `<!doctype html><form method="post" action="${own}/f/${form.public_id}">
        <input name="first_name" value="Asha"><input name="phone" value="${freshPhone()}"><button>Go</button></form>`;
      const before = await countLeads();
      const page = await browser.page();
      await page.goto(foreign.origin);
      expect(await send(page, freshPhone())).toContain('Failed to fetch');
      await page.getByRole('button').click();
      await page.getByText('cannot be sent from there').waitFor();
      expect(await countLeads()).toBe(before);
      await page.context().close();
    });

    it('an allowed site’s plain form makes the lead, and shows the thanks', async () => {
      const phone = freshPhone();
      allowed.html = `<!doctype html><form method="post" action="${own}/f/${form.public_id}">
        <input name="first_name" value="Asha"><input name="phone" value="${phone}"><button>Go</button></form>`;
      const page = await browser.page();
      await page.goto(allowed.origin);
      await page.getByRole('button').click();
      await page.getByText('We have received your details').waitFor();
      expect(await desk.leadWith(phone)).toBeDefined();
      await page.context().close();
    });
  });
});
