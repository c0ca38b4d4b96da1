import type { Static, TSchema } from 'typebox';
import type { Ability, Role } from './access/abilities.ts';
import type { Author } from './audit/audit.ts';
import type { Position } from './db/cursor.ts';
import { PAGE_BYTES } from './db/page-bytes.ts';
import type { Database, Sql } from './db/sql.ts';
import {
  etagHeader,
  etagOf,
  ifMatchHeader,
  ifNoneMatchHeader,
  type RequireSeen,
  requireSeenBy,
  revalidated,
} from './http/etag.ts';
import { createdReply, locationHeader } from './http/operation.ts';
import { PageQuery, pageReply, readPage } from './http/pagination.ts';
import { List, One } from './http/schema.ts';
import { type Call, type Operation, operation } from './operation.ts';
import { type FieldErrors, found } from './problems.ts';
import type { IdKind } from './public-id.ts';
import type { Settings } from './settings/snapshot.ts';

type Shown = Pick<Call, 'settings'>;

/** A change as the verb sees it: `requireSeen` is told what the record was, under the lock. */
type ChangeCall = Call & { readonly requireSeen: RequireSeen };

interface Recorded {
  readonly public_id: string;
}

interface Collection<Row extends Recorded, Wire extends TSchema, Create extends TSchema, Patch extends TSchema> {
  /** Below /api/v1. */
  path: string;
  tag: string;
  noun: string;
  /** As in the operations' ids: listTeams, createTeam, getTeam, changeTeam. */
  names: { one: string; many: string };
  kind: IdKind;
  /** The only role that may read and change it. */
  role?: Role;
  order: string;
  /** `created`: what creating one answers, where that is more than the record. */
  schemas: { record: Wire; created?: TSchema; create: Create; patch: Patch };
  notes?: { create?: string; change?: string; remove?: string };
  /** Further abilities that creating this record needs. */
  alsoNeeds?: (body: Readonly<Record<string, unknown>>) => readonly Ability[];
  /** See `requireCaller` of an operation; for creating. */
  requireCreator?: (actor: Call['actor'], body?: Readonly<Record<string, unknown>>) => void;
  /** Faults beyond the schema, reported together with all others. */
  checks?: {
    create?: (input: Static<Create>, settings: Settings) => FieldErrors;
    change?: (input: Static<Patch>, settings: Settings) => FieldErrors;
    /** See `checkReferences` of an operation. */
    references?: (input: Static<Create> | Static<Patch>, settings: Settings) => FieldErrors;
  };
  /** Where it is part of the settings: its records, in order. */
  records?: (settings: Settings) => readonly Row[];
  /** Else how it is read. */
  list?: (sql: Sql, organizationId: string, after: Position | null, limit: number) => Promise<Row[]>;
  find?: (sql: Sql, organizationId: string, publicId: string) => Promise<Row | undefined>;
  positionOf: (row: Row) => Position;
  present: (row: Row, call: Shown) => Static<Wire>;
  /** What the ETag depends on, where that is not all that is shown: what changes by itself is no change of the record. */
  taggedOf?: (data: Static<Wire>) => object;
  create: (database: Database, author: Author, input: Static<Create>, call: Call) => Promise<{ public_id: string }>;
  change: (
    database: Database,
    author: Author,
    publicId: string,
    patch: Static<Patch>,
    call: ChangeCall,
  ) => Promise<Static<Wire>>;
  /** Where records can be deleted. */
  remove?: (database: Database, author: Author, publicId: string, call: ChangeCall) => Promise<void>;
}

