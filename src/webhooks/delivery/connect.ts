import { promises as dns, Resolver } from 'node:dns';
import { isIP } from 'node:net';
import { promisify } from 'node:util';
import { buildConnector } from 'undici';
import { hasCode } from '../../error-code.ts';
import type { AddressRules } from './addresses.ts';
import { RefusedAddress, TookTooLong } from './outcome.ts';

/** Of one address, and of all addresses of a host together. */
const CONNECT_MS = 5_000;
const ALL_MS = 10_000;
const MOST_ADDRESSES = 4;

/** The addresses of a name. */
export type Resolve = (name: string) => Promise<string[]>;
/** Opens a connection; `hostname` is an address. */
export type Dial = buildConnector.connector;

/** The outside world, so that tests can do without it. */
export interface Network {
  readonly resolve: Resolve;
  readonly dial: Dial;
}

export const realNetwork = (rules: AddressRules): Network => ({
  resolve: resolverFor(rules),
  dial: buildConnector({ timeout: CONNECT_MS, rejectUnauthorized: true, allowH2: false }),
});

/**
 * Connects to addresses that were judged here: the name is resolved once, and what is dialled is one of the addresses, not the
 * name. The certificate is still checked against the name.
 */
export function judgedConnector(rules: AddressRules, { resolve, dial }: Network): Dial {
  return (options, callback) => {
    void connect(options).then(
      (socket) => callback(null, socket),
      (error: Error) => callback(error, null),
    );
  };

  async function connect(options: buildConnector.Options) {
    const until = performance.now() + ALL_MS;
    const host = options.hostname.replace(/^\[(.*)\]$/, '$1');
    const found = isIP(host) === 0 ? await resolve(host) : [host];
    const allowed = found.filter((address) => rules.allows(address, options.protocol)).slice(0, MOST_ADDRESSES);
    let failure: unknown = new RefusedAddress();
    for (const hostname of allowed) {
      if (performance.now() > until) throw new TookTooLong();
      try {
        return await dialOne({ ...options, hostname });
      } catch (error) {
        failure = error;
      }
    }
    throw failure;
  }

  function dialOne(options: buildConnector.Options) {
    type Socket = NonNullable<Parameters<buildConnector.Callback>[1]>;
    return new Promise<Socket>((done, fail) => {
      dial(options, (...[error, socket]) => (error === null ? done(socket) : fail(error)));
    });
  }
}

/**
 * Asks the name servers without a thread of Node's pool, which slow ones would keep from everybody else. Names that only the
 * machine knows, as in /etc/hosts, are looked up where the operator has let own networks in.
 */
function resolverFor(rules: AddressRules): Resolve {
  const resolver = new Resolver({ timeout: 2_000, tries: 2 });
  const ask = [promisify(resolver.resolve4.bind(resolver)), promisify(resolver.resolve6.bind(resolver))];
  return async (name) => {
    const answers = await Promise.allSettled(ask.map((question) => question(name) as Promise<string[]>));
    const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
    if (addresses.length > 0) return addresses;
    const reason: unknown = answers.find((answer) => answer.status === 'rejected')?.reason;
    if (!rules.hasNetworks || !isUnknown(reason)) throw reason;
    return (await dns.lookup(name, { all: true })).map(({ address }) => address);
  };
}

const isUnknown = (error: unknown): boolean => hasCode(error, 'ENOTFOUND', 'ENODATA', 'EBADNAME');
