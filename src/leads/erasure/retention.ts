import type { Database } from '../../db/sql.ts';
import { type Round, sweepOrganizations } from '../../db/sweep.ts';
import { systemAuthor } from '../../organization/organizations.ts';
import { notFound, Problem } from '../../problems.ts';
import { type Settings, statusIdsOf } from '../../settings/snapshot.ts';
import type { SettingsStore } from '../../settings/store.ts';
import type { LeadRow } from '../row.ts';
import type { LeadWriter } from '../writing/writing.ts';
import { eraseLead } from './erase.ts';
import { listInStatus, listOrganizationsWithLost, type OldLead } from './queries.ts';

/** What a round looks at of one organization; the next one goes on behind it. */
const PAGE = 100;
const ROUND_MS = 2_000;

/** Where the walk through an organization's lost leads goes on: a status, and the lead in it after which. */
interface Position {
  readonly statusId: string;
  readonly after: OldLead | null;
}

interface RetentionParts {
  readonly database: Database;
  readonly settings: SettingsStore;
  readonly leads: LeadWriter;
}

/**
 * Erases leads that have been in a lost status for so many months without activity. A round takes a page of each organization and
 * ends after two seconds; the next one goes on where it ended. Safe in many processes: each lead is judged again under its lock.
 */
export class Retention {
  readonly #parts: RetentionParts;
  readonly #months: number | 'off';
  readonly #positions = new Map<string, Position>();
  /** The last organization that was looked at. */
  #last = '0';

  constructor(parts: RetentionParts, months: number | 'off') {
    this.#parts = parts;
    this.#months = months;
  }

  async sweep(round: Omit<Round, 'sql'> = {}): Promise<void> {
    if (this.#months === 'off') return;
    const cutoff = monthsBefore(new Date(), this.#months);
    const end = performance.now() + ROUND_MS;
    const isOver = () => round.isStopped?.() === true || performance.now() > end;
    const { database: sql } = this.#parts;
    const list = () => listOrganizationsWithLost(sql, cutoff, this.#last);
    await sweepOrganizations({ known: round.known, sql, list, isStopped: isOver }, async (organizationId) => {
      this.#last = organizationId;
      await this.#work(organizationId, cutoff, isOver);
    });
    if (!isOver()) this.#last = '0';
  }

  async #work(organizationId: string, cutoff: Date, isOver: () => boolean): Promise<void> {
    const settings = await this.#parts.settings.current(organizationId);
    const lost = statusIdsOf(settings, 'lost');
    const { statusId = lost[0], after = null } = this.#positions.get(organizationId) ?? {};
    if (statusId === undefined) return;
    const page = await listInStatus(this.#parts.database, organizationId, statusId, cutoff, after, PAGE);
    for (const lead of page) {
      if (isOver()) return;
      this.#positions.set(organizationId, { statusId, after: lead }); // one that cannot be erased does not hold up others
      if (isOld(lead, cutoff)) await this.#erase(settings, lead.public_id, cutoff);
    }
    if (page.length === PAGE) return;
    const next = lost[lost.indexOf(statusId) + 1];
    if (next === undefined) this.#positions.delete(organizationId);
    else this.#positions.set(organizationId, { statusId: next, after: null });
  }

  /** Leaves it as it is if somebody has worked on it meanwhile. */
  async #erase(settings: Settings, leadId: string, cutoff: Date): Promise<void> {
    const { database, leads } = this.#parts;
    const author = systemAuthor(settings.organization.id);
    const reason = `Retention: lost for ${this.#months} months without activity`;
    const require = (lead: LeadRow) => {
      if (settings.statuses.byId.get(lead.status_id)?.kind !== 'lost' || !isOld(lead, cutoff)) throw notFound();
    };
    const writing = { database, leads, actor: null, author, settings };
    await eraseLead(writing, { leadId, reason, suppress: false, require }).catch((error: unknown) => {
      if (!(error instanceof Problem && error.code === 'not_found')) throw error;
    });
  }
}

const isOld = ({ status_since, last_activity_at }: Pick<LeadRow, 'status_since' | 'last_activity_at'>, cutoff: Date) =>
  status_since < cutoff && last_activity_at < cutoff;

/** 31 March less a month is the last day of February. */
export function monthsBefore(now: Date, months: number): Date {
  const date = new Date(now);
  date.setUTCMonth(date.getUTCMonth() - months);
  if (date.getUTCDate() !== now.getUTCDate()) date.setUTCDate(0);
  return date;
}
