import { isIP, type LookupFunction } from 'node:net';
import { FORMAT_NAMES, type Format } from '@largesse/contract';
import type { buildConnector } from 'undici';
import { SettingError, type Settings } from '../settings.ts';
import { parseNat64 } from './addresses.ts';
import { hostAndPort, PORTS } from './host-and-port.ts';
import { bareName, InternalHosts } from './internal-hosts.ts';
import type { Internet } from './internet.ts';

/** Time limit for a connection, including name lookup and encryption (milliseconds). */
const CONNECT_MS = 2000;

/** Reasons to refuse an address: its form is invalid, or it is not public. */
export type Refusal = 'form' | 'refused';

/** Error for an address that is invalid or not public. */
export class AddressRefused extends Error {
  override name = 'AddressRefused';
  /** Form that the address does not have. */
  readonly format: Format;
  readonly reason: Refusal;

  constructor(format: 'web-address' | 'plain-address' | 'standard-port' | 'public-address') {
    super(`not ${FORMAT_NAMES[format]}`);
    this.format = format;
    this.reason = format === 'public-address' ? 'refused' : 'form';
  }
}

/** Error for a connection that could not be made: its name has no usable address, or it took too long. */
export class ConnectionFailed extends Error {
  override name = 'ConnectionFailed';
  readonly code: 'NO_ADDRESS' | 'TOO_LATE';

  constructor(code: 'NO_ADDRESS' | 'TOO_LATE') {
    super(code === 'NO_ADDRESS' ? 'no address' : 'too late');
    this.code = code;
  }
}

/**
 * Connects to addresses that users supply, if the addresses are on the public Internet (threats: Previews). The IP
 * address of each connection is checked immediately before the connection. So a name that later resolves to another IP
 * address does no harm.
 */
export class PublicConnections {
  readonly #internet: Internet;
  readonly #internalHosts: InternalHosts;
  /** Hosts that are exempt from the checks. Each host includes a port, for example `10.0.0.7:8080`. */
  readonly #allowed: ReadonlySet<string>;

  constructor(internet: Internet, internalHosts: InternalHosts, allowed: readonly string[] = []) {
    this.#internet = internet;
    this.#internalHosts = internalHosts;
    this.#allowed = new Set(allowed);
  }

