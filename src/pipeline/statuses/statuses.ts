import { type Author, alteration, creation, type Entry } from '../../audit/audit.ts';
import { CUSTOM } from '../../conditions/facts.ts';
import type { Database, Sql } from '../../db/sql.ts';
import { queueLeadsOf } from '../../distribution/rotation.ts';
import { conflict, type FieldErrors, found, requireNoFaults } from '../../problems.ts';
import { newPublicId } from '../../public-id.ts';
import { type Changing, type CurrentSettings, changeSettings } from '../../settings/change.ts';
import { customFieldsByKey } from '../../settings/custom-field-index.ts';
import { requireRoom } from '../../settings/limits.ts';
import type { Settings, StatusSetting } from '../../settings/snapshot.ts';
import { insertStatus, updateStatus } from './queries.ts';
import { MOST_NEXT, type Status, type StatusCreate, type StatusPatch } from './schemas.ts';

export const presentStatus = ({ id: _, number: __, ...status }: StatusSetting): Status => status as Status;

export function createStatus(
  database: Database,
  author: Author,
  input: StatusCreate,
  known: CurrentSettings,
): Promise<Status> {
  return changeSettings(database, author, async (sql) => {
    const settings = await known.currentSettings(sql);
    const statuses = [...settings.statuses.byId.values()];
    const status: Status = {
      public_id: newPublicId('status'),
      initial: false,
      allowed_next: null,
      note_required: false,
      required_fields: [],
      archived: false,
      ...input,
      position: input.position ?? Math.max(0, ...statuses.map(({ position }) => position)) + 1,
    };
    requireNoFaults({ ...checkStageRules(input, settings), ...initialFaults(status, input) });
    requireRoom('statuses', statuses.length);
    const handover = status.initial ? await takeInitial(sql, author, settings) : [];
    await insertStatus(sql, author.organizationId, Math.max(-1, ...statuses.map(({ number }) => number)) + 1, status);
    return { result: status, entries: [...handover, creation('status', status.public_id, status)] };
  });
}

export function changeStatus(
  database: Database,
  author: Author,
  publicId: string,
  patch: StatusPatch,
  known: Changing,
): Promise<Status> {
  return changeSettings(database, author, async (sql) => {
    const settings = await known.currentSettings(sql);
    const stored = found(settings.statuses.byPublicId.get(publicId));
    const before = presentStatus(stored);
    known.requireSeen(before);
    const after = { ...before, ...patch };
    requireNoFaults({ ...checkStageRules(patch, settings, publicId), ...initialFaults(after, patch) });
    if (before.initial && !after.initial) {
      throw conflict('An organization needs an initial status: make another status initial instead.');
    }
    if (before.initial && after.archived) throw conflict('The initial status cannot be archived.');
    const handover = after.initial && !before.initial ? await takeInitial(sql, author, settings) : [];
    await updateStatus(sql, author.organizationId, after);
    if (before.kind !== 'open' && after.kind === 'open') {
      for (const { text, values } of queueLeadsOf(author.organizationId, stored.id)) await sql.rows(text, values);
    }
    return { result: after, entries: [...handover, alteration('status', publicId, before, after)] };
  });
}

/** Takes the mark from the status that has it; there is only ever one. */
async function takeInitial(sql: Sql, { organizationId }: Author, { statuses }: Settings): Promise<Entry[]> {
  const marked = [...statuses.byId.values()].find(({ initial }) => initial);
  if (marked === undefined) return [];
  const before = presentStatus(marked);
  const after = { ...before, initial: false };
  await updateStatus(sql, organizationId, after);
  return [alteration('status', before.public_id, before, after)];
}

function initialFaults(status: Status, sent: StatusPatch): FieldErrors {
  if (!status.initial) return {};
  const kindField = sent.kind !== undefined ? 'kind' : 'initial';
  return {
    ...(status.kind !== 'open' && { [kindField]: ['only an open status can be initial'] }),
    ...(sent.initial && status.archived && { initial: ['an archived status cannot be initial'] }),
  };
}

/** Only what the caller sends is judged; a status may name itself (`own`). What has another form is the schema's to refuse. */
export function checkStageRules(
  { allowed_next, required_fields }: StatusPatch,
  settings: Settings,
  own?: string,
): FieldErrors {
  const { byPublicId } = settings.statuses;
  const fields = customFieldsByKey(settings);
  const statuses = textsIn(allowed_next).filter((id) => id !== own && byPublicId.get(id)?.archived !== false);
  const missing = textsIn(required_fields).filter(
    (name) => name.startsWith(CUSTOM) && fields.get(name.slice(CUSTOM.length))?.archived !== false,
  );
  return {
    ...(statuses.length > 0 && { allowed_next: statuses.map((id) => `${id} is not a status that can be used`) }),
    ...(missing.length > 0 && { required_fields: missing.map((field) => `${field} is not a custom field`) }),
  };
}

const textsIn = (list: unknown): string[] =>
  Array.isArray(list) ? list.slice(0, MOST_NEXT).filter((one) => typeof one === 'string') : [];
