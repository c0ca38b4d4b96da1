import { describe, expect, it } from 'vitest';
import { AddressRules } from '../../src/webhooks/delivery/addresses.ts';
import { judgedConnector, type Network } from '../../src/webhooks/delivery/connect.ts';
import { Receiver } from '../../src/webhooks/delivery/receiver.ts';
import { urlFault } from '../../src/webhooks/url.ts';

// Nothing here is dialled: the resolver and the connector only record what would be.

/** Addresses that are not public, in every spelling that a URL or a name server may give them. */
const refused = [
  '0.0.0.0',
  '0.1.2.3',
  '10.0.0.1',
  '10.255.255.255',
  '100.64.0.1',
  '100.127.255.255',
  '127.0.0.1',
  '127.255.255.254',
  '169.254.0.1',
  '169.254.169.254',
  '172.16.0.1',
  '172.31.255.255',
  '192.0.0.1',
  '192.0.0.170',
  '192.0.2.1',
  '192.88.99.1',
  '192.168.0.1',
  '192.168.255.255',
  '198.18.0.1',
  '198.19.255.255',
  '198.51.100.1',
  '203.0.113.1',
  '224.0.0.1',
  '239.255.255.255',
  '240.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::2',
  '::127.0.0.1',
  '::ffff:127.0.0.1',
  '::ffff:10.0.0.1',
  '::ffff:169.254.169.254',
  '::ffff:a00:1',
  '::ffff:0:127.0.0.1',
  '64:ff9b::127.0.0.1',
  '64:ff9b::10.0.0.1',
  '64:ff9b::a9fe:a9fe',
  '64:ff9b:1::10.0.0.1',
  '64:ff9b:1::808:808',
  '100::1',
  '2001::1',
  '2001:0:4136:e378:8000:63bf:3fff:fdd2',
  '2001:2::1',
  '2001:10::1',
  '2001:20::1',
  '2001:db8::1',
  '2002:7f00:1::',
  '2002:a00:1::1',
  '2002:808:808::1',
  '2606:4700::5efe:10.0.0.1',
  '2606:4700::200:5efe:c0a8:1',
  '3fff::1',
  '4000::1',
  '5f00::1',
  'fc00::1',
  'fd00:ec2::254',
  'fdff::1',
  'fe80::1',
  'fe80::1%eth0',
  'febf::1',
  'fec0::1',
  'ff00::1',
  'ff02::1',
];

const allowed = [
  '1.1.1.1',
  '8.8.8.8',
  '99.255.255.255',
  '100.128.0.1',
  '172.15.0.1',
  '172.32.0.1',
  '192.167.0.1',
  '223.255.255.255',
  '::ffff:8.8.8.8',
  '64:ff9b::8.8.8.8',
  '2606:4700:4700::1111',
  '2a00:1450:4001:800::200e',
];

const rules = new AddressRules();

/** Sends to a URL in a world where each name has these addresses. Answers what was dialled, and the error. */
async function send(url: string, addresses: string[] = [], networks: string[] = []) {
  const dialled: string[] = [];
  const asked: string[] = [];
  const network: Network = {
    async resolve(name) {
      asked.push(name);
      return addresses;
    },
    dial(options, callback) {
      dialled.push(`${options.protocol} ${options.hostname} ${options.host}`);
      callback(Object.assign(new Error('nothing is dialled'), { code: 'ECONNREFUSED' }), null);
    },
  };
  const receiver = new Receiver(judgedConnector(new AddressRules(networks), network));
  const outcome = await receiver.send(url, [Buffer.alloc(32)], { id: 'evt_1', body: '{}' });
  await receiver.close();
  return { dialled, asked, error: outcome.error };
}

const NOT_ALLOWED = 'The host is at no address that deliveries may go to.';
const inUrl = (address: string) => `https://${address.includes(':') ? `[${address}]` : address}/`;

describe.each(refused)('%s', (address) => {
  it('is refused when the webhook is made', () => {
    expect(urlFault(inUrl(address), rules)).not.toBeNull();
  });

  it('is not dialled, neither as it is nor where a name resolves to it', async () => {
    if (!address.includes('%')) {
      expect(await send(inUrl(address))).toEqual({ dialled: [], asked: [], error: NOT_ALLOWED });
    }
    expect(await send('https://name.example/', [address])).toMatchObject({ dialled: [], error: NOT_ALLOWED });
  });
});