/** The four operations that every collection of settings has: list, create, read and change; and to delete, where it can be. */
export function collection<Row extends Recorded, Wire extends TSchema, Create extends TSchema, Patch extends TSchema>(
  of: Collection<Row, Wire, Create, Patch>,
): Operation[] {
  const common = { tag: of.tag, scope: 'organization', ...(of.role && { role: of.role }) } as const;
  const ids = { public_id: of.kind };
  const references = of.checks?.references && { checkReferences: of.checks.references };
  const one = { description: `The ${of.noun}`, schema: One(of.schemas.record), headers: etagHeader };
  const { remove, taggedOf = (data) => data as object } = of;
  /** Else the caller would not get what has changed by itself. */
  const isTagWhole = of.taggedOf === undefined;
  const shown = (data: Static<Wire>) => ({ headers: { etag: etagOf(taggedOf(data)) }, body: { data } });
  const changing = (call: Call): ChangeCall => {
    const requireTagged = requireSeenBy(call.headers);
    return Object.assign(call, { requireSeen: (before: object) => requireTagged(taggedOf(before as Static<Wire>)) });
  };
  const operations = [
    operation({
      ...common,
      id: `list${of.names.many}`,
      method: 'GET',
      path: `/${of.path}`,
      summary: `List ${of.tag.toLowerCase()}, ${of.order}`,
      ability: 'settings:read',
      query: PageQuery,
      answers: { 200: { description: `A page of ${of.tag.toLowerCase()}`, schema: List(of.schemas.record) } },
      handle: async (call) => {
        const page = readPage(call);
        const { sql, actor } = call;
        if (of.records === undefined) {
          const rows = (await of.list?.(sql, actor.organizationId, page.after, page.limit)) ?? [];
          return pageReply(call, page, rows, of.positionOf, (row) => of.present(row, call));
        }
        const settings = await call.currentSettings();
        const { after, limit } = page;
        const records = of.records(settings).filter((row) => after === null || isBeyond(of.positionOf(row), after));
        // Any of them may be large: so many bytes make the page be measured.
        const rows = records.slice(0, limit).map((row) => ({ row, bytes: PAGE_BYTES }));
        const presented = ({ row }: { row: Row }) => of.present(row, { settings });
        return pageReply(call, page, rows, ({ row }) => of.positionOf(row), presented);
      },
    }),
    operation({
      ...common,
      id: `create${of.names.one}`,
      method: 'POST',
      path: `/${of.path}`,
      summary: `Create a ${of.noun}`,
      ...(of.notes?.create !== undefined && { description: of.notes.create }),
      ability: 'settings:write',
      body: of.schemas.create,
      ...(of.alsoNeeds && { alsoNeeds: of.alsoNeeds }),
      ...(of.requireCreator && { requireCaller: of.requireCreator }),
      ...(of.checks?.create && { check: of.checks.create }),
      ...references,
      answers: {
        201: {
          description: `The new ${of.noun}`,
          schema: One(of.schemas.created ?? of.schemas.record),
          headers: locationHeader,
        },
      },
      errors: ['conflict'],
      changesSettings: true,
      handle: async (call) => createdReply(of.path, await of.create(call.sql, call.author, call.body, call)),
    }),
    operation({
      ...common,
      id: `get${of.names.one}`,
      method: 'GET',
      path: `/${of.path}/{public_id}`,
      ids,
      summary: `Read a ${of.noun}`,
      ability: 'settings:read',
      ...(isTagWhole && { headers: ifNoneMatchHeader }),
      answers: { 200: one, ...(isTagWhole && { 304: { description: 'Not changed' } }) },
      handle: async (call) => {
        const { public_id } = call.ids;
        const settings = of.records === undefined ? call.settings : await call.currentSettings();
        const row =
          of.records === undefined
            ? await of.find?.(call.sql, call.actor.organizationId, public_id)
            : of.records(settings).find((record) => record.public_id === public_id);
        const { headers, body } = shown(of.present(found(row), { settings }));
        return isTagWhole ? revalidated(call.headers, headers.etag, body) : { headers, body };
      },
    }),
    operation({
      ...common,
      id: `change${of.names.one}`,
      method: 'PATCH',
      path: `/${of.path}/{public_id}`,
      ids,
      summary: `Change a ${of.noun}`,
      description: ['Fields that are not sent stay as they are.', of.notes?.change].filter(Boolean).join(' '),
      ability: 'settings:write',
      headers: ifMatchHeader,
      body: of.schemas.patch,
      ...(of.checks?.change && { check: of.checks.change }),
      ...references,
      answers: { 200: one },
      errors: ['conflict', 'precondition_failed'],
      changesSettings: true,
      handle: async (call) =>
        shown(await of.change(call.sql, call.author, call.ids.public_id, call.body, changing(call))),
    }),
  ];
  if (remove === undefined) return operations;
  return [
    ...operations,
    operation({
      ...common,
      id: `delete${of.names.one}`,
      method: 'DELETE',
      path: `/${of.path}/{public_id}`,
      ids,
      summary: `Delete a ${of.noun}`,
      ...(of.notes?.remove !== undefined && { description: of.notes.remove }),
      ability: 'settings:write',
      headers: ifMatchHeader,
      answers: { 204: { description: 'Deleted' } },
      errors: ['precondition_failed'],
      changesSettings: true,
      handle: async (call) => {
        await remove(call.sql, call.author, call.ids.public_id, changing(call));
        return { status: 204 };
      },
    }),
  ];
}

/** Whether a record comes after a position in the order of the database: numbers, texts by their bytes, at last the id. */
function isBeyond(position: Position, after: Position): boolean {
  for (const [n, part] of position.entries()) {
    const other = after[n] ?? null;
    if (part === other) continue;
    if (typeof part === 'number') return part > Number(other);
    if (n === position.length - 1) return BigInt(part ?? 0) > BigInt(other ?? 0);
    return Buffer.compare(Buffer.from(String(part)), Buffer.from(String(other))) > 0;
  }
  return false;
}
