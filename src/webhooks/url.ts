import { isIP } from 'node:net';
import type { AddressRules } from './delivery/addresses.ts';

/**
 * What is wrong with a receiver's address as far as it can be said before it is resolved; null: nothing. The address that a name
 * resolves to is judged when it is connected to.
 */
export function urlFault(text: string, rules: AddressRules): string | null {
  // The parser of URLs would also take a host for the first step of a path, or a backslash for a slash.
  const url = /^[a-z]+:\/\/[^/\\]+/i.test(text) && URL.canParse(text) ? new URL(text) : null;
  if (url === null) return 'must be an address such as https://example.in/leadline';
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && rules.hasNetworks)) return 'must begin with https://';
  if (url.username !== '' || url.password !== '') return 'must not hold a user name or password';
  if (url.hash !== '' || text.includes('#')) return 'must not hold a fragment';
  if (url.port === '0') return 'must not name port 0';
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  if (isIP(host) !== 0) return rules.allows(host, url.protocol) ? null : NOT_PUBLIC;
  return isLocalName(host) && !rules.hasNetworks ? NOT_PUBLIC : null;
}

const NOT_PUBLIC = 'must be at a public address';

/** Names that mean this machine everywhere (RFC 6761). */
const isLocalName = (host: string): boolean => /(^|\.)localhost\.?$/i.test(host);
