import type { Position } from '../db/cursor.ts';
import { type WeighedRow, withinPage } from '../db/page-bytes.ts';
import type { Sql } from '../db/sql.ts';
import { Values } from '../db/values.ts';
import type { FormField } from './schemas.ts';

export interface FormRow {
  id: string;
  public_id: string;
  name: string;
  fields: FormField[];
  allowed_origins: string[];
  active: boolean;
  success_message: string | null;
  created_at: Date;
  source_id: string | null;
  source_public_id: string | null;
  source_name: string | null;
  source_archived: boolean | null;
}

export type StoredForm = Pick<
  FormRow,
  'name' | 'source_id' | 'fields' | 'allowed_origins' | 'active' | 'success_message'
>;

const columns = `forms.id, forms.public_id, forms.name, forms.fields, forms.allowed_origins, forms.active,
  forms.success_message, forms.created_at, forms.source_id, sources.public_id as source_public_id,
  sources.name as source_name, sources.archived as source_archived`;
const joined = `forms
  left join sources on sources.organization_id = forms.organization_id and sources.id = forms.source_id`;

export function listForms(sql: Sql, organizationId: string, after: Position | null, limit: number) {
  const values = new Values(organizationId, limit);
  const rows = `
     select ${columns}, octet_length(forms.fields::text) + octet_length(forms.allowed_origins::text) as bytes
       from ${joined}
      where forms.organization_id = $1 ${values.beyond('forms.name, forms.id', after, '>')}
      order by forms.name, forms.id
      limit $2`;
  return sql.rows<FormRow & WeighedRow>(withinPage(rows), values.list);
}

export function findForm(sql: Sql, organizationId: string, publicId: string) {
  return sql.row<FormRow>(
    `select ${columns} from ${joined} where forms.organization_id = $1 and forms.public_id = $2`,
    [organizationId, publicId],
  );
}

export function findActiveForm(sql: Sql, organizationId: string, publicId: string) {
  return sql.row<FormRow & { settings_version: string }>(
    `select ${columns}, organizations.settings_version from ${joined}
       join organizations on organizations.id = forms.organization_id
      where forms.organization_id = $1 and forms.public_id = $2 and forms.active`,
    [organizationId, publicId],
  );
}

export async function insertForm(sql: Sql, organizationId: string, publicId: string, form: StoredForm): Promise<void> {
  await sql.rows(
    `insert into forms (organization_id, public_id, name, source_id, fields, allowed_origins, active, success_message)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [organizationId, publicId, ...valuesOf(form)],
  );
}

export async function updateForm(sql: Sql, organizationId: string, id: string, form: StoredForm): Promise<void> {
  await sql.rows(
    `update forms
        set name = $3, source_id = $4, fields = $5, allowed_origins = $6, active = $7, success_message = $8
      where organization_id = $1 and id = $2`,
    [organizationId, id, ...valuesOf(form)],
  );
}

const valuesOf = (form: StoredForm) => [
  form.name,
  form.source_id,
  JSON.stringify(form.fields),
  form.allowed_origins,
  form.active,
  form.success_message,
];
