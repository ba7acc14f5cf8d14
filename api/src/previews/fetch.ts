import { isIP, type LookupFunction } from 'node:net';
import type { buildConnector, Client, Dispatcher } from 'undici';
import { bareName, type InternalHosts } from './internal-hosts.ts';
import type { Internet } from './internet.ts';
import { bodyOf } from './unpack.ts';
import { Unread } from './unread.ts';

/** Maximum number of redirects. */
const MAX_HOPS = 4;

/** Time limit for a connection, including name lookup and encryption (milliseconds). */
const CONNECT_MS = 2000;

const REDIRECTS = new Set([301, 302, 303, 307, 308]);

const PORTS: Readonly<Record<string, string>> = { 'http:': '80', 'https:': '443' };

/** Requirements for an answer. */
export interface Wanted {
  /** Media types, for the header `Accept`. */
  accept: string;
  /** Allowed media types of the answer; absent if any type is allowed. */
  types?: readonly string[];
  /** Maximum size of the decompressed body in bytes. */
  maxBytes: number;
  /** Whether a longer body is truncated; otherwise it is an error. */
  isCut: boolean;
  /** Checks the first address and each redirect's target before it is fetched. */
  mayAsk?(url: URL): Promise<boolean>;
}

/** Answer of a server with a status from 200 to 299. */
export interface Fetched {
  /** Final address after redirects. */
  url: URL;
  /** Media type in lower case, and its `charset`; '' if the server sends none. */
  type: string;
  charset: string;
  body: Buffer;
}

/**
 * Fetches addresses that users supply, only from the public Internet (rules: Previews; threats: Previews). Every
 * connection goes to an address checked immediately before, whatever a name or a redirect refers to.
 */
export class Guard {
  readonly #internet: Internet;
  readonly #internalHosts: InternalHosts;
  readonly #userAgent: string;

  constructor(internet: Internet, internal: InternalHosts, userAgent: string) {
    this.#internet = internet;
    this.#internalHosts = internal;
    this.#userAgent = userAgent;
  }

  /**
   * Fetches an address by GET.
   * @param signal cancels the request at any stage
   * @throws {Unread}
   */
  async fetch(address: string, wanted: Wanted, signal: AbortSignal): Promise<Fetched> {
    try {
      let url = URL.parse(address);
      for (let hop = 0; hop <= MAX_HOPS; hop++) {
        const checked = await this.#checked(url, signal);
        if (wanted.mayAsk && !(await wanted.mayAsk(checked))) throw new Unread('robots');
        const answer = await this.#ask(checked, wanted, signal);
        if (!(answer instanceof URL)) return answer;
        url = answer;
      }
      throw new Unread('redirects');
    } catch (error) {
      if (signal.aborted) throw new Unread('late', null, error);
      throw error instanceof Unread ? error : new Unread('unreachable', null, error);
    }
  }

  /** Checks an address as far as possible without resolving its name. @throws {Unread} */
  async #checked(url: URL | null, signal: AbortSignal): Promise<URL> {
    const port = url && PORTS[url.protocol];
    if (!port || ![...Object.values(PORTS), ''].includes(url.port) || url.username || url.password)
      throw new Unread('form');
    if (this.#internalHosts.hasName(url.hostname)) throw new Unread('refused');
    // Node calls no lookup for a literal address. URL normalises its spelling.
    const host = bareName(url.hostname);
    if (isIP(host) && !this.#internalHosts.allows(host, await this.#internalAddresses(signal)))
      throw new Unread('refused');
    return url;
  }

  /** Requests an address. @returns the answer, or the target of a redirect @throws {Unread} */
  async #ask(url: URL, wanted: Wanted, signal: AbortSignal): Promise<Fetched | URL> {
    const { Client } = await import('undici');
    const refused: { error: Unread | null } = { error: null };
    // A separate connection for each request, so that none is used for an unchecked address.
    const client = new Client(url.origin, {
      connect: await this.#connector(signal, refused),
      pipelining: 0,
      headersTimeout: 0,
      bodyTimeout: 0,
      allowH2: false,
    });
    try {
      return await this.#exchange(client, url, wanted, signal);
    } catch (error) {
      throw refused.error ?? error;
    } finally {
      await client.destroy();
    }
  }

