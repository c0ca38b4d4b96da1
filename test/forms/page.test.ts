import { createHash } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { DatabaseUnavailable } from '../../src/db/sql.ts';
import { signStarted } from '../../src/forms/started.ts';
import { FormDesk, type Raw } from '../support/forms.ts';
import { freshPhone, type Shown } from '../support/leads.ts';

const ALLOWED = 'https://www.example.in';
const NASTY = `"><script>alert('1')</script>&amp;`;

let desk: FormDesk;
let form: Shown;

beforeAll(async () => {
  desk = await FormDesk.open();
  const options = ['Term plan', `Health "plan" <b>`];
  await desk.add('custom-fields', { key: 'city', type: 'text', label: 'City' });
  await desk.add('custom-fields', { key: 'insured', type: 'boolean', label: 'Insured?' });
  await desk.add('custom-fields', { key: 'born', type: 'date', label: 'Born' });
  await desk.add('custom-fields', { key: 'plan', type: 'select', options, label: 'Plan' });
  await desk.add('custom-fields', { key: 'plans', type: 'multi_select', options, label: 'Plans' });
  const keys = ['city', 'insured', 'born', 'plan', 'plans'];
  form = await desk.form({
    name: 'Talk to us',
    allowed_origins: [ALLOWED],
    fields: [
      { field: 'first_name', label: 'Your name', required: true },
      ...['phone', 'email', 'estimated_value', ...keys.map((key) => `custom_fields.${key}`)].map((field) => ({
        field,
      })),
    ],
  });
});
afterAll(() => desk.close());
afterEach(() => vi.restoreAllMocks());

const startedAgo = (ms: number) => signStarted(desk.app.services.keys.formPage, form.public_id, Date.now() - ms);
const countLeads = async () => (await desk.leads()).length;
const tagOf = ({ text }: Raw, name: string) =>
  new RegExp(`<(?:input|select|textarea)[^>]* name="${name.replace(/[[\]]/g, '\\$&')}"[^>]*>`).exec(text)?.[0] ?? '';

