import type { EnsureQueryDataOptions } from '@tanstack/react-query';
import { lazyRouteComponent } from '@tanstack/react-router';
import { loadCode } from '../api/load-code.ts';
import { type Ability, type Me, meQuery } from '../api/me.ts';
import { queryClient } from '../api/query-client.ts';
import { loadSections } from '../texts/section.ts';

/** A screen whose code and texts are loaded when it is opened. */
// biome-ignore lint/suspicious/noExplicitAny: whatever else the file exports
export const screen = <Code extends Record<string, any>, Name extends keyof Code>(
  load: () => Promise<Code>,
  name: Name,
) =>
  lazyRouteComponent(async () => {
    // The router reloads the page where a file is gone, as after an upgrade. Without a connection that would leave the browser's error page.
    const code = await loadCode(load);
    await loadSections();
    return code;
  }, name);

// biome-ignore lint/suspicious/noExplicitAny: queries of different types side by side
export type AnyQuery = EnsureQueryDataOptions<any, any, any, any>;

/**
 * Fetches what a page cannot be shown without, beside the page's code. Left to the page, React would show a fallback, and what
 * comes after a fallback only 300 ms later. A failure is told by the page, which asks again.
 */
export async function fetchNeeded(ability: Ability, queriesFor: (me: Me) => readonly AnyQuery[]): Promise<void> {
  const me = queryClient.getQueryData(meQuery.queryKey);
  if (!me?.abilities.includes(ability)) return;
  await Promise.allSettled(queriesFor(me).map((query) => queryClient.ensureQueryData(query)));
}
