import type { ListedLead, Page } from '@leadline/client';
import type { InfiniteData } from '@tanstack/react-query';
import type { Filters, Lead, Sort } from '../../api/leads.ts';

/** A lead of a column, with the time since which it is in its status, if that is known. */
export type BoardLead = ListedLead;
export type ColumnPages = InfiniteData<Page<BoardLead>, unknown>;

/** What a column lists. */
export interface Column {
  status: string;
  filters: Filters;
  sort: Sort;
}

const keyOf: Record<Sort, (lead: Lead) => string | number> = {
  '-last_activity_at': (lead) => lead.last_activity_at,
  '-created_at': (lead) => lead.created_at,
  '-score': (lead) => lead.score,
  score: (lead) => -lead.score,
};

/** Whether one comes before the other. Ids are ordered by time, as the service breaks ties. */
function isBefore(sort: Sort, one: Lead, other: Lead): boolean {
  const [key, otherKey] = [keyOf[sort](one), keyOf[sort](other)];
  return key === otherKey ? one.public_id > other.public_id : key > otherKey;
}

/** As far as a lead by itself can tell; the service knows about words and times. */
export const matches = ({ owner, source, score_band }: Filters, lead: Lead): boolean =>
  (owner === undefined || owner.split(',').includes(lead.owner?.public_id ?? 'none')) &&
  (source === undefined || (lead.source !== null && source.split(',').includes(lead.source.public_id))) &&
  (score_band === undefined || score_band === lead.score_band);

export const findIn = (kept: ColumnPages | undefined, id: string): BoardLead | undefined => {
  for (const page of kept?.pages ?? []) {
    const found = page.data.find((lead) => lead.public_id === id);
    if (found !== undefined) return found;
  }
  return undefined;
};

/** A status that changed began with the change; else the stage is what it was. */
export const staged = (known: BoardLead, lead: Lead): BoardLead =>
  known.status.public_id === lead.status.public_id
    ? { ...known, ...lead }
    : { ...lead, stage: { entered_at: lead.updated_at } };

export function without(kept: ColumnPages, id: string): ColumnPages {
  if (findIn(kept, id) === undefined) return kept;
  const pages = kept.pages.map((page) => ({ ...page, data: page.data.filter((lead) => lead.public_id !== id) }));
  return { ...kept, pages };
}

/** Puts the lead where the order wants it; after all that are loaded only if `isLast` says so, or there are no more. */
export function entered(kept: ColumnPages, sort: Sort, lead: BoardLead, isLast = true): ColumnPages {
  const rest = without(kept, lead.public_id);
  const at = rest.pages.findIndex(({ data }) => data.some((one) => isBefore(sort, lead, one)));
  const last = rest.pages.length - 1;
  if (at === -1 && rest.pages[last]?.next !== null && !isLast) return rest;
  const place = at === -1 ? last : at;
  const pages = rest.pages.map((page, n) => (n === place ? { ...page, data: inserted(page.data, sort, lead) } : page));
  return { ...rest, pages };
}

/** Whether the lead comes after all that are loaded, and there are more. */
export const isBeyond = ({ pages }: ColumnPages, sort: Sort, lead: Lead): boolean =>
  pages.at(-1)?.next !== null && !pages.some(({ data }) => data.some((one) => isBefore(sort, lead, one)));

/**
 * The column after its first page was read again. Cards that had their place before the end of that page and are not on it
 * have gone, unless they came or changed while it was read: `before` is what the column was when it was asked for.
 */
export function refreshed(kept: ColumnPages, before: ColumnPages, sort: Sort, first: Page<BoardLead>): ColumnPages {
  const ids = new Set(first.data.map(({ public_id }) => public_id));
  const known = new Set(before.pages.flatMap(({ data }) => data));
  const end = first.data.at(-1);
  const isGone = (lead: BoardLead): boolean =>
    known.has(lead) && !ids.has(lead.public_id) && end !== undefined && keyOf[sort](lead) > keyOf[sort](end);
  let now = { ...kept, pages: kept.pages.map((page) => ({ ...page, data: page.data.filter((one) => !isGone(one)) })) };
  for (const lead of first.data) now = entered(now, sort, lead, false);
  return now;
}

export function inserted(leads: readonly BoardLead[], sort: Sort, lead: BoardLead): BoardLead[] {
  const at = leads.findIndex((one) => isBefore(sort, lead, one));
  return at === -1 ? [...leads, lead] : leads.toSpliced(at, 0, lead);
}

/** The column after the lead has changed. */
export function followed(kept: ColumnPages, { status, filters, sort }: Column, lead: BoardLead): ColumnPages {
  if (lead.status.public_id !== status || !matches(filters, lead)) return without(kept, lead.public_id);
  return entered(kept, sort, lead);
}

/** What a column shows: what was read, but for cards that are held elsewhere, and with those held here. */
export function shownIn(
  { status, sort }: Column,
  kept: ColumnPages | undefined,
  held: ReadonlyMap<string, BoardLead>,
): BoardLead[] {
  const seen = new Set<string>();
  let shown: BoardLead[] = [];
  for (const { data } of kept?.pages ?? []) {
    for (const lead of data) {
      const { public_id } = lead;
      if (seen.has(public_id) || lead.status.public_id !== status) continue;
      if ((held.get(public_id) ?? lead).status.public_id !== status) continue;
      seen.add(public_id);
      shown.push(lead);
    }
  }
  for (const lead of held.values()) {
    if (lead.status.public_id === status && !seen.has(lead.public_id)) shown = inserted(shown, sort, lead);
  }
  return shown;
}
