/** Custom fields are named `custom_fields.<key>`, as in filters, views and errors. */
export const CUSTOM = 'custom_fields.';
