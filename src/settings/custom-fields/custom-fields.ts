import { type Author, alteration, creation } from '../../audit/audit.ts';
import type { Database, Sql } from '../../db/sql.ts';
import { type FieldErrors, found, invalid } from '../../problems.ts';
import { newPublicId } from '../../public-id.ts';
import { type Changing, type CurrentSettings, changeSettings, orConflict } from '../change.ts';
import { requireRoom } from '../limits.ts';
import type { CustomFieldSetting } from '../snapshot.ts';
import { changeValueTypes } from '../value-types.ts';
import {
  type CustomField,
  type CustomFieldCreate,
  type CustomFieldPatch,
  type FieldType,
  fieldTypes,
} from './schemas.ts';

/** Of all options of a field: 200 of them, 100 ASCII characters each, are 20,600. */
const MOST_BYTES = 32_768;

const TYPE_FIXED = 'The type is fixed, because leads have values of it.';
const KEY_TAKEN = 'Another custom field, which may be archived, has this key.';

export const presentCustomField = ({ id: _, ...field }: CustomFieldSetting): CustomField => field;

export function createCustomField(
  database: Database,
  author: Author,
  input: CustomFieldCreate,
  known: CurrentSettings,
): Promise<CustomField> {
  const field: CustomField = {
    public_id: newPublicId('customField'),
    label: input.key,
    required: false,
    options: [],
    archived: false,
    ...input,
  };
  return changeSettings(database, author, async (sql) => {
    requireRoom('customFields', (await known.currentSettings(sql)).customFields.length);
    const insert = sql.rows(
      `insert into custom_fields (organization_id, public_id, key, label, type, required, options, archived)
       values ($1, $2, $3, $4, $5, $6, $7, $8)`,
      [author.organizationId, field.public_id, field.key, ...changeable(field)],
    );
    await orConflict(insert, KEY_TAKEN);
    return { result: field, entries: [creation('custom_field', field.public_id, field)] };
  });
}

export function changeCustomField(
  database: Database,
  author: Author,
  publicId: string,
  patch: CustomFieldPatch,
  known: Changing,
): Promise<CustomField> {
  return changeSettings(database, author, async (sql) => {
    const { customFields } = await known.currentSettings(sql);
    const stored = found(customFields.find(({ public_id }) => public_id === publicId));
    const before = presentCustomField(stored);
    known.requireSeen(before);
    const after = { ...before, ...patch };
    const misfit = optionsFault(after);
    if (misfit !== null) throw invalid({ options: [misfit] });
    if (after.type !== before.type) {
      const { organizationId } = author;
      await changeValueTypes(sql, organizationId, () => isUsed(sql, organizationId, before.key), TYPE_FIXED);
    }
    await sql.rows(
      `update custom_fields set label = $3, type = $4, required = $5, options = $6, archived = $7
        where organization_id = $1 and id = $2`,
      [author.organizationId, stored.id, ...changeable(after)],
    );
    return { result: after, entries: [alteration('custom_field', publicId, before, after)] };
  });
}

const changeable = ({ label, type, required, options, archived }: CustomField) => [
  label,
  type,
  required,
  options,
  archived,
];

async function isUsed(sql: Sql, organizationId: string, key: string): Promise<boolean> {
  const text = 'select id from leads where organization_id = $1 and custom_fields ? $2 limit 1';
  return (await sql.row(text, [organizationId, key])) !== undefined;
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
