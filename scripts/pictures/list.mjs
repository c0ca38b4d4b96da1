/** Pictures of the guides: who sees which screen, and what is done before the picture is taken. */
export const pictures = [
  { name: 'board', who: 'manager', path: '/board' },
  { name: 'leads', who: 'manager', path: '/leads' },
  { name: 'lead', who: 'manager', path: '/leads?sort=-score', prepare: openFirstLead },
  { name: 'my-leads', who: 'agent', path: '/my-leads', phone: true },
  { name: 'my-leads-hindi', who: 'agent', path: '/my-leads', phone: true, dark: true, language: 'hi-IN' },
  { name: 'settings', who: 'admin', path: '/settings' },
];

async function openFirstLead(page) {
  await page.locator('a[href^="/leads/lead_"]').first().click();
  await page.waitForURL('**/leads/lead_*');
  await page.getByRole('heading', { level: 1 }).first().waitFor();
}
