import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { browserPath } from '../support/browser.ts';
import { ConsoleDesk, expectAccessible, PHONE, typeAhead } from '../support/console.ts';
import { freshPhone } from '../support/leads.ts';

let desk: ConsoleDesk;
let lead: { public_id: string };

describe.skipIf(browserPath === null)('the audit trail in the settings', () => {
  beforeAll(async () => {
    desk = await ConsoleDesk.open();
    await desk.giveAllTo(desk.cast.ravi);
    lead = await desk.create({ first_name: 'Asha', last_name: 'Rao', phone: freshPhone() });
    const statuses = (await call('GET', '/statuses')).body.data;
    const contacted = statuses.find(({ name }: { name: string }) => name === 'Contacted').public_id;
    await call('POST', `/leads/${lead.public_id}/status`, { status: contacted }, desk.cast.ravi.token);
    await call('PATCH', `/leads/${lead.public_id}`, { estimated_value: 250_000 }, desk.cast.ravi.token);
    await call('POST', '/sources', { name: 'Fair' });
    const gone = await desk.create({ first_name: 'Kavita', phone: freshPhone() });
    await call('DELETE', `/leads/${gone.public_id}?reason=asked&suppress=false`);
  });
  afterAll(() => desk?.close());

  const call = (method: string, path: string, body?: object, token = desk.cast.admin.token) =>
    desk.app.call(method, path, { token, ...(body && { body }) });

  it('says who did what to what, and is filtered by what, who, record and time, in the address', async () => {
    const page = await desk.as(desk.cast.admin, '/settings/audit');
    const entries = page.getByRole('list', { name: 'Entries' }).getByRole('listitem');
    const moved = page.getByRole('listitem').filter({ hasText: 'Lead moved' }).first();
    await moved.getByRole('link', { name: 'Asha Rao' }).waitFor();
    await moved.getByText('Contacted').waitFor();
    await moved.getByText('New', { exact: true }).waitFor();
    await page.getByRole('listitem').filter({ hasText: 'Lead erased' }).waitFor();
    await expectAccessible(page);

    await page.getByLabel('What', { exact: true }).selectOption('Lead moved');
    await page.getByRole('listitem').filter({ hasText: 'Lead erased' }).waitFor({ state: 'detached' });
    expect(new URL(page.url()).searchParams.get('action')).toBe('lead.moved');
    await moved.getByRole('button', { name: 'Ravi' }).click();
    await page.waitForURL(({ searchParams }) => searchParams.get('actor') === desk.cast.ravi.membership);
    await page.getByRole('button', { name: 'Clear filters' }).click();

    await page
      .getByRole('listitem')
      .filter({ hasText: 'Lead moved' })
      .getByRole('button', { name: 'Only this record' })
      .first()
      .click();
    await page.getByRole('button', { name: 'Only Asha Rao' }).waitFor();
    await expect.poll(() => page.getByRole('link', { name: 'Asha Rao' }).count()).toBe(3);
    await page.getByText('₹2,50,000').waitFor();
    await page.getByLabel('To').fill('2020-01-01');
    await page.getByText('Nothing matches these filters').waitFor();
    await expectAccessible(page);
    await page.goBack();
    await expect.poll(() => page.getByRole('link', { name: 'Asha Rao' }).count()).toBe(3);

    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save as CSV' }).click();
    const file = readFileSync(await (await saved).path(), 'utf8');
    expect(file.trim().split('\r\n')).toHaveLength(4);
    expect(file).toContain('Status: New → Contacted');
    expect(await entries.count()).toBeGreaterThanOrEqual(3);
    await page.close(); // or it would read every event of the next tests
  });

  it('is narrowed to one record with the keyboard alone', async () => {
    const page = await desk.as(desk.cast.admin, '/settings/audit');
    await page.getByRole('listitem').filter({ hasText: 'Lead moved' }).first().waitFor();
    const focused = () =>
      page.evaluate('document.activeElement.labels?.[0]?.textContent ?? document.activeElement.title ?? ""');
    const tabTo = async (wanted: string) => {
      for (let n = 0; n < 60 && (await focused()) !== wanted; n++) await page.keyboard.press('Tab');
      expect(await focused()).toBe(wanted);
    };
    await tabTo('On what');
    await typeAhead(page, 'Source');
    await page.getByRole('listitem').filter({ hasText: 'Lead moved' }).first().waitFor({ state: 'detached' });
    await page.getByTitle('Only this record').first().waitFor();
    await tabTo('Only this record');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Only Fair' }).waitFor();
    expect(new URL(page.url()).searchParams.get('kind')).toBe('source');
    await page.close();
  });

  it('shows a manager the leads of the team, on a phone, in Hindi and in the dark', async () => {
    const options = { ...PHONE, locale: 'hi-IN', colorScheme: 'dark' } as const;
    const page = await desk.as(desk.cast.meera, '/settings/audit?action=lead.created', options);
    await page.getByRole('link', { name: 'Asha Rao' }).first().waitFor();
    expect(await page.getByLabel('किस पर').count()).toBe(0);
    expect(await page.getByText('स्रोत बना').count()).toBe(0);
    await expectAccessible(page);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390);
    await page.close();
  });

  it('reads on by itself while pages are empty, and further back when it is scrolled', async () => {
    await desk.app.services.database.rows(
      `insert into audit_entries (organization_id, public_id, action, subject_type, subject_public_id, lead_id, changes)
       select $1, 'aud_' || lpad(n::text, 26, '0'), 'lead.updated', 'lead', $2, leads.id, '[]'
         from generate_series(1, 12000) as n join leads on leads.public_id = $2`,
      [desk.cast.organizationId, lead.public_id],
    );
    const page = await desk.as(desk.cast.admin, '/settings/audit?action=lead.moved');
    await page.getByRole('link', { name: 'Asha Rao' }).waitFor();
    await page.getByLabel('What', { exact: true }).selectOption('');
    const items = page.getByRole('list', { name: 'Entries' }).locator('> li');
    await expect.poll(() => items.count()).toBe(50);
    await items.last().scrollIntoViewIfNeeded();
    await expect.poll(() => items.count()).toBeGreaterThan(50);
  });

  it('says what it does not know by its own name, a long list in part, and offers to try again after a failure', async () => {
    await desk.app.services.database.rows(
      `insert into audit_entries (organization_id, public_id, action, subject_type, subject_public_id, changes, occurred_at)
       values ($1, 'aud_future', 'robot.waved', 'view', 'view_1', $2, now() + interval '1 day')`,
      [
        desk.cast.organizationId,
        JSON.stringify([
          { field: 'arm', from: 'left', to: 'right' },
          { field: 'hands', from: null, to: Array(8).fill(desk.cast.ravi.membership) },
        ]),
      ],
    );
    const page = await desk.page();
    await page.addInitScript(`sessionStorage.setItem('leadline.token', '${desk.cast.admin.token}')`);
    let fails = true;
    await page.route('**/api/v1/audit?*', (route) =>
      fails
        ? route.fulfill({
            status: 500,
            contentType: 'application/problem+json',
            body: '{"code":"internal_error","title":"x","status":500,"detail":"x","request_id":"r","type":"x"}',
          })
        : route.continue(),
    );
    await page.goto(`${desk.own}/settings/audit`);
    await page.getByText('could not be loaded').waitFor();
    await desk.expectComplaint(/500/);
    fails = false;
    await page.getByRole('button', { name: 'Try again' }).click();
    const entry = page.getByRole('listitem').filter({ hasText: 'robot.waved' });
    await entry.getByText('arm:').waitFor();
    await entry.getByText('right').waitFor();
    const pool = entry.filter({ hasText: 'hands' });
    await expect.poll(() => pool.getByText('Ravi Iyer').count()).toBe(5);
    await pool.getByRole('button', { name: 'and 3 more' }).click();
    await expect.poll(() => pool.getByText('Ravi Iyer').count()).toBe(8);
  });
});