describe('the hosted page', () => {
  it('shows the form with a label for every field, and says how browsers may help', async () => {
    const page = await desk.page(form.public_id);
    expect([page.status, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    expect(page.text).toContain('<h1>Talk to us</h1>');
    for (const id of page.text
      .match(/<(input|select|textarea)[^>]* id="([^"]+)"/g)
      ?.map((tag) => tag.split(' id="')[1]?.slice(0, -1)) ?? []) {
      expect(
        page.text.includes(`for="${id}"`) || new RegExp(`<label class="choice"><input[^>]* id="${id}"`).test(page.text),
        id,
      ).toBe(true);
    }
    expect(tagOf(page, 'phone')).toMatch(/type="tel".*autocomplete="tel".*inputmode="tel"/);
    expect(tagOf(page, 'email')).toMatch(/type="email".*autocomplete="email"/);
    expect(tagOf(page, 'first_name')).toMatch(/autocomplete="given-name".* required/);
    expect(tagOf(page, 'phone')).not.toContain('required');
    expect(page.text).toContain('<legend>Insured?</legend>');
    expect(page.text).toContain(
      '<label for="f-first_name">Your name <span class="mark" aria-hidden="true">*</span></label>',
    );
  });

  it('loads nothing from elsewhere, runs nothing but its own script, and keeps the Origin header', async () => {
    const { headers, text } = await desk.page(form.public_id);
    const hash = (part: string) => `'sha256-${createHash('sha256').update(part).digest('base64')}'`;
    const between = (tag: string) => new RegExp(`<${tag}>([^]*)</${tag}>`).exec(text)?.[1] ?? '';
    const policy = headers['content-security-policy'] ?? '';
    expect(policy).toContain(`style-src ${hash(between('style'))};`);
    expect(policy).toContain(`script-src ${hash(between('script'))};`);
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain(`frame-ancestors 'self' ${ALLOWED}`);
    expect(policy).not.toMatch(/unsafe|\*/);
    expect(text).not.toMatch(/https?:\/\//);
    expect(text).not.toMatch(/ on[a-z]+=| style=/);
    expect(headers['referrer-policy']).toBe('same-origin');
    expect(headers['cache-control']).toBe('no-store');
    expect(headers['x-content-type-options']).toBe('nosniff');
  });

  it.each([
    [undefined, 'en', 'Mobile number'],
    ['hi', 'hi', 'मोबाइल नंबर'],
    ['hi-IN,hi;q=0.9,en;q=0.8', 'hi', 'मोबाइल नंबर'],
    ['en-IN, hi;q=0.9', 'en', 'Mobile number'],
    ['ta, hi;q=0.4, en;q=0.3', 'hi', 'मोबाइल नंबर'],
    ['hi;q=0, *', 'en', 'Mobile number'],
    ['fr', 'en', 'Mobile number'],
    [';;,=q', 'en', 'Mobile number'],
  ])('for Accept-Language %s is in %s', async (header, language, label) => {
    const page = await desk.page(form.public_id, header === undefined ? {} : { 'accept-language': header });
    expect(page.text).toContain(`<html lang="${language}"`);
    expect(page.headers['content-language']).toBe(language);
    expect(page.text).toContain(label);
    expect(page.text).toContain('Your name'); // the form's own label stays as it was given
  });

  it('can be asked for in a language by its address', async () => {
    const page = await desk.page(form.public_id, { 'accept-language': 'en' }, '?lang=hi&utm_source=x');
    expect(page.text).toContain('<html lang="hi"');
  });

  it('escapes everything that people wrote', async () => {
    await desk.add('custom-fields', { key: 'nasty', type: 'select', label: NASTY, options: [NASTY] });
    const nasty = await desk.form({
      name: NASTY,
      success_message: NASTY,
      fields: [{ field: 'phone', label: NASTY }, { field: 'custom_fields.nasty' }],
    });
    const pages = [
      await desk.page(nasty.public_id),
      await desk.page(nasty.public_id, {}, `?lang=${encodeURIComponent(NASTY)}&embed=1`),
      await desk.post(nasty.public_id, [
        ['phone', NASTY],
        [NASTY, NASTY],
        [`custom_fields[${NASTY}]`, NASTY],
      ]),
      await desk.post(nasty.public_id, [['phone', freshPhone()]]),
    ];
    expect(pages.map(({ status }) => status)).toEqual([200, 200, 422, 201]);
    for (const { text } of pages) {
      expect(text).not.toContain('<script>alert');
      expect(text).not.toContain(`alert('1')`);
    }
    const script = await desk.ask('GET', `/f/${nasty.public_id}/embed.js`);
    expect(() => new Function(script.text)).not.toThrow();
  });

  it('hides the trap from people, and carries a signed time', async () => {
    const { text } = await desk.page(form.public_id);
    expect(text).toMatch(/<div class="trap" aria-hidden="true">.*name="homepage_url" tabindex="-1" autocomplete="off"/);
    expect(text).toMatch(/\.trap, \[hidden\] \{ display: none !important; \}/);
    expect(text).toMatch(/name="started" value="[0-9a-z]+\.[\w-]{22}"/);
  });

  it('is without heading, frame and language link inside another page', async () => {
    const { text } = await desk.page(form.public_id, {}, '?embed=1');
    expect(text).toContain('class="embed"');
    expect(text).toContain('<h1 class="unseen">');
    expect(text).not.toContain('class="languages"');
    expect(text).toContain(`data-origins="${ALLOWED}"`);
  });
});

describe('a form sent without scripts', () => {
  it('makes the lead and thanks', async () => {
    const phone = freshPhone();
    const page = await desk.post(form.public_id, [
      ['first_name', 'Asha'],
      ['phone', phone],
      ['custom_fields[insured]', 'true'],
      ['custom_fields[plans]', 'Term plan'],
      ['homepage_url', ''],
      ['started', startedAgo(5_000)],
    ]);
    expect([page.status, page.headers['content-type']]).toEqual([201, 'text/html; charset=utf-8']);
    expect(page.text).toContain('We have received your details');
    expect((await desk.leadWith(phone)).custom_fields).toEqual({ insured: true, plans: ['Term plan'] });
  });

  it('comes back with what is wrong at each field, and everything that was typed', async () => {
    const page = await desk.post(form.public_id, [
      ['first_name', ''],
      ['phone', '12345'],
      ['email', 'asha@example.in'],
      ['custom_fields[city]', '\nPune\n"Camp"'],
      ['custom_fields[insured]', 'false'],
      ['custom_fields[born]', '1984-02-29'],
      ['custom_fields[plan]', `Health "plan" <b>`],
      ['custom_fields[plans]', 'Term plan'],
      ['custom_fields[plans]', `Health "plan" <b>`],
    ]);
    expect(page.status).toBe(422);
    expect(page.text).toMatch(/<div class="summary" id="summary" role="alert" tabindex="-1" autofocus>/);
    expect(page.text).toContain('<a href="#f-phone">Mobile number: must be an Indian mobile number');
    expect(page.text).toContain('<p class="error" id="f-first_name-error">This is required.</p>');
    expect(tagOf(page, 'phone')).toMatch(/aria-describedby="f-phone-error" aria-invalid="true" value="12345"/);
    expect(tagOf(page, 'email')).toContain('value="asha@example.in"');
    expect(tagOf(page, 'email')).not.toContain('aria-invalid');
    expect(page.text).toContain('>\n\nPune\n&quot;Camp&quot;</textarea>');
    expect(page.text).toMatch(/value="false" checked/);
    expect(page.text).toContain('value="1984-02-29"');
    expect(page.text).toContain('<option selected>Health &quot;plan&quot; &lt;b&gt;</option>');
    expect(page.text.match(/type="checkbox"[^>]* checked/g)).toHaveLength(2);
    expect(page.text).toContain('<title>Error: Talk to us</title>');
  });

  it('says so in Hindi, without a word of English of our own', async () => {
    const page = await desk.post(
      form.public_id,
      [
        ['phone', '1'],
        ['email', 'x'],
        ['estimated_value', 'lots'],
        ['custom_fields[born]', 'x'],
        ['custom_fields[insured]', 'x'],
        ['custom_fields[city]', 'x'.repeat(2_001)],
      ],
      { 'accept-language': 'hi' },
    );
    const errors = [...page.text.matchAll(/<p class="error" id="[^"]+">([^<]+)<\/p>/g)].map(([, text]) => text);
    expect(errors).toHaveLength(7);
    for (const error of errors) expect(error).toMatch(/^यह [^A-Za-z]+।$/);
  });

  it('sent too fast, is asked for once more, and nothing is lost', async () => {
    const before = await countLeads();
    const phone = freshPhone();
    const send = (started: string) =>
      desk.post(form.public_id, [
        ['first_name', 'Asha'],
        ['phone', phone],
        ['started', started],
      ]);
    for (const [started, words] of [
      [startedAgo(100), 'One moment'],
      [startedAgo(25 * 3_600_000), 'open for a long time'],
      ['forged', 'open for a long time'],
    ] as const) {
      const page = await send(started);
      expect(page.status).toBe(422);
      expect(page.text).toContain(words);
      expect(tagOf(page, 'phone')).toContain(`value="${phone}"`);
      expect(tagOf(page, 'first_name')).toContain('value="Asha"');
      expect(/name="started" value="([^"]+)"/.exec(page.text)?.[1]).not.toBe(started);
    }
    expect(await countLeads()).toBe(before);
    expect((await send(startedAgo(3_000))).status).toBe(201);
  });

  it('keeps what was typed when the service cannot take it just now', async () => {
    vi.spyOn(desk.app.services.leads.captures, 'capture').mockRejectedValueOnce(new DatabaseUnavailable('away'));
    const phone = freshPhone();
    const page = await desk.post(form.public_id, [
      ['first_name', 'Asha'],
      ['phone', phone],
    ]);
    expect([page.status, page.headers['retry-after']]).toEqual([503, '2']);
    expect(tagOf(page, 'phone')).toContain(`value="${phone}"`);
    expect(page.text).toContain('once more in a minute');
  });

  it('that was filled in by nobody is asked for, not an error of ours', async () => {
    const empty = await desk.ask('POST', `/f/${form.public_id}`, { accept: 'text/html' });
    expect(empty.status).toBe(422);
    const json = await desk.ask('POST', `/f/${form.public_id}`, { 'content-type': 'application/json' }, '{}');
    expect(json.status).toBe(415);
    const broken = { 'content-type': 'application/x-www-form-urlencoded' };
    expect((await desk.ask('POST', `/f/${form.public_id}`, broken, 'a=%')).status).toBe(400);
    expect((await desk.ask('POST', `/f/${form.public_id}`, broken, `a=${'x'.repeat(70_000)}`)).status).toBe(413);
  });
});

describe('a page that is not there', () => {
  it('is said in words, in the visitor’s language, alike for unknown and inactive forms', async () => {
    const inactive = await desk.form({ active: false });
    const pages = [];
    for (const id of [inactive.public_id, `form_${'0'.repeat(26)}`, 'nonsense', '%00', `${form.public_id}0`]) {
      pages.push(
        await desk.page(id, { 'accept-language': 'hi' }),
        await desk.post(id, [], { 'accept-language': 'hi' }),
      );
    }
    for (const { status, headers, text } of pages) {
      expect([status, headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
      expect(text).toBe(pages[0]?.text);
    }
    expect(pages[0]?.text).toContain('यह फ़ॉर्म उपलब्ध नहीं है');
  });

  it('is a problem document for those who take no HTML', async () => {
    for (const id of [`form_${'0'.repeat(26)}`, form.public_id]) {
      const { status, headers } = await desk.page(id, { accept: 'application/json' });
      expect([status, headers['content-type']]).toEqual([
        id === form.public_id ? 406 : 404,
        'application/problem+json; charset=utf-8',
      ]);
    }
  });

  it('has no script to embed either', async () => {
    const inactive = await desk.form({ active: false });
    const { status } = await desk.ask('GET', `/f/${inactive.public_id}/embed.js`);
    const found = await desk.ask('GET', `/f/${form.public_id}/embed.js`);
    expect(status).toBe(404);
    expect([found.status, found.headers['content-type']]).toEqual([200, 'text/javascript; charset=utf-8']);
  });

  it('says nothing of the cause where the service fails', async () => {
    // Every time: what works in the background reads the settings, too.
    const broken = vi.spyOn(desk.app.services.settings, 'get').mockRejectedValue(new Error('select secret'));
    const { status, headers, text } = await desk.page(form.public_id);
    broken.mockRestore();
    expect([status, headers['content-type']]).toEqual([500, 'text/html; charset=utf-8']);
    expect(text).not.toContain('secret');
    expect(text).toContain(headers['x-request-id']);
  });
});