  /** Checks an address without resolving its name. @throws {AddressRefused} */
  async check(url: URL | null, signal: AbortSignal): Promise<URL> {
    if (!url || !PORTS[url.protocol]) throw new AddressRefused('web-address');
    if (url.username || url.password) throw new AddressRefused('plain-address');
    if (this.#allowed.has(hostAndPort(url))) return url;
    if (![...Object.values(PORTS), ''].includes(url.port)) throw new AddressRefused('standard-port');
    if (this.#internalHosts.hasName(url.hostname)) throw new AddressRefused('public-address');
    // Checks a host that is an IP address. The lookup function checks only names, because Node does not call the lookup
    // function for an IP address. `URL` has already normalised the spelling of the address.
    const host = bareName(url.hostname);
    if (isIP(host) && !this.#internalHosts.allows(host, await this.#internalAddresses(signal)))
      throw new AddressRefused('public-address');
    return url;
  }

  /**
   * Returns why no connection to an address would be made; null if there is no reason. Also resolves the address's
   * name. A lookup that fails is no reason, because it may succeed later.
   */
  async refusal(url: URL): Promise<AddressRefused | null> {
    const signal = AbortSignal.timeout(CONNECT_MS);
    try {
      await this.check(url, signal);
      const host = bareName(url.hostname);
      if (!isIP(host) && !this.#allowed.has(hostAndPort(url))) await this.#publicAddresses(host, signal);
      return null;
    } catch (error) {
      return error instanceof AddressRefused ? error : null;
    }
  }

  /**
   * Returns a connector for undici that only connects to checked addresses. The connector has a time limit.
   * @param refused called before the connection fails, if a name resolves to an address that is not public
   */
  connector(signal: AbortSignal, refused: (error: AddressRefused) => void): buildConnector.connector {
    return ({ hostname, port, protocol }, callback) => {
      const late = new AbortController();
      const isEncrypted = protocol === 'https:';
      const host = bareName(hostname);
      const number = port || PORTS[protocol] || '';
      const anySignal = AbortSignal.any([signal, late.signal]);
      const socket = this.#internet.connect({
        host,
        port: Number(number),
        isEncrypted,
        lookup: this.#allowed.has(`${host}:${number}`) ? null : this.#lookup(refused, anySignal),
      });
      const stop = () => {
        late.abort();
        // Without this call, Node would still try to connect after the request has ended.
        socket.destroy(new ConnectionFailed('TOO_LATE'));
      };
      const timer = setTimeout(stop, CONNECT_MS);
      signal.addEventListener('abort', stop, { once: true });
      let isSettled = false;
      const settle = (error: Error | null) => {
        clearTimeout(timer);
        signal.removeEventListener('abort', stop);
        if (isSettled) return;
        isSettled = true;
        if (error) callback(error, null);
        else callback(null, socket);
      };
      socket.setNoDelay(true);
      socket.on('error', settle);
      socket.once(isEncrypted ? 'secureConnect' : 'connect', () => settle(null));
    };
  }

  /** Returns the addresses of the site and the service. @throws if the signal aborts the wait */
  async #internalAddresses(signal: AbortSignal): Promise<ReadonlySet<string>> {
    const ended = Promise.withResolvers<never>();
    const end = () => ended.reject(signal.reason);
    signal.addEventListener('abort', end, { once: true });
    try {
      return await Promise.race([this.#internalHosts.addresses(), ended.promise]);
    } finally {
      signal.removeEventListener('abort', end);
    }
  }

  /** Returns the addresses of a name. @throws {AddressRefused} if one of them is not public */
  async #publicAddresses(name: string, signal: AbortSignal): Promise<readonly string[]> {
    const [internal, addresses] = await Promise.all([
      this.#internalAddresses(signal),
      this.#internet.resolve(name, signal),
    ]);
    if (addresses.every((address) => this.#internalHosts.allows(address, internal))) return addresses;
    throw new AddressRefused('public-address');
  }

  /** Returns a lookup function that resolves a name only if all addresses of the name are public. */
  #lookup(refused: (error: AddressRefused) => void, signal: AbortSignal): LookupFunction {
    return (name, options, callback) => {
      this.#publicAddresses(name, signal)
        .catch((error): readonly string[] => {
          if (error instanceof AddressRefused) refused(error);
          return [];
        })
        .then(([first, ...others]) => {
          if (first === undefined) return callback(new ConnectionFailed('NO_ADDRESS'), '');
          if (!options.all) return callback(null, first, isIP(first));
          callback(
            null,
            [first, ...others].map((address) => ({ address, family: isIP(address) })),
          );
        });
    };
  }
}

/**
 * Returns the hosts of the site and of the service.
 * @param now returns milliseconds on a clock that only moves forward
 * @param resolve returns the addresses of our own names
 */
export function internalHostsOf(
  { host, serviceUrl, nat64Prefixes }: Pick<Settings, 'host' | 'serviceUrl' | 'nat64Prefixes'>,
  now: () => number,
  resolve?: (name: string) => Promise<readonly string[]>,
): InternalHosts {
  const urls = [host.url, host.restUrl, ...(serviceUrl === null ? [] : [serviceUrl])];
  return new InternalHosts(
    urls,
    now,
    resolve,
    nat64Prefixes.map((prefix) => parseNat64(prefix) ?? refuse(prefix)),
  );
}

/**
 * Rejects an invalid prefix, so the service does not start. If the service ignored the prefix, requests could reach
 * internal addresses.
 */
function refuse(prefix: string): never {
  throw new SettingError(`NAT64_PREFIXES: ${prefix} is no prefix of RFC 6052`);
}
