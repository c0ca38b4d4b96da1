import type { Actor } from '../access/actor.ts';
import { append } from '../audit/append.ts';
import { alteration, type Entry } from '../audit/audit.ts';
import { emailKey, isEmail } from '../http/email.ts';
import { normalizePhone } from '../http/phone.ts';
import { DEFAULT_SORT } from '../leads/listing/filter.ts';
import {
  filterFaults,
  isOfOnePerson,
  type LeadFilters,
  NOT_KEPT,
  readFilters,
  withoutPersonal,
} from '../leads/listing/named-filter.ts';
import type { Call } from '../operation.ts';
import { conflict, type FieldErrors, found } from '../problems.ts';
import { newPublicId } from '../public-id.ts';
import { requireRoom } from '../settings/limits.ts';
import type { Settings } from '../settings/snapshot.ts';
import { columnFaults } from './columns.ts';
import {
  countViews,
  deleteViewRow,
  findView,
  insertView,
  lockMembership,
  lockView,
  type StoredView,
  updateView,
  type ViewRow,
} from './queries.ts';
import type { View, ViewCreate, ViewPatch } from './schemas.ts';

/** Who changes views, and by which settings they are read. */
type ViewChange = Pick<Call, 'sql' | 'actor' | 'author' | 'settings'>;

export const presentView = (row: ViewRow): View => ({
  public_id: row.public_id,
  name: row.name,
  filters: JSON.parse(row.filters),
  sort: row.sort,
  columns: JSON.parse(row.columns),
  shared: row.shared,
  owner: { public_id: row.owner_public_id, name: row.owner_name },
  created_at: row.created_at.toISOString(),
});

/** Only what is sent is judged: what a view names may have been archived since. */
export const checkView = ({ filters, columns }: ViewPatch, settings: Settings): FieldErrors => ({
  ...filterFaults(settings, 'filters', filters),
  ...columnFaults(settings, columns),
});

export function createView({ sql: database, actor, author, settings }: ViewChange, input: ViewCreate): Promise<View> {
  return database.begin(async (sql) => {
    await lockMembership(sql, actor);
    requireRoom('views', await countViews(sql, actor));
    const publicId = newPublicId('view');
    await insertView(sql, actor, publicId, storedView(settings, input, fresh));
    const row = found(await findView(sql, actor, publicId));
    await append(sql, author, entryOf(settings, null, row, 'created'));
    return presentView(row);
  });
}

export function changeView(
  { sql: database, actor, author, settings }: ViewChange,
  publicId: string,
  patch: ViewPatch,
): Promise<View> {
  return database.begin(async (sql) => {
    const before = changeableBy(actor, found(await lockView(sql, actor, publicId)));
    const after = { ...before, ...storedView(settings, patch, before) };
    const entry = entryOf(settings, before, after, 'updated');
    if (entry.changes.length === 0) return presentView(before);
    await updateView(sql, actor.organizationId, before.id, after);
    await append(sql, author, entry);
    return presentView(after);
  });
}

export function deleteView({ sql: database, actor, author, settings }: ViewChange, publicId: string): Promise<void> {
  return database.begin(async (sql) => {
    const row = changeableBy(actor, found(await lockView(sql, actor, publicId)));
    await deleteViewRow(sql, actor.organizationId, row.id);
    await append(sql, author, entryOf(settings, row, null, 'deleted'));
  });
}

/** The actor sees it, so 404 would be untrue; and 403 never depends on the record. */
function changeableBy(actor: Actor, row: ViewRow): ViewRow {
  if (row.owner_id === actor.membershipId || actor.role === 'admin') return row;
  throw conflict(`This view is ${row.owner_name}’s: only its owner and admins can change it. Save a view of your own.`);
}

const fresh: StoredView = {
  name: '',
  sort: DEFAULT_SORT,
  shared: false,
  filters: '{}',
  columns: '[]',
  phone: null,
  email_key: null,
};

function storedView(settings: Settings, sent: ViewPatch, before: StoredView): StoredView {
  const { name = before.name, sort = before.sort, shared = before.shared, filters, columns } = sent;
  return {
    name,
    sort,
    shared,
    filters: filters === undefined ? before.filters : JSON.stringify(filters),
    columns: columns === undefined ? before.columns : JSON.stringify(columns),
    ...(filters === undefined ? { phone: before.phone, email_key: before.email_key } : personIn(settings, filters)),
  };
}

/** Whom the filters look for, if it is one person alone. */
function personIn(settings: Settings, filters: LeadFilters): Pick<StoredView, 'phone' | 'email_key'> {
  const read = readFilters(settings, filters);
  const searched = String(filters.search ?? '').trim(); // perhaps a phone or an email, too
  return {
    phone: read?.phone ?? normalizePhone(searched),
    email_key: read?.emailKey ?? (isEmail(searched) ? emailKey(searched) : null),
  };
}

/** Phone and email that a new view shows. */
export function contactsIn(settings: Settings, { filters = {} }: ViewCreate): string[] {
  const { phone, email_key } = personIn(settings, filters);
  return [phone, email_key].filter((contact) => contact !== null);
}

/** Personal values are not kept in the audit trail; that one was replaced by another is. Nor is the name of a view that looks for a person. */
function entryOf(settings: Settings, before: StoredView | null, after: StoredView | null, verb: string): Entry {
  const publicId = ((after ?? before) as ViewRow).public_id;
  const isNamed = ![before, after].some((view) => view !== null && isOfOnePerson(JSON.parse(view.filters)));
  const [from, to] = [audited(settings, before, isNamed), audited(settings, after, isNamed)];
  const entry = alteration('view', publicId, from, to, verb);
  if (before === null || after === null) return entry;
  for (const field of ['name', 'filters'] as const) {
    const isHidden = before[field] !== after[field] && !entry.changes.some((change) => change.field === field);
    if (isHidden) entry.changes.push({ field, from: from[field], to: to[field] });
  }
  return entry;
}

function audited(settings: Settings, view: StoredView | null, isNamed: boolean): Readonly<Record<string, unknown>> {
  if (view === null) return {};
  const { sort, shared, columns } = view;
  const filters = withoutPersonal(settings, JSON.parse(view.filters));
  return { name: isNamed ? view.name : NOT_KEPT, filters, sort, columns: JSON.parse(columns), shared };
}
