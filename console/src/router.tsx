import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router';
import { maybeSignedIn, noteSignedIn } from './api/client.ts';
import { meQuery } from './api/me.ts';
import { hasCode } from './api/problems.ts';
import { onSignedOut, queryClient } from './api/query-client.ts';
import { keepWorkOf } from './api/tab-memory.ts';
import { feedStart } from './live/feed-start.ts';
import { NotFound, RouteProblem } from './shell/route-problem.tsx';
import { Shell } from './shell/shell.tsx';

/** What the address says after `?`: plain texts, so that an address can be read, written and sent. */
export type Search = Readonly<Record<string, string>>;

const asTexts = (search: Record<string, unknown>): Search =>
  Object.fromEntries(
    Object.entries(search).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  );

const root = createRootRoute({ component: Outlet, notFoundComponent: NotFound });

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  validateSearch: asTexts,
  component: lazyRouteComponent(() => import('./routes/sign-in/sign-in.tsx'), 'SignIn'),
});

const invitation = createRoute({
  getParentRoute: () => root,
  path: '/invitation',
  component: lazyRouteComponent(() => import('./routes/sign-in/invitation.tsx'), 'Invitation'),
});

/** Everything that needs somebody signed in. */
const signedIn = createRoute({
  getParentRoute: () => root,
  id: 'signed-in',
  component: Shell,
  errorComponent: RouteProblem,
  notFoundComponent: NotFound,
  beforeLoad: async ({ location }) => {
    const to = location.pathname === '/' ? {} : { to: location.href };
    if (!maybeSignedIn()) throw redirect({ to: '/sign-in', search: to, replace: true });
    try {
      const { membership, abilities } = await queryClient.ensureQueryData(meQuery);
      keepWorkOf(membership.public_id);
      if (abilities.includes('events:read')) await feedStart();
    } catch (error) {
      if (!hasCode(error, 'unauthenticated')) throw error;
      noteSignedIn(false);
      throw redirect({ to: '/sign-in', search: { ...to, problem: 'ended' }, replace: true });
    }
  },
});

const home = createRoute({
  getParentRoute: () => signedIn,
  path: '/',
  beforeLoad: async () => {
    const { role } = await queryClient.ensureQueryData(meQuery);
    throw redirect({ to: role === 'agent' ? '/my-leads' : '/board', replace: true });
  },
});

const myLeads = createRoute({
  getParentRoute: () => signedIn,
  path: '/my-leads',
  validateSearch: asTexts,
  component: lazyRouteComponent(() => import('./routes/my-leads/my-leads.tsx'), 'MyLeads'),
});

const leads = createRoute({
  getParentRoute: () => signedIn,
  path: '/leads',
  validateSearch: asTexts,
  component: lazyRouteComponent(() => import('./routes/leads/leads.tsx'), 'Leads'),
});

const lead = createRoute({
  getParentRoute: () => signedIn,
  path: '/leads/$leadId',
  component: lazyRouteComponent(() => import('./routes/lead/lead.tsx'), 'Lead'),
});

const board = createRoute({
  getParentRoute: () => signedIn,
  path: '/board',
  validateSearch: asTexts,
  component: lazyRouteComponent(() => import('./routes/board/board.tsx'), 'Board'),
});

const account = createRoute({
  getParentRoute: () => signedIn,
  path: '/account',
  component: lazyRouteComponent(() => import('./routes/account/account.tsx'), 'Account'),
});

const routeTree = root.addChildren([
  signIn,
  invitation,
  signedIn.addChildren([home, myLeads, leads, lead, board, account]),
]);

export const router = createRouter({
  routeTree,
  defaultPreload: 'intent',
  defaultErrorComponent: RouteProblem,
  parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
  stringifySearch: (search) => {
    const text = new URLSearchParams(asTexts(search)).toString();
    return text === '' ? '' : `?${text}`;
  },
});

onSignedOut(() => {
  if (queryClient.getQueryData(meQuery.queryKey) === undefined) return; // nobody was: the route says so itself
  noteSignedIn(false);
  queryClient.clear();
  void router.navigate({ to: '/sign-in', search: { to: router.state.location.href, problem: 'ended' } });
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
