import { buildConnector } from 'undici';
import type { Network } from '../../src/webhooks/delivery/connect.ts';

/** Names that tests may use, besides addresses. */
const names: Readonly<Record<string, string>> = { 'receiver.test': '127.0.0.1' };

const dialReally = buildConnector({ timeout: 5_000 });

/** A network on which only this machine can be reached: no test sends anything elsewhere. */
export const loopback: Network = {
  async resolve(name) {
    const address = names[name];
    if (address === undefined) throw Object.assign(new Error('unknown name'), { code: 'ENOTFOUND' });
    return [address];
  },
  dial(options, callback) {
    if (/^(127\.|::1$)/.test(options.hostname)) return dialReally(options, callback);
    callback(Object.assign(new Error('tests stay on this machine'), { code: 'EHOSTUNREACH' }), null);
  },
};

/** Loopback counts as a network of the operator's own. */
export const loopbackWebhooks = { networks: ['127.0.0.0/8', '::1/128'], network: loopback };
