import type { Static } from 'typebox';
import { Name, Patch, PublicId, Shape, Timestamp } from '../http/schema.ts';
import { Type } from '../http/type.ts';

const name = Name('Name of the organization', 'Acme');
const time_zone = Type.String({
  maxLength: 64,
  description: 'IANA name; days of filters, caps and reports begin and end in it',
  examples: ['Asia/Kolkata'],
});
const currency = Type.String({
  pattern: '^[A-Z]{3}$',
  'x-message': 'must be an ISO 4217 code such as INR',
  description: 'ISO 4217; currency of every `estimated_value`',
  examples: ['INR'],
});

export const Organization = Shape(
  { public_id: PublicId('organization'), name, time_zone, currency, created_at: Timestamp() },
  { title: 'Organization' },
);
export type Organization = Static<typeof Organization>;

export const OrganizationPatch = Patch({ name, time_zone, currency }, 'OrganizationPatch');
export type OrganizationPatch = Static<typeof OrganizationPatch>;
