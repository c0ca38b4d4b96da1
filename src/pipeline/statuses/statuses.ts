import { type Author, alteration, creation, type Entry } from '../../audit/audit.ts';
import { CUSTOM } from '../../conditions/facts.ts';
import type { Database, Sql } from '../../db/sql.ts';
import { conflict, type FieldErrors, invalid, notFound } from '../../problems.ts';
import { newPublicId } from '../../public-id.ts';
import { changeSettings } from '../../settings/change.ts';
import { customFieldsByKey } from '../../settings/custom-field-index.ts';
import { missingCustomFields } from '../../settings/custom-fields/custom-fields.ts';
import { requireRoom } from '../../settings/limits.ts';
import type { Settings } from '../../settings/snapshot.ts';
import {
  clearInitial,
  countStatuses,
  findInitialStatus,
  findStatus,
  insertStatus,
  listUsableStatuses,
  type StatusRow,
  updateStatus,
} from './queries.ts';
import { MOST_NEXT, type Status, type StatusCreate, type StatusPatch } from './schemas.ts';

export function presentStatus({ id: _, ...wire }: StatusRow): Status {
  return wire;
}

export function createStatus(database: Database, author: Author, input: StatusCreate): Promise<Status> {
  return changeSettings(database, author, async (sql) => {
    const { statuses, last, next } = await countStatuses(sql, author.organizationId);
    const status: Status = {
      public_id: newPublicId('status'),
      initial: false,
      allowed_next: null,
      note_required: false,
      required_fields: [],
      archived: false,
      ...input,
      position: input.position ?? last + 1,
    };
    await requireSoundRules(sql, author.organizationId, status, input);
    requireRoom('statuses', statuses);
    const handover = status.initial ? await takeInitial(sql, author.organizationId) : [];
    await insertStatus(sql, author.organizationId, status.public_id, next, status);
    return { result: status, entries: [...handover, creation('status', status.public_id, status)] };
  });
}

export function changeStatus(
  database: Database,
  author: Author,
  publicId: string,
  patch: StatusPatch,
): Promise<Status> {
  return changeSettings(database, author, async (sql) => {
    const row = await findStatus(sql, author.organizationId, publicId);
    if (row === undefined) throw notFound();
    const before = presentStatus(row);
    const after = { ...before, ...patch };
    await requireSoundRules(sql, author.organizationId, after, patch);
    if (before.initial && !after.initial) {
      throw conflict('An organization needs an initial status: make another status initial instead.');
    }
    if (before.initial && after.archived) throw conflict('The initial status cannot be archived.');
    const handover = after.initial && !before.initial ? await takeInitial(sql, author.organizationId) : [];
    await updateStatus(sql, author.organizationId, row.id, after);
    return { result: after, entries: [...handover, alteration('status', publicId, before, after)] };
  });
}

/** Takes the mark from the status that has it; there is only ever one. */
async function takeInitial(sql: Sql, organizationId: string): Promise<Entry[]> {
  const row = await findInitialStatus(sql, organizationId);
  if (row === undefined) return [];
  await clearInitial(sql, organizationId, row.id);
  const before = presentStatus(row);
  return [alteration('status', row.public_id, before, { ...before, initial: false })];
}

/** Only what the caller sends is judged: a rule that named a status archived since then does not block other changes. */
async function requireSoundRules(sql: Sql, organizationId: string, status: Status, sent: StatusPatch): Promise<void> {
  const errors: FieldErrors = {};
  if (sent.allowed_next) {
    const usable = await listUsableStatuses(sql, organizationId, sent.allowed_next);
    const unknown = sent.allowed_next.filter((id) => !usable.has(id) && id !== status.public_id);
    if (unknown.length > 0) errors.allowed_next = unknown.map(notUsable);
  }
  if (sent.required_fields) {
    const missing = await missingCustomFields(sql, organizationId, sent.required_fields);
    if (missing.length > 0) errors.required_fields = missing.map(notCustom);
  }
  if (status.initial && status.kind !== 'open') {
    errors[sent.kind !== undefined ? 'kind' : 'initial'] = ['only an open status can be initial'];
  }
  if (status.initial && sent.initial && status.archived) errors.initial = ['an archived status cannot be initial'];
  if (Object.keys(errors).length > 0) throw invalid(errors);
}

const notUsable = (id: string) => `${id} is not a status that can be used`;
const notCustom = (field: string) => `${field} is not a custom field`;

/** What stage rules refer to, by the settings at hand; what is of another form, or too many, is the schema's to refuse. */
export function checkStageRules({ allowed_next, required_fields }: StatusPatch, settings: Settings): FieldErrors {
  const { byPublicId } = settings.statuses;
  const fields = customFieldsByKey(settings);
  const statuses = textsIn(allowed_next).filter((id) => byPublicId.get(id)?.archived !== false);
  const missing = textsIn(required_fields).filter(
    (name) => name.startsWith(CUSTOM) && fields.get(name.slice(CUSTOM.length))?.archived !== false,
  );
  return {
    ...(statuses.length > 0 && { allowed_next: statuses.map(notUsable) }),
    ...(missing.length > 0 && { required_fields: missing.map(notCustom) }),
  };
}

const textsIn = (list: unknown): string[] =>
  Array.isArray(list) ? list.slice(0, MOST_NEXT).filter((one) => typeof one === 'string') : [];
