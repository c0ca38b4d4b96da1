import { BASE62, openOrganizationId, sealOrganizationId } from '../access/organization-key.ts';
import { BASE32, decodeNumber, encodeNumber, isPublicId, newPublicId } from '../public-id.ts';

const PREFIX_AND_TIME = 'form_'.length + 10;
const ORGANIZATION = 10;
const RANDOM = 6;
const KEY_CHARACTERS = 8;
const KEYS = 62 ** KEY_CHARACTERS; // below 32^10, and below what a number holds exactly

/** Names the form's organization, as a token does: nothing else in a submission says where to look the form up. */
export function newFormId(key: Buffer, organizationId: string, now?: number): string {
  const plain = newPublicId('form', now);
  const sealed = decodeNumber(sealOrganizationId(key, organizationId), BASE62);
  return plain.slice(0, PREFIX_AND_TIME) + encodeNumber(sealed, BASE32, ORGANIZATION) + plain.slice(-RANDOM);
}

/** Null where the id can name no organization. */
export function organizationOf(key: Buffer, formId: string): string | null {
  if (!isPublicId('form', formId)) return null;
  const sealed = decodeNumber(formId.slice(PREFIX_AND_TIME, PREFIX_AND_TIME + ORGANIZATION), BASE32);
  return sealed < KEYS ? openOrganizationId(key, encodeNumber(sealed, BASE62, KEY_CHARACTERS)) : null;
}
