import { isIP, isIPv4 } from 'node:net';
import type { FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** In canonical spelling; null where there is none, as on a Unix socket. */
    address: string | null;
  }
}

/** As trusted proxies name it; the connection's own where they name none that can be read. */
export const callerAddress = ({ ip, socket }: FastifyRequest): string | null =>
  readAddress(ip) ?? readAddress(socket?.remoteAddress);

const BRACKETED = /^\[([^\]]*)\](?::\d*)?$/;
const IPV4_WITH_PORT = /^([\d.]+):\d*$/;

/** Without port and zone, as IPv4 where it is mapped into IPv6. */
export function readAddress(text: string | undefined): string | null {
  if (text === undefined || isIPv4(text)) return text ?? null;
  const withoutPort = BRACKETED.exec(text)?.[1] ?? IPV4_WITH_PORT.exec(text)?.[1] ?? text;
  const plain = withoutPort.split('%', 1)[0] ?? '';
  return isIP(plain) === 0 ? null : ipaddr.process(plain).toString();
}

/** The key of limits by address. A subscriber has an IPv4 address, or at least a /64 of IPv6. */
export function networkOf(address: string | null): string {
  if (address === null) return 'none';
  if (isIPv4(address)) return address;
  const { parts } = ipaddr.IPv6.parse(address);
  return `${parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(':')}::/64`;
}
