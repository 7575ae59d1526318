import { BlockList, isIP, isIPv4 } from 'node:net';

/**
 * Addresses that are not on the public internet (IANA's special-purpose registries), and where
 * clouds serve their machines' credentials.
 */
const refused = new BlockList();
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
  // Azure's.
  ['168.63.129.16', 32],
] as const)
  refused.addSubnet(network, bits, 'ipv4');

/** Of IPv6, only what is given to the public is not refused. */
const global6 = new BlockList();
global6.addSubnet('2000::', 3, 'ipv6');
const special6 = new BlockList();
for (const [network, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  // 6to4 has an IPv4 address in it.
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  special6.addSubnet(network, bits, 'ipv6');

/**
 * Whether an IP address is on the public internet. Anything else, also what maps to an IPv4 address
 * by its form, is not.
 */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0) return false;
  if (isIPv4(address)) return !refused.check(address, 'ipv4');
  return global6.check(address, 'ipv6') && !special6.check(address, 'ipv6');
}
