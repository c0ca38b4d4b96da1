import { mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { browserPath } from '../support/browser.ts';
import { ConsoleDesk, expectAccessible, holdRequests, PHONE, typeAhead } from '../support/console.ts';
import { csv } from '../support/import-desk.ts';
import { freshPhone } from '../support/leads.ts';
import { readCsv } from '../support/read-csv.ts';

let desk: ConsoleDesk;
let folder: string;

describe.skipIf(browserPath === null)('the import of a file', () => {
  beforeAll(async () => {
    desk = await ConsoleDesk.open();
    folder = mkdtempSync(join(tmpdir(), 'leadline-import-'));
    await desk.giveAllTo(desk.cast.ravi);
    const city = { key: 'city', label: 'Town', type: 'text' };
    await desk.app.call('POST', '/custom-fields', { token: desk.cast.admin.token, body: city });
    await desk.app.call('POST', '/sources', { token: desk.cast.admin.token, body: { name: 'Fair' } });
  });
  afterAll(async () => {
    if (folder !== undefined) rmSync(folder, { recursive: true });
    await desk?.close();
  });
  afterEach(async () => {
    resume();
    // Each open page follows the events of every lead.
    for (const page of pages.splice(0)) await page.context().close();
  });

  const pages: Page[] = [];
  const kept = async (opening: Promise<Page>): Promise<Page> => {
    const page = await opening;
    pages.push(page);
    return page;
  };
  const as = (...to: Parameters<ConsoleDesk['as']>) => kept(desk.as(...to));

  const pause = () => desk.app.services.imports.stop();
  const resume = () => Object.assign(desk.app.services.imports, { isStopped: false });
  const run = () => desk.app.services.imports.run(desk.cast.organizationId);

  const fileOf = (name: string, content: string | Buffer): string => {
    const path = join(folder, name);
    writeFileSync(path, content);
    return path;
  };
  const choose = (page: Page, path: string) => page.locator('input[type=file]').setInputFiles(path);
  const field = (page: Page, column: string) => page.getByLabel(`Field for the column ${column}`, { exact: true });
  const labelOf = (select: unknown) => (select as { labels: { textContent: string }[] }).labels[0]?.textContent;
  const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).click();
  /** The number beside a word such as Created. */
  const counts = (page: Page) => page.locator('dl').first().locator('dd.text-xl').allTextContents();
  const lastImport = async () => {
    const { body } = await desk.app.call('GET', '/imports', { token: desk.cast.admin.token });
    return body.data[0];
  };
  const expectNoSideScroll = async (page: Page) => {
    const wider = await page.evaluate(() => {
      const { document } = globalThis as unknown as { document: { getElementById(id: string): Box } };
      interface Box {
        scrollWidth: number;
        clientWidth: number;
      }
      const box = document.getElementById('content');
      return box.scrollWidth - box.clientWidth;
    });
    expect(wider).toBe(0);
  };
  /** Drops files on the page, as from a file manager. */
  const drop = (page: Page, files: Record<string, string>) =>
    page.evaluate((dropped) => {
      const page = globalThis as unknown as {
        DataTransfer: new () => { items: { add(file: unknown): void } };
        DragEvent: new (type: string, init: object) => unknown;
        document: { getElementById(id: string): { dispatchEvent(event: unknown): void } };
      };
      const dataTransfer = new page.DataTransfer();
      for (const [name, text] of Object.entries(dropped)) dataTransfer.items.add(new File([text], name));
      const event = new page.DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true });
      page.document.getElementById('content').dispatchEvent(event);
    }, files);

  it('goes by mouse from the preview to the leads, with a trial before, for a manager with a session', async () => {
    const page = await kept(desk.page());
    await desk.signIn(page, desk.cast.meera);
    await page.goto(`${desk.own}/leads`);
    await page.getByRole('main').getByRole('link', { name: 'Import' }).first().click();
    await page.getByText('No imports yet').waitFor();
    await expectAccessible(page);

    const [good, known] = [freshPhone(), freshPhone()];
    await desk.create({ phone: known });
    const rows = [`Asha,${good},Pune,x`, 'Ravi,+91-12345,Mumbai,', `Old,${known},Delhi,`, 'Nobody,,,"two\nlines"'];
    const path = fileOf('fair.csv', csv('First name,Calls to,Town,Remarks', ...rows));
    const choosing = page.waitForEvent('filechooser');
    await press(page, 'Choose a file');
    await (await choosing).setFiles(path);
    await page.getByRole('region', { name: 'First rows of the file' }).getByText('two lines').waitFor();
    expect(await field(page, 'First name').inputValue()).toBe('first_name');
    expect(await field(page, 'Town').inputValue(), 'by its label').toBe('custom_fields.city');

    await page.getByText('2 columns need your decision.').waitFor();
    await page.getByText('No column goes to Phone or Email').waitFor();
    await field(page, 'Calls to').selectOption('first_name');
    await page.getByText('The column First name goes to First name, too.').waitFor();
    await expectAccessible(page);
    await press(page, 'See what would happen');
    await page.locator('[aria-invalid=true]:focus').waitFor(); // the first mistake
    await field(page, 'Calls to').selectOption('phone');
    await press(page, 'Leave out the 1 column that is not decided');
    await page.getByLabel('Source of the leads').selectOption('Fair');
    await page.getByLabel('Fill in what is empty').check();

    await press(page, 'See what would happen');
    await page.getByText('Nothing has been written yet').waitFor();
    expect(await counts(page)).toEqual(['1', '1', '2']);
    await page.getByText('1 of them would be filled in').waitFor();
    const failed = page.getByRole('region', { name: 'Rows that would fail' });
    await failed.getByText('must be an Indian mobile number').waitFor();
    expect(await failed.getByRole('row').count()).toBe(3);
    await failed.getByRole('cell', { name: '+91-12345', exact: true }).waitFor();
    await expectAccessible(page);
    expect(await lastImport()).toMatchObject({ dry_run: true, created: 1, duplicates: 1, filled: 1, failed: 2 });

    await press(page, 'Import now');
    await page.getByText('The import is done.').waitFor();
    expect(await counts(page)).toEqual(['1', '1', '2']);
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Leads created while it ran' }).click();
    await page.getByRole('heading', { level: 1, name: 'Leads' }).waitFor();
    await page.getByText('1 lead', { exact: true }).waitFor();
    const [lead] = (
      await desk.app.call('GET', `/leads?filter[phone]=${encodeURIComponent(good)}`, { token: desk.cast.admin.token })
    ).body.data;
    expect(lead).toMatchObject({
      source: { name: 'Fair' },
      custom_fields: { city: 'Pune' },
      contact: { last_name: null },
    });
    await page.getByRole('row').filter({ hasText: 'Asha' }).first().waitFor(); // the count comes before the rows
    expect(await page.getByRole('row').filter({ hasText: 'Asha' }).count()).toBe(1);
  });

  it('guesses what common headers mean, for the person to see and change, and the API goes on refusing them', async () => {
    const page = await as(desk.cast.admin, '/import');
    const [phone, other] = [freshPhone(), freshPhone()];
    const header = 'Lead Name,Mobile No.,WhatsApp Number,E-mail ID,Lead Source,Deal Value (INR),City';
    const file = csv(header, `Asha Kulkarni,${phone},${other},asha@example.in,Fair,"2,50,000",Pune`);
    const refused = await desk.app.call('POST', '/imports', {
      token: desk.cast.admin.token,
      body: file,
      headers: { 'content-type': 'text/csv' },
    });
    expect(refused.status).toBe(422);
    await choose(page, fileOf('sheet.csv', file));
    const guessed = { 'Lead Name': 'first_name', 'Mobile No.': 'phone', 'E-mail ID': 'email', 'Lead Source': 'source' };
    for (const [column, name] of Object.entries({ ...guessed, 'Deal Value (INR)': 'estimated_value' })) {
      expect(await field(page, column).inputValue(), column).toBe(name);
    }
    expect(await page.getByText('Guessed from its name. Please check.').count()).toBe(5);
    expect(await field(page, 'WhatsApp Number').inputValue(), 'one column a field').toBe('');
    await expectAccessible(page);
    await field(page, 'WhatsApp Number').selectOption('phone');
    await field(page, 'Mobile No.').selectOption('ignore');
    expect(await page.getByText('Guessed from its name. Please check.').count()).toBe(4);
    await press(page, 'Import now');
    await page.getByText('The import is done.').waitFor();
    expect(await counts(page)).toEqual(['1', '0', '0']);
    const { body } = await desk.app.call('GET', `/leads?filter[phone]=${encodeURIComponent(other)}`, {
      token: desk.cast.admin.token,
    });
    const contact = { first_name: 'Asha Kulkarni', phone: other, email: 'asha@example.in' };
    expect(body.data).toMatchObject([{ contact, source: { name: 'Fair' }, estimated_value: 250_000 }]);

    const hindi = await as(desk.cast.admin, '/import', { ...PHONE, locale: 'hi-IN' });
    await choose(hindi, fileOf('hindi.csv', csv('नाम,मोबाइल नं.,ईमेल,बजट', `आशा,${freshPhone()},,`)));
    const inHindi = (column: string) => hindi.getByLabel(`कॉलम ${column} के लिए फ़ील्ड`, { exact: true });
    for (const [column, name] of Object.entries({ नाम: 'first_name', 'मोबाइल नं.': 'phone', बजट: 'estimated_value' })) {
      expect(await inHindi(column).inputValue(), column).toBe(name);
    }
    await expectNoSideScroll(hindi);
    await expectAccessible(hindi);
  });

  it('takes the failed rows again, corrected, without a word about their columns', async () => {
    const page = await as(desk.cast.admin, '/import');
    const phone = freshPhone();
    const row = `"=Asha, ""A""";98;${'रा'.repeat(30)}`;
    await choose(page, fileOf('list.csv', csv('first_name;Mobile no;Odd one', row)));
    await field(page, 'Mobile no').selectOption('phone');
    await field(page, 'Odd one').selectOption('last_name');
    await page.getByLabel('Source of the leads').selectOption('Fair');
    await press(page, 'Import now');
    await page.getByText('The import is done.').waitFor();

    const downloading = page.waitForEvent('download');
    await press(page, 'Download failed rows (CSV)');
    const download = await downloading;
    expect(download.suggestedFilename()).toBe('list-failed.csv');
    const text = readFileSync(await download.path(), 'utf8');
    expect(text.startsWith('\uFEFFrow,first_name,Mobile no,Odd one,why\r\n')).toBe(true);
    const [header, [number = '', name = '', , rest = '', why = ''] = []] = readCsv(text.slice(1));
    expect(header).toEqual(['row', 'first_name', 'Mobile no', 'Odd one', 'why']);

    await page.getByRole('link', { name: 'Import another file' }).click();
    const corrected = [number, `"${name.replaceAll('"', '""')}"`, phone, rest, `"${why}"`].join();
    await choose(page, fileOf('list-failed.csv', `\uFEFFrow,first_name,Mobile no,Odd one,why\r\n${corrected}\r\n`));
    await page.getByText('This is a list of failed rows.').waitFor();
    expect(await page.getByText('Before you go on').count()).toBe(0);
    await press(page, 'Import now');
    await page.getByText('The import is done.').waitFor();
    expect(await lastImport()).toMatchObject({ created: 1, failed: 0 });
    const [lead] = (
      await desk.app.call('GET', `/leads?filter[phone]=${encodeURIComponent(phone)}`, { token: desk.cast.admin.token })
    ).body.data;
    expect(lead.contact).toMatchObject({ first_name: '=Asha, "A"', last_name: 'रा'.repeat(30) });
    expect(lead.source.name, 'as chosen for the file').toBe('Fair');
  });

  it('calls a column without a name by its position, and keeps the focus where columns are left out together', async () => {
    const page = await as(desk.cast.admin, '/import');
    const path = fileOf('unnamed.csv', csv('Phone,,Extra,', `${freshPhone()},x,y,z`, '12345,x,y,z'));
    await choose(page, path);
    await page.getByRole('columnheader', { name: 'Column 2 → ?' }).waitFor();
    expect(await page.getByLabel('Field for column 2', { exact: true }).inputValue()).toBe('');
    await page.getByLabel('Field for column 2', { exact: true }).selectOption('first_name');
    await page.getByLabel('Field for column 4', { exact: true }).selectOption('first_name');
    await page.getByText('The column Column 2 goes to First name, too.').waitFor();
    await page.getByLabel('Field for column 4', { exact: true }).selectOption('');
    await press(page, 'Leave out the 2 columns that are not decided');
    await page.locator('select:focus').waitFor();
    expect(await page.locator('select:focus').evaluate(labelOf)).toBe('Field for the column Extra');
    await press(page, 'See what would happen');
    const failed = page.getByRole('region', { name: 'Rows that would fail' });
    await failed.getByRole('columnheader', { name: 'Column 4', exact: true }).waitFor();
  });

  it('goes by keyboard alone', async () => {
    const page = await as(desk.cast.admin, '/import');
    page.on('filechooser', () => {}); // from now on the browser hands over what would be a dialog
    await page.getByRole('list', { name: 'Earlier imports' }).waitFor();
    await page.getByRole('button', { name: 'Choose a file' }).focus();
    const choosing = page.waitForEvent('filechooser');
    await page.keyboard.press('Enter');
    await (await choosing).setFiles(fileOf('keys.csv', csv('Mobile no,Extra', `${freshPhone()},x`)));
    await page.locator('h2:focus', { hasText: 'keys.csv' }).waitFor();
    await field(page, 'Mobile no').focus();
    await typeAhead(page, 'Phone');
    await page.keyboard.press('Tab');
    await typeAhead(page, 'Leave');
    expect(await field(page, 'Extra').inputValue()).toBe('ignore');
    while ((await page.evaluate('document.activeElement.textContent')) !== 'See what would happen')
      await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByText('Nothing has been written yet').waitFor();
    await page.getByRole('button', { name: 'Import now', disabled: false }).waitFor(); // until then, Tab passes it
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByText('The import is done.').waitFor();
    expect(await lastImport()).toMatchObject({ dry_run: false, created: 1 });
  });

  it('fits a phone, speaks Hindi and is readable in the dark', async () => {
    const page = await as(desk.cast.admin, '/import', { ...PHONE, locale: 'hi-IN', colorScheme: 'dark' });
    await page.getByRole('heading', { level: 1, name: 'लीड आयात करें' }).waitFor();
    await page.getByRole('list', { name: 'पहले के आयात' }).waitFor();
    await expectNoSideScroll(page);
    await expectAccessible(page);
    const columns = ['फ़ोन नंबर', 'first_name', `बहुत लंबा नाम ${'क'.repeat(80)}`];
    await choose(
      page,
      fileOf('लीड.csv', csv(columns.join('\t'), `${freshPhone()}\tआशा\tx`, `9\tरवि\t${'x'.repeat(300)}`)),
    );
    await page.getByLabel('कॉलम फ़ोन नंबर के लिए फ़ील्ड').selectOption('phone');
    await press(page, 'जो 1 कॉलम तय नहीं हैं, उन्हें छोड़ दें');
    await press(page, 'देखें कि क्या होगा');
    await page.getByText('अभी कुछ भी लिखा नहीं गया है').waitFor();
    await expectNoSideScroll(page);
    await expectAccessible(page);
    await press(page, 'अभी आयात करें');
    await page.getByText('आयात पूरा हुआ।').waitFor();
    await page.getByText('भारतीय मोबाइल नंबर लिखें').waitFor();
    await expectNoSideScroll(page);
    await expectAccessible(page);
  });

  it('refuses what is no CSV file before anything is sent, and says what to do', async () => {
    const page = await as(desk.cast.admin, '/import');
    const posts: string[] = [];
    page.on('request', (request) => request.method() === 'POST' && posts.push(request.url()));
    const large = fileOf('large.csv', 'First name,Phone\nAsha,9876543210\n');
    truncateSync(large, 201 * 1_024 * 1_024);
    const files = [
      [fileOf('leads.xlsx', Buffer.from([0x50, 0x4b, 3, 4, 9, 9])), 'This is a spreadsheet'],
      [fileOf('latin.csv', Buffer.from('Name,Phone\nJos\u00e9,98\n', 'latin1')), 'The file is not in UTF-8'],
      [fileOf('empty.csv', ''), 'The file is empty'],
      [fileOf('headless.csv', 'Asha,9876543210\n'), 'looks like a lead, not like a header line'],
      [fileOf('open.csv', 'Name,Phone\n"Asha,98\n'), 'is not closed'],
      [large, 'more than 200 MB'],
    ] as const;
    for (const [path, sentence] of files) {
      await choose(page, path);
      await page.getByRole('alert').getByText(sentence).waitFor();
    }
    await expectAccessible(page);
    await drop(page, { 'a.csv': 'Phone\n98', 'b.csv': 'Phone\n98' });
    await page.getByText('One file at a time').waitFor();
    await drop(page, { 'dropped.csv': 'Phone,Phone\n98,98\n' });
    await page.getByText('Several columns have this name').waitFor();
    await page.getByRole('heading', { name: 'dropped.csv' }).waitFor();
    expect(posts).toEqual([]);
  });

  it('survives a reload and a network that fails, and is stopped after a question', async () => {
    await pause();
    const page = await as(desk.cast.admin, '/import');
    const path = fileOf('slow.csv', csv('Phone', freshPhone(), freshPhone(), freshPhone()));
    await choose(page, path);
    await page.route('**/api/v1/imports?*', (route) => route.abort());
    await press(page, 'Import now');
    await page.getByText('The service cannot be reached').waitFor();
    await expectAccessible(page);
    await page.unroute('**/api/v1/imports?*');

    // Held up while it is sent: the page is not left without a question.
    const goOn = await holdRequests(page, '**/api/v1/imports?*');
    await press(page, 'Import now');
    await page.getByRole('progressbar', { name: 'Sending the file' }).waitFor();
    await page.getByRole('link', { name: 'Board' }).click();
    await page.getByRole('dialog', { name: 'The file is still being sent' }).waitFor();
    await expectAccessible(page);
    await press(page, 'Keep sending');
    goOn();
    await page.waitForURL('**/import/imp_*');
    await page.getByText('This one begins when those before it are finished').waitFor();
    await page.reload();
    await page.getByText('0 of 3 rows').waitFor();
    await expectAccessible(page);

    await page.route('**/api/v1/imports/imp_*', (route) => route.abort());
    await page.getByText('How far the import is cannot be read now').waitFor();
    await page.unroute('**/api/v1/imports/imp_*');
    const gone = page.getByText('How far the import is cannot be read now');
    await gone.waitFor({ state: 'detached' });
    await desk.expectComplaint(/ERR_FAILED/);

    await press(page, 'Stop the import');
    await page.getByText('Rows that are not imported: 3').waitFor();
    await expectAccessible(page);
    await press(page, 'Let it go on');
    await press(page, 'Stop the import');
    await press(page, 'Stop it');
    await page.getByText('The import was stopped.').waitFor();
    await expectAccessible(page);
    expect(await lastImport()).toMatchObject({ state: 'cancelled', created: 0 });
  });

  it('shows the progress of a trial that waits, and stops it', async () => {
    await pause();
    const page = await as(desk.cast.admin, '/import');
    await choose(page, fileOf('waits.csv', csv('Phone,Odd', `${freshPhone()},x`)));
    await field(page, 'Odd').selectOption('ignore');
    await press(page, 'See what would happen');
    await page.getByText('This one begins when those before it are finished').waitFor();
    await expectAccessible(page);
    await press(page, 'Stop');
    await page.getByText('The trial was stopped.').waitFor();
    await choose(page, fileOf('again.csv', csv('Phone,Odd', `${freshPhone()},x`)));
    await page.getByRole('heading', { name: 'again.csv' }).waitFor();
    expect(await field(page, 'Odd').inputValue(), 'as for the file before, which had the same columns').toBe('ignore');
  });

  it('lists earlier imports as far back as they are scrolled to', async () => {
    const query = 'unmapped=ignore&dry_run=true';
    const headers = { 'content-type': 'text/csv' };
    for (let n = 0; n < 27; n++) {
      const body = csv('Phone', freshPhone());
      const { status } = await desk.app.call('POST', `/imports?name=Batch%20${n}&${query}`, {
        token: desk.cast.tara.token,
        body,
        headers,
      });
      expect(status).toBe(202);
      if (n % 9 === 8) await run();
    }
    const page = await as(desk.cast.tara, '/import');
    const list = page.getByRole('list', { name: 'Earlier imports' });
    await list.getByRole('link', { name: 'Batch 26' }).waitFor();
    await list.getByRole('listitem').last().scrollIntoViewIfNeeded();
    await list.getByRole('link', { name: 'Batch 0', exact: true }).waitFor();
    expect(await list.getByRole('listitem').count(), 'a manager sees only own imports').toBe(27);
    const own = await as(desk.cast.meera, `/import/${(await lastOf(desk.cast.tara)).public_id}`);
    await own.getByText('There is no such import').waitFor();
    await expectAccessible(own);
    await desk.expectComplaint(/404/);
  });
  const lastOf = async ({ token }: { token: string }) =>
    (await desk.app.call('GET', '/imports', { token })).body.data[0];

  it('is not offered to agents, who are told who can', async () => {
    const page = await as(desk.cast.ravi, '/import');
    await page.getByText('Importing is for managers and admins').waitFor();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Go to the leads' }).click();
    await page.getByRole('heading', { level: 1, name: 'Leads' }).waitFor();
    expect(await page.getByRole('link', { name: 'Import' }).count()).toBe(0);
  });
});
