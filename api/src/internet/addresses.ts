import { networkInterfaces } from 'node:os';
import ipaddr from 'ipaddr.js';

type Network = [ipaddr.IPv4 | ipaddr.IPv6, number];

/** IPv6 prefix of a NAT64 translator. Each address with this prefix leads to an IPv4 address. */
export interface Nat64Prefix {
  network: ipaddr.IPv6;
  bits: number;
}

/** The public IPv6 Internet; all other ranges have a special use. */
const GLOBAL_V6: Network = [ipaddr.parse('2000::'), 3];

/** Public address at which Azure gives secrets to machines. Other providers use special-use ranges for this purpose. */
const METADATA = '168.63.129.16';

/**
 * A network of this machine is internal as a whole if its prefix has at least this number of bits. In a larger network,
 * only this machine's own address is internal.
 */
const NARROW = { ipv4: 20, ipv6: 56 } as const;

/**
 * Returns whether an address belongs to the public Internet and not to our own network (rules: Previews).
 * @param address IPv4 or IPv6, in any spelling that the operating system accepts
 * @param internal other internal addresses: the addresses of our site and service
 * @param nat64 prefixes with which the operator's network translates IPv4 addresses (RFC 6052)
 * @throws if the system does not list its interfaces
 */
export function isPublic(
  address: string,
  internal: ReadonlySet<string> = new Set(),
  nat64: readonly Nat64Prefix[] = [],
): boolean {
  // An address with a zone (`%eth0`) belongs to a local network of this machine, so it is not public. Octal and
  // hexadecimal IPv4 numbers hide no address: `isValid` accepts them like the operating system.
  if (address.includes('%') || !ipaddr.isValid(address)) return false;
  const parsed = ipaddr.parse(address);
  // One prefix may contain another prefix, and a translator may use any matching prefix. So each prefix is checked.
  const translated = nat64.map((prefix) => translatedAddress(parsed, prefix)).filter((found) => found !== null);
  if (!translated.every((found) => isPublic(found, internal))) return false;
  if (parsed.range() !== 'unicast' || parsed.toString() === METADATA) return false;
  if (parsed.kind() === 'ipv6' && (!isIn(parsed, GLOBAL_V6) || hidesVersion4(parsed))) return false;
  return !internal.has(parsed.toString()) && !ownNetworks().some((network) => isIn(parsed, network));
}

/**
 * Parses a prefix such as 2001:db8:64::/96.
 * @returns null unless the prefix has one of the six lengths of RFC 6052, 2.2
 */
export function parseNat64(text: string): Nat64Prefix | null {
  const [address = '', bits = '', ...rest] = text.split('/');
  if (rest.length > 0 || !['32', '40', '48', '56', '64', '96'].includes(bits) || !ipaddr.IPv6.isValid(address))
    return null;
  return { network: ipaddr.IPv6.parse(address), bits: Number(bits) };
}

/** Returns the IPv4 address inside a translated IPv6 address; null if the IPv6 address does not have the prefix. */
function translatedAddress(address: ipaddr.IPv4 | ipaddr.IPv6, { network, bits }: Nat64Prefix): string | null {
  if (!(address instanceof ipaddr.IPv6) || !address.match(network, bits)) return null;
  // The ninth byte is always 0 and not part of the IPv4 address (RFC 6052, 2.2).
  const bytes = address.toByteArray().toSpliced(8, bits === 96 ? 0 : 1);
  return bytes.slice(bits / 8, bits / 8 + 4).join('.');
}

/** Returns an address in the form that `isPublic` compares; null if the text is not an address. */
export function normalAddress(address: string): string | null {
  return ipaddr.isValid(address) ? ipaddr.process(address).toString() : null;
}

/**
 * Returns whether an IPv6 address is an ISATAP address, which leads to an IPv4 address behind a gateway. The second
 * half of an ISATAP address is 0000:5efe or 0200:5efe, then the IPv4 address (RFC 5214, 6.1). The other kinds of IPv6
 * address that contain an IPv4 address are 6to4, Teredo, NAT64, mapped and translated addresses. This function need not
 * check these kinds, because their range is not `unicast`.
 */
function hidesVersion4(address: ipaddr.IPv4 | ipaddr.IPv6): boolean {
  if (!(address instanceof ipaddr.IPv6)) return false;
  const [, , , , flags = 0, isatap] = address.parts;
  return isatap === 0x5efe && (flags & ~0x0200) === 0;
}

function isIn(address: ipaddr.IPv4 | ipaddr.IPv6, network: Network): boolean {
  return address.kind() === network[0].kind() && address.match(network);
}

/** Returns the networks of this machine's interfaces. The networks may change while the service runs. */
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
