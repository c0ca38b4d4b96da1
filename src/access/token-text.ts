import { hash, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { encodeNumber } from '../public-id.ts';
import { BASE62, openOrganizationId, sealOrganizationId } from './organization-key.ts';

const SECRET_CHARACTERS = 30;
const CHECK_CHARACTERS = 6;

/** Secrets that name their organization: `<prefix>_<organization key>_<30 random characters><6 characters of checksum>` */
function secretText(prefix: string) {
  const shape = new RegExp(`^${prefix}_([0-9A-Za-z]{8})_[0-9A-Za-z]{36}$`);
  return {
    mint(organizationKey: Buffer, organizationId: string): string {
      const body = `${prefix}_${sealOrganizationId(organizationKey, organizationId)}_${randomBase62(SECRET_CHARACTERS)}`;
      return body + checksum(body);
    },
    /** Null when the text cannot be one of ours. Needs no database. */
    organizationOf(organizationKey: Buffer, text: string): string | null {
      const key = shape.exec(text)?.[1];
      if (key === undefined) return null;
      if (checksum(text.slice(0, -CHECK_CHARACTERS)) !== text.slice(-CHECK_CHARACTERS)) return null;
      return openOrganizationId(organizationKey, key);
    },
  };
}

/** Each kind has a prefix of its own, so that none is taken for another: a cookie is no bearer token, and no token a cookie. */
export const secretTexts = { token: secretText('ldl'), session: secretText('lds'), invitation: secretText('ldi') };

/** The secrets with which calls are made. */
export type TokenKind = 'token' | 'session';

export const mintTokenText = secretTexts.token.mint;

export const hashToken = (text: string): Buffer => hash('sha256', text, 'buffer');

const checksum = (body: string): string => encodeNumber(crc32(body), BASE62, CHECK_CHARACTERS);

function randomBase62(length: number): string {
  let text = '';
  while (text.length < length) {
    // 248 is the largest multiple of 62 below 256: bytes past it would make some characters likelier than others.
    for (const byte of randomBytes(length)) {
      if (byte < 248 && text.length < length) text += BASE62[byte % 62];
    }
  }
  return text;
}
