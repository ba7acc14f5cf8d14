import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { isPublic, type Nat64Prefix, normalAddress } from './addresses.ts';

/** How long it is remembered where our own names lead (milliseconds). */
const REMEMBERED_MS = 60_000;

/** Knows the hosts of the site and of the service, which no preview may ask: by name, and by every address of theirs. */
export class House {
  readonly #names: ReadonlySet<string>;
  readonly #resolve: (name: string) => Promise<readonly string[]>;
  readonly #now: () => number;
  readonly #nat64: readonly Nat64Prefix[];
  /** By name: where it led last. */
  readonly #last = new Map<string, readonly string[]>();
  #addresses: { known: Promise<ReadonlySet<string>>; until: number } | null = null;

  /**
   * @param urls addresses of site and service
   * @param now milliseconds on a clock that only moves forward
   * @param resolve returns the addresses of a name; without it, the operating system does
   * @param nat64 prefixes of the operator's network
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

  /** Tells whether a name, as URLs write it, is one of ours. */
  hasName(name: string): boolean {
    return this.#names.has(bareName(name));
  }

  /**
   * Checks that an address is public, also behind the prefixes of the operator's network.
   * @param known the result of `addresses`
   */
  allows(address: string, known: ReadonlySet<string>): boolean {
    return isPublic(address, known, this.#nat64);
  }

  /** Returns where our names lead, or where they led last, as long as that cannot be found out. */
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

/** Returns a host as it is compared: without the brackets of version 6 and the dot that ends a full name. */
export function bareName(host: string): string {
  return host.replace(/^\[|\]$/g, '').replace(/\.$/, '');
}

async function bySystem(name: string): Promise<string[]> {
  return (await lookup(name, { all: true })).map(({ address }) => address);
}
