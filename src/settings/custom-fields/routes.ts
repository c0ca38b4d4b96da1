import { collection } from '../../collection.ts';
import { changeCustomField, checkNewOptions, createCustomField, presentCustomField } from './custom-fields.ts';
import { CustomField, CustomFieldCreate, CustomFieldPatch } from './schemas.ts';

export const customFieldOperations = collection({
  path: 'custom-fields',
  tag: 'Custom fields',
  noun: 'custom field',
  names: { one: 'CustomField', many: 'CustomFields' },
  kind: 'customField',
  order: 'by label',
  schemas: { record: CustomField, create: CustomFieldCreate, patch: CustomFieldPatch },
  notes: {
    create: 'The select types need `options`.',
    change: 'The key is fixed, and so is the type once a lead has a value.',
  },
  checks: { create: checkNewOptions },
  records: ({ customFields }) => customFields,
  positionOf: (row) => [row.label, row.id],
  present: presentCustomField,
  create: createCustomField,
  change: changeCustomField,
});