describe.each(allowed)('%s', (address) => {
  it('is dialled, and nothing else', async () => {
    expect(urlFault(inUrl(address), rules)).toBeNull();
    const { dialled } = await send('https://name.example:8443/', [address]);
    expect(dialled).toEqual([`https: ${address} name.example:8443`]);
  });
});

it.each([
  'https://0x7f.1/',
  'https://0x7f000001/',
  'https://2130706433/',
  'https://017700000001/',
  'https://0177.0.0.1/',
  'https://127.1/',
  'https://10.1/',
  'https://0/',
  'https://0xa.0.0.1/',
  'https://3232235521/',
  'https://127.0.0.1./',
  'https://１２７.0.0.1/',
  'https://①②⑦.0.0.1/',
  'https://127。0。0。1/',
  'https://%31%32%37.0.0.1/',
  'https://[::ffff:7f00:1]/',
  'https://[0:0:0:0:0:ffff:127.0.0.1]/',
  'https://[::FFFF:10.0.0.1]:8443/',
  'https://localhost/',
  'https://LOCALHOST./',
  'https://a.localhost:8080/',
  'https://user@example.in/',
  'https://user:secret@example.in/',
  'https://example.in/#part',
  'https://example.in:0/',
  'https://example.in:99999/',
  'https://[fe80::1%25eth0]/',
  'http://example.in/',
  'http://8.8.8.8/',
  'ftp://example.in/',
  'file:///etc/passwd',
  'gopher://example.in/',
  'javascript:alert(1)',
  'example.in',
  '//example.in',
  'https://',
  'https:///path',
])('%s is refused when the webhook is made', (url) => {
  expect(urlFault(url, rules)).not.toBeNull();
});

it.each([
  'https://example.in/',
  'https://example.in:8443/hook?key=1',
  'https://xn--h1aeh.example/',
  'https://8.8.8.8/',
])('%s is taken', (url) => {
  expect(urlFault(url, rules)).toBeNull();
});

it('of several addresses only the public ones are dialled', async () => {
  const { dialled } = await send('https://name.example/', ['10.0.0.1', '8.8.8.8', '::1', '1.1.1.1', '192.168.0.1']);
  expect(dialled).toEqual(['https: 8.8.8.8 name.example', 'https: 1.1.1.1 name.example']);
});

it('a name is resolved once, and what was judged is what is dialled', async () => {
  let asked = 0;
  const dialled: string[] = [];
  const network: Network = {
    // Public when it is judged, private a moment later.
    resolve: async () => (++asked === 1 ? ['8.8.8.8'] : ['127.0.0.1']),
    dial(options, callback) {
      dialled.push(options.hostname);
      callback(Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }), null);
    },
  };
  const receiver = new Receiver(judgedConnector(rules, network));
  const send = () => receiver.send('https://name.example/', [Buffer.alloc(32)], { id: 'evt_1', body: '{}' });
  expect((await send()).error).toBe('The connection was refused.');
  expect((await send()).error).toBe(NOT_ALLOWED);
  expect(dialled).toEqual(['8.8.8.8']);
  await receiver.close();
});

describe('the operator’s own networks', () => {
  const networks = ['10.1.0.0/16', 'fd12::/16', '127.0.0.1/32'];

  it('are let in, with plain http', async () => {
    const own = new AddressRules(networks);
    for (const url of [
      'http://10.1.2.3/',
      'https://10.1.2.3/',
      'http://[fd12::7]:5678/hook',
      'http://[::ffff:10.1.0.1]/',
    ]) {
      expect(urlFault(url, own), url).toBeNull();
    }
    expect((await send('http://n8n:5678/', ['10.1.0.9'], networks)).dialled).toEqual(['http: 10.1.0.9 n8n:5678']);
    expect((await send('http://10.1.0.9/', [], networks)).dialled).toEqual(['http: 10.1.0.9 10.1.0.9']);
  });

  it('let in no other network, and plain http nowhere else', async () => {
    const own = new AddressRules(networks);
    for (const url of [
      'http://8.8.8.8/',
      'https://10.2.0.1/',
      'http://10.2.0.1/',
      'https://127.0.0.2/',
      'https://[fd13::1]/',
    ]) {
      expect(urlFault(url, own), url).not.toBeNull();
      expect((await send(url, [], networks)).dialled, url).toEqual([]);
    }
    expect((await send('http://name.example/', ['8.8.8.8'], networks)).error).toBe(NOT_ALLOWED);
    expect((await send('https://name.example/', ['169.254.169.254'], networks)).error).toBe(NOT_ALLOWED);
  });
});
