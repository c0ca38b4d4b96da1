import type { Transaction } from '../../db/sql.ts';
import type { Choice } from '../../distribution/choose.ts';
import { assignmentEvent } from '../../distribution/explanation.ts';
import { type Plan, planFor, planOnRoute, routeOf, rulesInForce } from '../../distribution/plan.ts';
import type { Rotation } from '../../distribution/rotation.ts';
import { systemAuthor } from '../../organization/organizations.ts';
import type { Settings } from '../../settings/snapshot.ts';
import { Pace } from '../../slots/pace.ts';
import { complete } from '../render.ts';
import { factsOf, type LeadRow } from '../row.ts';
import { rescore } from '../scores/scored.ts';
import { currentSignals } from '../scores/signals.ts';
import { activity, audit, type LeadWrite } from '../writing/events.ts';
import { laterOf } from '../writing/later-of.ts';
import { knownRoute, rememberRoute } from './route-memory.ts';

export const planOf = (settings: Settings, lead: LeadRow, at: Date): Plan =>
  planFor(settings, rulesInForce(settings), factsOf(settings, lead), at);

/** Leads on a route that is blocked, or turns out to be, wait on, so that nobody is overtaken. */
export async function assignWaiting(
  sql: Transaction,
  settings: Settings,
  rotation: Rotation,
  queue: readonly LeadRow[],
  known: ReadonlySet<string>,
) {
  const now = new Date();
  const pace = new Pace();
  const waiting: { lead: LeadRow; route: string }[] = [];
  for (const lead of queue.filter((one) => isToBeAssigned(settings, one))) {
    if (pace.isDue()) await pace.yield();
    const route = findRoute(settings, lead, now);
    if (!known.has(route)) waiting.push({ lead, route });
  }
  const routes = new Set(waiting.map(({ route }) => route));
  const plans = new Map([...routes].map((route) => [route, planOnRoute(settings, route, now)]));
  await rotation.read(sql, [...plans.values()]);
  const writes: LeadWrite[] = [];
  const blocked = new Set<string>();
  for (const { lead, route } of waiting) {
    const plan = plans.get(route);
    if (plan === undefined || blocked.has(route)) continue;
    const choice = rotation.assign(plan);
    if (choice.ownerId === null) blocked.add(route);
    else writes.push(await assignmentOf(sql, settings, lead, choice, now));
  }
  // Somebody has these by now, or they are closed: they wait no more.
  const settled = queue.filter((lead) => !isToBeAssigned(settings, lead)).map(({ id }) => id);
  return { writes, settled, blocked };
}

function findRoute(settings: Settings, lead: LeadRow, at: Date): string {
  const known = knownRoute(settings, lead);
  if (known !== undefined) return known;
  const route = routeOf(planOf(settings, lead, at));
  rememberRoute(settings, lead, route);
  return route;
}

async function assignmentOf(
  sql: Transaction,
  settings: Settings,
  before: LeadRow,
  choice: Choice,
  at: Date,
): Promise<LeadWrite> {
  const owner = settings.memberships.byId.get(choice.ownerId ?? '');
  const now = laterOf(at, before.updated_at);
  const lead: LeadRow = {
    ...before,
    owner_id: owner?.id ?? null,
    team_id: owner?.team_id ?? null,
    last_activity_at: laterOf(now, before.last_activity_at),
    updated_at: now,
    version: before.version + 1,
  };
  const events = {
    activities: [activity('assigned')],
    assignment: assignmentEvent(choice),
    audit: audit('assigned', [{ field: 'owner', from: null, to: owner?.public_id ?? null }]),
  };
  const signals = await currentSignals(sql, settings, before, now);
  complete(lead, rescore(settings, before, lead, signals, events, now));
  return { author: systemAuthor(settings.organization.id), settings, before, lead, events };
}

const isOpen = ({ statuses }: Settings, lead: LeadRow): boolean => statuses.byId.get(lead.status_id)?.kind === 'open';

/** Without an owner, and still to be worked on. */
const isToBeAssigned = (settings: Settings, lead: LeadRow): boolean => lead.owner_id === null && isOpen(settings, lead);

/** A closed lead is open again, and has no owner. */
export const isReopened = (settings: Settings, before: LeadRow, after: LeadRow): boolean =>
  !isOpen(settings, before) && isToBeAssigned(settings, after);

/** After this change a waiting lead may be assignable that was not before. */
export const mayAssignWaiting = (settings: Settings, before: LeadRow, after: LeadRow): boolean =>
  freesCapacity(settings, before, after) || isReopened(settings, before, after);

/** Whether somebody with a cap has an open lead less: then another may take its place. */
export function freesCapacity(settings: Settings, before: LeadRow, after: LeadRow): boolean {
  const owner = before.owner_id === null ? undefined : settings.memberships.byId.get(before.owner_id);
  const isLess = isOpen(settings, before) && (after.owner_id !== before.owner_id || !isOpen(settings, after));
  return isLess && owner !== undefined && owner.open_cap !== null;
}
