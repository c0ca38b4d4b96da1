/** The frame around every screen. */
export const shell = {
  skip: 'Skip to the content',
  main: 'Main',
  myLeads: 'My leads',
  leads: 'Leads',
  board: 'Board',
  reports: 'Reports',
  import: 'Import',
  settings: 'Settings',
  setUp: 'Set up Leadline',
  account: 'Account',
  signOut: 'Sign out',
  signedInAs: (name: string, role: string) => `Signed in as ${name}, ${role}`,
  menu: 'Your account',
  apiReference: 'API reference',
  live: 'Changes appear by themselves',
  notLive: 'No connection for live changes. Trying again…',
};
