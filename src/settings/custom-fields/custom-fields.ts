import { type Author, alteration, creation } from '../../audit/audit.ts';
import type { Database, Sql } from '../../db/sql.ts';
import { conflict, type FieldErrors, invalid, notFound } from '../../problems.ts';
import { newPublicId } from '../../public-id.ts';
import { changeSettings, orConflict } from '../change.ts';
import { requireRoom } from '../limits.ts';
import {
  type CustomFieldRow,
  countCustomFields,
  findCustomField,
  insertCustomField,
  isCustomFieldUsed,
  listCustomFieldKeys,
  updateCustomField,
} from './queries.ts';
import {
  type CustomField,
  type CustomFieldCreate,
  type CustomFieldPatch,
  type FieldType,
  fieldTypes,
} from './schemas.ts';

/** Of all options of a field: 200 of them, 100 ASCII characters each, are 20,600. */
const MOST_BYTES = 32_768;

const KEY_TAKEN = 'Another custom field, which may be archived, has this key.';

export function presentCustomField({ id: _, ...wire }: CustomFieldRow): CustomField {
  return wire;
}

export function createCustomField(database: Database, author: Author, input: CustomFieldCreate): Promise<CustomField> {
  const field: CustomField = {
    public_id: newPublicId('customField'),
    label: input.key,
    required: false,
    options: [],
    archived: false,
    ...input,
  };
  return changeSettings(database, author, async (sql) => {
    requireRoom('customFields', await countCustomFields(sql, author.organizationId));
    await orConflict(insertCustomField(sql, author.organizationId, field.public_id, field), KEY_TAKEN);
    return { result: field, entries: [creation('custom_field', field.public_id, field)] };
  });
}

export function changeCustomField(
  database: Database,
  author: Author,
  publicId: string,
  patch: CustomFieldPatch,
): Promise<CustomField> {
  return changeSettings(database, author, async (sql) => {
    const row = await findCustomField(sql, author.organizationId, publicId);
    if (row === undefined) throw notFound();
    const before = presentCustomField(row);
    const after = { ...before, ...patch };
    const misfit = optionsFault(after);
    if (misfit !== null) throw invalid({ options: [misfit] });
    if (after.type !== before.type && (await isCustomFieldUsed(sql, author.organizationId, before.key))) {
      throw conflict('The type is fixed, because leads have values of it.');
    }
    await updateCustomField(sql, author.organizationId, row.id, after);
    return { result: after, entries: [alteration('custom_field', publicId, before, after)] };
  });
}

/** A new field's type and options must fit; what is of another form is the schema's to refuse. */
export function checkNewOptions({ type, options = [] }: Partial<CustomFieldCreate>): FieldErrors {
  const isJudged = fieldTypes.includes(type as FieldType) && Array.isArray(options);
  const misfit = isJudged ? optionsFault({ type: type as FieldType, options }) : null;
  return misfit === null ? {} : { options: [misfit] };
}

function optionsFault({ type, options }: Pick<CustomField, 'type' | 'options'>): string | null {
  const takesOptions = type === 'select' || type === 'multi_select';
  if (takesOptions && options.length === 0) return `must have at least one entry for type ${type}`;
  if (!takesOptions && options.length > 0) return `must be empty for type ${type}`;
  return Buffer.byteLength(JSON.stringify(options)) > MOST_BYTES
    ? `must have at most ${MOST_BYTES} bytes as JSON`
    : null;
}

/** Of the names given as `custom_fields.<key>`, those that no custom field in use has. */
export async function missingCustomFields(
  sql: Sql,
  organizationId: string,
  names: readonly string[],
): Promise<string[]> {
  const keys = new Set(await listCustomFieldKeys(sql, organizationId));
  return names.filter((name) => name.startsWith('custom_fields.') && !keys.has(name.slice('custom_fields.'.length)));
}
