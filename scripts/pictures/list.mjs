/** Pictures of the guides: who sees which screen, and what is done before the picture is taken. */
export const pictures = [
  { name: 'board', who: 'manager', path: '/board' },
  { name: 'leads', who: 'manager', path: '/leads' },
  { name: 'lead', who: 'manager', path: '/leads?sort=-score', prepare: openFirstLead },
  { name: 'my-leads', who: 'agent', path: '/my-leads', phone: true },
  { name: 'my-leads-hindi', who: 'agent', path: '/my-leads', phone: true, dark: true, language: 'hi-IN' },
  { name: 'report-funnel', who: 'manager', path: '/reports/funnel?created_at=last_90_days' },
  {
    name: 'report-conversion',
    who: 'manager',
    path: '/reports/conversion?created_at=last_90_days&group_by=source',
  },
  { name: 'import', who: 'manager', path: '/import', prepare: chooseFile },
  { name: 'settings', who: 'admin', path: '/settings' },
  { name: 'pipeline', who: 'admin', path: '/settings/pipeline' },
  { name: 'rule', who: 'admin', path: '/settings/distribution', prepare: tryRule },
  // It changes the hours of an agent, which the picture of the rule must not show.
  { name: 'person', who: 'admin', path: '/settings/people', prepare: openPerson },
  { name: 'form', who: 'admin', path: '/settings/forms/new', prepare: nameForm },
];

async function openFirstLead(page) {
  await page.locator('a[href^="/leads/lead_"]').first().click();
  await page.waitForURL('**/leads/lead_*');
  await page.getByRole('heading', { level: 1 }).first().waitFor();
}

async function chooseFile(page) {
  const rows = [
    'Asha Rao;98200 12345;Andheri;3 BHK',
    'Vikram Das;98111 22334;Powai;2 BHK',
    'Sana Shah;90040 55667;Thane;',
  ];
  const buffer = Buffer.from(`Customer;Mobile no;Area;Interest\n${rows.join('\n')}\n`);
  await page.locator('input[type=file]').setInputFiles({ name: 'property-fair.csv', mimeType: 'text/csv', buffer });
  await page.getByLabel('Field for the column Mobile no', { exact: true }).selectOption('phone');
  await page.getByLabel('Field for the column Customer', { exact: true }).selectOption('first_name');
}

async function openPerson(page, { call }) {
  const people = await call('GET', '/memberships');
  const agent = people.find(({ role }) => role === 'agent');
  const hours = ['09:30-13:00', '14:00-18:30'];
  const working_hours = Object.fromEntries(['mon', 'tue', 'wed', 'thu', 'fri'].map((day) => [day, hours]));
  await call('PATCH', `/memberships/${agent.public_id}`, { working_hours, open_cap: 60, daily_cap: 15 });
  await page.reload();
  await page.getByRole('link', { name: agent.name }).first().click();
  await page.waitForURL('**/settings/people/mem_*');
}

async function tryRule(page) {
  await page.locator('a[href^="/settings/distribution/rule_"]').first().click();
  const button = page.getByRole('button', { name: 'Try on these leads' });
  await button.click();
  await page.getByText('were given out once more').waitFor();
  await page.getByRole('heading', { name: /Try/ }).first().scrollIntoViewIfNeeded();
}

async function nameForm(page) {
  await page.getByLabel('Name', { exact: false }).first().fill('Book a site visit');
}
