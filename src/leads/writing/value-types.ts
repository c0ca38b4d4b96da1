import { type Query, query } from '../../db/sql.ts';
import type { LeadWrite } from './events.ts';

/**
 * Fails with `SettingsChanged` if the type of a custom field or the currency has changed since the values of these leads were
 * checked. Runs while the event feed is locked.
 */
export const requireValueTypes = (organizationId: string, writes: readonly LeadWrite[]): Query[] =>
  [...new Set(writes.filter(setsValues).map(({ settings }) => settings.valueTypes))].map((valueTypes) =>
    query('select leadline_require_value_types($1, $2)', [organizationId, valueTypes]),
  );

const setsValues = ({ before, lead }: LeadWrite): boolean =>
  before === null
    ? lead.estimated_value !== null || Object.keys(lead.custom_fields).length > 0
    : lead.estimated_value !== before.estimated_value || lead.custom_fields !== before.custom_fields;
