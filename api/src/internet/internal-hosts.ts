import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { isPublic, type Nat64Prefix, normalAddress } from './addresses.ts';

/** Time in milliseconds for which the addresses of our own hosts are cached. */
const REMEMBERED_MS = 60_000;

/** Hosts of the site and of the service: their names, and all their addresses. Previews never fetch these hosts. */
export class InternalHosts {
  readonly #names: ReadonlySet<string>;
  readonly #resolve: (name: string) => Promise<readonly string[]>;
  readonly #now: () => number;
  readonly #nat64: readonly Nat64Prefix[];
  /** Last known addresses of each name. */
  readonly #last = new Map<string, readonly string[]>();
  #addresses: { known: Promise<ReadonlySet<string>>; until: number } | null = null;

  /**
   * @param urls addresses of the site and the service
   * @param now returns milliseconds on a clock that only moves forward
   * @param resolve returns the addresses of a name; the operating system's lookup by default
   * @param nat64 prefixes with which the operator's network translates IPv4 addresses
   */
  constructor(
    urls: readonly string[],
    now: () => number,
    resolve: (name: string) => Promise<readonly string[]> = bySystem,
    nat64: readonly Nat64Prefix[] = [],
  ) {
    this.#nat64 = nat64;
    this.#now = now;
    this.#names = new Set(urls.flatMap((url) => URL.parse(url)?.hostname ?? []).map(bareName));
    this.#resolve = resolve;
  }

  /** Returns whether a name in a URL is one of our hosts. */
  hasName(name: string): boolean {
    return this.#names.has(bareName(name));
  }

  /**
   * Returns whether an address is public. An address with a NAT64 prefix is public only if its IPv4 address is public.
   * @param known the result of `addresses`
   */
  allows(address: string, known: ReadonlySet<string>): boolean {
    return isPublic(address, known, this.#nat64);
  }

  /** Returns the current addresses of our hosts. If the lookup of a name fails, uses its last known addresses. */
  addresses(): Promise<ReadonlySet<string>> {
    const now = this.#now();
    if (this.#addresses === null || this.#addresses.until <= now)
      this.#addresses = { known: this.#lookUp(), until: now + REMEMBERED_MS };
    return this.#addresses.known;
  }

  async #lookUp(): Promise<ReadonlySet<string>> {
    const found = await Promise.all([...this.#names].map((name) => this.#addressesOf(name)));
    return new Set(found.flat().flatMap((address) => normalAddress(address) ?? []));
  }

  async #addressesOf(name: string): Promise<readonly string[]> {
    if (isIP(name)) return [name];
    const found = await this.#resolve(name).catch(() => this.#last.get(name) ?? []);
    this.#last.set(name, found);
    return found;
  }
}

/** Returns a host without IPv6 brackets and without the final dot of a full name, so that hosts can be compared. */
export function bareName(host: string): string {
  return host.replace(/^\[|\]$/g, '').replace(/\.$/, '');
}

async function bySystem(name: string): Promise<string[]> {
  return (await lookup(name, { all: true })).map(({ address }) => address);
}
