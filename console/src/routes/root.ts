import { createRootRoute, createRoute, Outlet, redirect } from '@tanstack/react-router';
import { maybeSignedIn, noteSignedIn } from '../api/client.ts';
import { meQuery } from '../api/me.ts';
import { hasCode } from '../api/problems.ts';
import { queryClient } from '../api/query-client.ts';
import { keepWorkOf } from '../api/tab-memory.ts';
import { feedStart } from '../live/feed-start.ts';
import { NotFound, RouteProblem } from '../shell/route-problem.tsx';
import { Shell } from '../shell/shell.tsx';

/** What the address says after `?`: plain texts, so that an address can be read, written and sent. */
export type Search = Readonly<Record<string, string>>;

export const asTexts = (search: Record<string, unknown>): Search =>
  Object.fromEntries(
    Object.entries(search).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  );

export const root = createRootRoute({ component: Outlet, notFoundComponent: NotFound });

/** Everything that needs somebody signed in. */
export const signedIn = createRoute({
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
