import { createRoute, createRouter, redirect } from '@tanstack/react-router';
import { noteSignedIn, onSignedOut } from './api/client.ts';
import { optionsQuery } from './api/leads.ts';
import { meQuery } from './api/me.ts';
import { queryClient } from './api/query-client.ts';
import { keepTyped } from './api/tab-memory.ts';
import { asTexts, root, signedIn } from './routes/root.ts';
import { fetchNeeded, screen } from './routes/screen.ts';
import { settingsRoutes } from './routes/settings/routes.ts';
import { Loading } from './shell/loading.tsx';
import { RouteProblem } from './shell/route-problem.tsx';

export type { Search } from './routes/root.ts';

/** Pipeline, sources and custom fields: what pages with leads name things by. */
const fetchOptions = () => fetchNeeded('leads:read', () => [optionsQuery]);

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  validateSearch: asTexts,
  component: screen(() => import('./routes/sign-in/sign-in.tsx'), 'SignIn'),
});

const invitation = createRoute({
  getParentRoute: () => root,
  path: '/invitation',
  component: screen(() => import('./routes/sign-in/invitation.tsx'), 'Invitation'),
});

const home = createRoute({
  getParentRoute: () => signedIn,
  path: '/',
  beforeLoad: async () => {
    const me = await queryClient.ensureQueryData(meQuery);
    if (me.role === 'admin') {
      const { isFirstRun } = await import('./routes/welcome/first-run.ts');
      if (await isFirstRun(me)) throw redirect({ to: '/welcome', replace: true });
    }
    throw redirect({ to: me.role === 'agent' ? '/my-leads' : '/board', replace: true });
  },
});

const myLeads = createRoute({
  getParentRoute: () => signedIn,
  path: '/my-leads',
  validateSearch: asTexts,
  loader: fetchOptions,
  component: screen(() => import('./routes/my-leads/my-leads.tsx'), 'MyLeads'),
});

const leads = createRoute({
  getParentRoute: () => signedIn,
  path: '/leads',
  validateSearch: asTexts,
  loader: fetchOptions,
  component: screen(() => import('./routes/leads/leads.tsx'), 'Leads'),
});

const lead = createRoute({
  getParentRoute: () => signedIn,
  path: '/leads/$leadId',
  loader: fetchOptions,
  component: screen(() => import('./routes/lead/lead.tsx'), 'Lead'),
});

const board = createRoute({
  getParentRoute: () => signedIn,
  path: '/board',
  validateSearch: asTexts,
  loader: fetchOptions,
  component: screen(() => import('./routes/board/board.tsx'), 'Board'),
});

const account = createRoute({
  getParentRoute: () => signedIn,
  path: '/account',
  component: screen(() => import('./routes/account/account.tsx'), 'Account'),
});

const reports = createRoute({
  getParentRoute: () => signedIn,
  path: '/reports',
  validateSearch: asTexts,
  loader: fetchOptions,
  component: screen(() => import('./routes/reports/reports.tsx'), 'Reports'),
});

const report = createRoute({
  getParentRoute: () => signedIn,
  path: '/reports/$report',
  validateSearch: asTexts,
  loader: fetchOptions,
  component: screen(() => import('./routes/reports/reports.tsx'), 'Reports'),
});

const imports = createRoute({
  getParentRoute: () => signedIn,
  path: '/import',
  component: screen(() => import('./routes/import/import.tsx'), 'Import'),
});

const oneImport = createRoute({
  getParentRoute: () => signedIn,
  path: '/import/$importId',
  component: screen(() => import('./routes/import/one-import.tsx'), 'OneImport'),
});

const welcome = createRoute({
  getParentRoute: () => signedIn,
  path: '/welcome',
  beforeLoad: async () => {
    const { role, abilities } = await queryClient.ensureQueryData(meQuery);
    if (role !== 'admin' || !abilities.includes('settings:write')) throw redirect({ to: '/', replace: true });
  },
  loader: fetchOptions,
  component: screen(() => import('./routes/welcome/welcome.tsx'), 'Welcome'),
});

const routeTree = root.addChildren([
  signIn,
  invitation,
  signedIn.addChildren([
    home,
    myLeads,
    leads,
    lead,
    board,
    reports,
    report,
    imports,
    oneImport,
    welcome,
    settingsRoutes,
    account,
  ]),
]);

export const router = createRouter({
  routeTree,
  defaultPreload: 'intent',
  defaultErrorComponent: RouteProblem,
  defaultPendingComponent: Loading,
  defaultPendingMs: 300,
  defaultPendingMinMs: 0,
  parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
  stringifySearch: (search) => {
    const text = new URLSearchParams(asTexts(search)).toString();
    return text === '' ? '' : `?${text}`;
  },
});

onSignedOut(() => {
  const { href, pathname } = router.state.location;
  if (queryClient.getQueryData(meQuery.queryKey) === undefined) return; // nobody was: the route says so itself
  if (pathname === '/sign-in') return; // on the way there already
  noteSignedIn(false);
  keepTyped();
  // Cleared when the screen is left: until then it would read everything anew, in vain.
  void router
    .navigate({ to: '/sign-in', search: { to: href, problem: 'ended' }, ignoreBlocker: true })
    .finally(() => queryClient.clear());
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
