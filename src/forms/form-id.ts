import { decodeBase62, encodeBase62 } from '../access/base62.ts';
import { openOrganizationId, sealOrganizationId } from '../access/organization-key.ts';
import { BASE32, encodeBase32, isPublicId, newPublicId } from '../public-id.ts';

const PREFIX_AND_TIME = 'form_'.length + 10;
const ORGANIZATION = 10;
const RANDOM = 6;
const KEY_CHARACTERS = 8;
const KEYS = 62 ** KEY_CHARACTERS; // below 32^10, and below what a number holds exactly

/**
 * A public id that names the form's organization, since nothing else in a submission does: the look-up goes to that
 * organization's rows (and shard). As in tokens, the name shows neither the internal id nor how many there are.
 */
export function newFormId(key: Buffer, organizationId: string, now?: number): string {
  const plain = newPublicId('form', now);
  const sealed = decodeBase62(sealOrganizationId(key, organizationId));
  return plain.slice(0, PREFIX_AND_TIME) + encodeBase32(sealed, ORGANIZATION) + plain.slice(-RANDOM);
}

/** The internal id of the organization that a form's public id names; null where it can name none. */
export function organizationOf(key: Buffer, formId: string): string | null {
  if (!isPublicId('form', formId)) return null;
  const sealed = decodeBase32(formId.slice(PREFIX_AND_TIME, PREFIX_AND_TIME + ORGANIZATION));
  return sealed < KEYS ? openOrganizationId(key, encodeBase62(sealed, KEY_CHARACTERS)) : null;
}

function decodeBase32(text: string): number {
  let number = 0;
  for (const character of text) number = number * 32 + BASE32.indexOf(character);
  return number;
}
