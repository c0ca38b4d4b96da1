import { oncePerSettings } from '../../settings/once.ts';
import type { LeadRow } from '../row.ts';

const MOST_LEADS = 10_000;

const memory = oncePerSettings(() => ({ leads: new Map<string, Known>(), routes: new Map<string, string>() }));

interface Known {
  readonly version: number;
  /** What was rolled back leaves its version to another state of the lead. */
  readonly changedAt: number;
  readonly route: string;
}

type Settings = Parameters<typeof memory>[0];

/** The route that the lead was found to be on. To match it to the rules again would take long where there are many. */
export function knownRoute(settings: Settings, { id, version, updated_at }: LeadRow): string | undefined {
  const known = memory(settings).leads.get(id);
  return known?.version === version && known.changedAt === updated_at.getTime() ? known.route : undefined;
}

export function rememberRoute(settings: Settings, { id, version, updated_at }: LeadRow, route: string): void {
  const { leads, routes } = memory(settings);
  if (leads.size >= MOST_LEADS) {
    leads.clear();
    routes.clear();
  }
  const same = routes.get(route) ?? route; // one text for all leads on it
  routes.set(same, same);
  leads.set(id, { version, changedAt: updated_at.getTime(), route: same });
}
