import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { browserPath } from '../support/browser.ts';
import { ConsoleDesk, expectAccessible, PHONE } from '../support/console.ts';
import { freshPhone } from '../support/leads.ts';
import { answerWith, useReceiver, verify } from '../support/receiver.ts';

let desk: ConsoleDesk;
const receiver = useReceiver();

describe.skipIf(browserPath === null)('webhooks in the settings', () => {
  beforeAll(async () => {
    desk = await ConsoleDesk.open();
  });
  afterEach(() => desk?.closePages());
  afterAll(() => desk?.close());

  const call = (method: string, path: string, body?: object) =>
    desk.app.call(method, path, { token: desk.cast.admin.token, ...(body && { body }) });
  const webhookAt = async (path: string) =>
    (await call('GET', '/webhooks')).body.data.find(({ url }: { url: string }) => url === receiver.url(path));

  it('are made, tested, seen to fail and sent again, with a secret that is shown once', async () => {
    const page = await desk.as(desk.cast.admin, '/settings/webhooks');
    await page.getByText('No webhooks yet').waitFor();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'New webhook' }).click();
    await page.getByLabel('Address of the receiver').fill('http://10.0.0.1/');
    await page.getByRole('button', { name: 'Create webhook' }).click();
    await page.getByText('must be').waitFor();
    await desk.expectComplaint(/422/);
    await page.getByLabel('Address of the receiver').fill(receiver.url('/hook'));
    await page.getByLabel('Only these').check();
    await page.getByRole('checkbox', { name: 'Moved to another stage' }).check();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Create webhook' }).click();
    const secret = await page.getByRole('textbox', { name: 'Signing secret' }).inputValue();
    expect(secret).toMatch(/^whsec_/);
    await expectAccessible(page);
    expect(await webhookAt('/hook')).toMatchObject({ events: ['lead.created', 'lead.moved'], active: true });

    await page.getByRole('button', { name: 'Send a test' }).click();
    await page.getByText('The receiver answered 204').waitFor();
    const [tested] = await receiver.expect(1, '/hook');
    if (tested === undefined) throw new Error('nothing was received');
    expect(verify(secret, tested)).toMatchObject({ type: 'webhook.test' });
    await page.getByRole('button', { name: 'I have kept it' }).click();
    await page.getByRole('textbox', { name: 'Signing secret' }).waitFor({ state: 'detached' });

    receiver.answer = answerWith(500);
    const lead = await desk.create({ first_name: 'Asha', phone: freshPhone() });
    await receiver.expect(2, '/hook');
    await page.reload();
    const item = page.getByRole('list', { name: 'Deliveries' }).getByRole('listitem').first();
    await item.getByText('Waiting').waitFor();
    await item.getByText(/Next attempt/).waitFor();
    await page.getByText('Every attempt has failed since').waitFor();
    await item
      .getByText(/attempt/, { exact: false })
      .last()
      .click();
    await item.getByRole('cell', { name: '500' }).first().waitFor();
    await expectAccessible(page);
    expect(await item.getByRole('link').getAttribute('href')).toBe(`/leads/${lead.public_id}`);

    receiver.answer = answerWith(204);
    await item.getByRole('button', { name: 'Send again: New lead' }).click();
    await item.getByText('Delivered').waitFor(); // by itself
    await page.getByText('Every attempt has failed').waitFor({ state: 'detached' });
    await page.getByLabel('Show').selectOption('Failed');
    await page.getByText('No deliveries like this.').waitFor();
    expect(new URL(page.url()).searchParams.get('status')).toBe('failed');
  });

  it('get a new secret, send past events again, and are deleted, each after it was said what that does', async () => {
    const webhook = await webhookAt('/hook');
    const page = await desk.as(desk.cast.admin, `/settings/webhooks/${webhook.public_id}`);
    await page.getByRole('button', { name: 'New secret' }).click();
    await page.getByRole('dialog').getByText('24 hours').waitFor();
    await expectAccessible(page);
    const keys: (string | undefined)[] = [];
    let isLost = true;
    await page.route('**/rotate', async (route) => {
      keys.push(route.request().headers()['idempotency-key']);
      if (!isLost) return route.continue();
      await route.fetch();
      await route.abort();
    });
    await page.getByRole('button', { name: 'Make a new secret' }).click();
    await page.getByRole('dialog').getByRole('alert').waitFor();
    await desk.expectComplaint(/ERR_FAILED/);
    isLost = false;
    await page.getByRole('button', { name: 'Make a new secret' }).click();
    const secret = await page.getByRole('textbox', { name: 'Signing secret' }).inputValue();

    expect(keys.length).toBeGreaterThan(1);
    expect(new Set(keys).size).toBe(1);

    const before = receiver.at('/hook').length;
    await page.getByRole('button', { name: 'Send again…' }).click();
    await page.getByRole('dialog').getByText('what it has seen').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Send again' }).click();
    const sent = (await receiver.expect(before + 1, '/hook')).at(-1);
    if (sent === undefined) throw new Error('nothing was received');
    expect(verify(secret, sent)).toMatchObject({ type: 'lead.created' });
    expect(String(sent.headers['webhook-signature']).split(' ')).toHaveLength(2);

    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Delete…' }).click();
    await call('PATCH', `/webhooks/${webhook.public_id}`, { description: 'In use by accounting' });
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByText('Somebody else changed it meanwhile').first().waitFor();
    await desk.expectComplaint(/412/);
    await expect.poll(() => page.getByLabel('Description').inputValue()).toBe('In use by accounting');
    expect(await webhookAt('/hook')).toBeDefined();
    await page.getByRole('button', { name: 'Delete…' }).click();
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByText('No webhooks yet').waitFor();
    expect(await webhookAt('/hook')).toBeUndefined();
  });

  it('say in words why they were turned off, on a phone and in Hindi, and tell the second of two who change one', async () => {
    const made = (await call('POST', '/webhooks', { url: receiver.url('/gone'), events: ['*'] })).body.data;
    receiver.answer = answerWith(410);
    await desk.create({ phone: freshPhone() });
    const phone = await desk.as(desk.cast.admin, '/settings/webhooks', {
      ...PHONE,
      locale: 'hi-IN',
      colorScheme: 'dark',
    });
    await receiver.expect(1, '/gone');
    await expect.poll(async () => (await webhookAt('/gone')).active).toBe(false);
    await phone.reload();
    await phone.getByText('उसे अब कुछ नहीं चाहिए').first().waitFor();
    await expectAccessible(phone);
    await phone.getByRole('link', { name: '/gone' }).click();
    await phone.getByRole('heading', { name: 'डिलीवरी' }).waitFor();
    await expectAccessible(phone);
    expect(await phone.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390);

    await phone.getByLabel('विवरण').fill('मेरा');
    await call('PATCH', `/webhooks/${made.public_id}`, { description: 'Theirs' });
    await phone.getByRole('button', { name: 'बदलाव सहेजें' }).click();
    await phone.getByRole('alert').getByText('यह बदल दिया: विवरण').waitFor();
    expect(await phone.getByLabel('विवरण').inputValue()).toBe('मेरा');
    await desk.expectComplaint(/412/);
  });

  it('say why one sends only ids, and that another address changes it', async () => {
    const settler = await desk.cast.tokenOf(desk.cast.admin, ['settings:write']);
    const body = { url: receiver.url('/ids'), events: ['*'] };
    const { public_id } = (await desk.app.call('POST', '/webhooks', { token: settler, body })).body.data;
    const page = await desk.as(desk.cast.admin, `/settings/webhooks/${public_id}`);
    await page.getByText('sends only the ids of leads').waitFor();
    await expectAccessible(page);
    await page.getByLabel('Address of the receiver').fill(receiver.url('/leads'));
    await page.getByRole('button', { name: 'Save changes' }).click();
    await page.getByText('sends only the ids of leads').waitFor({ state: 'detached' });
    await expect.poll(() => webhookAt('/leads')).toMatchObject({ public_id, sends_leads: true });
  });

  it('are for admins: a manager is told so', async () => {
    const page = await desk.as(desk.cast.meera, '/settings/webhooks');
    await page.getByText('Webhooks are for admins.').waitFor();
    expect(
      await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Webhooks' }).count(),
    ).toBe(0);
  });
});
