import type { MembershipSetting, Settings } from '../settings/snapshot.ts';

/** Whose a new lead becomes. Without anybody to take it, it has no owner. */
export interface Assignment {
  readonly ownerId: string | null;
  readonly teamId: string | null;
  /** Null where nobody could be chosen. */
  readonly turn: number | null;
}

const MOST_ORGANIZATIONS = 10_000;
const MOST_RETURNED = 1_000;

/** Whose turn it is, counted by this process. */
export class Turns {
  readonly #next = new Map<string, number>();
  readonly #returned = new Map<string, number[]>();

  take(organizationId: string): number {
    const returned = this.#returned.get(organizationId)?.shift();
    if (returned !== undefined) return returned;
    const turn = this.#next.get(organizationId) ?? 0;
    if (this.#next.size >= MOST_ORGANIZATIONS) {
      this.#next.clear();
      this.#returned.clear();
    }
    this.#next.set(organizationId, turn + 1);
    return turn;
  }

  /** A turn that came to nothing is the next one. */
  giveBack(organizationId: string, turn: number): void {
    this.#returned.set(organizationId, [...(this.#returned.get(organizationId) ?? []), turn].slice(-MOST_RETURNED));
  }
}

/** Round robin over the active agents that accept leads, in the order in which they joined. */
export function chooseOwner(settings: Settings, turns: Turns): Assignment {
  const candidates = agentsAcceptingLeads(settings);
  if (candidates.length === 0) return { ownerId: null, teamId: null, turn: null };
  const turn = turns.take(settings.organization.id);
  const chosen = candidates[turn % candidates.length];
  return { ownerId: chosen?.id ?? null, teamId: chosen?.team_id ?? null, turn };
}

const candidatesOf = new WeakMap<Settings, MembershipSetting[]>();

function agentsAcceptingLeads(settings: Settings): MembershipSetting[] {
  let agents = candidatesOf.get(settings);
  if (agents === undefined) {
    agents = [...settings.memberships.byId.values()]
      .filter((member) => member.role === 'agent' && member.active && member.accepting_leads)
      .sort((one, other) => (one.public_id < other.public_id ? -1 : 1));
    candidatesOf.set(settings, agents);
  }
  return agents;
}
