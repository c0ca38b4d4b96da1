import { type Author, alteration, creation } from '../audit/audit.ts';
import type { Database } from '../db/sql.ts';
import type { RequireSeen } from '../http/etag.ts';
import { normalizeOrigin } from '../http/origins.ts';
import { found, requireNoFaults } from '../problems.ts';
import { changeSettings } from '../settings/change.ts';
import { requireRoomIn } from '../settings/limits.ts';
import type { Settings } from '../settings/snapshot.ts';
import type { FormParts } from './admit.ts';
import { checkReferences, warningsOf } from './fields.ts';
import { newFormId } from './form-id.ts';
import { type FormRow, findForm, insertForm, type StoredForm, updateForm } from './queries.ts';
import { DEFAULT_SUCCESS, type Form, type FormCreate, type FormPatch } from './schemas.ts';

type Parts = Pick<FormParts, 'keys' | 'urls'>;

export function presentForm(row: FormRow, { urls }: Parts, settings: Settings): Form {
  const url = `${urls.publicUrl}/f/${row.public_id}`;
  const source = sourceOf(row);
  return {
    public_id: row.public_id,
    name: row.name,
    source: source && { public_id: source.public_id, name: source.name },
    fields: row.fields,
    allowed_origins: row.allowed_origins,
    active: row.active,
    success_message: row.success_message ?? DEFAULT_SUCCESS,
    url,
    embed: `<script src="${url}/embed.js" async></script>`,
    warnings: warningsOf(settings, row.fields, source),
    created_at: row.created_at.toISOString(),
  };
}

export function sourceOf({ source_public_id, source_name, source_archived }: FormRow) {
  if (source_public_id === null) return null;
  return { public_id: source_public_id, name: source_name ?? '', archived: source_archived ?? false };
}

export function createForm(
  database: Database,
  author: Author,
  input: FormCreate,
  parts: Parts,
  settings: Settings,
): Promise<Form> {
  return changeSettings(database, author, async (sql) => {
    const form = storedForm(settings, input, { ...defaults, name: input.name });
    await requireRoomIn(sql, author.organizationId, 'forms');
    const publicId = newFormId(parts.keys.organization, author.organizationId);
    await insertForm(sql, author.organizationId, publicId, form);
    const row = found(await findForm(sql, author.organizationId, publicId));
    return { result: presentForm(row, parts, settings), entries: [creation('form', publicId, audited(row))] };
  });
}

export function changeForm(
  database: Database,
  author: Author,
  publicId: string,
  patch: FormPatch,
  parts: Parts,
  { settings, requireSeen }: { settings: Settings; requireSeen: RequireSeen },
): Promise<Form> {
  return changeSettings(database, author, async (sql) => {
    const before = found(await findForm(sql, author.organizationId, publicId));
    requireSeen(presentForm(before, parts, settings));
    requireNoFaults(checkReferences(patch, settings));
    await updateForm(sql, author.organizationId, before.id, storedForm(settings, patch, before));
    const after = found(await findForm(sql, author.organizationId, publicId));
    return {
      result: presentForm(after, parts, settings),
      entries: [alteration('form', publicId, audited(before), audited(after))],
    };
  });
}

const defaults = { source_id: null, fields: [], allowed_origins: [], active: true, success_message: null };

function storedForm(settings: Settings, sent: FormPatch, before: StoredForm): StoredForm {
  const { source, fields, allowed_origins, success_message: message = before.success_message } = sent;
  return {
    name: sent.name ?? before.name,
    active: sent.active ?? before.active,
    source_id:
      source === undefined ? before.source_id : ((source && settings.sources.byPublicId.get(source)?.id) ?? null),
    fields: fields?.map(({ field, label = null, required = false }) => ({ field, label, required })) ?? before.fields,
    allowed_origins: allowed_origins
      ? [...new Set(allowed_origins.map((origin) => normalizeOrigin(origin) ?? origin))]
      : before.allowed_origins,
    // The default message, read and sent back, stays the default, which visitors read in their own language.
    success_message: message === DEFAULT_SUCCESS ? null : message,
  };
}

const audited = ({ name, source_public_id, fields, allowed_origins, active, success_message }: FormRow) => ({
  name,
  source: source_public_id,
  fields,
  allowed_origins,
  active,
  success_message: success_message ?? DEFAULT_SUCCESS,
});
