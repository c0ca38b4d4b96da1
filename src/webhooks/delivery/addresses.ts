import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

type Address = ipaddr.IPv4 | ipaddr.IPv6;
type Network = ReturnType<typeof ipaddr.parseCIDR>;

/** Which addresses deliveries may go to: public ones, and the operator's own networks. */
export class AddressRules {
  readonly #networks: readonly Network[];

  /** `networks`: CIDR, as in LEADLINE_WEBHOOK_NETWORKS. */
  constructor(networks: readonly string[] = []) {
    this.#networks = networks.map((network) => ipaddr.parseCIDR(network));
  }

  /** Whether the operator has let own networks in, and plain http with them. */
  get hasNetworks(): boolean {
    return this.#networks.length > 0;
  }

  /** Plain http goes to the operator's own networks alone. */
  allows(text: string, protocol: string): boolean {
    if (isIP(text) === 0) return false;
    const address = ipaddr.process(text);
    return this.#isOwn(address) || (protocol === 'https:' && isPublic(address));
  }

  #isOwn(address: Address): boolean {
    if (hasZone(address)) return false;
    return this.#networks.some(([base, bits]) => base.kind() === address.kind() && address.match(base, bits));
  }
}

const hasZone = (address: Address): boolean => address instanceof ipaddr.IPv6 && address.zoneId !== undefined;

const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');
/** NAT64: on networks without IPv4, DNS gives public IPv4 hosts such addresses. */
const TRANSLATED = ipaddr.IPv6.parseCIDR('64:ff9b::/96');

/** Every range that a registry keeps for a special purpose is refused, except where it stands for a public IPv4 address. */
function isPublic(address: Address): boolean {
  if (address instanceof ipaddr.IPv4) return address.range() === 'unicast';
  if (hasZone(address)) return false;
  if (address.match(TRANSLATED)) return isPublic(lastPart(address));
  if (isIsatap(address)) return false;
  return address.range() === 'unicast' && address.match(GLOBAL_UNICAST);
}

const lastPart = ({ parts }: ipaddr.IPv6): ipaddr.IPv4 =>
  new ipaddr.IPv4(parts.slice(6).flatMap((part) => [part >> 8, part & 0xff]));

/** ISATAP: an IPv4 address in the interface part of any prefix. */
const isIsatap = ({ parts }: ipaddr.IPv6): boolean => [0, 0x0200].includes(parts[4] as number) && parts[5] === 0x5efe;
