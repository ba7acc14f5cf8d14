import { networkInterfaces } from 'node:os';
import ipaddr from 'ipaddr.js';

type Network = [ipaddr.IPv4 | ipaddr.IPv6, number];

/** A prefix under which a translator makes the whole Internet of version 4 reachable from version 6. */
export interface Nat64Prefix {
  network: ipaddr.IPv6;
  bits: number;
}

/** Where the whole public Internet of version 6 is; everything else is for some special use. */
const GLOBAL_V6: Network = [ipaddr.parse('2000::'), 3];

/**
 * Looks public, and answers machines of a provider with their secrets (Azure). Addresses of the others for this are in ranges
 * for special use.
 */
const METADATA = '168.63.129.16';

/**
 * Networks of which this machine is a part are the house, unless they are so wide that they tell nothing of where the
 * machine stands. By version, the fewest bits.
 */
const NARROW = { ipv4: 20, ipv6: 56 } as const;

/**
 * Tells whether an address belongs to the public Internet, and to nobody of this house (rules: Previews).
 * @param address version 4 or 6, in any spelling that the operating system takes
 * @param house further addresses of ours
 * @param nat64 prefixes with which the operator's network translates addresses of version 4 (RFC 6052)
 * @throws where the system does not say what its interfaces are
 */
export function isPublic(
  address: string,
  house: ReadonlySet<string> = new Set(),
  nat64: readonly Nat64Prefix[] = [],
): boolean {
  // A zone names an interface of this machine; ipaddr.js would read octal and hexadecimal numbers of version 4 as well.
  if (address.includes('%') || !ipaddr.isValid(address)) return false;
  const parsed = ipaddr.parse(address);
  // Prefixes may be nested, and a translator may follow any of them.
  const translated = nat64.map((prefix) => behind(parsed, prefix)).filter((found) => found !== null);
  if (!translated.every((found) => isPublic(found, house))) return false;
  if (parsed.range() !== 'unicast' || parsed.toString() === METADATA) return false;
  if (parsed.kind() === 'ipv6' && (!isIn(parsed, GLOBAL_V6) || hidesVersion4(parsed))) return false;
  return !house.has(parsed.toString()) && !ownNetworks().some((network) => isIn(parsed, network));
}

/**
 * Parses a prefix such as 2001:db8:64::/96.
 * @returns null if it is not one of the six lengths of RFC 6052, 2.2
 */
export function parseNat64(text: string): Nat64Prefix | null {
  const [address = '', bits = '', ...rest] = text.split('/');
  if (rest.length > 0 || !['32', '40', '48', '56', '64', '96'].includes(bits) || !ipaddr.IPv6.isValid(address))
    return null;
  return { network: ipaddr.IPv6.parse(address), bits: Number(bits) };
}

/** Returns the address of version 4 that a translator would connect to; null if the address is not behind the prefix. */
function behind(address: ipaddr.IPv4 | ipaddr.IPv6, { network, bits }: Nat64Prefix): string | null {
  if (!(address instanceof ipaddr.IPv6) || !address.match(network, bits)) return null;
  // The ninth byte is always 0, and no part of the address (RFC 6052, 2.2).
  const bytes = address.toByteArray().toSpliced(8, bits === 96 ? 0 : 1);
  return bytes.slice(bits / 8, bits / 8 + 4).join('.');
}

/** Returns an address as `isPublic` compares it; null where the text is none. */
export function normalAddress(address: string): string | null {
  return ipaddr.isValid(address) ? ipaddr.process(address).toString() : null;
}

/**
 * Tells whether an address of version 6 leads to one of version 4 behind some gateway, in a way that has no range of its
 * own: ISATAP, where the last half says 0000:5efe or 0200:5efe and then the address (RFC 5214, 6.1). The ranges of 6to4,
 * Teredo, NAT64 and of mapped and translated addresses are none of `unicast`.
 */
function hidesVersion4(address: ipaddr.IPv4 | ipaddr.IPv6): boolean {
  if (!(address instanceof ipaddr.IPv6)) return false;
  const [, , , , flags = 0, isatap] = address.parts;
  return isatap === 0x5efe && (flags & ~0x0200) === 0;
}

function isIn(address: ipaddr.IPv4 | ipaddr.IPv6, network: Network): boolean {
  return address.kind() === network[0].kind() && address.match(network);
}

/** Returns the networks of this machine's interfaces, which may change while it runs. */
function ownNetworks(): Network[] {
  return Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .flatMap(({ address, cidr }) => {
      if (!ipaddr.isValid(address)) return [];
      const own = ipaddr.parse(address);
      const all = own.kind() === 'ipv4' ? 32 : 128;
      const bits = Number(cidr?.split('/')[1] ?? all);
      return [[own, bits >= NARROW[own.kind()] ? bits : all] satisfies Network];
    });
}