  async #exchange(client: Client, url: URL, wanted: Wanted, signal: AbortSignal): Promise<Fetched | URL> {
    const answer = await client.request({
      method: 'GET',
      path: `${url.pathname}${url.search}`,
      headers: {
        'user-agent': this.#userAgent,
        accept: wanted.accept,
        'accept-encoding': 'gzip, br',
      },
      signal,
    });
    // Otherwise an unread body would raise an uncaught error when the connection is destroyed.
    answer.body.on('error', () => {});
    const { statusCode: status } = answer;
    if (REDIRECTS.has(status)) return targetOf(answer, url);
    if (status < 200 || status > 299) throw new Unread('status', status);
    const { type, charset } = typeOf(headerOf(answer, 'content-type'));
    if (wanted.types && !wanted.types.includes(type)) throw new Unread('type', status);
    return { url, type, charset, body: await bodyOf(answer.body, headerOf(answer, 'content-encoding'), wanted) };
  }

  /** Returns a connector that only connects to checked addresses, within the time limit. */
  async #connector(signal: AbortSignal, refused: { error: Unread | null }): Promise<buildConnector.connector> {
    const internal = await this.#internalAddresses(signal);
    return ({ hostname, port, protocol }, callback) => {
      const late = new AbortController();
      const isEncrypted = protocol === 'https:';
      const socket = this.#internet.connect({
        host: bareName(hostname),
        port: Number(port || PORTS[protocol]),
        isEncrypted,
        lookup: this.#lookup(internal, refused, AbortSignal.any([signal, late.signal])),
      });
      const stop = () => {
        late.abort();
        // Otherwise a connection that is still being made would outlive its request.
        socket.destroy(new Error('too late'));
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

  /** Returns the addresses of site and service. @throws if the signal aborts the wait */
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

  /** Returns a lookup function that only resolves names whose addresses are all public. */
  #lookup(internal: ReadonlySet<string>, refused: { error: Unread | null }, signal: AbortSignal): LookupFunction {
    const allowed = async (name: string): Promise<readonly string[]> => {
      const addresses = await this.#internet.resolve(name, signal);
      if (!addresses.every((address) => this.#internalHosts.allows(address, internal)))
        refused.error = new Unread('refused');
      return refused.error ? [] : addresses;
    };
    return (name, options, callback) => {
      allowed(name)
        .catch(() => [])
        .then(([first, ...others]) => {
          if (first === undefined) return callback(new Error('no address'), '');
          if (!options.all) return callback(null, first, isIP(first));
          callback(
            null,
            [first, ...others].map((address) => ({ address, family: isIP(address) })),
          );
        });
    };
  }
}

/** Returns the target of a redirect. @throws {Unread} */
function targetOf(answer: Dispatcher.ResponseData, from: URL): URL {
  const target = URL.parse(headerOf(answer, 'location'), from.href);
  if (target === null || headerOf(answer, 'location') === '') throw new Unread('redirects', answer.statusCode);
  return target;
}

/** Returns the first value of an answer's header; '' if it is absent. */
function headerOf(answer: Dispatcher.ResponseData, name: string): string {
  const value = answer.headers[name];
  return [value].flat()[0] ?? '';
}

/** Parses a `Content-Type`. */
function typeOf(header: string): { type: string; charset: string } {
  const [type = ''] = header.split(';', 1);
  const charset = /;\s*charset\s*=\s*"?([^\s";]{1,40})/i.exec(header.slice(0, 500))?.[1] ?? '';
  return { type: type.trim().toLowerCase(), charset };
}
